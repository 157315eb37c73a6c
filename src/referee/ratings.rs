//! The rating changes of the matches that end in a batch.
//!
//! They follow from the same fact as in the outbox, that a match ended, but are written in its transaction and not by
//! a consumer: a rated match that is over has its rating changes at every moment, for every reader, also after a
//! crash. Pages, `parlour doctor` and leaderboards rely on that. A consumer would need a second transaction for each
//! match that ends, and every reader would have to wait for it.

use std::collections::{BTreeSet, HashMap};

use super::batch::CommandBatch;
use crate::games::Game;
use crate::matches::{COUNTED_A_DAY, MatchId, PlayerRating, RatingChange, RatingKey, RatingUpdate, rate};
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::store::{Store, StoreError};

/// Rates the matches that have ended and are rated, in the order of their ends.
pub(super) async fn rate_all(batch: &mut CommandBatch, store: &Store) -> Result<(), StoreError> {
    let result_of = |id: &MatchId| {
        let m = &batch.views.get(id)?.m;
        Some((id.clone(), m.game, m.rating_update()?))
    };
    let over: Vec<_> = batch.write.ended_matches().iter().filter_map(result_of).collect();
    if over.is_empty() {
        return Ok(());
    }
    let keys: Vec<_> = over
        .iter()
        .flat_map(|(_, game, rating_update)| {
            rating_update.people.iter().map(|user| (*user, *game, rating_update.pool))
        })
        .collect();
    let mut ratings = store.ratings(&keys).await?;
    let pairs: BTreeSet<_> = over.iter().filter_map(|(.., rating_update)| rating_update.pair()).collect();
    let first_end = over.iter().map(|(.., rating_update)| rating_update.at).min().unwrap_or(Moment(0));
    let mut counted = store.counted_matches(pairs, first_end.after(-DAY)).await?;
    for (id, game, rating_update) in over {
        if let Some(pair) = rating_update.pair() {
            let count = counted.entry(pair).or_default();
            if *count >= COUNTED_A_DAY {
                batch.write.add_uncounted(&id);
                continue;
            }
            *count += 1;
        }
        batch.write.add_rating_changes(&id, compute(&mut ratings, &id, game, &rating_update));
    }
    Ok(())
}

/// Rates a match. Returns the changes of its players, by seat.
fn compute(
    ratings: &mut HashMap<RatingKey, PlayerRating>,
    match_id: &MatchId,
    game: Game,
    of: &RatingUpdate,
) -> Vec<RatingChange> {
    let keys = || of.people.iter().map(|user| (*user, game, of.pool));
    let before: Vec<_> = keys().map(|key| *ratings.get(&key).unwrap_or(&PlayerRating::NEW)).collect();
    let after = rate(&before, &of.places, of.at);
    ratings.extend(keys().zip(after.iter().copied()));
    let change =
        |((user, game, pool), rating)| RatingChange { user, game, pool, match_id: match_id.clone(), rating };
    keys().zip(after).map(change).collect()
}

/// How many matches are calculated together; in tests few, so that there are several batches.
const BATCH_SIZE: u32 = if cfg!(test) { 5 } else { 500 };

/// Calculates all ratings again from the logs of rated matches, in the order in which they were rated. Only the
/// current rating of each user is in memory.
#[derive(Debug)]
pub struct Recalculation {
    store: Store,
    ratings: HashMap<RatingKey, PlayerRating>,
    /// The current ratings when it began, as stored.
    stored: HashMap<RatingKey, PlayerRating>,
    last: i64,
    until: i64,
}

/// The results for matches that were rated one after the other.
#[derive(Debug)]
pub struct RecalculatedRatings {
    pub matches: Vec<MatchId>,
    pub changes: Vec<RatingChange>,
}

impl Recalculation {
    /// Begins with the first rated match. The last is the one that is the last at this moment.
    pub async fn start(store: &Store) -> Result<Self, StoreError> {
        let (until, stored) = store.current_ratings().await?;
        Ok(Self { store: store.clone(), ratings: HashMap::new(), stored, last: 0, until })
    }

    /// The next matches; `None` after the last.
    ///
    /// # Errors
    /// The database failed, or a log is invalid.
    pub async fn next(&mut self) -> Result<Option<RecalculatedRatings>, StoreError> {
        let mut rated = self.store.rated_matches(self.last, BATCH_SIZE).await?;
        rated.retain(|(number, _)| *number <= self.until);
        let Some((number, _)) = rated.last() else { return Ok(None) };
        self.last = *number;
        let matches: Vec<_> = rated.into_iter().map(|(_, id)| id).collect();
        let views = self.store.load_matches(&matches).await?;
        let mut changes = Vec::new();
        for id in &matches {
            let rating_update = views.get(id).and_then(|view| Some((view.m.game, view.m.rating_update()?)));
            let (game, rating_update) = rating_update
                .ok_or_else(|| StoreError::Corrupt(format!("match {id} was rated, but does not count")))?;
            changes.extend(compute(&mut self.ratings, id, game, &rating_update));
        }
        Ok(Some(RecalculatedRatings { matches, changes }))
    }

    /// After the last match: how many of the current ratings that were stored when it began differ.
    pub fn wrong_current_ratings(&self) -> usize {
        let wrong = self.ratings.iter().filter(|(key, rating)| self.stored.get(key) != Some(rating));
        wrong.count() + self.stored.keys().filter(|key| !self.ratings.contains_key(key)).count()
    }
}
