//! The order in which waiting analyses are made: addresses take turns, then the users at each address, then by time.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use ipnet::IpNet;

use crate::matches::MatchId;
use crate::search_pool::SearchClient;
use crate::store::WaitingAnalysis;
use crate::users::UserId;

/// The number of matches analysed at a time, in total and for one address. Their searches take turns, so a long
/// analysis does not hold up those of others.
const AT_ONCE: usize = 8;
const AT_ONCE_OF_ADDRESS: usize = 2;

/// Where an analysis was requested: the address, or the user if it is not known.
type RequestOrigin = (Option<IpNet>, Option<UserId>);

/// The waiting analyses to begin beside those that run. `client` is where a user was last seen.
pub fn next_analyses(
    waiting: Vec<WaitingAnalysis>,
    running: &HashSet<MatchId>,
    client: impl Fn(UserId) -> Option<SearchClient>,
) -> Vec<MatchId> {
    let origin = |analysis: &WaitingAnalysis| -> RequestOrigin {
        match analysis.requested_by.and_then(&client) {
            Some(client) => (Some(client.address), None),
            None => (None, analysis.requested_by),
        }
    };
    let waiting = take_turns(take_turns(waiting, |analysis| analysis.requested_by), origin);
    let mut places = HashMap::<_, usize>::new();
    for analysis in waiting.iter().filter(|analysis| running.contains(&analysis.match_id)) {
        *places.entry(origin(analysis)).or_default() += 1;
    }
    let mut begins = |analysis: &WaitingAnalysis| {
        let taken = places.entry(origin(analysis)).or_default();
        let begins = *taken < AT_ONCE_OF_ADDRESS && !running.contains(&analysis.match_id);
        *taken += usize::from(begins);
        begins
    };
    let next = waiting.into_iter().filter(|analysis| begins(analysis)).map(|analysis| analysis.match_id);
    next.take(AT_ONCE.saturating_sub(running.len())).collect()
}

/// Orders by how many earlier ones have the same key. Otherwise the order stays.
fn take_turns<T, K: Hash + Eq>(items: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut earlier = HashMap::<K, usize>::new();
    let mut turns: Vec<_> = items
        .into_iter()
        .map(|item| {
            let earlier = earlier.entry(key(&item)).or_default();
            *earlier += 1;
            (*earlier, item)
        })
        .collect();
    turns.sort_by_key(|(turn, _)| *turn);
    turns.into_iter().map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn id(number: u8) -> MatchId {
        MatchId::from_digits([number; MatchId::LENGTH])
    }

    /// Analyses of matches 0, 1, 2, … requested by these users in this order.
    fn requested_by(users: &[i64]) -> Vec<WaitingAnalysis> {
        let of = |(number, user): (u8, &i64)| WaitingAnalysis {
            match_id: id(number),
            requested_by: Some(UserId(*user)),
        };
        (0..).zip(users).map(of).collect()
    }

    /// Users 1 to 9 share an address.
    fn client(user: UserId) -> Option<SearchClient> {
        let address = IpAddr::from([192, 0, 2, 1]).into();
        (user.0 < 10).then_some(SearchClient { address, is_guest: true })
    }

    fn next(users: &[i64], running: &[u8]) -> Vec<MatchId> {
        next_analyses(requested_by(users), &running.iter().map(|number| id(*number)).collect(), client)
    }

    #[test]
    fn an_analysis_goes_before_the_further_ones_of_those_who_asked_earlier() {
        assert_eq!(next(&[20, 20, 20, 30], &[]), [0, 3, 1].map(id));
    }

    #[test]
    fn the_users_at_one_address_have_one_turn_together() {
        assert_eq!(next(&[1, 2, 3, 4, 5, 20], &[]), [0, 5, 1].map(id));
        assert_eq!(next(&[1, 1, 2, 20], &[]), [0, 3, 2].map(id), "at the address they take turns");
    }

    #[test]
    fn one_address_takes_two_places_and_leaves_the_others() {
        assert_eq!(next(&[1, 2, 3, 4], &[0, 1]), []);
        assert_eq!(next(&[1, 2, 3, 20], &[0, 1]), [3].map(id));
        assert_eq!(next(&[1, 2, 3, 20], &[1, 3]), [0].map(id), "a place is filled as soon as it is free");
    }

    #[test]
    fn the_number_of_analyses_at_a_time_is_bounded() {
        let users: Vec<_> = (20..40).collect();
        assert_eq!(next(&users, &[]).len(), AT_ONCE);
        assert_eq!(next(&users, &[0, 1, 2]), [3, 4, 5, 6, 7].map(id));
    }
}
