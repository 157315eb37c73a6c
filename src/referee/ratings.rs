//! What the matches that end in a batch make of ratings: written in the same transaction.

use std::collections::HashMap;

use super::batch::Batch;
use crate::games::Game;
use crate::hub::Change;
use crate::matches::{MatchId, Rating, RatingChange, RatingKey, Reckoning, rate};
use crate::store::{Store, StoreError};

/// Rates the matches that count and are over by now, in the order they came to be.
///
/// # Errors
/// The database failed.
pub(super) async fn rate_all(batch: &mut Batch, store: &Store) -> Result<(), StoreError> {
    let ended = batch.news.iter().filter(|change| change.before.m.ending().is_none());
    let over: Vec<_> = ended
        .filter_map(|Change { after, .. }| Some((after.m.id.clone(), after.m.game, after.m.reckoning()?)))
        .collect();
    if over.is_empty() {
        return Ok(());
    }
    let keys: Vec<_> = over
        .iter()
        .flat_map(|(_, game, reckoning)| reckoning.people.iter().map(|user| (*user, *game, reckoning.ladder)))
        .collect();
    let mut ratings = store.ratings(&keys).await?;
    for (id, game, reckoning) in over {
        let after = reckon(&mut ratings, game, &reckoning);
        batch.append.rate(&id, game, &reckoning, &after);
    }
    Ok(())
}

/// Takes a match into the ratings, and says what became of those who sat there, seat by seat.
fn reckon(ratings: &mut HashMap<RatingKey, Rating>, game: Game, of: &Reckoning) -> Vec<Rating> {
    let keys = || of.people.iter().map(|user| (*user, game, of.ladder));
    let before: Vec<_> = keys().map(|key| *ratings.get(&key).unwrap_or(&Rating::NEW)).collect();
    let after = rate(&before, &of.places, of.at);
    ratings.extend(keys().zip(after.iter().copied()));
    after
}

/// So many matches are calculated together; in tests a few, so that they are not all of them.
const TOGETHER: u32 = if cfg!(test) { 5 } else { 500 };

/// Every rating calculated again from the logs of the matches that counted, in the order in which they were rated. Only the
/// current rating of each person is kept in memory.
#[derive(Debug)]
pub struct Recalculation {
    store: Store,
    ratings: HashMap<RatingKey, Rating>,
    last: i64,
    until: i64,
}

/// Some matches that were rated one after the other.
#[derive(Debug)]
pub struct Recalculated {
    /// The matches.
    pub matches: Vec<MatchId>,
    /// What they make of ratings.
    pub changes: Vec<RatingChange>,
}

impl Recalculation {
    /// Begins with the first match that was rated; the last is the one that is the last by now.
    ///
    /// # Errors
    /// The database failed.
    pub async fn start(store: &Store) -> Result<Self, StoreError> {
        let until = store.last_rated().await?;
        Ok(Self { store: store.clone(), ratings: HashMap::new(), last: 0, until })
    }

    /// The next matches; `None` after the last.
    ///
    /// # Errors
    /// The database failed, or a log does not fold.
    pub async fn next(&mut self) -> Result<Option<Recalculated>, StoreError> {
        let mut rated = self.store.rated_matches(self.last, TOGETHER).await?;
        rated.retain(|(number, _)| *number <= self.until);
        let Some((number, _)) = rated.last() else { return Ok(None) };
        self.last = *number;
        let matches: Vec<_> = rated.into_iter().map(|(_, id)| id).collect();
        let tables = self.store.tables(&matches).await?;
        let mut changes = Vec::new();
        for id in &matches {
            let reckoning = tables.get(id).and_then(|table| Some((table.m.game, table.m.reckoning()?)));
            let (game, reckoning) = reckoning
                .ok_or_else(|| StoreError::Corrupt(format!("match {id} was rated, but does not count")))?;
            let after = reckon(&mut self.ratings, game, &reckoning);
            changes.extend(reckoning.people.iter().zip(after).map(|(user, rating)| {
                let (user, ladder, match_id) = (*user, reckoning.ladder, id.clone());
                RatingChange { user, game, ladder, match_id, rating }
            }));
        }
        Ok(Some(Recalculated { matches, changes }))
    }
}
