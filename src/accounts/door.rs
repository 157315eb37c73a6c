//! Coming in: what somebody has shown at the door, and the session that opens for it.

use super::{AccountError, Accounts, Token, Username, password};
use crate::store::{Credentials, NewSession, Shows, StoreError};
use crate::users::{Person, UserId};

/// Somebody who has shown who they are.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Who.
    pub person: Person,
    pub(super) shows: Shows,
}

/// One who needs nothing looked at again: their passkey was checked, or their account made, just now.
impl From<Person> for Entrant {
    fn from(person: Person) -> Self {
        Self { person, shows: Shows::Enough }
    }
}

impl Accounts {
    /// Checks a name and a password.
    ///
    /// # Errors
    /// They do not belong together, or it cannot be told now.
    pub async fn sign_in(&self, name: &str, password: String) -> Result<Entrant, AccountError> {
        let found = match Username::parse(name) {
            Ok(name) => self.store.credentials(name.key()).await?,
            Err(_) => None,
        };
        let hash = found.as_ref().map(|found| found.password.clone());
        // An unknown name takes as long as a wrong password.
        let right = self.hashing.run(move || password::verify(&password, hash.as_deref())).await?;
        match found {
            Some(Credentials { person, password }) if right => {
                Ok(Entrant { person, shows: Shows::Password(password) })
            }
            found => Err(AccountError::WrongCredentials { account: found.map(|found| found.person.id) }),
        }
    }

    /// Whether this is the password of somebody.
    ///
    /// # Errors
    /// It cannot be told now.
    pub async fn is_password_of(&self, person: &Person, password: String) -> Result<bool, AccountError> {
        match self.sign_in(&person.name, password).await {
            Ok(known) => Ok(known.person.id == person.id),
            Err(AccountError::WrongCredentials { .. }) => Ok(false),
            Err(other) => Err(other),
        }
    }

    /// Opens a session for somebody who has shown who they are; the one their browser had before ends. `None` when what they
    /// have shown has come to nothing meanwhile, as a password does that was changed.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open_session(
        &self,
        entrant: &Entrant,
        device: &str,
        before: Option<&Token>,
    ) -> Result<Option<Token>, StoreError> {
        self.sessions.open(entrant, device, before).await
    }
}

impl Entrant {
    /// The session that is to open for them.
    pub(super) fn session(&self, token_hash: [u8; 32], device: &str) -> NewSession {
        let device = device.to_owned();
        NewSession { token_hash, user: self.user(), device, shows: self.shows.clone() }
    }

    pub(super) const fn user(&self) -> UserId {
        self.person.id
    }
}
