//! Verified credentials, and the session opened with them.

use super::{AccountError, Accounts, SecretToken, Username, password};
use crate::store::{Credentials, NewSession, SessionProof, StoreError};
use crate::users::{UserId, UserSummary};

/// Somebody who has shown who they are.
#[derive(Clone, Debug)]
pub struct VerifiedLogin {
    pub person: UserSummary,
    pub(super) shows: SessionProof,
}

/// One who needs nothing looked at again: their passkey was checked, or their account made, just now.
impl From<UserSummary> for VerifiedLogin {
    fn from(person: UserSummary) -> Self {
        Self { person, shows: SessionProof::Enough }
    }
}

impl Accounts {
    /// Checks a name and a password.
    ///
    /// # Errors
    /// They do not belong together, or it cannot be told now.
    pub async fn sign_in(&self, name: &str, password: String) -> Result<VerifiedLogin, AccountError> {
        let found = match Username::parse(name) {
            Ok(name) => self.store.credentials(name.key()).await?,
            Err(_) => None,
        };
        let hash = found.as_ref().map(|found| found.password.clone());
        // An unknown name takes as long as a wrong password.
        let right = self.hashing.run(move || password::verify(&password, hash.as_deref())).await?;
        match found {
            Some(Credentials { person, password }) if right => {
                Ok(VerifiedLogin { person, shows: SessionProof::Password(password) })
            }
            found => Err(AccountError::WrongCredentials { account: found.map(|found| found.person.id) }),
        }
    }

    /// Whether this is the password of somebody.
    ///
    /// # Errors
    /// It cannot be told now.
    pub async fn is_password_of(&self, person: &UserSummary, password: String) -> Result<bool, AccountError> {
        match self.sign_in(&person.name, password).await {
            Ok(known) => Ok(known.person.id == person.id),
            Err(AccountError::WrongCredentials { .. }) => Ok(false),
            Err(other) => Err(other),
        }
    }

    /// Opens a session for somebody who has shown who they are; the one their browser had before ends. `None` when what they
    /// have shown has come to nothing meanwhile, as a password does that was changed.
    pub async fn open_session(
        &self,
        entrant: &VerifiedLogin,
        device: &str,
        before: Option<&SecretToken>,
    ) -> Result<Option<SecretToken>, StoreError> {
        self.sessions.open(entrant, device, before).await
    }
}

impl VerifiedLogin {
    /// The session that is to open for them.
    pub(super) fn session(&self, token_hash: [u8; 32], device: &str) -> NewSession {
        let device = device.to_owned();
        NewSession { token_hash, user: self.user(), device, shows: self.shows.clone() }
    }

    pub(super) const fn user(&self) -> UserId {
        self.person.id
    }
}
