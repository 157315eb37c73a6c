//! Accounts: registration, passwords, passkeys, codes, sessions.

pub mod archive;
mod directory;
pub mod error;
mod guests;
mod hashing;
mod invited;
mod known_browsers;
mod login;
mod passkeys;
mod password;
mod recovery;
mod resets;
mod sealing;
mod session_watch;
mod sessions;
mod staff;
mod token;
mod totp;
mod two_factor;
mod username;
mod watched_sessions;

pub use directory::UserDirectory;
pub use error::{
    AccountError, FactorError, HashingBusy, InvitationError, PasskeyError, PasswordError, UsernameError,
};
pub use login::VerifiedLogin;
pub use passkeys::IssuedChallenge;
pub use password::Password;
pub use resets::ResetKey;
pub use session_watch::SessionWatch;
pub use sessions::{REAUTHENTICATED_TO_ACT, REAUTHENTICATED_TO_READ, Session};
pub use token::SecretToken;
pub use totp::AppSetup;
pub use username::{Username, name_key};

use crate::language::Language;
use crate::now::Clock;
use crate::store::{ListedSession, NewAccount, NewPassword, Store, StoreError};
use crate::users::{AuditActor, Role, StaffActionError, UserId, UserSummary};
use hashing::HashingThreads;
use known_browsers::KnownBrowser;
use passkeys::PasskeyVerifier;
use sealing::SealingKey;
use sessions::SessionCache;

/// The people of the site.
#[derive(Debug)]
pub struct Accounts {
    store: Store,
    clock: Clock,
    hashing: HashingThreads,
    sessions: SessionCache,
    seal: SealingKey,
    known: KnownBrowser,
    passkeys: Option<PasskeyVerifier>,
    directory: UserDirectory,
}

/// How somebody gets an account, and as what.
#[derive(Debug, Default)]
struct NewUser {
    role: Role,
    /// The invitation they come by.
    came_by: Option<i64>,
    /// Who makes the account, if not they themselves.
    made_by: Option<AuditActor>,
    language: Language,
}

impl Accounts {
    /// Opens the book of accounts. `key` is what session tokens are hashed with, and what else is secret here is encrypted
    /// or signed with keys made from it.
    ///
    /// # Errors
    /// The threads that hash passwords cannot be started.
    pub fn open(store: Store, clock: Clock, key: [u8; 32]) -> std::io::Result<Self> {
        let sessions = SessionCache::new(store.clone(), clock.clone(), key);
        let seal = SealingKey::new(sealing::derive(&key, "secrets of apps that make codes"));
        let known = KnownBrowser::new(sealing::derive(&key, "browsers somebody has signed in with"));
        let directory = UserDirectory::new(store.clone());
        let hashing = HashingThreads::start()?;
        Ok(Self { store, clock, hashing, sessions, seal, known, passkeys: None, directory })
    }

    /// Takes passkeys for the site at this address, if its host has a name.
    #[must_use]
    pub fn at(self, origin: &str) -> Self {
        Self { passkeys: PasskeyVerifier::at(origin), ..self }
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
    ) -> Result<UserSummary, AccountError> {
        self.add(name, password, NewUser { language, ..NewUser::default() }).await
    }

