//! What people have had on their screens: noted now and then, and looked up.

use std::collections::HashMap;

use lru::LruCache;
use parking_lot::Mutex;

use super::Notices;
use crate::matches::{MatchId, Seen, Table};
use crate::store::StoreError;
use crate::users::UserId;

const REMEMBERED: usize = 50_000;

/// What is written down of who has seen what, as far as it was asked or written lately. It only ever goes up; should another
/// program on the same database have written more, something is shown once more as new.
#[derive(Debug)]
pub(super) struct Written(Mutex<LruCache<(UserId, MatchId), u32>>);

impl Default for Written {
    fn default() -> Self {
        Self(Mutex::new(LruCache::unbounded()))
    }
}

impl Written {
    /// Up to which entry each of these has seen a match, if that is known of all of them.
    fn recall(&self, users: &[UserId], id: &MatchId) -> Option<HashMap<UserId, u32>> {
        let mut known = self.0.lock();
        users.iter().map(|user| Some((*user, *known.get(&(*user, id.clone()))?))).collect()
    }

    fn keep(&self, user: UserId, id: &MatchId, seq: u32) {
        let mut known = self.0.lock();
        let key = (user, id.clone());
        let before = known.get(&key).copied().unwrap_or(0);
        known.put(key, seq.max(before));
        while known.len() > REMEMBERED {
            known.pop_lru();
        }
    }
}

impl Notices {
    /// Somebody at a match, or for whom a seat at it is kept, has had it on their screen up to here.
    pub fn saw(&self, user: UserId, table: &Table, seen: Seen) {
        self.hub.screens().saw(user, table, seen);
    }

    /// Up to which entry of the log each of these has seen a match, in the order they are asked for.
    ///
    /// # Errors
    /// The database failed.
    pub async fn seen_by(&self, users: &[UserId], id: &MatchId) -> Result<Vec<u32>, StoreError> {
        let gathered: Vec<_> = users.iter().map(|user| self.hub.screens().seen(*user, id)).collect();
        let written = match self.written.recall(users, id) {
            Some(written) => written,
            None => self.read_seen(users, id).await?,
        };
        let known = |(user, gathered): (&UserId, u32)| gathered.max(written.get(user).copied().unwrap_or(0));
        Ok(users.iter().zip(gathered).map(known).collect())
    }

    async fn read_seen(&self, users: &[UserId], id: &MatchId) -> Result<HashMap<UserId, u32>, StoreError> {
        let read = self.store.seen_by(users, id).await?;
        for user in users {
            self.written.keep(*user, id, read.get(user).copied().unwrap_or(0));
        }
        Ok(read)
    }

    /// Whether somebody has looked at a match since what they have seen was last written down.
    pub fn is_on_screen(&self, user: UserId, id: &MatchId) -> bool {
        self.hub.screens().holds(user, id)
    }

    /// Writes down what was gathered.
    pub(super) async fn note_seen(&self) {
        let gathered = self.hub.screens().gathered();
        if gathered.is_empty() {
            return;
        }
        match self.store.note_seen(&gathered).await {
            Ok(()) => {
                for (user, id, seen) in &gathered {
                    self.written.keep(*user, id, seen.seq);
                }
                self.hub.screens().written(gathered);
            }
            Err(StoreError::Stopping) => {}
            Err(error) => tracing::warn!(%error, "what people have seen could not be written down"),
        }
    }
}
