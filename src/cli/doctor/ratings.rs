//! The part of `parlour doctor` that recalculates all ratings, and compares current ratings with their last changes.

use std::collections::HashMap;
use std::io::Write;

use tokio::runtime::Handle;

use super::ProgressReport;
use crate::config::Config;
use crate::matches::RatingChange;
use crate::referee::{RecalculatedRatings, Recalculation};
use crate::store::{Store, StoreError};

/// How many users are checked at once.
const BATCH_SIZE: i64 = 200;

/// Problems with ratings, one sentence each. With `repair` they are corrected instead.
///
/// # Errors
/// The database or the output failed.
pub async fn check(
    config: &Config,
    store: &Store,
    repair: bool,
    out: &mut impl Write,
) -> anyhow::Result<Vec<String>> {
    let (mut problems, mut wrong) = (Vec::new(), 0);
    match compare_changes(config, store, repair).await {
        Ok(RatingComparison { kept, wrong: 0 }) => writeln!(out, "{kept} ratings agree with the logs")?,
        Ok(compared) => wrong = compared.wrong,
        Err(StoreError::Corrupt(why)) => problems.push(format!("the ratings cannot be recalculated: {why}")),
        Err(error) => return Err(error.into()),
    }
    let current = wrong_current(store).await?;
    if repair && wrong + current > 0 {
        let writing = Store::open(&config.database_url, Handle::current()).await?;
        writing.replace_current_ratings().await?;
        writing.close().await;
        writeln!(out, "{} ratings were corrected", wrong + current)?;
        return Ok(problems);
    }
    if wrong > 0 {
        problems.push(format!("{wrong} ratings differ from the logs"));
    }
    if current > 0 {
        problems.push(format!("{current} current ratings differ from their last change"));
    }
    Ok(problems)
}

/// How many current ratings differ from their last change.
async fn wrong_current(store: &Store) -> Result<usize, StoreError> {
    let (mut wrong, mut progress, last) = (0, ProgressReport::start(), store.last_user().await?);
    for first in (1..=last).step_by(BATCH_SIZE as usize) {
        wrong += store.wrong_current_ratings(first, first + BATCH_SIZE - 1).await?;
        progress.report(|| format!("compared the current ratings of {first} of {last} users"));
    }
    Ok(wrong)
}

/// How many ratings there are, and how many differ from the logs.
struct RatingComparison {
    kept: usize,
    wrong: usize,
}

/// Compares some hundred matches at a time. A match and its ratings are written together and never change, so matches
/// may be rated in the meantime.
async fn compare_changes(
    config: &Config,
    store: &Store,
    repair: bool,
) -> Result<RatingComparison, StoreError> {
    let (mut compared, mut progress) = (RatingComparison { kept: 0, wrong: 0 }, ProgressReport::start());
    let mut pass = Recalculation::start(store).await?;
    let mut writing = None;
    while let Some(RecalculatedRatings { matches, changes }) = pass.next().await? {
        let kept = store.rating_changes_of(&matches).await?;
        let wrong = count_differences(&changes, &kept);
        compared.kept += kept.len();
        compared.wrong += wrong;
        if repair && wrong > 0 {
            writable(&mut writing, config).await?.replace_rating_changes(&matches, &changes).await?;
        }
        progress.report(|| format!("compared {} ratings", compared.kept));
    }
    compared.wrong += store.stray_rating_changes().await?;
    if let Some(writing) = writing {
        writing.close().await;
    }
    Ok(compared)
}

/// How many changes of the same matches are not in both sets.
fn count_differences(reckoned: &[RatingChange], kept: &[RatingChange]) -> usize {
    let key = |change: &RatingChange| (change.user, change.game.key(), change.pool, change.rating.number);
    let by_key: HashMap<_, _> = kept.iter().map(|change| (key(change), change)).collect();
    let right = reckoned.iter().filter(|change| by_key.get(&key(change)) == Some(change)).count();
    reckoned.len().max(kept.len()) - right
}

/// The database, which is opened for writing when that is needed.
async fn writable<'s>(writing: &'s mut Option<Store>, config: &Config) -> Result<&'s Store, StoreError> {
    if writing.is_none() {
        *writing = Some(Store::open(&config.database_url, Handle::current()).await?);
    }
    writing.as_ref().ok_or(StoreError::Stopping)
}
