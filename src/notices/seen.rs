//! What people have had on their screens, gathered and written down together, so that it costs no move anything.

use std::collections::HashMap;

use parking_lot::Mutex;

use super::Notices;
use crate::matches::{MatchId, Table, UserId};
use crate::store::{Seen, StoreError};

/// So much is gathered at most; what comes on top is let go, and told once too often.
const MOST: usize = 100_000;

#[derive(Debug, Default)]
pub(super) struct Screens(Mutex<HashMap<(UserId, MatchId), Seen>>);

impl Notices {
    /// Somebody at a match, or for whom a seat at it is kept, has had it on their screen up to here. What is not there yet
    /// cannot have been seen.
    pub fn saw(&self, user: UserId, table: &Table, seen: Seen) {
        if table.m.seat_of(user).is_none() && table.m.kept_for(user).is_none() {
            return;
        }
        let last = table.talk.last().map_or(0, |line| line.id);
        let seen = Seen { seq: seen.seq.min(table.m.seq), line: seen.line.min(last) };
        let mut screens = self.screens.0.lock();
        if screens.len() >= MOST {
            return;
        }
        let known = screens.entry((user, table.m.id.clone())).or_default();
        *known = Seen { seq: known.seq.max(seen.seq), line: known.line.max(seen.line) };
    }

    /// Somebody at a match looks at it as it stands.
    pub fn looks(&self, user: UserId, table: &Table) {
        self.saw(user, table, Seen { seq: u32::MAX, line: i64::MAX });
    }

    /// Whether somebody has looked at a match since what they have seen was last written down.
    pub fn is_on_screen(&self, user: UserId, id: &MatchId) -> bool {
        self.screens.0.lock().contains_key(&(user, id.clone()))
    }

    /// Writes down what was gathered.
    pub(super) async fn note_seen(&self) {
        let gathered = self.screens.0.lock().clone();
        if gathered.is_empty() {
            return;
        }
        let rows: Vec<_> = gathered.iter().map(|((user, id), seen)| (*user, id.clone(), *seen)).collect();
        match self.store.note_seen(&rows).await {
            Ok(()) | Err(StoreError::Stopping) => {}
            Err(error) => tracing::warn!(%error, "what people have seen could not be written down"),
        }
        // What was seen meanwhile stays for the next time.
        self.screens.0.lock().retain(|key, seen| gathered.get(key) != Some(seen));
    }
}
