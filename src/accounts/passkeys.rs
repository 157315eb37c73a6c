//! Passkeys (WebAuthn), instead of a password or as a second factor.
//!
//! The device signs a challenge together with the origin of the page that asked, so the answer is worthless at
//! another site. Pending challenges are in memory, for a few minutes and one answer.

use serde::Serialize;
use webauthn_rs::prelude::{
    CredentialID, Passkey, PublicKeyCredential, RegisterPublicKeyCredential, Uuid, WebauthnError,
};

use super::Accounts;
use super::error::PasskeyError;
use super::passkey_verifier::{PasskeyCeremony, PasskeyVerifier};
use super::recovery::RecoveryCode;
use crate::store::{NewPasskey, StoreError, StoredPasskey};
use crate::users::UserId;
use crate::users::UserSummary;

/// How long a device may take to answer, in milliseconds.
const PATIENCE: i64 = 5 * 60_000;
/// A challenge for the script of the page.
#[derive(Clone, Debug, Serialize)]
pub struct IssuedChallenge {
    /// The id that the answer refers to.
    pub id: String,
    /// The options for `navigator.credentials`.
    pub asks: serde_json::Value,
}

impl Accounts {
    /// Whether this site supports passkeys.
    pub const fn takes_passkeys(&self) -> bool {
        self.passkeys.is_some()
    }

    /// A user's passkeys, oldest first.
    pub async fn passkeys_of(&self, user: UserId) -> Result<Vec<StoredPasskey>, StoreError> {
        self.store.passkeys_of(user).await
    }

    /// Removes one of the user's passkeys. Returns whether it was theirs. `email` is the outbox key of the
    /// confirmation.
    pub async fn remove_passkey(
        &self,
        user: UserId,
        id: i64,
        email: Option<String>,
    ) -> Result<bool, StoreError> {
        self.store.remove_passkey(user, id, self.change_note(email)).await
    }

    /// A challenge for creating a passkey.
    ///
    /// # Errors
    /// The site supports none, or the database failed.
    pub async fn challenge_to_add(&self, person: &UserSummary) -> Result<IssuedChallenge, PasskeyError> {
        let passkeys = self.passkeys()?;
        let own = self.store.passkeys_of(person.id).await?;
        let handle = own.first().and_then(|stored| Uuid::from_slice(&stored.handle).ok());
        let handle = handle.unwrap_or_else(|| Uuid::from_bytes(rand::random()));
        let known: Vec<CredentialID> =
            own.iter().filter_map(read).map(|passkey| passkey.cred_id().clone()).collect();
        let name = &person.name;
        let begun = passkeys.webauthn.start_passkey_registration(handle, name, name, Some(known));
        let (asks, state) = begun.map_err(log_refusal)?;
        let mut asks = serde_json::to_value(asks).map_err(|_| PasskeyError::Refused)?;
        // Requires a discoverable credential, which can sign in without a username.
        if let Some(selection) = asks.pointer_mut("/publicKey/authenticatorSelection") {
            selection["residentKey"] = "required".into();
            selection["requireResidentKey"] = true.into();
        }
        Ok(self.issue_challenge(passkeys, PasskeyCeremony::Adding(person.id, handle, state), asks))
    }

    /// Adds a passkey. Returns recovery codes if the user had none. `email` is the outbox key of the confirmation.
    ///
    /// # Errors
    /// The answer does not fit the challenge, or the database failed.
    pub async fn add_passkey(
        &self,
        user: UserId,
        challenge: &str,
        answer: &str,
        name: String,
        email: Option<String>,
    ) -> Result<Option<Vec<String>>, PasskeyError> {
        let passkeys = self.passkeys()?;
        let changed = self.change_note(email);
        let PasskeyCeremony::Adding(whose, handle, state) = passkeys.take(challenge, changed.at)? else {
            return Err(PasskeyError::Refused);
        };
        let answer: RegisterPublicKeyCredential =
            serde_json::from_str(answer).map_err(|_| PasskeyError::Refused)?;
        if whose != user {
            return Err(PasskeyError::Refused);
        }
        let passkey = passkeys.webauthn.finish_passkey_registration(&answer, &state).map_err(log_refusal)?;
        let new = NewPasskey {
            user,
            credential_id: passkey.cred_id().to_vec(),
            handle: handle.as_bytes().to_vec(),
            name,
            credential: write(&passkey)?,
            changed,
        };
        let codes = RecoveryCode::generate();
        let hashes = codes.iter().map(|code| code.hash(user)).collect();
        let added = self.store.add_passkey(new, hashes).await?.ok_or(PasskeyError::Known)?;
        Ok(added.then(|| codes.iter().map(RecoveryCode::text).collect()))
    }

    /// A challenge for signing in with any passkey of this site.
    ///
    /// # Errors
    /// The site supports none.
    pub fn challenge_to_sign_in(&self) -> Result<IssuedChallenge, PasskeyError> {
        let passkeys = self.passkeys()?;
        let (mut asks, state) = passkeys.webauthn.start_discoverable_authentication().map_err(log_refusal)?;
        // The user has clicked a button, so the browser may show its dialog at once.
        asks.mediation = None;
        let asks = serde_json::to_value(asks).map_err(|_| PasskeyError::Refused)?;
        Ok(self.issue_challenge(passkeys, PasskeyCeremony::Entering(state), asks))
    }

