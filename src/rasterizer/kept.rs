//! Values that are kept up to a number of bytes.

use std::hash::Hash;

use lru::LruCache;

/// The most recently used values, as many as fit into [`Self::most`] bytes.
#[derive(Debug)]
pub(super) struct KeptValues<K: Hash + Eq, V> {
    values: LruCache<K, (V, usize)>,
    bytes: usize,
    most: usize,
}

impl<K: Hash + Eq, V: Clone> KeptValues<K, V> {
    pub(super) fn new(most: usize) -> Self {
        Self { values: LruCache::unbounded(), bytes: 0, most }
    }

    pub(super) fn get(&mut self, key: &K) -> Option<V> {
        self.values.get(key).map(|(value, _)| value.clone())
    }

    /// Keeps a value of this size.
    pub(super) fn put(&mut self, key: K, value: V, bytes: usize) {
        let before = self.values.put(key, (value, bytes)).map_or(0, |(_, bytes)| bytes);
        self.bytes = self.bytes + bytes - before;
        while self.bytes > self.most
            && let Some((_, (_, bytes))) = self.values.pop_lru()
        {
            self.bytes -= bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_values_are_dropped() {
        let mut kept = KeptValues::new(10);
        kept.put("a", 1, 4);
        kept.put("b", 2, 4);
        kept.put("a", 3, 4);
        kept.put("c", 4, 4);
        assert_eq!([kept.get(&"a"), kept.get(&"b"), kept.get(&"c")], [Some(3), None, Some(4)]);
        kept.put("d", 5, 11);
        assert_eq!(["a", "c", "d"].map(|key| kept.get(&key)), [None; 3]);
        assert_eq!(kept.bytes, 0);
    }
}
