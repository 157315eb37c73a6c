//! The transposition table: what is known of positions that were searched before.

/// What a stored value says about the value of its position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ValueBound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KnownPosition {
    /// From the view of the seat to act.
    pub value: i32,
    /// The best move found.
    pub mv: u16,
    /// Plies searched below it, at least 1.
    pub depth: u8,
    /// What `value` is.
    pub bound: ValueBound,
    /// Whether no evaluation went into it, so that it holds at every depth.
    pub is_solved: bool,
}

/// A known position with its key, in 16 bytes.
#[derive(Clone, Copy, Debug, Default)]
struct TableEntry {
    key: u64,
    value: i32,
    mv: u16,
    /// 0 in an entry that is not used.
    depth: u8,
    /// The bound, and in bit 2 whether it is solved.
    kind: u8,
}

impl TableEntry {
    #[inline]
    fn of(key: u64, known: &KnownPosition) -> Self {
        let kind = known.bound as u8 | u8::from(known.is_solved) << 2;
        Self { key, value: known.value, mv: known.mv, depth: known.depth, kind }
    }

    #[inline]
    const fn unpack(&self) -> KnownPosition {
        let bound = match self.kind & 3 {
            0 => ValueBound::Exact,
            1 => ValueBound::AtLeast,
            _ => ValueBound::AtMost,
        };
        KnownPosition {
            value: self.value,
            mv: self.mv,
            depth: self.depth,
            bound,
            is_solved: self.kind & 4 != 0,
        }
    }
}

/// Known positions by key, two to a bucket: one that is kept while it is the deeper one, and one that is always replaced.
pub(super) struct TranspositionTable {
    entries: Vec<[TableEntry; 2]>,
    mask: usize,
}

impl TranspositionTable {
    /// A table of at most so many bytes, and at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<[TableEntry; 2]>()).max(1);
        let buckets = 1 << buckets.ilog2();
        Self { entries: vec![Default::default(); buckets], mask: buckets - 1 }
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<KnownPosition> {
        let bucket = self.entries.get(key as usize & self.mask)?;
        bucket.iter().find(|entry| entry.key == key && entry.depth > 0).map(TableEntry::unpack)
    }

    /// Keeps what was found out.
    #[inline]
    pub fn put(&mut self, key: u64, found: &KnownPosition) {
        let Some([deep, recent]) = self.entries.get_mut(key as usize & self.mask) else { return };
        let found = TableEntry::of(key, found);
        if deep.key == key || found.depth >= deep.depth {
            if deep.key != key {
                *recent = *deep;
            }
            *deep = found;
        } else {
            *recent = found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_the_deeper_position_and_the_latest() {
        let mut table = TranspositionTable::new(0);
        let known = |depth| KnownPosition { depth, ..Default::default() };
        for (key, depth) in [(1, 5), (2, 3), (3, 4)] {
            table.put(key, &known(depth));
        }
        assert_eq!(table.get(1).map(|known| known.depth), Some(5));
        assert!(table.get(2).is_none());
        assert_eq!(table.get(3).map(|known| known.depth), Some(4));
    }
}
