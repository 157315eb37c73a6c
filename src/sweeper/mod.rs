//! Applies deadlines, expires matches, and has downtime credited to all matches.
//!
//! It reads from the database which matches are due, and the referee decides about each of them. So it is harmless to
//! check a match twice, or from two processes on one database.

mod credit;
mod unreadable;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

pub use self::credit::run_credits;
use self::unreadable::UnreadableMatches;
use crate::now::Clock;
use crate::periodic::TaskTrigger;
use crate::referee::{Referee, RefereeError};
use crate::store::{Store, StoreError};

/// How often to check.
const INTERVAL: Duration = Duration::from_millis(200);
/// How many due matches are read at once.
const BATCH_SIZE: u32 = 1024;

/// Sweeps until the site stops.
pub async fn run(
    store: Store,
    referee: Referee,
    clock: Clock,
    trigger: Arc<TaskTrigger>,
    stopping: watch::Receiver<bool>,
) {
    let mut sweeper = Sweeper::new(store, referee, clock);
    let mut schedule = trigger.schedule(INTERVAL, stopping.clone());
    let mut fails = false;
    while let Some(_run) = schedule.next().await {
        let swept = sweeper.sweep_all(&stopping).await;
        // Only the first failure is logged, as it is tried again several times a second.
        if let (Err(error), false) = (&swept, fails) {
            tracing::error!(code = error.code(), %error, "failed to sweep the matches that are due");
        }
        fails = swept.is_err();
    }
}

/// Sweeps due matches, and remembers those with unreadable logs, so that they do not hold up others.
#[derive(Debug)]
struct Sweeper {
    store: Store,
    referee: Referee,
    clock: Clock,
    unreadable: UnreadableMatches,
}

impl Sweeper {
    fn new(store: Store, referee: Referee, clock: Clock) -> Self {
        Self { store, referee, clock, unreadable: UnreadableMatches::default() }
    }

    /// Sweeps everything that is due now, the longest overdue first.
    async fn sweep_all(&mut self, stopping: &watch::Receiver<bool>) -> Result<(), RefereeError> {
        let mut after = None;
        while !*stopping.borrow() {
            let due =
                self.store.due_matches(self.clock.now(), after.as_ref(), BATCH_SIZE).await.map_err(failed)?;
            let readable = due.iter().filter(|due| self.unreadable.is_due(&due.id, Instant::now()));
            let ids: Vec<_> = readable.map(|due| due.id.clone()).collect();
            self.unreadable.sweep(&self.referee, &ids).await?;
            if due.len() < BATCH_SIZE as usize {
                break;
            }
            after = due.into_iter().next_back();
        }
        Ok(())
    }
}

fn failed(error: StoreError) -> RefereeError {
    tracing::error!(code = error.code(), %error, "failed to read matches that are due or to be credited");
    RefereeError::Failed
}

/// Withdraws deleted users from their matches and deletes the rest of their data. After an interruption, the next
/// call continues.
pub async fn finish_account_deletions(store: &Store, referee: &Referee) -> Result<(), StoreError> {
    for person in store.deleted_users_in_matches().await? {
        // Cached matches may contain the name.
        referee.clear_cache();
        let mut all = true;
        for id in store.unfinished_matches_of(person.id).await? {
            if let Err(error) = referee.withdraw_from_matches(&person, &id).await {
                tracing::error!(code = error.code(), %error, %id, "failed to withdraw a deleted user from a match");
                all = false;
            }
        }
        if all {
            store.has_left(person.id).await?;
            referee.clear_cache();
        }
    }
    Ok(())
}
