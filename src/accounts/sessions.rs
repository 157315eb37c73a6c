//! Sessions. A browser holds a random token; the database holds its hash, and a cache in memory the recent look-ups.

use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::SecretToken;
use super::verified_login::VerifiedLogin;
use super::watched_sessions::{SessionTokenHash, SessionWatchGuard, SessionWatchRegistry};
use crate::cached::Cached;
use crate::now::spans::{DAY, HOUR, MINUTE};
use crate::now::{Clock, Moment};
use crate::store::{ListedSession, SessionCutoffs, Store, StoreError, StoredSession};
use crate::users::{AccountStanding, UserId, UserSummary};

/// A session ends when it has not been used for this long.
const UNUSED: i64 = 60 * DAY;
/// A session ends this long after signing in, however much it is used.
const MAX_LENGTH: i64 = 90 * DAY;
/// [`MAX_LENGTH`] for moderators and admins.
const LONGEST_OF_STAFF: i64 = 12 * HOUR;
/// How many sessions a user has at most. The oldest ends when another one is opened.
const MAX: u32 = 50;
/// How long a cached session is used without asking the database again.
pub(super) const CACHE_TTL: i64 = MINUTE;
const CACHE_CAPACITY: usize = 10_000;

/// How long a reauthentication is valid for sensitive actions.
pub const REAUTHENTICATED_TO_ACT: i64 = 15 * MINUTE;
/// How long a reauthentication is valid for reading the pages of moderators and admins.
pub const REAUTHENTICATED_TO_READ: i64 = 8 * HOUR;

/// A session: who is signed in.
#[derive(Clone, Debug)]
pub struct Session {
    pub person: UserSummary,
    /// Role, suspension and mute of the user.
    pub standing: AccountStanding,
    /// When the user last gave their password, passkey or code.
    pub reauthenticated_at: Moment,
    /// When it expires unless it is used before.
    pub ends_at: Moment,
}

#[derive(Debug)]
pub(super) struct SessionCache {
    store: Store,
    clock: Clock,
    key: Hmac<Sha256>,
    /// Sessions, with when the database was asked by the clock of the site, which limits their time here.
    remembered: Cached<SessionTokenHash, (Session, Moment)>,
    watched: SessionWatchRegistry,
}

impl Session {
    /// The session at a moment; `None` if it has expired by then.
    fn unless_expired(self, now: Moment) -> Option<Self> {
        (now < self.ends_at).then(|| Self { standing: self.standing.at(now), ..self })
    }
}

impl From<StoredSession> for Session {
    fn from(stored: StoredSession) -> Self {
        let longest = if stored.standing.role.is_staff() { LONGEST_OF_STAFF } else { MAX_LENGTH };
        let ends_at = stored.opened_at.after(longest).min(stored.last_seen_at.after(UNUSED));
        Self {
            person: stored.person,
            standing: stored.standing,
            reauthenticated_at: stored.reauthenticated_at,
            ends_at,
        }
    }
}

impl SessionCache {
    pub fn new(store: Store, clock: Clock, key: [u8; 32]) -> Self {
        let mut block = [0; 64];
        block[..32].copy_from_slice(&key);
        let remembered = Cached::new(CACHE_CAPACITY, Duration::MAX);
        let (key, watched) = (Hmac::new(&block.into()), SessionWatchRegistry::default());
        Self { store, clock, key, remembered, watched }
    }

    pub async fn open(
        &self,
        entrant: &VerifiedLogin,
        device: &str,
        before: Option<&SecretToken>,
    ) -> Result<Option<SecretToken>, StoreError> {
        let token = SecretToken::random();
        let replaced = before.map(|before| self.hash(before));
        let new = entrant.session(self.hash(&token), device);
        let opened = self.store.open_session(new, self.clock.now(), replaced, MAX).await?;
        if let Some(replaced) = replaced {
            self.invalidate(&replaced);
        }
        if opened.is_some_and(|surplus| surplus > 0) {
            self.invalidate_all_of(entrant.user());
        }
        Ok(opened.map(|_| token))
    }

    /// Records a reauthentication. The session continues under a new token, and the old one becomes invalid.
    pub async fn record_reauthentication(
        &self,
        token: &SecretToken,
    ) -> Result<Option<SecretToken>, StoreError> {
        let (hash, other) = (self.hash(token), SecretToken::random());
        let proven = self.store.reauthenticate_session(hash, self.hash(&other), self.clock.now()).await?;
        self.watched.rename(&hash, self.hash(&other));
        self.invalidate(&hash);
        Ok(proven.then_some(other))
    }

