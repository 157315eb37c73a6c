//! A cache of how many matches wait for a user: every page shows it.

use crate::cached::Cached;
use crate::hub::MatchChange;
use crate::matches::MatchStatus;
use crate::users::UserId;

/// How many users are cached.
pub(super) const CAPACITY: usize = 10_000;

/// The number of matches that wait for each user.
pub(super) type TurnCounts = Cached<UserId, u32>;

/// Removes the counts that these changes may affect, after their commit.
pub(super) fn invalidate(turns: &TurnCounts, changes: &[MatchChange]) {
    for MatchChange { before, after } in changes {
        for user in [before.m.user_to_act(), after.m.user_to_act()].into_iter().flatten() {
            turns.invalidate(&user);
        }
        for m in [&before.m, &after.m] {
            // Users with an invitation or an offer to answer.
            if m.status == MatchStatus::Open || m.asks_anything() {
                for user in m.seats.as_slice().iter().chain(m.reserved.as_slice()).flatten() {
                    turns.invalidate(user);
                }
            }
        }
    }
}
