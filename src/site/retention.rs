//! Deletes expired rows, takes absent users out of open matches, and keeps the statistics of the database up to date.

use std::time::Duration;

use actix_web::web::Data;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep};

use crate::now::spans::{DAY, HOUR};
use crate::store::{ExpiringRows, StoreError};
use crate::sweeper;
use crate::web::AppState;

/// After the start, so as not to add to its work.
const FIRST: Duration = Duration::from_secs(60);
const INTERVAL: Duration = Duration::from_millis(HOUR as u64);
/// The shortest pause between two batches, in which others can read and write.
const PAUSE: Duration = Duration::from_millis(20);

/// How long after their last visit a guest is deleted with their matches against bots, in ms. `docs/running.md` states it.
const GUESTS: i64 = 7 * DAY;

/// How long after their last visit a user leaves all open matches, in ms. `docs/running.md` states it.
pub(super) const ABSENT: i64 = 7 * DAY;

/// Deletes expired rows once an hour until the site stops.
pub async fn run(state: Data<AppState>) {
    let mut stopping = state.stopping.clone();
    let mut hours = interval_at(Instant::now() + FIRST, INTERVAL);
    hours.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stopping.changed() => return,
            // Not while the clock may be wrong.
            _ = hours.tick() => if state.store.availability().is_settled(state.clock.now()) {
                expire_all(&state).await;
                delete_idle_guests(&state).await;
                vacate_open_matches(&state).await;
                optimize(&state).await;
            }
        }
    }
}

async fn expire_all(state: &AppState) {
    for what in ExpiringRows::ALL {
        match expire(state, what).await {
            Ok(0) | Err(StoreError::Stopping) => {}
            Ok(count) => tracing::info!(count, ?what, "deleted expired rows"),
            Err(error) => tracing::warn!(code = error.code(), %error, ?what, "failed to delete expired rows"),
        }
    }
}

async fn expire(state: &AppState, what: ExpiringRows) -> Result<u64, StoreError> {
    let (before, mut from, mut count) = (state.clock.now().after(-what.period()), None, 0);
    while !*state.stopping.borrow() {
        let begun = Instant::now();
        let expired = state.store.expire(what, before, from).await?;
        count += expired.deleted;
        from = expired.next;
        if from.is_none() {
            break;
        }
        leave_room(begun).await;
    }
    Ok(count)
}

/// Waits for as long as a batch took, so that players have half of the time.
async fn leave_room(begun: Instant) {
    sleep(begun.elapsed().max(PAUSE)).await;
}

async fn delete_idle_guests(state: &AppState) {
    match expire_guests(state).await {
        Ok(0) | Err(StoreError::Stopping) => {}
        Ok(count) => tracing::info!(count, "deleted idle guests"),
        Err(error) => tracing::warn!(%error, "failed to delete idle guests"),
    }
}

/// Deletes the guests who were last seen a week ago and returns their number. An interrupted deletion is finished by the next
/// call.
pub(super) async fn expire_guests(state: &AppState) -> Result<usize, StoreError> {
    let mut count = 0;
    while !*state.stopping.borrow() {
        let begun = Instant::now();
        let before = state.clock.now().after(-GUESTS);
        let idle = state.store.idle_guests(before).await?;
        for guest in &idle {
            count += usize::from(state.accounts.delete_idle_guest(*guest, before).await?);
        }
        sweeper::finish_account_deletions(&state.store, &state.referee).await?;
        if state.store.purge_guests().await? > 0 {
            state.referee.clear_cache();
        }
        if idle.is_empty() {
            break;
        }
        leave_room(begun).await;
    }
    Ok(count)
}

async fn vacate_open_matches(state: &AppState) {
    match state.referee.vacate_open_matches(state.clock.now().after(-ABSENT)).await {
        Ok(0) | Err(StoreError::Stopping) => {}
        Ok(count) => tracing::info!(count, "took absent users out of open matches"),
        Err(error) => {
            tracing::warn!(code = error.code(), %error, "failed to read who is absent in open matches")
        }
    }
}

async fn optimize(state: &AppState) {
    match analyze(state).await {
        Ok(()) | Err(StoreError::Stopping) => {}
        Err(error) => tracing::warn!(code = error.code(), %error, "failed to update database statistics"),
    }
}

/// Brings the statistics of the query planner up to date, one table at a time.
async fn analyze(state: &AppState) -> Result<(), StoreError> {
    for statement in state.store.due_analyses().await? {
        if *state.stopping.borrow() {
            return Ok(());
        }
        let begun = Instant::now();
        state.store.analyze(statement).await?;
        leave_room(begun).await;
    }
    Ok(())
}
