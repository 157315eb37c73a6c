//! Downtimes of the server, and their credit to matches.

use std::sync::Arc;

use parking_lot::Mutex;
use sqlx::SqliteConnection;
use tokio::sync::MutexGuard;

use super::{Store, StoreError};
use crate::matches::{MatchId, ServerDowntime};
use crate::now::Moment;
use crate::now::spans::SECOND;

/// Gaps up to this length, in milliseconds, are not downtimes.
const TOLERANCE: i64 = 5 * SECOND;

const ALIVE: &str = "INSERT INTO server_status (id, alive_at) VALUES (1, $1)
    ON CONFLICT (id) DO UPDATE SET alive_at = excluded.alive_at";
const PENDING: &str = "SELECT id, started_at, ended_at FROM downtimes WHERE done = 0 ORDER BY id";
/// Matches with a running clock, open matches, and matches that expire soon.
const AFFECTED: &str = "SELECT id FROM matches WHERE status <> 'ended' AND id > $1
    AND (deadline IS NOT NULL OR status = 'open' OR expires_at < $2) ORDER BY id LIMIT $3";

/// Whether the site works, as far as this process knows. Nothing may be decided about a match before pending
/// downtimes are credited to it.
#[derive(Clone, Debug, Default)]
pub struct ServerAvailability(Arc<AvailabilityShared>);

#[derive(Debug, Default)]
struct AvailabilityShared {
    state: Mutex<AvailabilityState>,
    recording: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct AvailabilityState {
    /// Until when the site is known to have worked; `None` before the start.
    works_until: Option<Moment>,
    /// Whether the last write failed.
    fails: bool,
    pending: Arc<[ServerDowntime]>,
}

impl ServerAvailability {
    /// Whether there is nothing left to record or to credit, so that the deadlines in lists are valid.
    pub fn is_settled(&self, now: Moment) -> bool {
        let state = self.0.state.lock();
        state.pending.is_empty() && !state.fails && state.works_until.is_none_or(|until| !is_gap(until, now))
    }

    /// The downtimes that are not credited to all matches yet, earliest first.
    pub fn pending(&self) -> Arc<[ServerDowntime]> {
        Arc::clone(&self.0.state.lock().pending)
    }

    pub fn is_failing(&self) -> bool {
        self.0.state.lock().fails
    }

    /// Detects a downtime that ends now and is not recorded yet; otherwise the site is known to work now. `last_tick`
    /// returns until when the process ran without a gap since the last known moment. The clock is read under the
    /// lock, so that a thread that was suspended before cannot use an outdated time.
    pub fn detect(
        &self,
        now: impl FnOnce() -> Moment,
        last_tick: impl FnOnce(Moment) -> Moment,
    ) -> Option<(Moment, Moment)> {
        self.0.state.lock().detect(now, last_tick)
    }

    /// [`Self::pending`], followed by a downtime that ends now and is not recorded yet. That has the highest id.
    pub fn owed(
        &self,
        now: impl FnOnce() -> Moment,
        last_tick: impl FnOnce(Moment) -> Moment,
    ) -> Arc<[ServerDowntime]> {
        let mut state = self.0.state.lock();
        match state.detect(now, last_tick) {
            Some((from, to)) => state.with_pending(ServerDowntime { id: i64::MAX, from, to }),
            None => Arc::clone(&state.pending),
        }
    }

    /// Call after a write has succeeded.
    pub fn write_succeeded(&self, now: impl FnOnce() -> Moment) {
        let mut state = self.0.state.lock();
        state.fails = false;
        let now = now();
        if state.works_until.is_some_and(|until| !is_gap(until, now)) {
            state.works_until = Some(now);
        }
    }

    /// Call after a write has failed. Returns whether it is the first after a success: then the site has worked only
    /// until now.
    pub fn write_failed(&self, last_tick: impl FnOnce(Moment) -> Moment) -> bool {
        let mut state = self.0.state.lock();
        let first = state.works_until.filter(|_| !state.fails);
        if let Some(known) = first {
            (state.fails, state.works_until) = (true, Some(last_tick(known)));
        }
        first.is_some()
    }

    /// The lock under which downtimes are written in order.
    pub async fn lock_for_recording(&self) -> MutexGuard<'_, ()> {
        self.0.recording.lock().await
    }

    fn add_recorded(&self, downtime: ServerDowntime) {
        let mut state = self.0.state.lock();
        (state.fails, state.works_until) = (false, Some(downtime.to));
        state.pending = state.with_pending(downtime);
    }

    fn remove_credited(&self, id: i64) {
        let mut state = self.0.state.lock();
        state.pending = state.pending.iter().copied().filter(|downtime| downtime.id != id).collect();
    }
}

impl AvailabilityState {
    fn detect(
        &mut self,
        now: impl FnOnce() -> Moment,
        last_tick: impl FnOnce(Moment) -> Moment,
    ) -> Option<(Moment, Moment)> {
        let known = self.works_until?;
        let (from, to) = (if self.fails { known } else { last_tick(known) }, now());
        if is_gap(from, to) {
            return Some((from, to));
        }
        if !self.fails {
            self.works_until = Some(to);
        }
        None
    }

    fn with_pending(&self, downtime: ServerDowntime) -> Arc<[ServerDowntime]> {
        self.pending.iter().copied().chain([downtime]).collect()
    }
}

/// Whether the time between two moments is a downtime.
fn is_gap(from: Moment, to: Moment) -> bool {
    to.since(from) > TOLERANCE
}

