//! Links with which a password is set.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::{AccountError, Accounts, HashingFor, Password, Username};
use crate::now::spans::HOUR;
use crate::store::{NewPassword, PasswordLink, PasswordLinkUser, StoreError};
use crate::users::{UserId, UserSummary};

/// How long a link is valid.
const COUNTS: i64 = HOUR;

/// The secret in a password reset link: 32 random bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct ResetKey([u8; 32]);

impl ResetKey {
    /// Parses the key of a link.
    pub fn parse(text: &str) -> Option<Self> {
        BASE64_URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Self)
    }

    /// The key as written in a link.
    pub fn text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    pub(super) fn random() -> Self {
        Self(rand::random())
    }

    pub(super) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

impl Accounts {
    /// Queues the email with the reset link of this key hash. Nothing is queued for a user without a confirmed
    /// address.
    pub async fn send_reset_link(
        &self,
        user: UserId,
        key_hash: [u8; 32],
        email: String,
    ) -> Result<(), StoreError> {
        self.store.send_password_link(self.password_link(user, key_hash), email).await
    }

    pub(super) fn password_link(&self, user: UserId, key_hash: [u8; 32]) -> PasswordLink {
        let at = self.clock.now();
        PasswordLink { user, key_hash, at, expires_at: at.after(COUNTS) }
    }

    /// The user whose password a link sets, if it is still valid. Does not use the link up.
    pub async fn user_of_reset(&self, key: &ResetKey) -> Result<Option<PasswordLinkUser>, StoreError> {
        self.store.password_link(key.hash(), self.clock.now()).await
    }

    /// Sets a new password and uses up the link. Ends all sessions of the user and invalidates their other links.
    /// `email` is the outbox key of the confirmation.
    ///
    /// # Errors
    /// The link is no longer valid, the password is easily guessed, or the database failed.
    pub async fn reset_password(
        &self,
        key: &ResetKey,
        new: Password,
        email: Option<String>,
    ) -> Result<UserSummary, AccountError> {
        let person = self.user_of_reset(key).await?.ok_or(AccountError::LinkGone)?.person;
        let name = Username::parse(&person.name).map_err(|_| AccountError::LinkGone)?;
        let hash = self.hash(new, name, HashingFor::KnownUser).await?;
        let new = NewPassword { hash, email, at: self.clock.now() };
        let user = self.store.reset_password(key.hash(), new).await?.ok_or(AccountError::LinkGone)?;
        self.sessions.invalidate_all_of(user);
        Ok(person)
    }
}

impl fmt::Debug for ResetKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResetKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::ResetKey;

    #[test]
    fn a_key_round_trips_and_debug_output_hides_it() {
        let key = ResetKey([7; 32]);
        assert!(ResetKey::parse(&key.text()) == Some(key.clone()));
        assert_eq!(format!("{key:?}"), "ResetKey(…)");
        for text in ["", "x", &"A".repeat(44), &"A".repeat(42), "../../etc"] {
            assert!(ResetKey::parse(text).is_none(), "{text}");
        }
    }
}
