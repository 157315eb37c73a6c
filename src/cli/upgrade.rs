//! `parlour upgrade`: what the next start of the site does to an older database.

use std::io::Write;

use anyhow::bail;
use clap::Args;
use tokio::runtime::Builder;

use super::database::DatabaseArgs;
use crate::store::upgrade;

/// Show how `parlour serve` would upgrade the database
///
/// The site upgrades its database when it starts, after writing a copy beside it; on PostgreSQL it writes none. Exit status
/// 0: there is nothing to upgrade, or the upgrade can start; 1: this version cannot open the database, or there is no room
/// for the copy.
#[derive(Debug, Args)]
pub struct UpgradeArgs {
    /// Only check, and write nothing
    #[arg(long, required = true)]
    check: bool,
    #[command(flatten)]
    database: DatabaseArgs,
}

impl UpgradeArgs {
    /// Writes what the site would do.
    ///
    /// # Errors
    /// There is no database, this version cannot open it, or there is no room for the copy.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let database = self.database.open_named()?;
        database.must_exist()?;
        let pending = upgrade::pending(&database.url);
        let pending = Builder::new_current_thread().enable_all().build()?.block_on(pending)?;
        let Some(upgrade) = pending else {
            writeln!(out, "there is nothing to upgrade")?;
            return Ok(out.flush()?);
        };
        writeln!(out, "`parlour serve` would upgrade the schema from {} to {}", upgrade.from, upgrade.to)?;
        for (number, name) in &upgrade.migrations {
            writeln!(out, "migration {number:04}: {name}")?;
        }
        let size = upgrade.size;
        match &upgrade.copy {
            Some(copy) => writeln!(out, "copy: {}, {size} bytes", copy.display())?,
            None => writeln!(out, "no copy is written of a database on PostgreSQL: run pg_dump first")?,
        }
        out.flush()?;
        match upgrade.free {
            Some(free) if free < size => {
                bail!("the copy needs {size} bytes, and only {free} are free on its disk")
            }
            _ => Ok(()),
        }
    }
}