impl Store {
    /// Executes statements for a test.
    #[cfg(test)]
    pub async fn execute_for_test(&self, sql: &'static str) {
        let executing = self
            .write(move |db| Box::pin(async move { Ok(sqlx::raw_sql(sql).execute(db).await.map(drop)?) }));
        executing.await.unwrap();
    }

    pub const fn availability(&self) -> &ServerAvailability {
        &self.availability
    }

    /// Records the downtime since the site last worked, if there was one, and in the same transaction that it works
    /// now. Reads the downtimes that are not credited yet.
    pub async fn begin_availability(&self, now: Moment) -> Result<(), StoreError> {
        let pending = self.write(move |db| Box::pin(begin(db, now))).await?;
        *self.availability.0.state.lock() =
            AvailabilityState { works_until: Some(now), fails: false, pending: pending.into() };
        Ok(())
    }

    /// Records that the site has worked until a moment.
    pub async fn note_alive(&self, until: Moment) -> Result<(), StoreError> {
        self.write(move |db| Box::pin(note_alive(db, until))).await
    }

    /// Records a downtime, and that the site has worked until its end, in one transaction.
    pub async fn record_downtime(&self, from: Moment, to: Moment) -> Result<ServerDowntime, StoreError> {
        let id = self
            .write(move |db| {
                Box::pin(async move {
                    let id = record(db, from, to).await?;
                    note_alive(db, to).await?;
                    Ok(id)
                })
            })
            .await?;
        let downtime = ServerDowntime { id, from, to };
        self.availability.add_recorded(downtime);
        Ok(downtime)
    }

    /// Up to which match a downtime is credited, in the order of [`Self::affected_by_downtime`].
    pub async fn credited_to(&self, downtime: &ServerDowntime) -> Result<String, StoreError> {
        let id = downtime.id;
        self.read(move |db| async move {
            sqlx::query_scalar("SELECT credited_to FROM downtimes WHERE id = $1")
                .bind(id)
                .fetch_one(&db)
                .await
        })
        .await
    }

    /// Up to `limit` matches after an id that a downtime may have cost time. Matches without a running clock are
    /// included only if they expire before a moment.
    pub async fn affected_by_downtime(
        &self,
        after: &str,
        closed_before: Moment,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        let after = after.to_owned();
        let rows: Vec<String> = self
            .read(move |db| async move {
                let query = sqlx::query_scalar(AFFECTED).bind(after).bind(closed_before.0).bind(limit);
                query.fetch_all(&db).await
            })
            .await?;
        Ok(rows.into_iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// Records up to which match a downtime is credited.
    ///
    /// # Errors
    /// The database failed; the matches since the last record will be checked again.
    pub async fn note_credited(&self, downtime: &ServerDowntime, to: &MatchId) -> Result<(), StoreError> {
        let (id, to) = (downtime.id, to.to_string());
        self.write(move |db| {
            Box::pin(async move {
                let noting = "UPDATE downtimes SET credited_to = $2 WHERE id = $1";
                Ok(sqlx::query(noting).bind(id).bind(to).execute(db).await.map(drop)?)
            })
        })
        .await
    }

    /// Records that a downtime is credited to all matches.
    ///
    /// # Errors
    /// The database failed; it stays pending.
    pub async fn finish_downtime(&self, downtime: &ServerDowntime) -> Result<(), StoreError> {
        let id = downtime.id;
        self.write(move |db| {
            Box::pin(async move {
                let noting = "UPDATE downtimes SET done = 1 WHERE id = $1";
                Ok(sqlx::query(noting).bind(id).execute(db).await.map(drop)?)
            })
        })
        .await?;
        self.availability.remove_credited(id);
        Ok(())
    }
}

async fn begin(db: &mut SqliteConnection, now: Moment) -> Result<Vec<ServerDowntime>, StoreError> {
    let alive_at: Option<i64> =
        sqlx::query_scalar("SELECT alive_at FROM server_status").fetch_optional(&mut *db).await?;
    if let Some(from) = alive_at.map(Moment).filter(|alive_at| is_gap(*alive_at, now)) {
        record(db, from, now).await?;
    }
    // Also corrects a moment in the future, from a clock that was ahead.
    note_alive(db, now).await?;
    let pending: Vec<(i64, i64, i64)> = sqlx::query_as(PENDING).fetch_all(db).await?;
    let downtime = |(id, from, to)| ServerDowntime { id, from: Moment(from), to: Moment(to) };
    Ok(pending.into_iter().map(downtime).collect())
}

async fn record(db: &mut SqliteConnection, from: Moment, to: Moment) -> Result<i64, StoreError> {
    let adding = "INSERT INTO downtimes (started_at, ended_at) VALUES ($1, $2) RETURNING id";
    let id = sqlx::query_scalar(adding).bind(from.0).bind(to.0).fetch_one(db).await?;
    tracing::info!(%from, %to, "the site was down; crediting the time to running matches");
    Ok(id)
}

async fn note_alive(db: &mut SqliteConnection, until: Moment) -> Result<(), StoreError> {
    Ok(sqlx::query(ALIVE).bind(until.0).execute(db).await.map(drop)?)
}

#[cfg(test)]
mod tests {
    use super::{AFFECTED, PENDING};
    use crate::store::plan;

    #[tokio::test]
    async fn downtimes_and_the_matches_they_affect_are_found_by_an_index() {
        for (sql, first) in [
            (AFFECTED, "SEARCH matches USING INDEX matches_unfinished (id>?)"),
            (PENDING, "SCAN downtimes USING INDEX downtimes_pending"),
        ] {
            for steps in plan::of(sql).await {
                assert_eq!(steps.to_string(), first, "{sql}");
            }
        }
    }
}
