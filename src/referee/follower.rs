//! Follows what other servers on the same database have decided, by the outbox of matches: caches drop it, and streams send it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::Referee;
use crate::hub::{Hub, MatchChange};
use crate::matches::{LogEntry, MatchEvent, MatchId, MatchView};
use crate::store::{FactsOfOthers, LoggedMatch, MatchFact, MatchFactKind, StoreError};

/// The consumer of the outbox that keeps its rows for servers which are behind.
const KEEPER: &str = "servers";
/// How long rows are kept at least.
const KEPT: Duration = Duration::from_secs(10 * 60);

/// Follows the other servers.
#[derive(Debug)]
pub struct Follower {
    referee: Referee,
    hub: Hub,
    /// The last row that was followed.
    last: i64,
    /// Where it was at which time, oldest first.
    passed: VecDeque<(Instant, i64)>,
}

impl Follower {
    /// Begins with what is decided from now on. To be called before anything is cached or sent.
    ///
    /// # Errors
    /// The database failed.
    pub async fn start(referee: Referee, hub: Hub) -> Result<Self, StoreError> {
        let FactsOfOthers { last, .. } = referee.store.facts_of_others(None).await?;
        Ok(Self { referee, hub, last, passed: VecDeque::new() })
    }

    /// Lets rows be deleted, where there are no other servers: the database may be a copy from where there were some.
    pub async fn keep_nothing(&self) {
        if let Err(error) = self.referee.store.forget_outbox_consumer(KEEPER).await {
            tracing::warn!(code = error.code(), %error, "failed to delete a consumer of the outbox");
        }
    }

    /// Lets rows be deleted that are older than any server can be behind. To be called every few seconds.
    ///
    /// # Errors
    /// The database failed.
    pub async fn give_up_old(&mut self) -> Result<(), StoreError> {
        if self.passed.is_empty() {
            self.referee.store.outbox_position(KEEPER).await?;
        }
        self.passed.push_back((Instant::now(), self.last));
        let mut old = None;
        while let Some((_, last)) = self.passed.pop_front_if(|(at, _)| at.elapsed() > KEPT) {
            old = Some(last);
        }
        match old {
            Some(old) => self.referee.store.save_outbox_position(KEEPER, old).await,
            None => Ok(()),
        }
    }

    /// Learns what the others have decided since the last time.
    ///
    /// # Errors
    /// The database failed. The next call continues from the same place.
    pub async fn follow(&mut self) -> Result<(), StoreError> {
        let FactsOfOthers { facts, last } = self.referee.store.facts_of_others(Some(self.last)).await?;
        match facts {
            Some(facts) if facts.is_empty() => {}
            Some(facts) => self.learn(&facts).await?,
            None => {
                self.referee.cache.clear();
                self.referee.turns.invalidate_if(|_, _| true);
                self.hub.catch_up_all();
                self.referee.store.wake_consumers();
            }
        }
        self.last = last;
        Ok(())
    }

    async fn learn(&self, facts: &[MatchFact]) -> Result<(), StoreError> {
        let referee = &self.referee;
        facts.iter().for_each(|fact| referee.cache.drop_outdated(fact));
        referee.turns.invalidate_if(|_, _| true);
        let mut ids: Vec<&MatchId> = facts.iter().map(|fact| &fact.match_id).collect();
        ids.sort();
        ids.dedup();
        let watched: Vec<_> = ids.into_iter().filter(|id| self.hub.watchers(id) > 0).cloned().collect();
        if !watched.is_empty() {
            let start = referee.cache.start_load();
            for LoggedMatch { view, log } in referee.store.load_logged_matches(&watched).await? {
                referee.cache.insert(Arc::clone(&view), start);
                self.hub.catch_up(&view, |before| changes(before, &view, &log));
            }
        }
        for fact in facts.iter().filter(|fact| fact.kind != MatchFactKind::Changed) {
            self.hub.publish_foreign(&fact.match_id);
        }
        referee.store.wake_consumers();
        Ok(())
    }
}

/// The changes from one state of a match to a later one, each ply by itself, as the server that decided them has published
/// them.
fn changes(before: &Arc<MatchView>, after: &Arc<MatchView>, log: &[LogEntry]) -> Vec<MatchChange> {
    let (mut changes, mut last) = (Vec::new(), Arc::clone(before));
    let mut next = MatchView { names: after.names.clone(), ..MatchView::clone(before) };
    for entry in log.iter().filter(|entry| entry.seq > before.m.seq) {
        if matches!(entry.event, MatchEvent::Played { .. }) && next.m.seq > last.m.seq {
            let view = Arc::new(next.clone());
            changes.push(MatchChange { before: last, after: Arc::clone(&view) });
            last = view;
        }
        if next.m.apply(entry).is_err() {
            break;
        }
    }
    changes.push(MatchChange { before: last, after: Arc::clone(after) });
    changes
}