    pub async fn find(&self, token: &SecretToken) -> Result<Option<Session>, StoreError> {
        let hash = self.hash(token);
        let now = self.clock.now();
        if let Some(session) = self.cached(&hash, now) {
            return Ok(Some(session));
        }
        let start = self.remembered.start_load();
        let Some(stored) = self.store.session(hash).await? else { return Ok(None) };
        let last_seen_at = stored.last_seen_at;
        let Some(session) = Session::from(stored).unless_expired(now) else { return Ok(None) };
        if now.since(last_seen_at) > HOUR {
            self.store.touch_session(hash, now).await?;
        }
        self.remembered.insert(hash, (session.clone(), now), start);
        Ok(Some(session))
    }

    /// The session with this hash. Does not count as using it.
    pub async fn peek(&self, hash: SessionTokenHash) -> Result<Option<Session>, StoreError> {
        let now = self.clock.now();
        match self.cached(&hash, now) {
            Some(session) => Ok(Some(session)),
            None => Ok(self
                .store
                .session(hash)
                .await?
                .and_then(|stored| Session::from(stored).unless_expired(now))),
        }
    }

    /// Watches the session of a token; `None` if there is none.
    pub async fn watch(&self, token: &SecretToken) -> Result<Option<SessionWatchGuard>, StoreError> {
        let Some(session) = self.find(token).await? else { return Ok(None) };
        Ok(Some(self.watched.watch(self.hash(token), session.person.id)))
    }

    pub async fn end(&self, token: &SecretToken) -> Result<(), StoreError> {
        let hash = self.hash(token);
        self.store.end_session(hash).await?;
        self.invalidate(&hash);
        Ok(())
    }

    pub async fn end_one_of(&self, user: UserId, hash: Vec<u8>) -> Result<bool, StoreError> {
        let ended = self.store.end_session_of(user, hash).await?;
        self.invalidate_all_of(user);
        Ok(ended)
    }

    pub async fn end_others_of(&self, user: UserId, own: &SecretToken) -> Result<(), StoreError> {
        self.store.end_sessions_of(user, self.hash(own)).await?;
        self.invalidate_all_of(user);
        Ok(())
    }

    /// The user's sessions that have not expired, most recently used first.
    pub async fn of(&self, user: UserId) -> Result<Vec<ListedSession>, StoreError> {
        let before = |span: i64| self.clock.now().after(-span);
        let (used, opened, opened_by_staff) = (before(UNUSED), before(MAX_LENGTH), before(LONGEST_OF_STAFF));
        self.store.sessions_of(user, SessionCutoffs { used, opened, opened_by_staff }).await
    }

    pub async fn forget_unused(&self) -> Result<u64, StoreError> {
        self.store.end_sessions_unused_since(self.clock.now().after(-UNUSED)).await
    }

    /// The hash of a token. It is keyed, so that write access to the database is not enough to forge a session.
    pub fn hash(&self, token: &SecretToken) -> SessionTokenHash {
        let mut mac = self.key.clone();
        mac.update(&token.0);
        mac.finalize().into_bytes().into()
    }

    /// A MAC of a text, keyed by the secret of the site.
    pub fn tag(&self, text: &str) -> [u8; 32] {
        let mut mac = self.key.clone();
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// Whether these bytes are the beginning of the MAC of a text. Takes the same time whatever they are.
    pub fn is_tag(&self, text: &str, beginning: &[u8]) -> bool {
        let mut mac = self.key.clone();
        mac.update(text.as_bytes());
        mac.verify_truncated_left(beginning).is_ok()
    }

    fn cached(&self, hash: &SessionTokenHash, now: Moment) -> Option<Session> {
        let (session, asked_at) = self.remembered.get(hash)?;
        if now.since(asked_at) < CACHE_TTL { session.unless_expired(now) } else { None }
    }

    /// Removes a user's sessions from the cache.
    pub fn invalidate_all_of(&self, user: UserId) {
        self.remembered.invalidate_if(|_, (session, _)| session.person.id == user);
        self.watched.signal_all_of(user);
    }

    fn invalidate(&self, hash: &SessionTokenHash) {
        self.remembered.invalidate(hash);
        self.watched.signal(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::SecretToken;

    #[test]
    fn a_token_round_trips_and_other_text_is_rejected() {
        let token = SecretToken::random();
        assert!(SecretToken::parse(&token.text()) == Some(token));
        for text in ["", "x", "not base64, by any means", &"A".repeat(44), &"A".repeat(42), &"A".repeat(4096)]
        {
            assert!(SecretToken::parse(text).is_none(), "{text}");
        }
    }
}
