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
    pub fn insert(&self, view: Arc<MatchView>) -> Arc<MatchView> {
        let mut cache = self.0.lock();
        if let Some(newer) = cache.get(&view.m.id).filter(|cached| is_newer(cached, &view)) {
            return Arc::clone(newer);
        }
        cache.put(view.m.id.clone(), Arc::clone(&view));
        while cache.len() > CAPACITY {
            cache.pop_lru();
        }
        view
    }

    pub fn invalidate(&self, id: &MatchId) {
        self.0.lock().pop(id);
    }

    pub fn clear(&self) {
        self.0.lock().clear();
    }
}

fn is_newer(cached: &MatchView, other: &MatchView) -> bool {
    let age = |view: &MatchView| (view.m.seq, view.conditional_moves.version(), view.chat.len());
    let removed = |view: &MatchView| view.chat.iter().filter(|line| line.removed).count();
    age(cached).cmp(&age(other)).then_with(|| removed(cached).cmp(&removed(other))).is_gt()
}
