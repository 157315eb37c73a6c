//! Periodic maintenance tasks.

use std::time::Duration;

use actix_web::web::Data;
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at};

use crate::sweeper;
use crate::web::AppState;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

/// Runs the periodic maintenance tasks until the site stops.
pub async fn run(state: Data<AppState>) {
    let mut stopping = state.stopping.clone();
    let (mut seconds, mut checkpoints_fail) = (interval(SECOND), false);
    seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut minutes = interval_at(Instant::now() + MINUTE, MINUTE);
    let mut hours = interval(HOUR);
    hours.set_missed_tick_behavior(MissedTickBehavior::Delay);
    finish_account_deletions(&state).await;
    follow_zones(&state).await;
    loop {
        tokio::select! {
            _ = stopping.changed() => return,
            _ = seconds.tick() => checkpoint(&state, &mut checkpoints_fail).await,
            _ = minutes.tick() => {
                state.limits.sweep();
                finish_account_deletions(&state).await;
                follow_zones(&state).await;
                note_plies(&state).await;
            }
            // Not while the clock may be wrong.
            _ = hours.tick(), if state.store.availability().is_settled(state.clock.now()) => {
                forget_sessions(&state).await;
                forget_emails(&state).await;
                release_usernames(&state).await;
            }
        }
    }
}

/// Copies the write-ahead log into the database file. Only the first of several failures is logged.
async fn checkpoint(state: &AppState, failing: &mut bool) {
    let made = state.store.checkpoint().await;
    match &made {
        Err(error) if !*failing => {
            tracing::warn!(code = error.code(), %error, "failed to run a checkpoint");
        }
        Ok(()) if *failing => tracing::info!("checkpoints succeed again"),
        _ => {}
    }
    *failing = made.is_err();
}

/// Writes the number of plies played.
pub async fn note_plies(state: &AppState) {
    if let Err(error) = state.store.note_plies(state.clock.now()).await {
        tracing::warn!(code = error.code(), %error, "failed to record the number of plies played");
    }
}

async fn forget_sessions(state: &AppState) {
    match state.accounts.forget_unused_sessions().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "deleted unused sessions"),
        Err(error) => tracing::warn!(code = error.code(), %error, "failed to delete unused sessions"),
    }
}

async fn forget_emails(state: &AppState) {
    match state.notices.forget_old().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "deleted old emails"),
        Err(error) => tracing::warn!(code = error.code(), %error, "failed to delete old emails"),
    }
}

/// Updates matches after a change of time zone, if that was interrupted.
async fn follow_zones(state: &AppState) {
    if let Err(error) = state.referee.follow_zones().await {
        tracing::warn!(code = error.code(), %error, "failed to apply changed time zones to matches");
    }
}

async fn finish_account_deletions(state: &AppState) {
    if let Err(error) = sweeper::finish_account_deletions(&state.store, &state.referee).await {
        tracing::warn!(code = error.code(), %error, "failed to finish account deletions");
    }
}

async fn release_usernames(state: &AppState) {
    match state.store.release_usernames(state.clock.now()).await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "released reserved usernames"),
        Err(error) => tracing::warn!(code = error.code(), %error, "failed to release reserved usernames"),
    }
}
