//! What whoever watches over the site wants to know of the database, at one moment.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::statistics::{EMAILS, PUSHES, by_game_and_status};
use super::{Store, StoreError};
use crate::now::Moment;

/// How the site stands.
#[derive(Clone, Debug, Default)]
pub struct WatchedMatches {
    /// How many matches there are of each status.
    pub matches: Vec<(String, i64)>,
    /// How many emails there are of each state: waiting, sent, dead (refused), expired.
    pub emails: Vec<(String, i64)>,
    /// How many pushes there are of each state: waiting, sent, dead.
    pub pushes: Vec<(String, i64)>,
    /// For how many milliseconds the match has been overdue that has been so longest.
    pub overdue: i64,
    /// How many bytes the database takes.
    pub bytes: i64,
}

/// What was counted last: counting takes longer the more there is, and nobody needs it by the second.
#[derive(Clone, Debug, Default)]
pub(super) struct WatchedCount(Arc<Mutex<Option<(WatchedMatches, Instant)>>>);

const CACHE_TTL: Duration = Duration::from_secs(15);

impl Store {
    /// How the site stands. What takes long to count may be of a quarter of a minute ago.
    pub async fn watched(&self, now: Moment) -> Result<WatchedMatches, StoreError> {
        let known = self.counted.0.lock().clone().filter(|(_, read_at)| read_at.elapsed() < CACHE_TTL);
        let counted = match known {
            Some((counted, _)) => counted,
            None => {
                let counted = self.count_all().await?;
                *self.counted.0.lock() = Some((counted.clone(), Instant::now()));
                counted
            }
        };
        let (due,): (Option<i64>,) = self
            .read(move |db| async move {
                let first = "SELECT min(deadline) FROM matches WHERE deadline IS NOT NULL";
                sqlx::query_as(first).fetch_one(&db).await
            })
            .await?;
        let overdue = due.map_or(0, |due| now.since(Moment(due)).max(0));
        Ok(WatchedMatches { overdue, ..counted })
    }

    async fn count_all(&self) -> Result<WatchedMatches, StoreError> {
        self.read(|db| async move {
            let by = |count: &'static str| sqlx::query_as::<_, (String, i64)>(count).fetch_all(&db);
            let (bytes,) =
                sqlx::query_as("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
                    .fetch_one(&db)
                    .await?;
            let mut matches = BTreeMap::new();
            for (_, status, count) in by_game_and_status(&db).await? {
                *matches.entry(status).or_default() += count;
            }
            Ok(WatchedMatches {
                matches: matches.into_iter().collect(),
                emails: by(EMAILS).await?,
                pushes: by(PUSHES).await?,
                overdue: 0,
                bytes,
            })
        })
        .await
    }
}
