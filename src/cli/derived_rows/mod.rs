//! What follows from the logs of matches: list rows, ratings, tallies and counts. `parlour doctor` compares them with the logs;
//! `parlour doctor --repair` and `parlour restore` rewrite what differs.

mod ratings;
mod tallies;

use std::io::Write;

use tokio::runtime::Handle;

use super::progress::ProgressReport;
use crate::store::Store;

/// How many matches are checked at once.
const BATCH_SIZE: u32 = 200;

/// Compares everything with the logs, the rows of lists first: tallies are counted from these. With `repair`, a store on which
/// nothing else writes, what differs is rewritten. Returns a sentence for each problem that is left.
///
/// # Errors
/// The database or the output failed.
pub async fn check(
    store: &Store,
    repair: Option<&Store>,
    out: &mut impl Write,
) -> anyhow::Result<Vec<String>> {
    let mut problems = check_matches(store, repair, out).await?;
    problems.extend(ratings::check(store, repair, out).await?);
    problems.extend(tallies::check(store, repair, out).await?);
    Ok(problems)
}

/// Rewrites what differs from the logs in the database of a stopped site, read through `store`. Returns a sentence for each
/// problem that is left.
///
/// # Errors
/// The database or the output failed.
pub async fn repair(url: &str, store: &Store, out: &mut impl Write) -> anyhow::Result<Vec<String>> {
    let writing = Store::open(url, Handle::current()).await?;
    let problems = check(store, Some(&writing), out).await;
    writing.close().await;
    problems
}

async fn check_matches(
    store: &Store,
    repair: Option<&Store>,
    out: &mut impl Write,
) -> anyhow::Result<Vec<String>> {
    let (mut after, mut count, mut repaired, mut problems) = (String::new(), 0, 0, Vec::new());
    let (of, mut progress) = (store.count_matches().await?, ProgressReport::start());
    loop {
        let looked = store.check_lists(&after, BATCH_SIZE, repair).await?;
        count += looked.matches;
        repaired += looked.repaired;
        problems.extend(looked.problems);
        progress.report(|| format!("checked {count} of {of} matches"));
        match looked.last {
            Some(last) => after = last,
            None => break,
        }
    }
    if repaired > 0 {
        writeln!(out, "the list rows of {repaired} matches were repaired")?;
    } else if problems.is_empty() {
        writeln!(out, "{count} matches agree with their logs")?;
    }
    Ok(problems)
}
