//! Watching a session: whatever goes on for as long as it is open learns here when it has ended.
//!
//! What ends sessions signals those who watch them, who only then look again. Nothing is asked of the database per message.

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
    /// Watches the session of a token; `None` when it is not open.
    pub async fn watch_session(
        self: &Arc<Self>,
        token: &SecretToken,
    ) -> Result<Option<SessionWatch>, StoreError> {
        let Some(mut watching) = self.sessions.watch(token).await? else { return Ok(None) };
        // Looked up once more: it may have ended just before it was watched.
        let Some(session) = self.sessions.peek(watching.hear()).await? else { return Ok(None) };
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
    /// Whose session it is.
    pub const fn user(&self) -> UserId {
        self.user
    }

    /// Whether [`Self::still_open`] has to be asked: something may have changed, the session expires, or it was checked so
    /// long ago that another process may have ended it.
    pub fn is_due(&self) -> bool {
        let now = self.accounts.clock.now();
        self.watching.is_signalled() || now >= self.ends_at || now.since(self.checked_at) >= CACHE_TTL
    }

    /// Whether the session is still open.
    pub async fn still_open(&mut self) -> Result<bool, StoreError> {
        let Some(session) = self.accounts.sessions.peek(self.watching.hear()).await? else {
            return Ok(false);
        };
        self.ends_at = session.ends_at;
        self.checked_at = self.accounts.clock.now();
        Ok(true)
    }

    /// Done when something may have changed since it was last asked whether the session is open.
    pub fn signalled(&self) -> impl Future<Output = ()> + use<> {
        self.watching.signalled()
    }
}

impl fmt::Debug for SessionWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionWatch").field("user", &self.user).finish_non_exhaustive()
    }
}
