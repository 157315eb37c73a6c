//! The queue of the pool: bounded, by priority, and fair between addresses, and between the owners at each address.

use std::collections::VecDeque;

use ipnet::IpNet;

use super::SearchQueueError;
use crate::ids::MatchId;
use crate::users::UserId;

/// How many searches of one owner may wait at each priority, and of a guest.
pub(super) const MOST_OF_OWNER: usize = 4;
pub(super) const MOST_OF_GUEST: usize = 1;
/// How many searches of one address may wait at each priority.
pub(super) const MOST_OF_ADDRESS: usize = 64;
/// How many searches may wait at each priority.
pub(super) const MOST: usize = 512;
/// One of this number of searches is taken from the lowest priority that has any, so that analyses progress while
/// bots play.
const SHARE: u64 = 8;
/// One of this number of searches is a short one, if any wait. Another thread runs nothing else.
const QUICK_SHARE: u64 = 2;

/// The owner of a search. Those at one address take turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SearchOwner {
    User(UserId),
    Match(MatchId),
}

/// The priority of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SearchPriority {
    /// A short search: the move of a bot of a low level, a hint. Every second search, and one thread runs only these.
    Quick,
    /// A person is waiting at the board: a bot's move in a live match.
    Live,
    /// A bot's move in a correspondence match.
    Correspondence,
    /// The analysis of a finished match.
    Analysis,
}

impl SearchPriority {
    const COUNT: usize = 4;
}

/// Where the owner of a search was last seen. Clients take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchClient {
    /// An IPv4 address or IPv6 network.
    pub address: IpNet,
    pub is_guest: bool,
}

/// The address of an owner, or the owner if it is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SearchOrigin {
    Address(IpNet),
    Owner(SearchOwner),
}

/// The place of a search, by which it can be removed.
#[derive(Debug)]
pub(super) struct QueuePlace {
    origin: SearchOrigin,
    owner: SearchOwner,
    priority: SearchPriority,
    number: u64,
}

/// A search that was taken from the queue.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TakenSearch<J> {
    pub job: J,
    /// How many searches of its priority would wait if as many were from each address as are from its own.
    pub waiting: usize,
}

/// The waiting searches.
#[derive(Debug)]
pub(super) struct SearchQueue<J> {
    tiers: [QueueTier<J>; SearchPriority::COUNT],
    /// How many searches were added so far, and taken by [`Self::take`].
    added: u64,
    taken: u64,
}

/// The waiting searches of one priority, by origin. The next one is first.
#[derive(Debug)]
struct QueueTier<J> {
    origins: VecDeque<OriginQueue<J>>,
    len: usize,
}

/// The waiting searches of one origin, by owner. The next one is first.
#[derive(Debug)]
struct OriginQueue<J> {
    origin: SearchOrigin,
    owners: VecDeque<OwnerQueue<J>>,
}

#[derive(Debug)]
struct OwnerQueue<J> {
    owner: SearchOwner,
    jobs: VecDeque<(u64, J)>,
}

impl<J> Default for SearchQueue<J> {
    fn default() -> Self {
        let tier = || QueueTier { origins: VecDeque::new(), len: 0 };
        Self { tiers: std::array::from_fn(|_| tier()), added: 0, taken: 0 }
    }
}

impl<J> SearchQueue<J> {
    /// Adds a search behind those of its owner.
    ///
    /// # Errors
    /// Too many are waiting, of the owner, from the address or in total.
    pub fn add(
        &mut self,
        owner: SearchOwner,
        client: Option<SearchClient>,
        priority: SearchPriority,
        job: J,
    ) -> Result<QueuePlace, SearchQueueError> {
        let most = if client.is_some_and(|client| client.is_guest) { MOST_OF_GUEST } else { MOST_OF_OWNER };
        let origin = client.map_or_else(
            || SearchOrigin::Owner(owner.clone()),
            |client| SearchOrigin::Address(client.address),
        );
        let place = QueuePlace { origin, owner, priority, number: self.added };
        self.tiers[priority as usize].add(&place, most, job)?;
        self.added += 1;
        Ok(place)
    }

    /// Takes the next search.
    pub fn take(&mut self) -> Option<TakenSearch<J>> {
        let number = self.taken;
        let next = match () {
            () if number % SHARE == SHARE - 1 => self.tiers.iter_mut().rev().find_map(QueueTier::take),
            () if number.is_multiple_of(QUICK_SHARE) => self.tiers.iter_mut().find_map(QueueTier::take),
            () => {
                let [quick, others @ ..] = &mut self.tiers;
                others.iter_mut().find_map(QueueTier::take).or_else(|| quick.take())
            }
        };
        self.taken += u64::from(next.is_some());
        next
    }

    /// Takes the next short search.
    pub fn take_quick(&mut self) -> Option<TakenSearch<J>> {
        self.tiers[SearchPriority::Quick as usize].take()
    }

