//! Figures about the database for the metrics.

use std::collections::BTreeMap;

use super::database::schema::BYTES;
use super::statistics::{EMAILS, PUSHES, by_game_and_status};
use super::{MonitoredCounts, Store, StoreError, sql};
use crate::now::Moment;

impl Store {
    /// The current figures. Expensive ones may be 15 seconds old.
    pub async fn monitored_counts(&self, now: Moment) -> Result<MonitoredCounts, StoreError> {
        let counted = self.caches.monitored_counts.get_or_load_once((), self.count_all()).await?;
        let (due,): (Option<i64>,) = self
            .read(move |db| async move {
                let first = "SELECT min(deadline) FROM matches WHERE deadline IS NOT NULL";
                sql::query_as(first).fetch_one(&db).await
            })
            .await?;
        let overdue = due.map_or(0, |due| now.since(Moment(due)).max(0));
        Ok(MonitoredCounts { overdue, ..counted })
    }

    async fn count_all(&self) -> Result<MonitoredCounts, StoreError> {
        self.read(|db| async move {
            let by = |count: &'static str| sql::query_as::<(String, i64)>(count).fetch_all(&db);
            let bytes = sql::query_scalar(BYTES).fetch_one(&db).await?;
            let mut matches = BTreeMap::new();
            for (_, status, count) in by_game_and_status(&db).await? {
                *matches.entry(status).or_default() += count;
            }
            Ok(MonitoredCounts {
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
