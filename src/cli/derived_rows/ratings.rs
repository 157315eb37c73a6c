//! Recalculates all ratings, and compares current ratings with their last changes.

use std::collections::HashMap;
use std::io::Write;

use super::ProgressReport;
use crate::matches::RatingChange;
use crate::referee::{RecalculatedRatings, Recalculation};
use crate::store::{Store, StoreError};

/// Problems with ratings, one sentence each. With `repair`, a writable store, they are corrected instead.
///
/// # Errors
/// The database or the output failed.
pub async fn check(
    store: &Store,
    repair: Option<&Store>,
    out: &mut impl Write,
) -> anyhow::Result<Vec<String>> {
    let RatingComparison { compared, wrong, wrong_current } = match compare(store, repair).await {
        Ok(compared) => compared,
        Err(StoreError::Corrupt(why)) => {
            return Ok(vec![format!("the ratings cannot be recalculated: {why}")]);
        }
        Err(error) => return Err(error.into()),
    };
    let mut problems = Vec::new();
    match repair.filter(|_| wrong + wrong_current > 0) {
        Some(writing) => {
            writing.replace_current_ratings().await?;
            writeln!(out, "{wrong} ratings and {wrong_current} current ratings were repaired")?;
            return Ok(problems);
        }
        None if wrong > 0 => problems.push(format!("{wrong} ratings differ from the logs")),
        None => writeln!(out, "{compared} ratings agree with the logs")?,
    }
    if wrong_current > 0 {
        problems.push(format!("{wrong_current} current ratings differ from the logs"));
    }
    Ok(problems)
}

/// How many ratings there are, how many differ from the logs, and how many current ratings do.
struct RatingComparison {
    compared: usize,
    wrong: usize,
    wrong_current: usize,
}

/// Compares some hundred matches at a time. A match and its ratings are written together and never change, so matches
/// may be rated in the meantime.
async fn compare(store: &Store, repair: Option<&Store>) -> Result<RatingComparison, StoreError> {
    let (mut compared, mut wrong, mut progress) = (0, 0, ProgressReport::start());
    let mut pass = Recalculation::start(store).await?;
    while let Some(RecalculatedRatings { matches, changes }) = pass.next().await? {
        let stored = store.rating_changes_of(&matches).await?;
        let differences = count_differences(&changes, &stored);
        compared += stored.len();
        wrong += differences;
        if let Some(writing) = repair.filter(|_| differences > 0) {
            writing.replace_rating_changes(&matches, &changes).await?;
        }
        progress.report(|| format!("compared {compared} ratings"));
    }
    wrong += store.stray_rating_changes().await?;
    let wrong_current = pass.wrong_current_ratings() + store.wrong_average_ratings().await?;
    Ok(RatingComparison { compared, wrong, wrong_current })
}

/// How many changes of the same matches are not in both sets.
fn count_differences(reckoned: &[RatingChange], stored: &[RatingChange]) -> usize {
    let key = |change: &RatingChange| (change.user, change.game.key(), change.pool, change.rating.number);
    let by_key: HashMap<_, _> = stored.iter().map(|change| (key(change), change)).collect();
    let right = reckoned.iter().filter(|change| by_key.get(&key(change)) == Some(change)).count();
    reckoned.len().max(stored.len()) - right
}
