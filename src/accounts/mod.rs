//! Accounts: registration, passwords, passkeys, codes, sessions.

mod account_imports;
mod account_list;
mod browsers;
mod directory;
pub mod error;
mod external;
mod guests;
mod hashing;
mod invited;
mod known_browsers;
mod login;
mod passkey_verifier;
mod passkeys;
mod password;
mod recovery;
mod resets;
mod sealing;
mod session_watch;
mod sessions;
mod setup;
mod staff;
mod token;
mod totp;
mod two_factor;
mod username;
mod verified_login;
mod watched_sessions;

pub use account_imports::NewUserLinks;
pub use account_list::AccountList;
pub use directory::UserDirectory;
pub use error::{
    AccountError, FactorError, HashingBusy, InvitationError, PasskeyError, PasswordError, UsernameError,
};
pub use external::ExternalSignIn;
pub use hashing::HashingFor;
pub use passkeys::IssuedChallenge;
pub use password::Password;
pub use resets::ResetKey;
pub use session_watch::SessionWatch;
pub use sessions::{REAUTHENTICATED_TO_ACT, REAUTHENTICATED_TO_READ, Session};
pub use setup::SetupKey;
pub use token::SecretToken;
pub use totp::AppSetup;
pub use two_factor::PENDING_LOGIN_VALID;
pub use username::{Username, key_of_user};
pub use verified_login::VerifiedLogin;

use crate::config::HashCost;
use crate::language::Language;
use crate::now::{Clock, Moment};
use crate::store::{ListedSession, NewAccount, NewPassword, Store, StoreError};
use crate::users::{AuditActor, Role, StaffActionError, UserId, UserSummary, name_key};
use hashing::HashingThreads;
use known_browsers::KnownBrowser;
use passkey_verifier::PasskeyVerifier;
use sealing::SealingKey;
use sessions::SessionCache;

/// Registration, sign-in and everything about accounts.
#[derive(Debug)]
pub struct Accounts {
    store: Store,
    clock: Clock,
    hash_cost: HashCost,
    hashing: HashingThreads,
    sessions: SessionCache,
    seal: SealingKey,
    attempts: SealingKey,
    known: KnownBrowser,
    passkeys: Option<PasskeyVerifier>,
    directory: UserDirectory,
}

/// The data of a new account.
#[derive(Debug, Default)]
struct NewUser {
    role: Role,
    /// What the user writes to staff, who have to approve the account.
    application: Option<String>,
    /// The invitation that was used.
    came_by: Option<i64>,
    /// Whether the account is created only if there is no admin.
    only_admin: bool,
    /// Who creates the account, if not the user.
    created_by: Option<AuditActor>,
    language: Language,
}

impl Accounts {
    /// Opens the accounts. `key` is the secret of the site: session tokens are hashed with it, and the keys for
    /// encryption and signatures are derived from it.
    ///
    /// # Errors
    /// The threads for password hashing cannot be started.
    pub fn open(store: Store, clock: Clock, key: [u8; 32]) -> std::io::Result<Self> {
        let sessions = SessionCache::new(store.clone(), clock.clone(), key);
        // Part of the key derivation: changing a purpose makes stored data unreadable.
        let seal = SealingKey::new(sealing::derive(&key, "secrets of apps that make codes"));
        let attempts = SealingKey::new(sealing::derive(&key, "attempts to sign in at a provider"));
        let known = KnownBrowser::new(sealing::derive(&key, "browsers somebody has signed in with"));
        let directory = UserDirectory::new(store.clone());
        let hashing = HashingThreads::start()?;
        let hash_cost = HashCost::default();
        Ok(Self {
            store,
            clock,
            hash_cost,
            hashing,
            sessions,
            seal,
            attempts,
            known,
            passkeys: None,
            directory,
        })
    }

    /// Hashes passwords with another cost.
    #[must_use]
    pub fn with_hash_cost(self, hash_cost: HashCost) -> Self {
        Self { hash_cost, ..self }
    }

    /// Enables passkeys for the site at this origin, if its host is a name.
    #[must_use]
    pub fn with_passkeys(self, origin: &str) -> Self {
        Self { passkeys: PasskeyVerifier::at(origin), ..self }
    }

    /// Creates an account. With an application, it can be used once staff have approved it.
    ///
    /// # Errors
    /// The name is taken, the password is easily guessed, the hashing queue is full, or the database failed.
    pub async fn register(
        &self,
        name: &Username,
        password: Password,
        language: Language,
        application: Option<String>,
    ) -> Result<UserSummary, AccountError> {
        self.add(name, password, NewUser { language, application, ..NewUser::default() }).await
    }

    async fn add(
        &self,
        name: &Username,
        password: Password,
        NewUser { role, application, came_by, only_admin, created_by, language }: NewUser,
    ) -> Result<UserSummary, AccountError> {
        // Checked before the expensive hash. The unique key in the database decides.
        if self.store.user_by_name(name.key()).await?.is_some() {
            return Err(AccountError::UsernameTaken);
        }
        let hash = self.hash(password, name.clone(), HashingFor::Anybody).await?;
        let (key, name, at) = (name.key().to_owned(), name.as_str().to_owned(), self.clock.now());
        let new = NewAccount {
            name,
            key,
            password: hash,
            role,
            application,
            came_by,
            only_admin,
            language,
            created_by,
            at,
        };
        Ok(self.store.add_account(new).await??)
    }