    /// Removes a search, unless it was taken.
    pub fn remove(&mut self, place: &QueuePlace) -> Option<J> {
        self.tiers[place.priority as usize].remove(place)
    }

    /// Removes all searches.
    pub fn drain(&mut self) -> Vec<J> {
        std::iter::from_fn(|| self.take()).map(|taken| taken.job).collect()
    }
}

impl<J> QueueTier<J> {
    fn add(&mut self, place: &QueuePlace, most: usize, job: J) -> Result<(), SearchQueueError> {
        if self.len == MOST {
            return Err(SearchQueueError::Full);
        }
        let at = self.origins.iter().position(|queue| queue.origin == place.origin);
        if let Some(at) = at {
            self.origins[at].add(place, most, job)?;
        } else {
            let mut queue = OriginQueue { origin: place.origin.clone(), owners: VecDeque::new() };
            queue.add(place, most, job)?;
            self.origins.push_back(queue);
        }
        self.len += 1;
        Ok(())
    }

    /// Takes the first search of the next owner at the next address, who then go behind the others.
    fn take(&mut self) -> Option<TakenSearch<J>> {
        let mut queue = self.origins.pop_front()?;
        let origins = self.origins.len() + 1;
        let job = queue.take()?;
        let waiting = (queue.len() + 1) * origins - 1;
        if !queue.owners.is_empty() {
            self.origins.push_back(queue);
        }
        self.len -= 1;
        Some(TakenSearch { job, waiting })
    }

    fn remove(&mut self, place: &QueuePlace) -> Option<J> {
        let at = self.origins.iter().position(|queue| queue.origin == place.origin)?;
        let job = self.origins[at].remove(place)?;
        if self.origins[at].owners.is_empty() {
            self.origins.remove(at);
        }
        self.len -= 1;
        Some(job)
    }
}

impl<J> OriginQueue<J> {
    fn len(&self) -> usize {
        self.owners.iter().map(|own| own.jobs.len()).sum()
    }

    fn add(&mut self, place: &QueuePlace, most: usize, job: J) -> Result<(), SearchQueueError> {
        if self.len() == MOST_OF_ADDRESS {
            return Err(SearchQueueError::OwnerFull);
        }
        match self.owners.iter_mut().find(|own| own.owner == place.owner) {
            Some(own) if own.jobs.len() >= most => return Err(SearchQueueError::OwnerFull),
            Some(own) => own.jobs.push_back((place.number, job)),
            None => {
                let jobs = VecDeque::from([(place.number, job)]);
                self.owners.push_back(OwnerQueue { owner: place.owner.clone(), jobs });
            }
        }
        Ok(())
    }

    fn take(&mut self) -> Option<J> {
        let mut own = self.owners.pop_front()?;
        let (_, job) = own.jobs.pop_front()?;
        if !own.jobs.is_empty() {
            self.owners.push_back(own);
        }
        Some(job)
    }

