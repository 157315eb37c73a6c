//! The limit of live streams that an account may have open.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::config::Config;
use crate::users::UserId;
use crate::web::WebError;

/// `Retry-After` in seconds for an account with too many streams.
const RETRY_AFTER: u64 = 10;

/// The live streams that are open.
#[derive(Debug)]
pub struct StreamLimit {
    /// How many streams an account may have open.
    most: usize,
    open: Arc<Mutex<HashMap<UserId, usize>>>,
}

/// A live stream. Counted until it is dropped with the stream.
#[derive(Debug)]
pub struct StreamPermit {
    user: UserId,
    open: Arc<Mutex<HashMap<UserId, usize>>>,
}

impl StreamLimit {
    pub fn new(config: &Config) -> Self {
        let most = if config.rate_limits { config.streams_per_account } else { usize::MAX };
        Self { most, open: Arc::default() }
    }

    /// Counts a live stream of an account.
    ///
    /// # Errors
    /// There are too many.
    pub fn take(&self, user: UserId) -> Result<StreamPermit, WebError> {
        let mut open = self.open.lock();
        let count = open.entry(user).or_default();
        if *count >= self.most {
            return Err(WebError::TooMany(RETRY_AFTER));
        }
        *count += 1;
        Ok(StreamPermit { user, open: Arc::clone(&self.open) })
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut open = self.open.lock();
        if let Some(count) = open.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.user);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn released_streams_leave_no_entry() {
        let streams = StreamLimit::new(&Config { streams_per_account: 2, ..Config::default() });
        let held = [streams.take(UserId(1)).unwrap(), streams.take(UserId(1)).unwrap()];
        assert!(matches!(streams.take(UserId(1)), Err(WebError::TooMany(RETRY_AFTER))));
        assert!(streams.take(UserId(2)).is_ok());
        drop(held);
        assert!(streams.open.lock().is_empty());
        assert!(streams.take(UserId(1)).is_ok());
    }
}
