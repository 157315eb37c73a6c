//! The matches that are looked at these days, as they stand after the last commit.

use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;

use crate::matches::{MatchId, Table};

const KEPT: usize = 2048;

#[derive(Debug)]
pub(super) struct Tables(Mutex<LruCache<MatchId, Arc<Table>>>);

impl Default for Tables {
    fn default() -> Self {
        Self(Mutex::new(LruCache::unbounded()))
    }
}

impl Tables {
    pub fn get(&self, id: &MatchId) -> Option<Arc<Table>> {
        self.0.lock().get(id).cloned()
    }

    /// Keeps a table unless a newer one is kept already, and hands back the newer of the two.
    pub fn keep(&self, table: Arc<Table>) -> Arc<Table> {
        let mut kept = self.0.lock();
        if let Some(newer) = kept.get(&table.m.id).filter(|kept| is_newer(kept, &table)) {
            return Arc::clone(newer);
        }
        kept.put(table.m.id.clone(), Arc::clone(&table));
        while kept.len() > KEPT {
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

fn is_newer(kept: &Table, other: &Table) -> bool {
    let age = |table: &Table| (table.m.seq, table.orders.version(), table.talk.len());
    let removed = |table: &Table| table.talk.iter().filter(|line| line.removed).count();
    age(kept).cmp(&age(other)).then_with(|| removed(kept).cmp(&removed(other))).is_gt()
}
