//! Who is paired with whom. Pure.

use std::collections::HashSet;

use super::PairingChoice;
use crate::now::Moment;
use crate::now::spans::SECOND;
use crate::users::UserId;

/// By how much ratings may differ at first, and by how much more after each second of waiting.
const FIRST_RANGE: i64 = 200;
const WIDENING: i64 = 20;

/// A user who waits for an opponent.
#[derive(Clone, Debug)]
pub(super) struct WaitingUser {
    pub id: UserId,
    pub choice: PairingChoice,
    /// The rating in the game.
    pub rating: i64,
    /// Users they are not paired with.
    pub blocked: HashSet<UserId>,
    pub since: Moment,
}

impl WaitingUser {
    /// By how much an opponent's rating may differ from theirs.
    fn range(&self, now: Moment) -> i64 {
        FIRST_RANGE + WIDENING * (now.since(self.since) / SECOND).max(0)
    }

    fn distance(&self, other: &Self) -> i64 {
        (self.rating - other.rating).abs()
    }

    /// Whether two users are paired. It is enough that one of them has waited long enough: an opponent far away is better
    /// than none.
    fn fits(&self, other: &Self, now: Moment) -> bool {
        self.id != other.id
            && self.choice == other.choice
            && self.distance(other) <= self.range(now).max(other.range(now))
            && !self.blocked.contains(&other.id)
            && !other.blocked.contains(&self.id)
    }
}

/// The opponent of a user: of those who fit, the one with the closest rating, and of these the one who has waited longest.
pub(super) fn opponent<'a>(
    seeker: &WaitingUser,
    others: impl Iterator<Item = &'a WaitingUser>,
    now: Moment,
) -> Option<&'a WaitingUser> {
    let fitting = others.filter(|other| seeker.fits(other, now));
    fitting.min_by_key(|other| (seeker.distance(other), other.since, other.id))
}
