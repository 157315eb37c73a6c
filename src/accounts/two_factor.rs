//! Two-factor authentication: setting it up, and the state between password and second factor.

use super::recovery::RecoveryCode;
use super::totp::{AppSecret, AppSetup};
use super::{Accounts, FactorError, SecretToken, VerifiedLogin};
use crate::store::{FactorChangeResult, SessionProof, StoreError, TwoFactorState};
use crate::users::UserId;
use crate::users::UserSummary;

/// How long somebody who has given their password may take to show something else.
const HALF_WAY: i64 = 10 * 60_000;

/// Whatever changes here is told in an email, under the key that is given as `email`.
impl Accounts {
    /// What somebody has besides their password.
    pub async fn factors(&self, user: UserId) -> Result<TwoFactorState, StoreError> {
        self.store.factors(user).await
    }

    /// Makes a secret for an app; it counts once a code has come from it.
    ///
    /// # Errors
    /// There is an app already, or the database failed.
    pub async fn begin_app(&self, user: UserId) -> Result<(), FactorError> {
        let secret =
            self.seal.close(&owner(user), AppSecret::random().bytes()).ok_or(FactorError::Unreadable)?;
        if self.store.begin_totp_setup(user, secret).await? { Ok(()) } else { Err(FactorError::Already) }
    }

    /// What somebody tells the app they are setting up.
    ///
    /// # Errors
    /// None is being set up, or the database failed.
    pub async fn app_setup(&self, person: &UserSummary, site: &str) -> Result<AppSetup, FactorError> {
        let (secret, confirmed) = self.app(person.id).await?;
        if confirmed { Err(FactorError::Already) } else { Ok(secret.setup(&person.name, site)) }
    }

    /// Takes the first code of an app, which counts from now on. Recovery codes, where there were none before.
    ///
    /// # Errors
    /// The code is wrong, no app is being set up, or the database failed.
    pub async fn confirm_app(
        &self,
        user: UserId,
        code: &str,
        email: Option<String>,
    ) -> Result<Option<Vec<String>>, FactorError> {
        let (secret, confirmed) = self.app(user).await?;
        if confirmed {
            return Err(FactorError::Already);
        }
        let now = self.clock.now();
        let step = secret.step_of(code, now).ok_or(FactorError::Wrong)?;
        let codes = RecoveryCode::several();
        let hashes = codes.iter().map(|code| code.hash(user)).collect();
        let kept = self.store.confirm_totp(user, step, FactorChangeResult { at: now, email }, hashes).await?;
        let texts = || codes.iter().map(RecoveryCode::text).collect();
        kept.map(|theirs| theirs.then(texts)).ok_or(FactorError::Already)
    }

    /// Forgets somebody's app. Whether there was one.
    pub async fn forget_app(&self, user: UserId, email: Option<String>) -> Result<bool, StoreError> {
        self.store.remove_totp(user, self.changed(email)).await
    }

    /// Gives somebody other recovery codes; none where there is nothing they could stand for.
    pub async fn renew_recovery_codes(
        &self,
        user: UserId,
        email: Option<String>,
    ) -> Result<Option<Vec<String>>, StoreError> {
        if !self.store.factors(user).await?.any() {
            return Ok(None);
        }
        let codes = RecoveryCode::several();
        let hashes = codes.iter().map(|code| code.hash(user)).collect();
        self.store.set_recovery_codes(user, hashes, self.changed(email)).await?;
        Ok(Some(codes.iter().map(RecoveryCode::text).collect()))
    }

    /// Takes a code of somebody's app, or one of their recovery codes, and uses it up. Whether it was right.
    pub async fn take_code(&self, user: UserId, code: &str) -> Result<bool, StoreError> {
        if let Some(code) = RecoveryCode::parse(code) {
            return self.store.use_recovery_code(user, code.hash(user)).await;
        }
        let secret = match self.app(user).await {
            Ok((secret, true)) => secret,
            Err(FactorError::Store(error)) => return Err(error),
            _ => return Ok(false),
        };
        match secret.step_of(code, self.clock.now()) {
            Some(step) => self.store.use_step(user, step).await,
            None => Ok(false),
        }
    }

    /// Keeps that somebody has given their password and has yet to show something else. Their browser holds the token. `None`
    /// when the password was changed meanwhile.
    pub async fn begin_two_factor(&self, entrant: &VerifiedLogin) -> Result<Option<SecretToken>, StoreError> {
        let token = SecretToken::random();
        let (now, half) = (self.clock.now(), self.sessions.hash(&token));
        let (user, shows) = (entrant.user(), entrant.shows.clone());
        let begun = self.store.add_pending_login(half, user, shows, now, now.after(HALF_WAY)).await?;
        Ok(begun.then_some(token))
    }

    /// Who has given their password and has yet to show something else. A session that opens for them uses that up.
    pub async fn half(&self, token: &SecretToken) -> Result<Option<VerifiedLogin>, StoreError> {
        let half = self.sessions.hash(token);
        let person = self.store.pending_login(half, self.clock.now()).await?;
        Ok(person.map(|person| VerifiedLogin { person, shows: SessionProof::Half(half) }))
    }

    /// A change of this moment, told under this key.
    pub(super) fn changed(&self, email: Option<String>) -> FactorChangeResult {
        FactorChangeResult { at: self.clock.now(), email }
    }

    async fn app(&self, user: UserId) -> Result<(AppSecret, bool), FactorError> {
        let kept = self.store.totp_secret(user).await?.ok_or(FactorError::None)?;
        let secret = self.seal.open(&owner(user), &kept.secret).ok_or(FactorError::Unreadable)?;
        Ok((AppSecret::from_bytes(secret), kept.confirmed))
    }
}

fn owner(user: UserId) -> String {
    format!("app:{}", user.0)
}
