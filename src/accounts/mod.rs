//! Accounts: names, passwords, passkeys, codes, sessions. Imports `store`, `people`, `matches`, `now`.

mod app;
pub mod archive;
mod directory;
mod door;
pub mod error;
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
mod token;
mod username;
mod watched;

pub use app::AppSetup;
pub use directory::Directory;
pub use door::Entrant;
pub use error::{AccountError, Busy, FactorError, PasskeyError, PasswordError, Uninvited, UsernameError};
pub use passkeys::Challenge;
pub use password::Password;
pub use resets::ResetKey;
pub use session_watch::SessionWatch;
pub use sessions::{PROVEN_TO_ACT, PROVEN_TO_READ, Session};
pub use token::Token;
pub use username::Username;

use crate::language::Language;
use crate::now::Clock;
use crate::store::{NewAccount, NewPassword, OwnSession, Store, StoreError};
use crate::users::{By, Person, Refused, Role, UserId};
use hashing::Hashing;
use known::Known;
use passkeys::Passkeys;
use sealed::Seal;
use sessions::Sessions;

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

/// How somebody gets an account, and as what.
#[derive(Debug, Default)]
struct NewUser {
    role: Role,
    /// The invitation they come by.
    came_by: Option<i64>,
    /// Who makes the account, if not they themselves.
    made_by: Option<By>,
    language: Language,
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

    /// Makes an account for somebody who reads this language.
    ///
    /// # Errors
    /// The name is taken, the password is easily guessed, or it cannot be done now.
    pub async fn register(
        &self,
        name: &Username,
        password: Password,
        language: Language,
    ) -> Result<Person, AccountError> {
        self.add(name, password, NewUser { language, ..NewUser::default() }).await
    }

    async fn add(
        &self,
        name: &Username,
        password: Password,
        NewUser { role, came_by, made_by, language }: NewUser,
    ) -> Result<Person, AccountError> {
        // Asked before the costly hash; what decides is the unique key.
        if self.store.person(name.key()).await?.is_some() {
            return Err(AccountError::UsernameTaken);
        }
        let hash = self.hash(password, name.clone()).await?;
        let (key, name, at) = (name.key().to_owned(), name.as_str().to_owned(), self.clock.now());
        let new = NewAccount { name, key, password: hash, role, came_by, language, made_by, at };
        Ok(self.store.add_account(new).await??)
    }

    /// Checks a new password for the account of this name, and hashes it.
    async fn hash(&self, password: Password, name: Username) -> Result<String, AccountError> {
        let hashing = move || {
            password.check(&name)?;
            Ok(password.hash()?)
        };
        self.hashing.run(hashing).await?
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
    ) -> Result<(), AccountError> {
        let name = Username::parse(&person.name).map_err(|_| AccountError::WrongPassword)?;
        if !self.is_password_of(person, current).await? {
            return Err(AccountError::WrongPassword);
        }
        let hash = self.hash(new, name).await?;
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
    ) -> Result<(), AccountError> {
        if !name.trim().eq_ignore_ascii_case(&person.name) {
            return Err(AccountError::WrongUsername);
        }
        if !self.is_password_of(person, password).await? {
            return Err(AccountError::WrongPassword);
        }
        match self.delete(person.id, letter).await {
            Ok(()) | Err(AccountError::Refused(Refused::Nobody)) => Ok(()),
            Err(AccountError::Refused(_)) => Err(AccountError::LastAdmin),
            Err(other) => Err(other),
        }
    }

    /// Takes somebody out of the house: whatever is theirs goes at once. Their matches are given up afterwards, by
    /// [`sweeper::see_off`](crate::sweeper::see_off). With `letter`, they are told at the address they had.
    ///
    /// # Errors
    /// They are the last admin, there is no such user, or the database failed; nothing was changed.
    pub async fn delete(&self, user: UserId, letter: bool) -> Result<(), AccountError> {
        let decided = self.store.delete_person(user, self.clock.now(), letter).await?;
        self.sessions.forget_all_of(user);
        self.directory.forget(user);
        Ok(decided?)
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