    async fn add(
        &self,
        name: &Username,
        password: Password,
        NewUser { role, came_by, made_by, language }: NewUser,
    ) -> Result<UserSummary, AccountError> {
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

    /// Gives somebody who knows their password another one. All of their sessions but this one end. `email` is the key
    /// under which an email tells them.
    ///
    /// # Errors
    /// The password is not theirs, the new one is easily guessed, or it cannot be done now.
    pub async fn change_password(
        &self,
        person: &UserSummary,
        own: &SecretToken,
        current: String,
        new: Password,
        email: Option<String>,
    ) -> Result<(), AccountError> {
        let name = Username::parse(&person.name).map_err(|_| AccountError::WrongPassword)?;
        if !self.is_password_of(person, current).await? {
            return Err(AccountError::WrongPassword);
        }
        let hash = self.hash(new, name).await?;
        let new = NewPassword { hash, email, at: self.clock.now() };
        self.store.change_password(person.id, new, self.sessions.hash(own)).await?;
        self.sessions.forget_all_of(person.id);
        Ok(())
    }

    /// Lets somebody leave for good who knows their password and types their name. Their matches are given up afterwards, by
    /// [`sweeper::finish_account_deletions`](crate::sweeper::finish_account_deletions).
    ///
    /// # Errors
    /// The password or the name is not theirs, or it cannot be done now; nothing was changed.
    pub async fn leave(
        &self,
        person: &UserSummary,
        password: String,
        name: &str,
        email: bool,
    ) -> Result<(), AccountError> {
        if !name.trim().eq_ignore_ascii_case(&person.name) {
            return Err(AccountError::WrongUsername);
        }
        if !self.is_password_of(person, password).await? {
            return Err(AccountError::WrongPassword);
        }
        match self.delete(person.id, email).await {
            Ok(()) | Err(AccountError::Refused(StaffActionError::Nobody)) => Ok(()),
            Err(AccountError::Refused(_)) => Err(AccountError::LastAdmin),
            Err(other) => Err(other),
        }
    }

    /// Takes somebody out of the site: whatever is theirs goes at once. Their matches are given up afterwards, by
    /// [`sweeper::finish_account_deletions`](crate::sweeper::finish_account_deletions). With `email`, they are told at the address they had.
    ///
    /// # Errors
    /// They are the last admin, there is no such user, or the database failed; nothing was changed.
    pub async fn delete(&self, user: UserId, email: bool) -> Result<(), AccountError> {
        let decided = self.store.delete_person(user, self.clock.now(), email).await?;
        self.sessions.forget_all_of(user);
        self.directory.forget(user);
        Ok(decided?)
    }

    /// Where somebody is signed in, the place used last first.
    pub async fn sessions_of(&self, user: UserId) -> Result<Vec<ListedSession>, StoreError> {
        self.sessions.of(user).await
    }

    /// Ends one of somebody's sessions, told by the hash of its token; whether it was one of theirs.
    pub async fn end_session_of(&self, user: UserId, hash: Vec<u8>) -> Result<bool, StoreError> {
        self.sessions.end_one_of(user, hash).await
    }

    /// Ends all of somebody's sessions but this one.
    pub async fn end_other_sessions(&self, user: UserId, own: &SecretToken) -> Result<(), StoreError> {
        self.sessions.end_others_of(user, own).await
    }

    /// Whose session this is.
    pub async fn session(&self, token: &SecretToken) -> Result<Option<Session>, StoreError> {
        self.sessions.find(token).await
    }

    /// Whether the user of a session has proven their identity within this span: [`REAUTHENTICATED_TO_ACT`] or [`REAUTHENTICATED_TO_READ`].
    pub async fn is_reauthenticated(&self, token: &SecretToken, within: i64) -> Result<bool, StoreError> {
        self.sessions.is_reauthenticated(token, within).await
    }

    /// Whoever is signed in has shown that it is them: the session goes on under another token, and the one before is dead.
    pub async fn prove(&self, token: &SecretToken) -> Result<Option<SecretToken>, StoreError> {
        self.sessions.prove(token).await
    }

    /// What is kept of a token, for what goes with the session when it ends.
    pub fn session_hash(&self, token: &SecretToken) -> [u8; 32] {
        self.sessions.hash(token)
    }

    /// Ends a session.
    pub async fn sign_out(&self, token: &SecretToken) -> Result<(), StoreError> {
        self.sessions.end(token).await
    }

    /// Forgets the sessions that nobody has used for so long that they count no more, and links too old to be of use.
    pub async fn forget_unused_sessions(&self) -> Result<u64, StoreError> {
        self.store.forget_password_links(self.clock.now()).await?;
        self.sessions.forget_unused().await
    }

    /// How many passwords were hashed or compared so far.
    pub fn hashes(&self) -> u64 {
        self.hashing.asked()
    }

    /// What people are called.
    pub fn directory(&self) -> &UserDirectory {
        &self.directory
    }
}
