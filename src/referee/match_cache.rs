//! A cache of recently used matches, as of the last commit.

use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;

use crate::matches::{MatchId, MatchView};
use crate::store::{MatchFact, MatchFactKind};

const CAPACITY: usize = 2048;

#[derive(Debug)]
pub(super) struct MatchCache(Mutex<CachedMatches>);

#[derive(Debug)]
struct CachedMatches {
    matches: LruCache<MatchId, CachedMatch>,
    invalidations: u64,
    /// The last invalidation of all matches, or of one that is not remembered any more.
    cleared: u64,
}

#[derive(Debug)]
enum CachedMatch {
    Current(Arc<MatchView>),
    /// What was read before this invalidation may be outdated.
    Invalidated(u64),
}

/// Shows when a match began to be read or decided on, in invalidations.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoadStart(u64);

impl Default for MatchCache {
    fn default() -> Self {
        Self(Mutex::new(CachedMatches { matches: LruCache::unbounded(), invalidations: 0, cleared: 0 }))
    }
}

impl MatchCache {
    pub fn get(&self, id: &MatchId) -> Option<Arc<MatchView>> {
        self.0.lock().get(id).cloned()
    }

    /// Call before a match is read that [`Self::insert`] gets, or before it is decided on.
    pub fn start_load(&self) -> LoadStart {
        LoadStart(self.0.lock().invalidations)
    }

    /// Inserts a match, unless it was invalidated since or a newer version is cached. Returns the newest.
    pub fn insert(&self, view: Arc<MatchView>, start: LoadStart) -> Arc<MatchView> {
        let mut cache = self.0.lock();
        let invalidated = match cache.matches.get(&view.m.id) {
            Some(CachedMatch::Current(cached)) if cached.is_newer_than(&view) => return Arc::clone(cached),
            Some(CachedMatch::Invalidated(at)) => *at,
            Some(CachedMatch::Current(_)) | None => 0,
        };
        if invalidated.max(cache.cleared) <= start.0 {
            cache.put(view.m.id.clone(), CachedMatch::Current(Arc::clone(&view)));
        }
        view
    }

    pub fn invalidate(&self, id: &MatchId) {
        self.0.lock().invalidate(id);
    }

    /// Drops a match that may be older than a fact about it.
    pub fn drop_outdated(&self, fact: &MatchFact) {
        let mut cache = self.0.lock();
        // What is not in the log, as a chat message, has the number of the entry before.
        let of_entry = |view: &MatchView| view.m.seq == fact.seq && fact.kind != MatchFactKind::Changed;
        if !cache.get(&fact.match_id).is_some_and(|view| view.m.seq > fact.seq || of_entry(view)) {
            cache.invalidate(&fact.match_id);
        }
    }

    pub fn clear(&self) {
        let mut cache = self.0.lock();
        cache.matches.clear();
        cache.invalidations += 1;
        cache.cleared = cache.invalidations;
    }
}

impl CachedMatches {
    fn get(&mut self, id: &MatchId) -> Option<&Arc<MatchView>> {
        match self.matches.get(id)? {
            CachedMatch::Current(view) => Some(view),
            CachedMatch::Invalidated(_) => None,
        }
    }

    fn invalidate(&mut self, id: &MatchId) {
        self.invalidations += 1;
        self.put(id.clone(), CachedMatch::Invalidated(self.invalidations));
        // The first to go, as it is of use only while the match is being read.
        self.matches.demote(id);
    }

    fn put(&mut self, id: MatchId, cached: CachedMatch) {
        self.matches.put(id, cached);
        while self.matches.len() > CAPACITY {
            if let Some((_, CachedMatch::Invalidated(at))) = self.matches.pop_lru() {
                self.cleared = self.cleared.max(at);
            }
        }
    }
}
