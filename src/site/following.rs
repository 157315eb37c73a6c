//! Follows what others write to the database: other servers on PostgreSQL, and commands beside the server.

use std::time::Duration;

use actix_web::web::Data;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use crate::referee::Follower;
use crate::store::{ForeignCommits, SharedChange, Store, StoreError};
use crate::web::AppState;

/// How often changes are looked for where only commands make them.
const INTERVAL: Duration = Duration::from_secs(1);
/// How often rows are given up that are kept for servers which are behind.
const GIVING_UP: Duration = Duration::from_secs(5);
/// How long changes of what servers keep in memory stay in the database at least.
const KEPT: Duration = Duration::from_secs(3600);

/// What was followed up to where.
#[derive(Debug)]
pub struct Following {
    matches: Follower,
    /// The last change of what servers keep in memory.
    last: i64,
    /// A former one, and when it was the last.
    former: (Instant, i64),
}

impl Following {
    /// Begins with what is written from now on.
    ///
    /// # Errors
    /// The database failed.
    pub async fn start(state: &AppState) -> Result<Self, StoreError> {
        let matches = Follower::start(state.referee.clone(), state.hub.clone()).await?;
        let last = state.store.last_shared_change().await?;
        Ok(Self { matches, last, former: (Instant::now(), last) })
    }

    /// Follows until the site stops.
    pub async fn run(mut self, state: Data<AppState>) {
        let (commits, mut stopping) = (state.store.foreign_commits(), state.stopping.clone());
        let mut giving_up = interval(GIVING_UP);
        giving_up.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut fails = false;
        if commits.is_none() {
            self.matches.keep_nothing().await;
        }
        loop {
            let followed = tokio::select! {
                _ = stopping.changed() => return,
                _ = giving_up.tick() => self.give_up_old(&state.store, commits.is_some()).await,
                () = next(commits.as_ref()) => self.follow(&state, commits.is_some()).await,
            };
            if let (Err(error), false) = (&followed, fails) {
                tracing::warn!(code = error.code(), %error, "failed to follow what others write");
            }
            fails = followed.is_err();
        }
    }

    async fn follow(&mut self, state: &AppState, has_others: bool) -> Result<(), StoreError> {
        if has_others {
            self.matches.follow().await?;
        }
        let (changes, last) = state.store.shared_changes_after(self.last).await?;
        for change in changes {
            learn(state, change).await?;
        }
        self.last = last;
        Ok(())
    }

    async fn give_up_old(&mut self, store: &Store, has_others: bool) -> Result<(), StoreError> {
        if has_others {
            self.matches.give_up_old().await?;
        }
        let (since, former) = self.former;
        if since.elapsed() > KEPT {
            store.forget_shared_changes(former).await?;
            self.former = (Instant::now(), self.last);
        }
        Ok(())
    }
}

async fn next(commits: Option<&ForeignCommits>) {
    match commits {
        Some(commits) => commits.next().await,
        None => sleep(INTERVAL).await,
    }
}

/// Drops what is kept in memory of what has changed.
async fn learn(state: &AppState, change: SharedChange) -> Result<(), StoreError> {
    state.store.drop_cached(change);
    match change {
        SharedChange::User(user) => state.accounts.clear_caches_of(user),
        SharedChange::Name(user) => {
            state.accounts.clear_caches_of(user);
            state.referee.clear_cache();
        }
        SharedChange::Sanctions(user) => state.sanctions_changed(user),
        SharedChange::Settings => state.settings.refresh().await?,
        SharedChange::Announcements | SharedChange::Reports => {}
    }
    Ok(())
}
