//! A cache of usernames by user id.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use lru::LruCache;
use parking_lot::Mutex;

use super::name_key;
use crate::store::{Store, StoreError, UserProfile};
use crate::users::{UserId, UserSummary, is_bot_name};

const CACHE_CAPACITY: usize = 20_000;

/// Looks up users by id and by name.
#[derive(Debug)]
pub struct UserDirectory {
    store: Store,
    remembered: Mutex<LruCache<UserId, Arc<str>>>,
    /// Counts renames, so that a look-up in progress does not cache a previous name.
    renamed: AtomicU64,
}

impl UserDirectory {
    pub(super) fn new(store: Store) -> Self {
        Self { store, remembered: Mutex::new(LruCache::unbounded()), renamed: AtomicU64::new(0) }
    }

    /// The names of these users. Unknown ids are left out.
    pub async fn names(&self, ids: &[UserId]) -> Result<HashMap<UserId, Arc<str>>, StoreError> {
        let mut names = self.cached(ids);
        let unknown: Vec<UserId> = ids.iter().filter(|id| !names.contains_key(id)).copied().collect();
        if !unknown.is_empty() {
            let renamed = self.renamed.load(Ordering::SeqCst);
            let people = self.store.users(&unknown).await?;
            self.insert(&people, renamed);
            names.extend(people.into_iter().map(|person| (person.id, person.name)));
        }
        Ok(names)
    }

    /// The user with this name, in any case; `None` also if it is not a valid name.
    pub async fn find(&self, name: &str) -> Result<Option<UserSummary>, StoreError> {
        match name_key(name) {
            Some(key) => self.store.user_by_name(&key).await,
            None => Ok(None),
        }
    }

    /// The person, guest or bot with this name, in any case, with the date of registration.
    pub async fn profile(&self, name: &str) -> Result<Option<UserProfile>, StoreError> {
        let bot = || Some(name.to_ascii_lowercase()).filter(|key| is_bot_name(key));
        match name_key(name).or_else(bot) {
            Some(key) => self.store.profile(&key).await,
            None => Ok(None),
        }
    }

    /// Removes a user from the cache after a rename.
    pub(super) fn invalidate(&self, user: UserId) {
        let mut remembered = self.remembered.lock();
        self.renamed.fetch_add(1, Ordering::SeqCst);
        remembered.pop(&user);
    }

    fn cached(&self, ids: &[UserId]) -> HashMap<UserId, Arc<str>> {
        let mut remembered = self.remembered.lock();
        ids.iter().filter_map(|id| Some((*id, Arc::clone(remembered.get(id)?)))).collect()
    }

    fn insert(&self, people: &[UserSummary], renamed: u64) {
        let mut remembered = self.remembered.lock();
        if self.renamed.load(Ordering::SeqCst) != renamed {
            return;
        }
        for person in people {
            remembered.put(person.id, Arc::clone(&person.name));
        }
        while remembered.len() > CACHE_CAPACITY {
            remembered.pop_lru();
        }
    }
}
