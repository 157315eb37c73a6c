//! A cache in memory of what takes time to load.

use std::hash::Hash;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lru::LruCache;
use parking_lot::Mutex;

/// The most recently used values, each for a limited time. Clones share them.
///
/// A value whose load began before an invalidation is not inserted after it, whatever its key: invalidating all
/// sessions of a user, for example, also concerns a session that is being loaded and has no key here yet.
#[derive(Clone, Debug)]
pub struct Cached<K: Hash + Eq, V>(Arc<CacheState<K, V>>);

#[derive(Debug)]
struct CacheState<K: Hash + Eq, V> {
    capacity: usize,
    ttl: Duration,
    known: Mutex<KnownValues<K, V>>,
    /// Held during [`Cached::get_or_load_once`].
    loading: tokio::sync::Mutex<()>,
}

#[derive(Debug)]
struct KnownValues<K: Hash + Eq, V> {
    /// Each value with the time at which it was inserted.
    values: LruCache<K, (V, Instant)>,
    invalidations: u64,
}

/// Shows when a load began, in invalidations.
#[derive(Clone, Copy, Debug)]
pub struct LoadStart(u64);

impl<K: Hash + Eq, V: Clone> Cached<K, V> {
    /// An empty cache of so many values. A value is used for `ttl` after it was inserted; [`Duration::MAX`] is no limit.
    pub fn new(capacity: usize, ttl: Duration) -> Self {
        // Grows to its capacity, which `LruCache::new` would allocate at once.
        let known = KnownValues { values: LruCache::unbounded(), invalidations: 0 };
        Self(Arc::new(CacheState {
            capacity,
            ttl,
            known: Mutex::new(known),
            loading: tokio::sync::Mutex::default(),
        }))
    }

    pub fn get(&self, key: &K) -> Option<V> {
        let mut known = self.0.known.lock();
        let (value, inserted_at) = known.values.get(key)?;
        (inserted_at.elapsed() < self.0.ttl).then(|| value.clone())
    }

    /// The cached value, or else the loaded one. `load` is only polled if there is none. Concurrent callers may each
    /// load it.
    pub async fn get_or_load<E>(&self, key: K, load: impl Future<Output = Result<V, E>>) -> Result<V, E> {
        if let Some(value) = self.get(&key) {
            return Ok(value);
        }
        let start = self.start_load();
        let value = load.await?;
        self.insert(key, value.clone(), start);
        Ok(value)
    }

    /// As [`Self::get_or_load`], but loads one value at a time: concurrent callers wait for the first.
    pub async fn get_or_load_once<E>(
        &self,
        key: K,
        load: impl Future<Output = Result<V, E>>,
    ) -> Result<V, E> {
        if let Some(value) = self.get(&key) {
            return Ok(value);
        }
        let _one_at_a_time = self.0.loading.lock().await;
        self.get_or_load(key, load).await
    }

    /// Call before a load whose values [`Self::insert`] gets.
    pub fn start_load(&self) -> LoadStart {
        LoadStart(self.0.known.lock().invalidations)
    }

    /// Caches a value, unless something was invalidated since its load began.
    pub fn insert(&self, key: K, value: V, start: LoadStart) {
        let mut known = self.0.known.lock();
        if known.invalidations != start.0 {
            return;
        }
        known.values.put(key, (value, Instant::now()));
        if known.values.len() > self.0.capacity {
            known.values.pop_lru();
        }
    }

    /// Removes a value. Call after it has changed.
    pub fn invalidate(&self, key: &K) {
        let mut known = self.0.known.lock();
        known.invalidations += 1;
        known.values.pop(key);
    }

    /// Removes the values for which this is true. Call after they have changed.
    pub fn invalidate_if(&self, is_outdated: impl Fn(&K, &V) -> bool) {
        let mut known = self.0.known.lock();
        known.invalidations += 1;
        known.values.retain(|key, (value, _)| !is_outdated(key, value));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;
    use std::time::Duration;

    use futures_util::future::join_all;

    use super::Cached;

    fn cached() -> Cached<u32, &'static str> {
        Cached::new(2, Duration::MAX)
    }

    async fn loads(cached: &Cached<u32, &'static str>, key: u32, value: &'static str) -> &'static str {
        let Ok(found) = cached.get_or_load(key, async { Ok::<_, Infallible>(value) }).await;
        found
    }

    #[tokio::test]
    async fn a_value_is_loaded_once_and_shared_by_clones() {
        let cached = cached();
        assert_eq!(loads(&cached, 1, "first").await, "first");
        assert_eq!(loads(&cached.clone(), 1, "second").await, "first");
        assert_eq!(loads(&cached, 2, "other").await, "other");
    }

    #[tokio::test]
    async fn an_expired_value_is_loaded_again() {
        let cached = Cached::new(2, Duration::ZERO);
        assert_eq!(loads(&cached, 1, "first").await, "first");
        assert_eq!(loads(&cached, 1, "second").await, "second");
    }

    #[tokio::test]
    async fn a_failed_load_is_not_cached() {
        let cached = cached();
        assert_eq!(cached.get_or_load(1, async { Err("failed") }).await, Err("failed"));
        assert_eq!(loads(&cached, 1, "second").await, "second");
    }

    #[tokio::test]
    async fn the_least_recently_used_value_is_dropped_for_another() {
        let cached = cached();
        for (key, value) in [(1, "one"), (2, "two"), (1, "one"), (3, "three")] {
            loads(&cached, key, value).await;
        }
        assert_eq!([1, 2, 3].map(|key| cached.get(&key)), [Some("one"), None, Some("three")]);
    }

    #[tokio::test]
    async fn only_invalidated_values_are_removed() {
        let cached = cached();
        loads(&cached, 1, "one").await;
        loads(&cached, 2, "two").await;
        cached.invalidate_if(|_, value| *value == "one");
        assert_eq!([1, 2].map(|key| cached.get(&key)), [None, Some("two")]);
        cached.invalidate(&2);
        assert_eq!(cached.get(&2), None);
    }

    #[tokio::test]
    async fn a_value_that_was_loaded_before_an_invalidation_is_not_cached_after_it() {
        let invalidations: [fn(&Cached<u32, &'static str>); 3] = [
            |cached| cached.invalidate(&1),
            |cached| cached.invalidate(&2),
            |cached| cached.invalidate_if(|_, _| false),
        ];
        for invalidate in invalidations {
            let cached = cached();
            let load = async {
                invalidate(&cached);
                Ok::<_, Infallible>("outdated")
            };
            assert_eq!(cached.get_or_load(1, load).await, Ok("outdated"));
            assert_eq!(cached.get(&1), None);
            assert_eq!(loads(&cached, 1, "current").await, "current");
            assert_eq!(cached.get(&1), Some("current"));
        }
    }

    #[tokio::test]
    async fn concurrent_callers_wait_for_one_load() {
        let (cached, count) = (cached(), Cell::new(0));
        let load = || async {
            count.set(count.get() + 1);
            tokio::task::yield_now().await;
            Ok::<_, Infallible>("value")
        };
        let found = join_all((0..3).map(|_| cached.get_or_load_once(1, load()))).await;
        assert_eq!((found, count.get()), (vec![Ok("value"); 3], 1));
    }
}
