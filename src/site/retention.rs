//! Deletes expired rows, and keeps the statistics of the database up to date.

use std::time::Duration;

use actix_web::web::Data;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep};

use crate::now::spans::HOUR;
use crate::store::{ExpiringRows, StoreError};
use crate::web::AppState;

/// After the start, so as not to add to its work.
const FIRST: Duration = Duration::from_secs(60);
const INTERVAL: Duration = Duration::from_millis(HOUR as u64);
/// The pause between two batches, in which others can read and write.
const PAUSE: Duration = Duration::from_millis(20);

/// Deletes expired rows once an hour until the site stops.
pub async fn run(state: Data<AppState>) {
    let mut stopping = state.stopping.clone();
    let mut hours = interval_at(Instant::now() + FIRST, INTERVAL);
    hours.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut first = true;
    loop {
        tokio::select! {
            _ = stopping.changed() => return,
            _ = hours.tick() => {
                expire_all(&state).await;
                optimize(&state, first).await;
                first = false;
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
        let expired = state.store.expire(what, before, from).await?;
        count += expired.deleted;
        from = expired.next;
        if from.is_none() {
            break;
        }
        sleep(PAUSE).await;
    }
    Ok(count)
}

async fn optimize(state: &AppState, all: bool) {
    match state.store.optimize(all).await {
        Ok(()) | Err(StoreError::Stopping) => {}
        Err(error) => tracing::warn!(code = error.code(), %error, "failed to update database statistics"),
    }
}
