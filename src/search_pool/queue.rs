//! The queue of the pool: bounded, by priority, and fair between owners.

use std::collections::{HashMap, VecDeque};

use super::SearchQueueError;
use crate::ids::MatchId;
use crate::users::UserId;

/// How many searches of one owner may wait at each priority.
pub(super) const MOST_OF_OWNER: usize = 4;
/// How many searches may wait at each priority.
pub(super) const MOST: usize = 512;
/// One of this number of searches is taken from the lowest priority that has any, so that analyses progress while
/// bots play.
const SHARE: u64 = 8;

/// The owner of a search. Owners take turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SearchOwner {
    User(UserId),
    Match(MatchId),
}

/// The priority of a search, highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SearchPriority {
    /// A person is waiting at the board: a bot's move in a live match, a hint.
    Live,
    /// A bot's move in a correspondence match.
    Correspondence,
    /// The analysis of a finished match.
    Analysis,
}

impl SearchPriority {
    const COUNT: usize = 3;
}

/// The place of a search, by which it can be removed.
#[derive(Debug)]
pub(super) struct QueuePlace {
    pub owner: SearchOwner,
    pub priority: SearchPriority,
    pub number: u64,
}

/// The waiting searches.
#[derive(Debug)]
pub(super) struct SearchQueue<J> {
    tiers: [QueueTier<J>; SearchPriority::COUNT],
    /// How many searches were added and taken so far.
    added: u64,
    taken: u64,
}

/// The waiting searches of one priority.
#[derive(Debug)]
struct QueueTier<J> {
    /// All owners with searches in it, the next one first.
    turns: VecDeque<SearchOwner>,
    waiting: HashMap<SearchOwner, VecDeque<(u64, J)>>,
    len: usize,
}

impl<J> Default for SearchQueue<J> {
    fn default() -> Self {
        let tier = || QueueTier { turns: VecDeque::new(), waiting: HashMap::new(), len: 0 };
        Self { tiers: std::array::from_fn(|_| tier()), added: 0, taken: 0 }
    }
}

impl<J> SearchQueue<J> {
    /// Adds a search behind those of its owner.
    ///
    /// # Errors
    /// Too many are waiting, of the owner or in total.
    pub fn add(
        &mut self,
        owner: SearchOwner,
        priority: SearchPriority,
        job: J,
    ) -> Result<QueuePlace, SearchQueueError> {
        let number = self.added;
        self.tiers[priority as usize].add(owner.clone(), number, job)?;
        self.added += 1;
        Ok(QueuePlace { owner, priority, number })
    }

    /// Takes the next search.
    pub fn take(&mut self) -> Option<J> {
        let lowest_first = self.taken % SHARE == SHARE - 1;
        let next = match lowest_first {
            true => self.tiers.iter_mut().rev().find_map(QueueTier::take),
            false => self.tiers.iter_mut().find_map(QueueTier::take),
        };
        self.taken += u64::from(next.is_some());
        next
    }

    /// Removes a search, unless it was taken.
    pub fn remove(&mut self, place: &QueuePlace) -> Option<J> {
        self.tiers[place.priority as usize].remove(&place.owner, place.number)
    }

    /// Removes all searches.
    pub fn drain(&mut self) -> Vec<J> {
        std::iter::from_fn(|| self.tiers.iter_mut().find_map(QueueTier::take)).collect()
    }
}

impl<J> QueueTier<J> {
    fn add(&mut self, owner: SearchOwner, number: u64, job: J) -> Result<(), SearchQueueError> {
        if self.len == MOST {
            return Err(SearchQueueError::Full);
        }
        let own = self.waiting.entry(owner.clone()).or_default();
        if own.len() == MOST_OF_OWNER {
            return Err(SearchQueueError::OwnerFull);
        }
        if own.is_empty() {
            self.turns.push_back(owner);
        }
        own.push_back((number, job));
        self.len += 1;
        Ok(())
    }