    /// Signs in with a passkey. No other factor is needed, as the device has verified its user.
    ///
    /// # Errors
    /// The answer does not fit the challenge, or the database failed.
    pub async fn sign_in_with_passkey(
        &self,
        challenge: &str,
        answer: &str,
    ) -> Result<UserSummary, PasskeyError> {
        let passkeys = self.passkeys()?;
        let PasskeyCeremony::Entering(state) = passkeys.take(challenge, self.clock.now())? else {
            return Err(PasskeyError::Refused);
        };
        let answer = assertion(answer)?;
        let shown = passkeys.webauthn.identify_discoverable_authentication(&answer).map_err(log_refusal)?;
        let (handle, credential_id) = shown;
        let (person, stored) = self.store.passkey(credential_id).await?.ok_or(PasskeyError::Refused)?;
        if stored.handle != handle.as_bytes() {
            return Err(PasskeyError::Refused);
        }
        let mut passkey = read(&stored).ok_or(PasskeyError::Refused)?;
        let finished = passkeys.webauthn.finish_discoverable_authentication_v2(&answer, state, &passkey);
        passkey.update_credential(&finished.map_err(log_refusal)?);
        self.note_use(stored.id, &passkey).await?;
        Ok(person)
    }

    /// A challenge for one of the user's passkeys.
    ///
    /// # Errors
    /// They have none, the site supports none, or the database failed.
    pub async fn challenge_to_confirm(&self, user: UserId) -> Result<IssuedChallenge, PasskeyError> {
        let passkeys = self.passkeys()?;
        let own: Vec<_> = self.store.passkeys_of(user).await?.iter().filter_map(read).collect();
        if own.is_empty() {
            return Err(PasskeyError::None);
        }
        let (asks, state) = passkeys.webauthn.start_passkey_authentication(&own).map_err(log_refusal)?;
        let asks = serde_json::to_value(asks).map_err(|_| PasskeyError::Refused)?;
        Ok(self.issue_challenge(passkeys, PasskeyCeremony::Showing(user, state), asks))
    }

    /// Verifies one of the user's passkeys.
    ///
    /// # Errors
    /// The answer does not fit the challenge, or the database failed.
    pub async fn show(&self, user: UserId, challenge: &str, answer: &str) -> Result<(), PasskeyError> {
        let passkeys = self.passkeys()?;
        let PasskeyCeremony::Showing(whose, state) = passkeys.take(challenge, self.clock.now())? else {
            return Err(PasskeyError::Refused);
        };
        let answer = assertion(answer)?;
        let finished =
            passkeys.webauthn.finish_passkey_authentication(&answer, &state).map_err(log_refusal)?;
        let found = self.store.passkey(finished.cred_id()).await?;
        let (owner, stored) = found.ok_or(PasskeyError::Refused)?;
        if whose != user || owner.id != user {
            return Err(PasskeyError::Refused);
        }
        let mut passkey = read(&stored).ok_or(PasskeyError::Refused)?;
        passkey.update_credential(&finished);
        self.note_use(stored.id, &passkey).await
    }

    async fn note_use(&self, id: i64, passkey: &Passkey) -> Result<(), PasskeyError> {
        let there = self.store.use_passkey(id, write(passkey)?, self.clock.now()).await?;
        if there { Ok(()) } else { Err(PasskeyError::Refused) }
    }

    fn issue_challenge(
        &self,
        passkeys: &PasskeyVerifier,
        ceremony: PasskeyCeremony,
        asks: serde_json::Value,
    ) -> IssuedChallenge {
        IssuedChallenge { id: passkeys.insert(self.clock.now().after(PATIENCE), ceremony), asks }
    }

    fn passkeys(&self) -> Result<&PasskeyVerifier, PasskeyError> {
        self.passkeys.as_ref().ok_or(PasskeyError::Nameless)
    }
}

/// Parses an assertion. One made in a frame of another site is refused, as it is at the creation of a passkey.
fn assertion(answer: &str) -> Result<PublicKeyCredential, PasskeyError> {
    let answer: PublicKeyCredential = serde_json::from_str(answer).map_err(|_| PasskeyError::Refused)?;
    let client: serde_json::Value =
        serde_json::from_slice(&answer.response.client_data_json).map_err(|_| PasskeyError::Refused)?;
    if client["crossOrigin"] == true {
        return Err(log_refusal(WebauthnError::CredentialCrossOrigin));
    }
    Ok(answer)
}

/// Decodes a stored passkey; `None` only if another program has written it.
fn read(stored: &StoredPasskey) -> Option<Passkey> {
    serde_json::from_str(&stored.credential).ok()
}

fn write(passkey: &Passkey) -> Result<String, PasskeyError> {
    serde_json::to_string(passkey).map_err(|_| PasskeyError::Refused)
}

/// The cause is logged; the user only sees that it failed.
fn log_refusal(error: WebauthnError) -> PasskeyError {
    tracing::info!(%error, "passkey refused");
    PasskeyError::Refused
}
