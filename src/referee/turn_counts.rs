//! How many matches wait for somebody: every page shows it, so it is counted once and forgotten when it may change.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::matches::{MatchStatus, MatchView};
use crate::users::UserId;

/// So many people are remembered; then everybody is forgotten.
const MAX: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct TurnCounts(Mutex<UserTurns>);

#[derive(Debug, Default)]
struct UserTurns {
    known: HashMap<UserId, u32>,
    /// Counts commits, so that a count that was read before one is not remembered after it.
    commits: u64,
}

impl TurnCounts {
    /// What is known, or when it was asked.
    pub fn get(&self, user: UserId) -> Result<u32, u64> {
        let counts = self.0.lock();
        counts.known.get(&user).copied().ok_or(counts.commits)
    }

    /// Remembers a count, unless something was committed since it was asked.
    pub fn remember(&self, user: UserId, turns: u32, asked: u64) {
        let mut counts = self.0.lock();
        if counts.commits != asked {
            return;
        }
        if counts.known.len() >= MAX {
            counts.known.clear();
        }
        counts.known.insert(user, turns);
    }

    /// Forgets the counts that these changes have made wrong.
    pub fn changed<'a>(&self, changes: impl IntoIterator<Item = (&'a MatchView, &'a MatchView)>) {
        let mut counts = self.0.lock();
        counts.commits += 1;
        for (before, after) in changes {
            for user in [before.m.user_to_act(), after.m.user_to_act()].into_iter().flatten() {
                counts.known.remove(&user);
            }
            for m in [&before.m, &after.m] {
                // Whom a seat is kept for, and who is asked something.
                if m.status == MatchStatus::Open || m.asks_anything() {
                    for user in m.seats.as_slice().iter().chain(m.reserved.as_slice()).flatten() {
                        counts.known.remove(user);
                    }
                }
            }
        }
    }
}
