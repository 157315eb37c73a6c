//! A cache of recently used matches, as of the last commit.

use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;

use crate::matches::{MatchId, MatchView};

const CAPACITY: usize = 2048;

#[derive(Debug)]
pub(super) struct MatchCache(Mutex<LruCache<MatchId, Arc<MatchView>>>);

impl Default for MatchCache {
    fn default() -> Self {
        Self(Mutex::new(LruCache::unbounded()))
    }
}

impl MatchCache {
    pub fn get(&self, id: &MatchId) -> Option<Arc<MatchView>> {
        self.0.lock().get(id).cloned()
    }

    /// Inserts a match unless a newer version is cached already, and returns the newer of the two.
    pub fn insert(&self, table: Arc<MatchView>) -> Arc<MatchView> {
        let mut kept = self.0.lock();
        if let Some(newer) = kept.get(&table.m.id).filter(|kept| is_newer(kept, &table)) {
            return Arc::clone(newer);
        }
        kept.put(table.m.id.clone(), Arc::clone(&table));
        while kept.len() > CAPACITY {
            kept.pop_lru();
        }
        table
    }

    pub fn forget(&self, id: &MatchId) {
        self.0.lock().pop(id);
    }

    pub fn clear(&self) {
        self.0.lock().clear();
    }
}

fn is_newer(kept: &MatchView, other: &MatchView) -> bool {
    let age = |table: &MatchView| (table.m.seq, table.orders.version(), table.chat.len());
    let removed = |table: &MatchView| table.chat.iter().filter(|line| line.removed).count();
    age(kept).cmp(&age(other)).then_with(|| removed(kept).cmp(&removed(other))).is_gt()
}
