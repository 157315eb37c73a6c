//! A write-behind buffer of read marks: they are written in batches, so that looking at a match costs moves no time.

use std::collections::{HashMap, HashSet};

use parking_lot::Mutex;

use crate::matches::{MatchId, MatchView, ReadMark};
use crate::users::UserId;

/// Upper bound; marks beyond it are dropped, so a player may get one superfluous notice.
const MAX: usize = 100_000;

/// Read marks that are not in the database yet.
#[derive(Debug, Default)]
pub struct ReadMarkBuffer(Mutex<HashMap<(UserId, MatchId), ReadMark>>);

impl ReadMarkBuffer {
    /// Records that a player or invited user has seen a match up to here. Marks beyond the end of the log are cut to
    /// it.
    pub fn record(&self, user: UserId, view: &MatchView, seen: ReadMark) {
        if view.m.seat_of(user).is_none() && view.m.invited_seat(user).is_none() {
            return;
        }
        let last = view.chat.last().map_or(0, |line| line.id);
        let seen = ReadMark { seq: seen.seq.min(view.m.seq), message: seen.message.min(last) };
        let mut gathered = self.0.lock();
        if gathered.len() >= MAX {
            return;
        }
        let known = gathered.entry((user, view.m.id.clone())).or_default();
        *known = ReadMark { seq: known.seq.max(seen.seq), message: known.message.max(seen.message) };
    }

    /// The last log entry that a user is known to have seen; 0 if the buffer has no mark.
    pub fn last_seen(&self, user: UserId, id: &MatchId) -> u32 {
        self.0.lock().get(&(user, id.clone())).map_or(0, |seen| seen.seq)
    }

    /// The matches that a user has looked at since their mark was last written.
    pub fn seen_by(&self, user: UserId) -> HashSet<MatchId> {
        self.0.lock().keys().filter(|(by, _)| *by == user).map(|(_, id)| id.clone()).collect()
    }

    /// The marks to be written. They stay in the buffer until [`Self::remove_written`].
    pub fn pending(&self) -> Vec<(UserId, MatchId, ReadMark)> {
        self.0.lock().iter().map(|((user, id), seen)| (*user, id.clone(), *seen)).collect()
    }

    /// Removes marks that were written, unless the user has seen more since.
    pub fn remove_written(&self, rows: Vec<(UserId, MatchId, ReadMark)>) {
        let mut gathered = self.0.lock();
        for (user, id, seen) in rows {
            let key = (user, id);
            if gathered.get(&key) == Some(&seen) {
                gathered.remove(&key);
            }
        }
    }
}
