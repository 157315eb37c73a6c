//! A cache of how many matches wait for a user: every page shows it.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::matches::{MatchStatus, MatchView};
use crate::users::UserId;

/// How many users are cached. Beyond that the cache is cleared.
const MAX: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct TurnCounts(Mutex<UserTurns>);

#[derive(Debug, Default)]
struct UserTurns {
    known: HashMap<UserId, u32>,
    /// Counts commits, so that a count that was read before a commit is not cached after it.
    commits: u64,
}

impl TurnCounts {
    /// The cached count, or else the number of commits at this moment.
    pub fn get(&self, user: UserId) -> Result<u32, u64> {
        let counts = self.0.lock();
        counts.known.get(&user).copied().ok_or(counts.commits)
    }

    /// Caches a count, unless there was a commit since `asked`.
    pub fn insert(&self, user: UserId, turns: u32, asked: u64) {
        let mut counts = self.0.lock();
        if counts.commits != asked {
            return;
        }
        if counts.known.len() >= MAX {
            counts.known.clear();
        }
        counts.known.insert(user, turns);
    }

    /// Removes the counts that these changes may affect.
    pub fn changed<'a>(&self, changes: impl IntoIterator<Item = (&'a MatchView, &'a MatchView)>) {
        let mut counts = self.0.lock();
        counts.commits += 1;
        for (before, after) in changes {
            for user in [before.m.user_to_act(), after.m.user_to_act()].into_iter().flatten() {
                counts.known.remove(&user);
            }
            for m in [&before.m, &after.m] {
                // Users with an invitation or an offer to answer.
                if m.status == MatchStatus::Open || m.asks_anything() {
                    for user in m.seats.as_slice().iter().chain(m.reserved.as_slice()).flatten() {
                        counts.known.remove(user);
                    }
                }
            }
        }
    }
}
