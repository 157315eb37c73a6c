//! Fair queues for password hashing, so that one address or account cannot fill the queue of all.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::web::WebError;

/// How many passwords are hashed at once for one address, and for one account.
const AT_ONCE: usize = 2;
/// How many may run or wait: a class signs in together.
const MAX: usize = 60;
/// `Retry-After` in seconds.
const LATER: u64 = 5;

type QueueMap<K> = Arc<Mutex<HashMap<K, HashQueue>>>;

/// A queue for each key. Keys without waiting members need no memory.
#[derive(Debug)]
pub struct HashQueues<K: Hash + Eq>(QueueMap<K>);

impl<K: Hash + Eq> Default for HashQueues<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

#[derive(Debug)]
struct HashQueue {
    turns: Arc<Semaphore>,
    /// How many run or wait.
    members: usize,
}

/// A turn. The next one begins when it is dropped.
#[derive(Debug)]
pub struct HashPermit<K: Hash + Eq> {
    _turn: OwnedSemaphorePermit,
    _member: QueueMember<K>,
}

/// A place in a queue.
#[derive(Debug)]
struct QueueMember<K: Hash + Eq> {
    queues: QueueMap<K>,
    key: K,
}

impl<K: Hash + Eq + Clone> HashQueues<K> {
    /// Waits for a turn of a key. `factor` multiplies the turns that a key has.
    ///
    /// # Errors
    /// Too many are waiting.
    pub async fn turn(&self, key: K, factor: usize) -> Result<HashPermit<K>, WebError> {
        let (member, turns) = self.join(key, factor)?;
        let turn = turns.acquire_owned().await.map_err(WebError::internal)?;
        Ok(HashPermit { _turn: turn, _member: member })
    }

    fn join(&self, key: K, factor: usize) -> Result<(QueueMember<K>, Arc<Semaphore>), WebError> {
        let mut queues = self.0.lock();
        let new = || HashQueue { turns: Arc::new(Semaphore::new(AT_ONCE * factor)), members: 0 };
        let queue = queues.entry(key.clone()).or_insert_with(new);
        if queue.members == MAX * factor {
            return Err(WebError::TooMany(LATER));
        }
        queue.members += 1;
        Ok((QueueMember { queues: Arc::clone(&self.0), key }, Arc::clone(&queue.turns)))
    }
}

impl<K: Hash + Eq> Drop for QueueMember<K> {
    fn drop(&mut self) {
        let mut queues = self.queues.lock();
        let Some(queue) = queues.get_mut(&self.key) else { return };
        queue.members -= 1;
        if queue.members == 0 {
            queues.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::{AT_ONCE, HashQueues, MAX};
    use crate::web::WebError;

    #[test]
    fn a_few_hashes_run_at_once_and_the_next_starts_when_one_ends() {
        let queues = HashQueues::<u64>::default();
        let turn = |key| queues.turn(key, 1).now_or_never();
        let mut turns: Vec<_> = (0..AT_ONCE).map(|_| turn(1).unwrap().unwrap()).collect();
        let mut waiting = Box::pin(queues.turn(1, 1));
        assert!(waiting.as_mut().now_or_never().is_none());
        assert!(turn(2).is_some(), "another address does not wait");
        turns.pop();
        assert!(waiting.now_or_never().is_some());
    }

    #[test]
    fn a_larger_network_has_more_turns() {
        let queues = HashQueues::<u64>::default();
        let turns: Vec<_> = (0..4 * AT_ONCE).map(|_| queues.turn(1, 4).now_or_never()).collect();
        assert!(turns.iter().all(Option::is_some));
        assert!(queues.turn(1, 4).now_or_never().is_none());
    }

    #[test]
    fn a_full_queue_refuses_and_an_empty_one_is_removed() {
        let queues = HashQueues::<u64>::default();
        let mut waiting: Vec<_> = (0..MAX).map(|_| Box::pin(queues.turn(1, 1))).collect();
        let turns: Vec<_> = waiting.iter_mut().map(|turn| turn.as_mut().now_or_never()).collect();
        assert!(matches!(queues.turn(1, 1).now_or_never(), Some(Err(WebError::TooMany(_)))));
        drop((turns, waiting));
        assert!(queues.0.lock().is_empty());
    }
}
