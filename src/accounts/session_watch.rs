//! Watching a session: long-lived streams learn here that their session has ended.
//!
//! Whatever ends a session signals its watchers, who then look it up again. There is no database query per message.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use super::sessions::CACHE_TTL;
use super::watched_sessions::SessionWatchGuard;
use super::{Accounts, SecretToken};
use crate::now::Moment;
use crate::store::StoreError;
use crate::users::UserId;

/// An open session that a stream depends on.
pub struct SessionWatch {
    accounts: Arc<Accounts>,
    watching: SessionWatchGuard,
    user: UserId,
    ends_at: Moment,
    checked_at: Moment,
}

impl Accounts {
    /// Watches the session of a token; `None` if it is not open.
    pub async fn watch_session(
        self: &Arc<Self>,
        token: &SecretToken,
    ) -> Result<Option<SessionWatch>, StoreError> {
        let Some(mut watching) = self.sessions.watch(token).await? else { return Ok(None) };
        // Looked up again, as it may have ended just before it was watched.
        let Some(session) = self.sessions.peek(watching.acknowledge()).await? else { return Ok(None) };
        Ok(Some(SessionWatch {
            accounts: Arc::clone(self),
            watching,
            user: session.person.id,
            ends_at: session.ends_at,
            checked_at: self.clock.now(),
        }))
    }
}

impl SessionWatch {
    /// The user of the session.
    pub const fn user(&self) -> UserId {
        self.user
    }

    /// Whether [`Self::is_open`] has to be called: a signal came, the session expires, or the last check was so
    /// long ago that another process may have ended it.
    pub fn is_due(&self) -> bool {
        let now = self.accounts.clock.now();
        self.watching.is_signalled() || now >= self.ends_at || now.since(self.checked_at) >= CACHE_TTL
    }

    /// Whether the session is still open.
    pub async fn is_open(&mut self) -> Result<bool, StoreError> {
        let Some(session) = self.accounts.sessions.peek(self.watching.acknowledge()).await? else {
            return Ok(false);
        };
        self.ends_at = session.ends_at;
        self.checked_at = self.accounts.clock.now();
        Ok(true)
    }

    /// Resolves when something may have changed since the last check.
    pub fn changed(&self) -> impl Future<Output = ()> + use<> {
        self.watching.changed()
    }
}

impl fmt::Debug for SessionWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionWatch").field("user", &self.user).finish_non_exhaustive()
    }
}