    fn remove(&mut self, place: &QueuePlace) -> Option<J> {
        let at = self.owners.iter().position(|own| own.owner == place.owner)?;
        let jobs = &mut self.owners[at].jobs;
        let (_, job) =
            jobs.iter().position(|(other, _)| *other == place.number).and_then(|at| jobs.remove(at))?;
        if jobs.is_empty() {
            self.owners.remove(at);
        }
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use SearchPriority::{Analysis, Correspondence, Live, Quick};

    const fn user(id: i64) -> SearchOwner {
        SearchOwner::User(UserId(id))
    }

    #[expect(clippy::unnecessary_wraps, reason = "an argument of `add`")]
    fn at(last: u8) -> Option<SearchClient> {
        let address = std::net::IpAddr::from([192, 0, 2, last]).into();
        Some(SearchClient { address, is_guest: false })
    }

    fn all(queue: &mut SearchQueue<&'static str>) -> String {
        std::iter::from_fn(|| queue.take()).map(|taken| taken.job).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn owners_take_turns_however_many_searches_each_has_waiting() {
        let mut queue = SearchQueue::default();
        for (owner, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (2, "b2"), (3, "c1")] {
            queue.add(user(owner), None, Live, name).unwrap();
        }
        assert_eq!(all(&mut queue), "a1 b1 c1 a2 b2 a3");
    }

    #[test]
    fn addresses_take_turns_however_many_owners_each_has() {
        let mut queue = SearchQueue::default();
        for (owner, name) in [(1, "a1"), (1, "a2"), (2, "b1"), (3, "c1")] {
            queue.add(user(owner), at(1), Live, name).unwrap();
        }
        queue.add(user(4), at(2), Live, "elsewhere").unwrap();
        queue.add(user(5), None, Live, "unknown").unwrap();
        assert_eq!(all(&mut queue), "a1 elsewhere unknown b1 c1 a2");
    }

    #[test]
    fn a_returning_owner_waits_behind_the_others() {
        let mut queue = SearchQueue::default();
        queue.add(user(1), None, Live, "a1").unwrap();
        queue.add(user(2), None, Live, "b1").unwrap();
        assert_eq!(queue.take().unwrap().job, "a1");
        queue.add(user(1), None, Live, "a2").unwrap();
        assert_eq!(all(&mut queue), "b1 a2");
    }

    #[test]
    fn live_moves_go_before_correspondence_moves_and_those_before_analyses() {
        let mut queue = SearchQueue::default();
        queue.add(user(1), None, Analysis, "analysis").unwrap();
        queue.add(user(2), None, Correspondence, "correspondence").unwrap();
        queue.add(user(3), None, Live, "live").unwrap();
        assert_eq!(all(&mut queue), "live correspondence analysis");
    }

    #[test]
    fn short_searches_have_every_second_turn_and_a_lane_without_others() {
        let mut queue = SearchQueue::default();
        for owner in 0..4 {
            queue.add(user(owner), None, Live, "long").unwrap();
            queue.add(user(owner), None, Quick, "short").unwrap();
        }
        assert_eq!(queue.take_quick().unwrap().job, "short");
        assert_eq!(all(&mut queue), "short long short long short long long");
        queue.add(user(1), None, Live, "long").unwrap();
        assert_eq!(queue.take_quick(), None);
    }

    #[test]
    fn one_search_in_eight_is_of_the_lowest_priority() {
        let mut queue = SearchQueue::default();
        queue.add(user(1), None, Analysis, "analysis").unwrap();
        for owner in 2..12 {
            queue.add(user(owner), None, Live, "live").unwrap();
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(order.iter().position(|taken| taken.job == "analysis"), Some(7));
    }

    #[test]
    fn the_searches_of_one_address_shorten_each_other_more_than_those_of_others() {
        let mut queue = SearchQueue::default();
        queue.add(user(1), at(1), Live, "a").unwrap();
        assert_eq!(queue.take().unwrap().waiting, 0, "nobody else waits");
        for owner in 0..40 {
            queue.add(user(owner), at(1), Live, "crowd").unwrap();
        }
        assert_eq!(queue.take().unwrap().waiting, 39);
        queue.add(user(50), at(2), Live, "alone").unwrap();
        queue.add(user(51), at(3), Quick, "quick").unwrap();
        let taken: Vec<_> = std::iter::from_fn(|| queue.take()).collect();
        let of = |job| taken.iter().find(|taken| taken.job == job).unwrap().waiting;
        assert_eq!((of("crowd"), of("alone"), of("quick")), (77, 1, 0));
    }

    #[test]
    fn each_owner_address_and_priority_has_a_bounded_number_of_searches_waiting() {
        let mut queue = SearchQueue::default();
        let guest = at(1).map(|client| SearchClient { is_guest: true, ..client });
        for _ in 0..MOST_OF_OWNER {
            queue.add(user(0), None, Analysis, ()).unwrap();
        }
        assert_eq!(queue.add(user(0), None, Analysis, ()).err(), Some(SearchQueueError::OwnerFull));
        queue.add(user(1), guest, Analysis, ()).unwrap();
        assert_eq!(queue.add(user(1), guest, Analysis, ()).err(), Some(SearchQueueError::OwnerFull));
        for owner in 2..=MOST_OF_ADDRESS as i64 {
            queue.add(user(owner), guest, Analysis, ()).unwrap();
        }
        assert_eq!(queue.add(user(-2), at(1), Analysis, ()).err(), Some(SearchQueueError::OwnerFull));
        for owner in 0..(MOST - MOST_OF_OWNER - MOST_OF_ADDRESS) as i64 {
            queue.add(user(100 + owner), None, Analysis, ()).unwrap();
        }
        assert_eq!(queue.add(user(-1), None, Analysis, ()).err(), Some(SearchQueueError::Full));
        queue.add(user(-1), None, Live, ()).unwrap();
        assert_eq!(queue.drain().len(), MOST + 1);
        queue.add(user(0), None, Analysis, ()).unwrap();
    }

    #[test]
    fn a_removed_search_is_not_run_and_leaves_its_place_to_another() {
        let mut queue = SearchQueue::default();
        let first = queue.add(user(1), None, Live, "a1").unwrap();
        queue.add(user(1), None, Live, "a2").unwrap();
        let other = queue.add(user(2), None, Live, "b1").unwrap();
        assert_eq!(queue.remove(&first), Some("a1"));
        assert_eq!(queue.remove(&first), None);
        assert_eq!(queue.remove(&other), Some("b1"));
        assert_eq!(all(&mut queue), "a2");
        assert!(queue.tiers.iter().all(|tier| tier.origins.is_empty() && tier.len == 0));
    }
}
