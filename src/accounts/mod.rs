//! Accounts: names, passwords, passkeys, codes, sessions. Imports `store`, `people`, `matches`, `texts`, `now`.

mod app;
pub mod archive;
mod directory;
mod door;
mod factors;
mod hashing;
mod invited;
mod known;
mod passkeys;
mod password;
mod recovery;
mod resets;
mod sealed;
mod session_watch;
mod sessions;
mod staff;
mod username;
mod watched;

use thiserror::Error;

pub use app::AppSetup;
pub use directory::Directory;
pub use door::Entrant;
pub use factors::FactorError;
pub use hashing::Busy;
pub use invited::Uninvited;
pub use passkeys::{Challenge, PasskeyError};
pub use password::{Password, PasswordError};
pub use resets::{ResetError, ResetKey};
pub use session_watch::SessionWatch;
pub use sessions::{PROVEN_TO_ACT, PROVEN_TO_READ, Session, Token};
pub use username::{Username, UsernameError};

use crate::matches::{Person, UserId};
use crate::now::Clock;
use crate::people::{By, Refused, Role};
use crate::store::{Decided, NewAccount, NewPassword, NotAdded, OwnSession, Store, StoreError};
use crate::texts::{self, tr};
use hashing::Hashing;
use known::Known;
use passkeys::Passkeys;
use sealed::Seal;
use sessions::Sessions;

/// Why nobody was registered.
#[derive(Debug, Error)]
pub enum RegisterError {
    /// Somebody has the name.
    #[error("{}", tr("This name is taken."))]
    Taken,
    /// The invitation was used up, taken back or has run out meanwhile.
    #[error("{}", tr("This invitation counts no more. Ask for another."))]
    NotInvited,
    /// The password is easily guessed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// Too many passwords are being hashed.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<NotAdded> for RegisterError {
    fn from(error: NotAdded) -> Self {
        match error {
            NotAdded::Taken => RegisterError::Taken,
            NotAdded::NotInvited => RegisterError::NotInvited,
        }
    }
}

/// Why nobody was signed in.
#[derive(Debug, Error)]
pub enum SignInError {
    /// There is no such name, or the password is not its own: which of the two is nobody's business.
    #[error("{}", tr("There is no account with this name and password."))]
    Wrong {
        /// The account of that name, for the log.
        account: Option<UserId>,
    },
    /// Too many passwords are being checked.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a password stays as it is.
#[derive(Debug, Error)]
pub enum ChangeError {
    /// It is not the one they have.
    #[error("{}", tr("That is not your password."))]
    Wrong,
    /// The new one is easily guessed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// Too many passwords are being hashed.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why somebody is still here.
#[derive(Debug, Error)]
pub enum LeaveError {
    /// The password is not theirs.
    #[error("{}", tr("That is not your password."))]
    Wrong,
    /// What they have typed is not their name.
    #[error("{}", tr("That is not your name. Write it as it stands at the top of the page."))]
    Name,
    /// Nobody would be left to look after the house.
    #[error("{}", tr("You are the last admin of this house. Make somebody else an admin first."))]
    LastAdmin,
    /// Too many passwords are being checked.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The people of the house.
#[derive(Debug)]
pub struct Accounts {
    store: Store,
    clock: Clock,
    hashing: Hashing,
    sessions: Sessions,
    seal: Seal,
    known: Known,
    passkeys: Option<Passkeys>,
    directory: Directory,
}

impl Accounts {
    /// Opens the book of accounts. `key` is what session tokens are hashed with, and what else is secret here is encrypted
    /// or signed with keys made from it.
    ///
    /// # Errors
    /// The threads that hash passwords cannot be started.
    pub fn open(store: Store, clock: Clock, key: [u8; 32]) -> std::io::Result<Self> {
        let sessions = Sessions::new(store.clone(), clock.clone(), key);
        let seal = Seal::new(sealed::derive(&key, "secrets of apps that make codes"));
        let known = Known::new(sealed::derive(&key, "browsers somebody has signed in with"));
        let directory = Directory::new(store.clone());
        let hashing = Hashing::start()?;
        Ok(Self { store, clock, hashing, sessions, seal, known, passkeys: None, directory })
    }

    /// Takes passkeys for the site at this address, if its host has a name.
    #[must_use]
    pub fn at(self, origin: &str) -> Self {
        Self { passkeys: Passkeys::at(origin), ..self }
    }

    /// Makes an account.
    ///
    /// # Errors
    /// The name is taken, the password is easily guessed, or it cannot be done now.
    pub async fn register(&self, name: &Username, password: Password) -> Result<Person, RegisterError> {
        self.add(name, password, Role::Player, None, None).await
    }

    async fn add(
        &self,
        name: &Username,
        password: Password,
        role: Role,
        came_by: Option<i64>,
        made_by: Option<By>,
    ) -> Result<Person, RegisterError> {
        // Asked before the costly hash; what decides is the unique key.
        if self.store.person(name.key()).await?.is_some() {
            return Err(RegisterError::Taken);
        }
        let known = name.clone();
        let hash = self.hashing.run(move || password.check(&known).map(|()| password.hash())).await???;
        let (key, name, at) = (name.key().to_owned(), name.as_str().to_owned(), self.clock.now());
        let language = texts::spoken();
        let new = NewAccount { name, key, password: hash, role, came_by, language, made_by, at };
        Ok(self.store.add_account(new).await??)
    }