    /// Checks a new password for this username, and hashes it.
    async fn hash(
        &self,
        password: Password,
        name: Username,
        client: HashingFor,
    ) -> Result<String, AccountError> {
        let cost = self.hash_cost;
        let hashing = move || {
            password.check(&name)?;
            Ok(password.hash(cost)?)
        };
        self.hashing.run(client, hashing).await?
    }

    /// Changes the password of a user who knows the current one, or sets their first. Ends all of their sessions but
    /// this one. `email` is the outbox key of the confirmation.
    ///
    /// # Errors
    /// The current password is wrong, the new one is easily guessed, the hashing queue is full, or the database
    /// failed.
    pub async fn change_password(
        &self,
        person: &UserSummary,
        own: &SecretToken,
        current: String,
        new: Password,
        email: Option<String>,
    ) -> Result<(), AccountError> {
        let name = Username::parse(&person.name).map_err(|_| AccountError::WrongPassword)?;
        if !self.is_password_if_any(person, current).await? {
            return Err(AccountError::WrongPassword);
        }
        let hash = self.hash(new, name, HashingFor::KnownUser).await?;
        let new = NewPassword { hash, email, at: self.clock.now() };
        self.store.change_password(person.id, new, self.sessions.hash(own)).await?;
        self.sessions.invalidate_all_of(person.id);
        Ok(())
    }

    /// Deletes the account of a user who has typed their name, and given their password if they sign in with one. Their
    /// matches are resigned later, by
    /// [`sweeper::finish_account_deletions`](crate::sweeper::finish_account_deletions).
    ///
    /// # Errors
    /// The password or the name is wrong, or it failed; nothing was changed.
    pub async fn delete_own(
        &self,
        person: &UserSummary,
        password: Option<String>,
        name: &str,
        email: bool,
    ) -> Result<(), AccountError> {
        if name_key(name.trim()) != name_key(&person.name) {
            return Err(AccountError::WrongUsername);
        }
        if let Some(password) = password
            && !self.is_password_of(person, password).await?
        {
            return Err(AccountError::WrongPassword);
        }
        match self.delete(person.id, email).await {
            Ok(()) | Err(AccountError::Refused(StaffActionError::Nobody)) => Ok(()),
            Err(AccountError::Refused(_)) => Err(AccountError::LastAdmin),
            Err(other) => Err(other),
        }
    }

    /// Deletes an account and its data. The matches are resigned later, by
    /// [`sweeper::finish_account_deletions`](crate::sweeper::finish_account_deletions). With `email`, a confirmation
    /// goes to their address.
    ///
    /// # Errors
    /// They are the last admin, there is no such user, or the database failed; nothing was changed.
    pub async fn delete(&self, user: UserId, email: bool) -> Result<(), AccountError> {
        let decided = self.store.delete_person(user, self.clock.now(), email).await?;
        self.sessions.invalidate_all_of(user);
        self.directory.invalidate(user);
        Ok(decided?)
    }

    /// Deletes a guest, unless they were seen after `before` or have an account by now. Returns whether they were
    /// deleted.
    pub async fn delete_idle_guest(&self, guest: UserId, before: Moment) -> Result<bool, StoreError> {
        let deleted = self.store.delete_idle_guest(guest, before, self.clock.now()).await?;
        if deleted {
            self.sessions.invalidate_all_of(guest);
            self.directory.invalidate(guest);
        }
        Ok(deleted)
    }

    /// The time by which sessions and suspensions end.
    pub fn now(&self) -> Moment {
        self.clock.now()
    }

    /// The sessions of a user, most recently used first.
    pub async fn sessions_of(&self, user: UserId) -> Result<Vec<ListedSession>, StoreError> {
        self.sessions.of(user).await
    }

    /// Ends one of the user's sessions, given by the hash of its token. Returns whether it was one of theirs.
    pub async fn end_session_of(&self, user: UserId, hash: Vec<u8>) -> Result<bool, StoreError> {
        self.sessions.end_one_of(user, hash).await
    }

    /// Ends all sessions of the user but this one.
    pub async fn end_other_sessions(&self, user: UserId, own: &SecretToken) -> Result<(), StoreError> {
        self.sessions.end_others_of(user, own).await
    }

    /// The session of this token.
    pub async fn session(&self, token: &SecretToken) -> Result<Option<Session>, StoreError> {
        self.sessions.find(token).await
    }

    /// Records a reauthentication. The session continues under a new token, and the old one becomes invalid.
    pub async fn record_reauthentication(
        &self,
        token: &SecretToken,
    ) -> Result<Option<SecretToken>, StoreError> {
        self.sessions.record_reauthentication(token).await
    }

    /// The hash of a token, by which the database knows the session.
    pub fn session_hash(&self, token: &SecretToken) -> [u8; 32] {
        self.sessions.hash(token)
    }

    pub async fn sign_out(&self, token: &SecretToken) -> Result<(), StoreError> {
        self.sessions.end(token).await
    }

    /// Deletes expired sessions and reset links. Returns how many.
    pub async fn forget_unused_sessions(&self) -> Result<u64, StoreError> {
        self.store.forget_password_links(self.clock.now()).await?;
        self.sessions.forget_unused().await
    }

    /// How many passwords were hashed or compared so far.
    pub fn hash_count(&self) -> u64 {
        self.hashing.submitted_count()
    }

    pub fn directory(&self) -> &UserDirectory {
        &self.directory
    }
}
