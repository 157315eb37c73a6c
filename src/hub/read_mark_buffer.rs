//! What people have had on their screens, gathered until it is written down together, so that it costs no move anything.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::matches::{MatchId, MatchView, ReadMark};
use crate::users::UserId;

/// Upper bound; marks beyond it are dropped, so a player may get one superfluous notice.
const MAX: usize = 100_000;

/// What was seen and is not written down yet.
#[derive(Debug, Default)]
pub struct ReadMarkBuffer(Mutex<HashMap<(UserId, MatchId), ReadMark>>);

impl ReadMarkBuffer {
    /// Somebody at a match, or for whom a seat at it is kept, has had it on their screen up to here. What is not there yet
    /// cannot have been seen.
    pub fn record(&self, user: UserId, table: &MatchView, seen: ReadMark) {
        if table.m.seat_of(user).is_none() && table.m.kept_for(user).is_none() {
            return;
        }
        let last = table.chat.last().map_or(0, |line| line.id);
        let seen = ReadMark { seq: seen.seq.min(table.m.seq), line: seen.line.min(last) };
        let mut gathered = self.0.lock();
        if gathered.len() >= MAX {
            return;
        }
        let known = gathered.entry((user, table.m.id.clone())).or_default();
        *known = ReadMark { seq: known.seq.max(seen.seq), line: known.line.max(seen.line) };
    }

    /// Up to which entry of the log somebody is known to have seen a match; 0 where nothing was gathered.
    pub fn seen(&self, user: UserId, id: &MatchId) -> u32 {
        self.0.lock().get(&(user, id.clone())).map_or(0, |seen| seen.seq)
    }

    /// Whether a user has looked at a match since their mark was last written.
    pub fn holds(&self, user: UserId, id: &MatchId) -> bool {
        self.0.lock().contains_key(&(user, id.clone()))
    }

    /// What was gathered, to be written down.
    pub fn drain(&self) -> Vec<(UserId, MatchId, ReadMark)> {
        self.0.lock().iter().map(|((user, id), seen)| (*user, id.clone(), *seen)).collect()
    }

    /// Lets go what has been written down, unless more has been seen since. Until then it is known here.
    pub fn written(&self, rows: Vec<(UserId, MatchId, ReadMark)>) {
        let mut gathered = self.0.lock();
        for (user, id, seen) in rows {
            let key = (user, id);
            if gathered.get(&key) == Some(&seen) {
                gathered.remove(&key);
            }
        }
    }
}