    /// Gives somebody who knows their password another one. All of their sessions but this one end. `letter` is the key
    /// under which a letter tells them.
    ///
    /// # Errors
    /// The password is not theirs, the new one is easily guessed, or it cannot be done now.
    pub async fn change_password(
        &self,
        person: &Person,
        own: &Token,
        current: String,
        new: Password,
        letter: Option<String>,
    ) -> Result<(), ChangeError> {
        let name = Username::parse(&person.name).map_err(|_| ChangeError::Wrong)?;
        if !self.is_password_of(person, current).await?? {
            return Err(ChangeError::Wrong);
        }
        let hash = self.hashing.run(move || new.check(&name).map(|()| new.hash())).await???;
        let new = NewPassword { hash, letter, at: self.clock.now() };
        self.store.change_password(person.id, new, self.sessions.hash(own)).await?;
        self.sessions.forget_all_of(person.id);
        Ok(())
    }

    /// Lets somebody leave for good who knows their password and types their name. Their matches are given up afterwards, by
    /// [`sweeper::see_off`](crate::sweeper::see_off).
    ///
    /// # Errors
    /// The password or the name is not theirs, or it cannot be done now; nothing was changed.
    pub async fn leave(
        &self,
        person: &Person,
        password: String,
        name: &str,
        letter: bool,
    ) -> Result<(), LeaveError> {
        if !name.trim().eq_ignore_ascii_case(&person.name) {
            return Err(LeaveError::Name);
        }
        if !self.is_password_of(person, password).await?? {
            return Err(LeaveError::Wrong);
        }
        match self.delete(person.id, letter).await? {
            Ok(()) | Err(Refused::Nobody) => Ok(()),
            Err(_) => Err(LeaveError::LastAdmin),
        }
    }

    /// Takes somebody out of the house: whatever is theirs goes at once. Their matches are given up afterwards, by
    /// [`sweeper::see_off`](crate::sweeper::see_off). With `letter`, they are told at the address they had.
    ///
    /// # Errors
    /// The database failed; nothing was changed.
    pub async fn delete(&self, user: UserId, letter: bool) -> Result<Decided, StoreError> {
        let decided = self.store.delete_person(user, self.clock.now(), letter).await?;
        self.sessions.forget_all_of(user);
        self.directory.forget(user);
        Ok(decided)
    }

    /// Where somebody is signed in, the place used last first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn sessions_of(&self, user: UserId) -> Result<Vec<OwnSession>, StoreError> {
        self.sessions.of(user).await
    }

    /// Ends one of somebody's sessions, told by the hash of its token; whether it was one of theirs.
    ///
    /// # Errors
    /// The database failed.
    pub async fn end_session_of(&self, user: UserId, hash: Vec<u8>) -> Result<bool, StoreError> {
        self.sessions.end_one_of(user, hash).await
    }

    /// Ends all of somebody's sessions but this one.
    ///
    /// # Errors
    /// The database failed.
    pub async fn end_other_sessions(&self, user: UserId, own: &Token) -> Result<(), StoreError> {
        self.sessions.end_others_of(user, own).await
    }

    /// Whose session this is.
    ///
    /// # Errors
    /// The database failed.
    pub async fn session(&self, token: &Token) -> Result<Option<Session>, StoreError> {
        self.sessions.find(token).await
    }

    /// The same as far as it is known without asking.
    pub fn known_session(&self, token: &Token) -> Option<Session> {
        self.sessions.known(token)
    }

    /// Whether the user of a session has proven their identity within this span: [`PROVEN_TO_ACT`] or [`PROVEN_TO_READ`].
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_proven(&self, token: &Token, within: i64) -> Result<bool, StoreError> {
        self.sessions.is_proven(token, within).await
    }

    /// Whoever is signed in has shown that it is them: the session goes on under another token, and the one before is dead.
    ///
    /// # Errors
    /// The database failed.
    pub async fn prove(&self, token: &Token) -> Result<Option<Token>, StoreError> {
        self.sessions.prove(token).await
    }

    /// What is kept of a token, for what goes with the session when it ends.
    pub fn session_hash(&self, token: &Token) -> [u8; 32] {
        self.sessions.hash(token)
    }

    /// Ends a session.
    ///
    /// # Errors
    /// The database failed.
    pub async fn sign_out(&self, token: &Token) -> Result<(), StoreError> {
        self.sessions.end(token).await
    }

    /// Forgets the sessions that nobody has used for so long that they count no more, and links too old to be of use.
    ///
    /// # Errors
    /// The database failed.
    pub async fn forget_unused_sessions(&self) -> Result<u64, StoreError> {
        self.store.forget_password_links(self.clock.now()).await?;
        self.sessions.forget_unused().await
    }

    /// How many passwords were hashed or compared so far.
    pub fn hashes(&self) -> u64 {
        self.hashing.asked()
    }

    /// What people are called.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }
}
