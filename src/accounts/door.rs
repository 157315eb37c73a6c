//! Coming in: what somebody has shown at the door, and the session that opens for it.

use super::{Accounts, Busy, SignInError, Token, Username, password};
use crate::matches::{Person, UserId};
use crate::store::{Credentials, NewSession, Shows, StoreError};

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
    pub async fn sign_in(&self, name: &str, password: String) -> Result<Entrant, SignInError> {
        self.entrant(name, password).await??.map_err(|account| SignInError::Wrong { account })
    }

    /// Whether this is the password of somebody.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_password_of(
        &self,
        person: &Person,
        password: String,
    ) -> Result<Result<bool, Busy>, StoreError> {
        let is_theirs =
            |known: Result<Entrant, _>| known.is_ok_and(|known: Entrant| known.person.id == person.id);
        Ok(self.entrant(&person.name, password).await?.map(is_theirs))
    }

    /// Who has this name and this password; the account of that name if the password is wrong.
    async fn entrant(
        &self,
        name: &str,
        password: String,
    ) -> Result<Result<Result<Entrant, Option<UserId>>, Busy>, StoreError> {
        let found = match Username::parse(name) {
            Ok(name) => self.store.credentials(name.key()).await?,
            Err(_) => None,
        };
        let hash = found.as_ref().map(|found| found.password.clone());
        // An unknown name takes as long as a wrong password.
        let right = self.hashing.run(move || password::verify(&password, hash.as_deref())).await;
        Ok(right.map(|right| match found {
            Some(Credentials { person, password }) if right => {
                Ok(Entrant { person, shows: Shows::Password(password) })
            }
            found => Err(found.map(|found| found.person.id)),
        }))
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
