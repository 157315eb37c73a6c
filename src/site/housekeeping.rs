//! What has to be done from time to time.

use std::time::Duration;

use actix_web::web::Data;
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at};

use crate::sweeper;
use crate::web::State;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

/// Forgets what no longer counts, until the site stops.
pub async fn keep(state: Data<State>) {
    let mut stopping = state.stopping.clone();
    let mut minutes = interval_at(Instant::now() + MINUTE, MINUTE);
    let mut hours = interval(HOUR);
    hours.set_missed_tick_behavior(MissedTickBehavior::Delay);
    see_off(&state).await;
    follow_zones(&state).await;
    loop {
        tokio::select! {
            _ = stopping.changed() => return,
            _ = minutes.tick() => {
                state.limits.sweep();
                state.held.sweep(state.clock.now());
                see_off(&state).await;
                follow_zones(&state).await;
                keep_up(&state).await;
            }
            _ = hours.tick() => {
                forget_sessions(&state).await;
                forget_letters(&state).await;
                free_names(&state).await;
            }
        }
    }
}

/// Writes down how many plies were played, and reads what is said to everybody.
async fn keep_up(state: &State) {
    note_plies(state).await;
    if let Err(error) = state.store.read_announcements(state.clock.now()).await {
        tracing::warn!(%error, "could not read what is said to everybody");
    }
}

/// Writes down how many plies were played.
pub async fn note_plies(state: &State) {
    if let Err(error) = state.store.note_plies(state.clock.now()).await {
        tracing::warn!(%error, "could not note how many plies were played");
    }
}

async fn forget_sessions(state: &State) {
    match state.accounts.forget_unused_sessions().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "forgot sessions that nobody used"),
        Err(error) => tracing::warn!(%error, "could not forget unused sessions"),
    }
}

async fn forget_letters(state: &State) {
    match state.notices.forget_old().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "forgot letters of long ago"),
        Err(error) => tracing::warn!(%error, "could not forget old letters"),
    }
}

/// Goes on where somebody's leaving was interrupted.
/// Lets matches follow time zones that were changed, where that was interrupted.
async fn follow_zones(state: &State) {
    if let Err(error) = state.referee.follow_zones().await {
        tracing::warn!(%error, "matches could not follow changed time zones");
    }
}

async fn see_off(state: &State) {
    if let Err(error) = sweeper::see_off(&state.store, &state.referee).await {
        tracing::warn!(%error, "could not see off those who have left");
    }
}

async fn free_names(state: &State) {
    match state.store.free_names(state.clock.now()).await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "names are free again"),
        Err(error) => tracing::warn!(%error, "could not free names"),
    }
}
