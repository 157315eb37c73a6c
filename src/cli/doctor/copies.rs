//! `parlour doctor`: checks the newest copy in the folder of backups.

use std::io::Write;

use crate::backup_runner::{last_due, list, newest};
use crate::config::BackupConfig;
use crate::now::Clock;
use crate::now::spans::{DAY, HOUR};
use crate::store::backup;

/// The problem with the newest copy, if there is one: it is missing or damaged, or a whole day was missed since.
///
/// # Errors
/// The output failed.
pub async fn check(config: &BackupConfig, out: &mut impl Write) -> anyhow::Result<Option<String>> {
    let (folder, now) = (config.folder.display(), Clock::Wall.now());
    let copies = match list(&config.folder) {
        Ok(copies) => copies,
        Err(error) => return Ok(Some(format!("the backups in {folder} cannot be read: {error}"))),
    };
    let Some(copy) = newest(&copies, now) else {
        return Ok(Some(format!("there is no backup in {folder}")));
    };
    if let Err(error) = backup::check_copy(&copy.path).await {
        return Ok(Some(format!("the newest backup {} is damaged: {error}", copy.path.display())));
    }
    let age = now.since(copy.at) / HOUR;
    let path = copy.path.display();
    if copy.at < last_due(now, config.at).after(-DAY) {
        return Ok(Some(format!("the newest backup {path} is {age} h old, although one is due every day")));
    }
    writeln!(out, "the newest backup {path} is intact, {age} h old")?;
    Ok(None)
}
