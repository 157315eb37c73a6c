//! The matches with a running task, and whether they have changed since the task last read them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tokio::sync::{Notify, watch};

use crate::matches::{ByMatch, MatchId};

/// The matches for which a task runs.
#[derive(Debug, Default)]
pub(super) struct ActiveMatches {
    matches: Mutex<ByMatch<Arc<ActiveMatch>>>,
    count: watch::Sender<usize>,
}

/// A match for which a task runs.
#[derive(Debug, Default)]
pub(super) struct ActiveMatch {
    changed: AtomicBool,
    woken: Notify,
}

impl ActiveMatches {
    /// Marks a match as changed for its task. Returns whether it has one.
    pub fn note_change(&self, id: &MatchId) -> bool {
        let matches = self.matches.lock();
        let active = matches.get(id);
        if let Some(active) = active {
            active.note_change();
        }
        active.is_some()
    }

    /// Starts a task for a match. `None` if one runs, for which the match is marked as changed.
    pub fn begin(&self, id: &MatchId) -> Option<Arc<ActiveMatch>> {
        let mut matches = self.matches.lock();
        if let Some(active) = matches.get(id) {
            active.note_change();
            return None;
        }
        let active = Arc::new(ActiveMatch::default());
        matches.insert(id.clone(), Arc::clone(&active));
        self.count.send_replace(matches.len());
        Some(active)
    }

    /// Ends the task of a match unless the match has changed since the task read it. Returns whether it has ended.
    pub fn end(&self, id: &MatchId, active: &ActiveMatch) -> bool {
        let mut matches = self.matches.lock();
        if active.changed.load(Ordering::SeqCst) {
            return false;
        }
        matches.remove(id);
        self.count.send_replace(matches.len());
        true
    }

    /// Whether no task runs.
    pub fn is_idle(&self) -> bool {
        *self.count.borrow() == 0
    }

    /// Waits until no task runs.
    pub async fn wait_until_idle(&self) {
        // Cannot fail, as `self` holds the sender.
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl ActiveMatch {
    fn note_change(&self) {
        self.changed.store(true, Ordering::SeqCst);
        self.woken.notify_one();
    }

    /// Marks the match as read by the task.
    pub fn mark_checked(&self) {
        self.changed.store(false, Ordering::SeqCst);
    }

    /// Waits until the match has changed since the task read it. Safe to cancel.
    pub async fn wait_for_change(&self) {
        while !self.changed.load(Ordering::SeqCst) {
            self.woken.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_late_change_keeps_the_task_running() {
        let (matches, id) = (ActiveMatches::default(), MatchId::from_digits([1; MatchId::LENGTH]));
        assert!(!matches.note_change(&id));
        let active = matches.begin(&id).unwrap();
        active.mark_checked();
        assert!(matches.begin(&id).is_none(), "one task runs for a match");
        active.wait_for_change().await;
        assert!(!matches.end(&id, &active) && !matches.is_idle());
        active.mark_checked();
        assert!(matches.end(&id, &active) && matches.is_idle());
        matches.wait_until_idle().await;
    }
}
