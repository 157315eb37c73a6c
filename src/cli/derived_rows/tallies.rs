//! Compares counts with the matches they count.

use std::io::Write;

use crate::store::{Store, StoreError};

/// How many users are checked at once: their matches are sorted in memory.
const BATCH_SIZE: i64 = 20;

/// Problems with tallies, scores between users and numbers of matches, one sentence each. With `repair`, a writable
/// store, they are counted again instead.
///
/// # Errors
/// The database or the output failed.
pub async fn check(
    store: &Store,
    repair: Option<&Store>,
    out: &mut impl Write,
) -> anyhow::Result<Vec<String>> {
    let (tallies, matches) = (wrong_tallies(store, repair).await?, wrong_matches(store, repair).await?);
    let wrong = tallies + matches;
    if wrong == 0 {
        writeln!(out, "tallies and counts of matches agree with the matches")?;
    } else if repair.is_some() {
        writeln!(out, "{wrong} tallies and counts of matches were repaired")?;
    } else {
        return Ok(vec![format!("{wrong} tallies and counts of matches differ from the matches")]);
    }
    Ok(Vec::new())
}

async fn wrong_tallies(store: &Store, repair: Option<&Store>) -> Result<i64, StoreError> {
    let (mut wrong, last) = (0, store.last_user().await?);
    for first in (1..=last).step_by(BATCH_SIZE as usize) {
        let of_these = store.wrong_tallies(first, first + BATCH_SIZE - 1).await?;
        if let Some(writing) = repair.filter(|_| of_these > 0) {
            writing.repair_tallies(first, first + BATCH_SIZE - 1).await?;
        }
        wrong += of_these;
    }
    Ok(wrong)
}

async fn wrong_matches(store: &Store, repair: Option<&Store>) -> Result<i64, StoreError> {
    let wrong = store.wrong_match_counts().await?;
    if let Some(writing) = repair.filter(|_| wrong > 0) {
        writing.repair_match_counts().await?;
    }
    Ok(wrong)
}
