//! A cache of the read marks in the database.

use std::collections::HashMap;

use lru::LruCache;
use parking_lot::Mutex;

use crate::matches::MatchId;
use crate::users::UserId;

const CACHE_CAPACITY: usize = 50_000;

/// A cache of the marks in the database. Marks only grow, so if another process has written a higher one, something
/// is at worst shown as new again.
#[derive(Debug)]
pub(super) struct WrittenReadMarks(Mutex<LruCache<(UserId, MatchId), u32>>);

impl Default for WrittenReadMarks {
    fn default() -> Self {
        Self(Mutex::new(LruCache::unbounded()))
    }
}

impl WrittenReadMarks {
    /// The marks of these users, if all of them are cached.
    pub fn cached(&self, users: &[UserId], id: &MatchId) -> Option<HashMap<UserId, u32>> {
        let mut known = self.0.lock();
        users.iter().map(|user| Some((*user, *known.get(&(*user, id.clone()))?))).collect()
    }

    pub fn insert(&self, user: UserId, id: &MatchId, seq: u32) {
        let mut known = self.0.lock();
        let key = (user, id.clone());
        let before = known.get(&key).copied().unwrap_or(0);
        known.put(key, seq.max(before));
        while known.len() > CACHE_CAPACITY {
            known.pop_lru();
        }
    }
}
