//! Two-factor authentication: setting it up, and the state between password and second factor.

use super::recovery::RecoveryCode;
use super::totp::{AppSecret, AppSetup};
use super::{Accounts, FactorError, SecretToken, VerifiedLogin};
use crate::now::spans::MINUTE;
use crate::store::{FactorChangeNote, SessionProof, StoreError, TwoFactorState};
use crate::users::UserId;
use crate::users::UserSummary;

/// How long a user may take for the second factor after giving their password.
pub const PENDING_LOGIN_VALID: i64 = 10 * MINUTE;

/// Each change is confirmed by email; `email` is its outbox key.
impl Accounts {
    /// The second factors of a user.
    pub async fn two_factor_state(&self, user: UserId) -> Result<TwoFactorState, StoreError> {
        self.store.two_factor_state(user).await
    }

    /// Creates a secret for an authenticator app. It becomes active with the first correct code.
    ///
    /// # Errors
    /// There is an app already, or the database failed.
    pub async fn begin_app(&self, user: UserId) -> Result<(), FactorError> {
        let secret = self
            .seal
            .encrypt(&owner_label(user), AppSecret::random().bytes())
            .ok_or(FactorError::Unreadable)?;
        if self.store.begin_totp_setup(user, secret).await? { Ok(()) } else { Err(FactorError::Already) }
    }

    /// The setup of the app that is being added.
    ///
    /// # Errors
    /// None is being added, or the database failed.
    pub async fn app_setup(&self, person: &UserSummary, site: &str) -> Result<AppSetup, FactorError> {
        let (secret, confirmed) = self.load_secret(person.id).await?;
        if confirmed { Err(FactorError::Already) } else { Ok(secret.setup(&person.name, site)) }
    }

    /// Activates an app with its first code. Returns recovery codes if the user had none.
    ///
    /// # Errors
    /// The code is wrong, no app is being added, or the database failed.
    pub async fn confirm_app(
        &self,
        user: UserId,
        code: &str,
        email: Option<String>,
    ) -> Result<Option<Vec<String>>, FactorError> {
        let (secret, confirmed) = self.load_secret(user).await?;
        if confirmed {
            return Err(FactorError::Already);
        }
        let now = self.clock.now();
        let step = secret.step_of(code, now).ok_or(FactorError::Wrong)?;
        let codes = RecoveryCode::generate();
        let hashes = codes.iter().map(|code| code.hash(user)).collect();
        let stored = self.store.confirm_totp(user, step, FactorChangeNote { at: now, email }, hashes).await?;
        let texts = || codes.iter().map(RecoveryCode::text).collect();
        stored.map(|theirs| theirs.then(texts)).ok_or(FactorError::Already)
    }

    /// Removes the user's app. Returns whether there was one.
    pub async fn remove_app(&self, user: UserId, email: Option<String>) -> Result<bool, StoreError> {
        self.store.remove_totp(user, self.change_note(email)).await
    }

    /// Replaces the recovery codes of a user; none if they have no second factor.
    pub async fn renew_recovery_codes(
        &self,
        user: UserId,
        email: Option<String>,
    ) -> Result<Option<Vec<String>>, StoreError> {
        if !self.store.two_factor_state(user).await?.is_enabled() {
            return Ok(None);
        }
        let codes = RecoveryCode::generate();
        let hashes = codes.iter().map(|code| code.hash(user)).collect();
        self.store.set_recovery_codes(user, hashes, self.change_note(email)).await?;
        Ok(Some(codes.iter().map(RecoveryCode::text).collect()))
    }

    /// Checks a code of the user's app, or a recovery code, and uses it up. Returns whether it was valid.
    pub async fn take_code(&self, user: UserId, code: &str) -> Result<bool, StoreError> {
        if let Some(code) = RecoveryCode::parse(code) {
            return self.store.use_recovery_code(user, code.hash(user)).await;
        }
        let secret = match self.load_secret(user).await {
            Ok((secret, true)) => secret,
            Err(FactorError::Store(error)) => return Err(error),
            _ => return Ok(false),
        };
        match secret.step_of(code, self.clock.now()) {
            Some(step) => self.store.use_step(user, step).await,
            None => Ok(false),
        }
    }

    /// Starts the wait for the second factor after a correct password. Returns the token for the cookie; `None` if
    /// the password was changed in the meantime.
    pub async fn begin_two_factor(&self, entrant: &VerifiedLogin) -> Result<Option<SecretToken>, StoreError> {
        let token = SecretToken::random();
        let (now, token_hash) = (self.clock.now(), self.sessions.hash(&token));
        let (user, proof) = (entrant.user(), entrant.proof.clone());
        let begun = self
            .store
            .add_pending_login(token_hash, user, proof, now, now.after(PENDING_LOGIN_VALID))
            .await?;
        Ok(begun.then_some(token))
    }

    /// The login that waits for its second factor under this token. Opening a session uses it up.
    pub async fn pending_login(&self, token: &SecretToken) -> Result<Option<VerifiedLogin>, StoreError> {
        let token_hash = self.sessions.hash(token);
        let person = self.store.pending_login(token_hash, self.clock.now()).await?;
        Ok(person.map(|person| VerifiedLogin { person, proof: SessionProof::PendingLogin(token_hash) }))
    }

    /// A change at the present time, confirmed under this outbox key.
    pub(super) fn change_note(&self, email: Option<String>) -> FactorChangeNote {
        FactorChangeNote { at: self.clock.now(), email }
    }

    async fn load_secret(&self, user: UserId) -> Result<(AppSecret, bool), FactorError> {
        let stored = self.store.totp_secret(user).await?.ok_or(FactorError::None)?;
        let secret = self.seal.decrypt(&owner_label(user), &stored.secret).ok_or(FactorError::Unreadable)?;
        Ok((AppSecret::from_bytes(secret), stored.confirmed))
    }
}

fn owner_label(user: UserId) -> String {
    format!("app:{}", user.0)
}
