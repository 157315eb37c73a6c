//! The registry of watched sessions, and signals to their watchers.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::users::UserId;

/// The hash of a session token.
pub(super) type SessionTokenHash = [u8; 32];

type WatchedSessions = HashMap<SessionTokenHash, SessionWatchers>;

/// Watched sessions by the hash of their token. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct SessionWatchRegistry(Arc<Mutex<WatchedSessions>>);

#[derive(Debug)]
struct SessionWatchers {
    user: UserId,
    /// Number of watchers.
    watchers: usize,
    /// Sends the token's hash again whenever something may have changed, or a new hash after the token was rotated.
    signals: watch::Sender<SessionTokenHash>,
}

impl SessionWatchRegistry {
    pub fn watch(&self, hash: SessionTokenHash, user: UserId) -> SessionWatchGuard {
        let mut entries = self.0.lock();
        let new = || SessionWatchers { user, watchers: 0, signals: watch::Sender::new(hash) };
        let entry = entries.entry(hash).or_insert_with(new);
        entry.watchers += 1;
        SessionWatchGuard { signals: entry.signals.subscribe(), watched: self.clone() }
    }

    /// Signals that something may have changed about this session.
    pub fn signal(&self, hash: &SessionTokenHash) {
        if let Some(entry) = self.0.lock().get(hash) {
            entry.signals.send_replace(*hash);
        }
    }

    /// Signals that something may have changed about all sessions of a user.
    pub fn signal_all_of(&self, user: UserId) {
        let entries = self.0.lock();
        for (hash, entry) in entries.iter().filter(|(_, entry)| entry.user == user) {
            entry.signals.send_replace(*hash);
        }
    }

    /// Moves the watchers to a new token.
    pub fn rename(&self, before: &SessionTokenHash, after: SessionTokenHash) {
        let mut entries = self.0.lock();
        if let Some(entry) = entries.remove(before) {
            entry.signals.send_replace(after);
            entries.insert(after, entry);
        }
    }
}

/// Ends the watch when it is dropped.
#[derive(Debug)]
pub(super) struct SessionWatchGuard {
    signals: watch::Receiver<SessionTokenHash>,
    watched: SessionWatchRegistry,
}

impl SessionWatchGuard {
    /// Whether something may have changed since [`Self::acknowledge`].
    pub fn is_signalled(&self) -> bool {
        self.signals.has_changed().unwrap_or(true)
    }

    /// Takes the signal. Returns the current hash of the token.
    pub fn acknowledge(&mut self) -> SessionTokenHash {
        *self.signals.borrow_and_update()
    }

    /// Resolves when something may have changed since [`Self::acknowledge`].
    pub fn changed(&self) -> impl Future<Output = ()> + use<> {
        let mut signals = self.signals.clone();
        async move {
            // The sender exists for as long as the session is watched.
            let _ = signals.changed().await;
        }
    }
}

impl Drop for SessionWatchGuard {
    fn drop(&mut self) {
        let mut entries = self.watched.0.lock();
        let hash = *self.signals.borrow();
        let Some(entry) = entries.get_mut(&hash) else { return };
        entry.watchers -= 1;
        if entry.watchers == 0 {
            entries.remove(&hash);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SessionWatchRegistry;
    use crate::users::UserId;

    #[test]
    fn a_signal_reaches_only_the_watchers_of_its_session() {
        let watched = SessionWatchRegistry::default();
        let (ada, ben) = (watched.watch([1; 32], UserId(1)), watched.watch([2; 32], UserId(2)));
        let heard = || (ada.is_signalled(), ben.is_signalled());
        assert_eq!(heard(), (false, false));
        watched.signal(&[1; 32]);
        assert_eq!(heard(), (true, false));
        watched.signal_all_of(UserId(2));
        assert_eq!(heard(), (true, true));
    }

    #[test]
    fn a_session_whose_token_is_rotated_is_watched_under_the_new_one() {
        let watched = SessionWatchRegistry::default();
        let mut ada = watched.watch([1; 32], UserId(1));
        watched.rename(&[1; 32], [3; 32]);
        assert_eq!(ada.acknowledge(), [3; 32]);
        watched.signal(&[3; 32]);
        assert!(ada.is_signalled());
        drop(ada);
        assert!(watched.0.lock().is_empty());
    }

    #[test]
    fn the_entry_of_a_session_is_removed_with_its_last_watcher() {
        let watched = SessionWatchRegistry::default();
        let both = [watched.watch([1; 32], UserId(1)), watched.watch([1; 32], UserId(1))];
        let [one, other] = both;
        drop(one);
        assert_eq!(watched.0.lock().len(), 1);
        drop(other);
        assert!(watched.0.lock().is_empty());
    }
}
