//! What the matches that end in a batch make of ratings: written in the same transaction.

use std::collections::HashMap;

use super::batch::Batch;
use crate::games::Game;
use crate::hub::Change;
use crate::matches::{Rating, RatingChange, RatingKey, Reckoning, rate};
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

/// So many matches are reckoned together.
const TOGETHER: u32 = 500;

/// Every rating reckoned again from the logs of the matches that counted, in the order in which they were rated.
///
/// # Errors
/// The database failed, or a log does not fold.
pub async fn reckon_again(store: &Store) -> Result<Vec<RatingChange>, StoreError> {
    let mut ratings: HashMap<RatingKey, Rating> = HashMap::new();
    let mut changes = Vec::new();
    let mut last = 0;
    loop {
        let matches = store.rated_matches(last, TOGETHER).await?;
        let Some((number, _)) = matches.last() else { return Ok(changes) };
        last = *number;
        let ids: Vec<_> = matches.into_iter().map(|(_, id)| id).collect();
        let tables = store.tables(&ids).await?;
        for id in ids {
            let reckoning = tables.get(&id).and_then(|table| Some((table.m.game, table.m.reckoning()?)));
            let (game, reckoning) = reckoning
                .ok_or_else(|| StoreError::Corrupt(format!("match {id} was rated, but does not count")))?;
            let after = reckon(&mut ratings, game, &reckoning);
            changes.extend(reckoning.people.iter().zip(after).map(|(user, rating)| {
                let (user, ladder, match_id) = (*user, reckoning.ladder, id.clone());
                RatingChange { user, game, ladder, match_id, rating }
            }));
        }
    }
}
