//! The part of `parlour doctor` that compares roles, suspensions and mutes with the audit log.

use std::io::Write;

use super::ProgressReport;
use crate::store::Store;

/// How many users are checked at once.
const BATCH_SIZE: i64 = 200;

/// Problems with roles, suspensions and mutes, one sentence each.
///
/// # Errors
/// The database or the output failed.
pub async fn check(store: &Store, out: &mut impl Write) -> anyhow::Result<Vec<String>> {
    let (mut problems, mut progress, last) = (Vec::new(), ProgressReport::start(), store.last_user().await?);
    for first in (1..=last).step_by(BATCH_SIZE as usize) {
        problems.extend(store.wrong_standings(first, first + BATCH_SIZE - 1).await?);
        progress.report(|| format!("compared the roles of {first} of {last} users"));
    }
    if problems.is_empty() {
        writeln!(out, "roles, suspensions and mutes agree with the audit log")?;
    }
    Ok(problems)
}
