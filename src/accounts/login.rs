//! Checking credentials, and opening a session with them.

use super::verified_login::VerifiedLogin;
use super::{AccountError, Accounts, HashingFor, SecretToken, Username, password};
use crate::store::{Credentials, SessionProof, StoreError};
use crate::users::UserSummary;

impl Accounts {
    /// Checks a username and password.
    ///
    /// # Errors
    /// They do not match, the hashing queue is full, or the database failed.
    pub async fn sign_in(
        &self,
        name: &str,
        password: String,
        client: HashingFor,
    ) -> Result<VerifiedLogin, AccountError> {
        let found = match Username::parse(name) {
            Ok(name) => self.store.credentials(name.key()).await?,
            Err(_) => None,
        };
        let hash = found.as_ref().map(|found| found.password.clone());
        // An unknown name takes as long as a wrong password.
        let cost = self.hash_cost;
        let verify = move || password::verify(&password, hash.as_deref(), cost);
        let right = self.hashing.run(client, verify).await?;
        match found {
            Some(Credentials { person, password }) if right => {
                Ok(VerifiedLogin { person, proof: SessionProof::Password(password) })
            }
            found => Err(AccountError::WrongCredentials { account: found.map(|found| found.person.id) }),
        }
    }

    /// Whether this is the password of the user, who has a session.
    ///
    /// # Errors
    /// The hashing queue is full, or the database failed.
    pub async fn is_password_of(&self, person: &UserSummary, password: String) -> Result<bool, AccountError> {
        match self.sign_in(&person.name, password, HashingFor::KnownUser).await {
            Ok(known) => Ok(known.person.id == person.id),
            Err(AccountError::WrongCredentials { .. }) => Ok(false),
            Err(other) => Err(other),
        }
    }

    /// Whether this is the password of the user, or they have none.
    ///
    /// # Errors
    /// As [`Self::is_password_of`].
    pub(super) async fn is_password_if_any(
        &self,
        person: &UserSummary,
        password: String,
    ) -> Result<bool, AccountError> {
        let has_none = password.is_empty() && !self.sign_in_ways(person.id, None).await?.has_password;
        Ok(has_none || self.is_password_of(person, password).await?)
    }

    /// Opens a session and ends the one that the browser had before. `None` if the credentials are no longer valid,
    /// for example because the password was changed in the meantime.
    pub async fn open_session(
        &self,
        entrant: &VerifiedLogin,
        device: &str,
        before: Option<&SecretToken>,
    ) -> Result<Option<SecretToken>, StoreError> {
        self.sessions.open(entrant, device, before).await
    }
}