    /// Takes the first search of the next owner, who then goes behind the others.
    fn take(&mut self) -> Option<J> {
        let owner = self.turns.pop_front()?;
        let own = self.waiting.get_mut(&owner)?;
        let (_, job) = own.pop_front()?;
        if own.is_empty() {
            self.waiting.remove(&owner);
        } else {
            self.turns.push_back(owner);
        }
        self.len -= 1;
        Some(job)
    }

    fn remove(&mut self, owner: &SearchOwner, number: u64) -> Option<J> {
        let own = self.waiting.get_mut(owner)?;
        let at = own.iter().position(|(other, _)| *other == number)?;
        let (_, job) = own.remove(at)?;
        if own.is_empty() {
            self.waiting.remove(owner);
            self.turns.retain(|other| other != owner);
        }
        self.len -= 1;
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use SearchPriority::{Analysis, Correspondence, Live};

    const fn user(id: i64) -> SearchOwner {
        SearchOwner::User(UserId(id))
    }

    fn all(queue: &mut SearchQueue<&'static str>) -> String {
        std::iter::from_fn(|| queue.take()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn owners_take_turns_however_many_searches_each_has_waiting() {
        let mut queue = SearchQueue::default();
        for (owner, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (2, "b2"), (3, "c1")] {
            queue.add(user(owner), Live, name).unwrap();
        }
        assert_eq!(all(&mut queue), "a1 b1 c1 a2 b2 a3");
    }

    #[test]
    fn an_owner_who_comes_back_waits_behind_the_others() {
        let mut queue = SearchQueue::default();
        queue.add(user(1), Live, "a1").unwrap();
        queue.add(user(2), Live, "b1").unwrap();
        assert_eq!(queue.take(), Some("a1"));
        queue.add(user(1), Live, "a2").unwrap();
        assert_eq!(all(&mut queue), "b1 a2");
    }

    #[test]
    fn live_moves_go_before_correspondence_moves_and_those_before_analyses() {
        let mut queue = SearchQueue::default();
        queue.add(user(1), Analysis, "analysis").unwrap();
        queue.add(user(2), Correspondence, "correspondence").unwrap();
        queue.add(user(3), Live, "live").unwrap();
        assert_eq!(all(&mut queue), "live correspondence analysis");
    }

    #[test]
    fn one_search_in_eight_is_of_the_lowest_priority() {
        let mut queue = SearchQueue::default();
        queue.add(user(1), Analysis, "analysis").unwrap();
        for owner in 2..12 {
            queue.add(user(owner), Live, "live").unwrap();
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(order.iter().position(|name| *name == "analysis"), Some(7));
    }

    #[test]
    fn each_owner_and_each_priority_has_a_bounded_number_of_searches_waiting() {
        let mut queue = SearchQueue::default();
        for _ in 0..MOST_OF_OWNER {
            queue.add(user(0), Analysis, ()).unwrap();
        }
        assert_eq!(queue.add(user(0), Analysis, ()).err(), Some(SearchQueueError::OwnerFull));
        for owner in 0..(MOST - MOST_OF_OWNER) as i64 {
            queue.add(user(1 + owner), Analysis, ()).unwrap();
        }
        assert_eq!(queue.add(user(-1), Analysis, ()).err(), Some(SearchQueueError::Full));
        queue.add(user(-1), Live, ()).unwrap();
        assert_eq!(queue.drain().len(), MOST + 1);
        queue.add(user(0), Analysis, ()).unwrap();
    }

    #[test]
    fn a_removed_search_is_not_run_and_leaves_its_place_to_another() {
        let mut queue = SearchQueue::default();
        let first = queue.add(user(1), Live, "a1").unwrap();
        queue.add(user(1), Live, "a2").unwrap();
        let other = queue.add(user(2), Live, "b1").unwrap();
        assert_eq!(queue.remove(&first), Some("a1"));
        assert_eq!(queue.remove(&first), None);
        assert_eq!(queue.remove(&other), Some("b1"));
        assert_eq!(all(&mut queue), "a2");
        assert!(queue.tiers.iter().all(|tier| tier.turns.is_empty() && tier.waiting.is_empty()));
    }
}
