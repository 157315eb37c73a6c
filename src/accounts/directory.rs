//! A cache of usernames by user id.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::key_of_user;
use crate::cached::Cached;
use crate::store::{Store, StoreError, UserProfile};
use crate::users::{UserId, UserSummary, is_bot_name};

const CACHE_CAPACITY: usize = 20_000;

/// Looks up users by id and by name.
#[derive(Debug)]
pub struct UserDirectory {
    store: Store,
    remembered: Cached<UserId, Arc<str>>,
}

impl UserDirectory {
    pub(super) fn new(store: Store) -> Self {
        Self { store, remembered: Cached::new(CACHE_CAPACITY, Duration::MAX) }
    }

    /// The names of these users. Unknown ids are left out.
    pub async fn names(&self, ids: &[UserId]) -> Result<HashMap<UserId, Arc<str>>, StoreError> {
        let cached = |id: &UserId| Some((*id, self.remembered.get(id)?));
        let mut names: HashMap<_, _> = ids.iter().filter_map(cached).collect();
        let unknown: Vec<UserId> = ids.iter().filter(|id| !names.contains_key(id)).copied().collect();
        if !unknown.is_empty() {
            let start = self.remembered.start_load();
            for person in self.store.users(&unknown).await? {
                self.remembered.insert(person.id, Arc::clone(&person.name), start);
                names.insert(person.id, person.name);
            }
        }
        Ok(names)
    }

    /// The user with this name, in any case; `None` also if it is not a valid name.
    pub async fn find(&self, name: &str) -> Result<Option<UserSummary>, StoreError> {
        match key_of_user(name) {
            Some(key) => self.store.user_by_name(&key).await,
            None => Ok(None),
        }
    }

    /// The person, guest or bot with this name, in any case, with the date of registration.
    pub async fn profile(&self, name: &str) -> Result<Option<UserProfile>, StoreError> {
        let bot = || Some(name.to_ascii_lowercase()).filter(|key| is_bot_name(key));
        match key_of_user(name).or_else(bot) {
            Some(key) => self.store.profile(&key).await,
            None => Ok(None),
        }
    }

    /// Removes a user from the cache after a rename.
    pub(super) fn invalidate(&self, user: UserId) {
        self.remembered.invalidate(&user);
    }
}
