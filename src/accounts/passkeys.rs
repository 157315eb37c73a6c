//! Passkeys (WebAuthn): what a device shows in the place of a password, or besides it.
//!
//! A device signs a challenge together with the address of the page that asked, so nothing it shows is of use at another
//! site. What a challenge is for stays here, for a few minutes and one answer.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use lru::LruCache;
use parking_lot::Mutex;
use serde::Serialize;
use webauthn_rs::prelude::{
    CredentialID, DiscoverableAuthentication, Passkey, PasskeyAuthentication, PasskeyRegistration,
    PublicKeyCredential, RegisterPublicKeyCredential, Url, Uuid, WebauthnError,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use super::Accounts;
use super::error::PasskeyError;
use super::recovery::RecoveryCode;
use crate::now::Moment;
use crate::store::{NewPasskey, StoreError, StoredPasskey};
use crate::users::UserId;
use crate::users::UserSummary;

/// How long a device may take to answer.
const PATIENCE: i64 = 5 * 60_000;
/// So many challenges are out at once; whoever asks for more makes the oldest worthless.
const WAITING: usize = 10_000;

/// What a device is asked, as scripts read it.
#[derive(Clone, Debug, Serialize)]
pub struct IssuedChallenge {
    /// What the answer names it by.
    pub id: String,
    /// What a browser is handed.
    pub asks: serde_json::Value,
}

/// What a challenge is for.
enum PasskeyCeremony {
    Adding(UserId, Uuid, PasskeyRegistration),
    Entering(DiscoverableAuthentication),
    Showing(UserId, PasskeyAuthentication),
}

/// The site as devices know it, and what they have been asked.
pub(super) struct PasskeyVerifier {
    webauthn: Webauthn,
    waiting: Mutex<LruCache<String, (Moment, PasskeyCeremony)>>,
}

impl PasskeyVerifier {
    /// For the site at this address; `None` where its host is a number.
    pub fn at(origin: &str) -> Option<Self> {
        let url = Url::parse(origin).ok()?;
        let host = url.domain()?;
        let webauthn = WebauthnBuilder::new(host, &url).ok()?.rp_name("Parlour").build().ok()?;
        Some(Self { webauthn, waiting: Mutex::new(LruCache::unbounded()) })
    }

    fn keep(&self, until: Moment, ceremony: PasskeyCeremony) -> String {
        let id = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
        let mut waiting = self.waiting.lock();
        waiting.put(id.clone(), (until, ceremony));
        while waiting.len() > WAITING {
            waiting.pop_lru();
        }
        id
    }

    /// What a challenge was for. It is answered once.
    fn take(&self, id: &str, now: Moment) -> Result<PasskeyCeremony, PasskeyError> {
        let taken = self.waiting.lock().pop(id);
        taken.filter(|(until, _)| now < *until).map(|(_, ceremony)| ceremony).ok_or(PasskeyError::Gone)
    }
}

impl Accounts {
    /// Whether there can be passkeys here.
    pub const fn takes_passkeys(&self) -> bool {
        self.passkeys.is_some()
    }

    /// Somebody's passkeys, in the order they were made.
    pub async fn passkeys_of(&self, user: UserId) -> Result<Vec<StoredPasskey>, StoreError> {
        self.store.passkeys_of(user).await
    }

    /// Removes one of somebody's passkeys. Whether it was one of theirs. `email` is the key under which an email tells them.
    pub async fn remove_passkey(
        &self,
        user: UserId,
        id: i64,
        email: Option<String>,
    ) -> Result<bool, StoreError> {
        self.store.remove_passkey(user, id, self.changed(email)).await
    }

    /// Asks a device to make a passkey for somebody.
    ///
    /// # Errors
    /// There can be none here, or the database failed.
    pub async fn ask_to_add(&self, person: &UserSummary) -> Result<IssuedChallenge, PasskeyError> {
        let passkeys = self.passkeys()?;
        let own = self.store.passkeys_of(person.id).await?;
        let handle = own.first().and_then(|kept| Uuid::from_slice(&kept.handle).ok());
        let handle = handle.unwrap_or_else(|| Uuid::from_bytes(rand::random()));
        let known: Vec<CredentialID> =
            own.iter().filter_map(read).map(|passkey| passkey.cred_id().clone()).collect();
        let name = &person.name;
        let begun = passkeys.webauthn.start_passkey_registration(handle, name, name, Some(known));
        let (asks, state) = begun.map_err(refused)?;
        let mut asks = serde_json::to_value(asks).map_err(|_| PasskeyError::Refused)?;
        // So that it opens the door by itself: the device has to find it without being told a name.
        if let Some(selection) = asks.pointer_mut("/publicKey/authenticatorSelection") {
            selection["residentKey"] = "required".into();
            selection["requireResidentKey"] = true.into();
        }
        Ok(self.ask(passkeys, PasskeyCeremony::Adding(person.id, handle, state), asks))
    }

    /// Adds the passkey a device has made. Recovery codes, where there were none before. `email` is the key under which a
    /// email tells them.
    ///
    /// # Errors
    /// It is not what was asked for, or the database failed.
    pub async fn add_passkey(
        &self,
        user: UserId,
        challenge: &str,
        answer: &str,
        name: String,
        email: Option<String>,
    ) -> Result<Option<Vec<String>>, PasskeyError> {
        let passkeys = self.passkeys()?;
        let changed = self.changed(email);
        let PasskeyCeremony::Adding(whose, handle, state) = passkeys.take(challenge, changed.at)? else {
            return Err(PasskeyError::Refused);
        };
        let answer: RegisterPublicKeyCredential =
            serde_json::from_str(answer).map_err(|_| PasskeyError::Refused)?;
        if whose != user {
            return Err(PasskeyError::Refused);
        }
        let passkey = passkeys.webauthn.finish_passkey_registration(&answer, &state).map_err(refused)?;
        let new = NewPasskey {
            user,
            credential_id: passkey.cred_id().to_vec(),
            handle: handle.as_bytes().to_vec(),
            name,
            credential: write(&passkey)?,
            changed,
        };
        let codes = RecoveryCode::several();
        let hashes = codes.iter().map(|code| code.hash(user)).collect();
        let added = self.store.add_passkey(new, hashes).await?.ok_or(PasskeyError::Known)?;
        Ok(added.then(|| codes.iter().map(RecoveryCode::text).collect()))
    }

    /// Asks a device for a passkey of whomever it knows.
    ///
    /// # Errors
    /// There can be none here.
    pub fn ask_to_enter(&self) -> Result<IssuedChallenge, PasskeyError> {
        let passkeys = self.passkeys()?;
        let (mut asks, state) = passkeys.webauthn.start_discoverable_authentication().map_err(refused)?;
        // Somebody has pressed a button: their device may ask them at once.
        asks.mediation = None;
        let asks = serde_json::to_value(asks).map_err(|_| PasskeyError::Refused)?;
        Ok(self.ask(passkeys, PasskeyCeremony::Entering(state), asks))
    }

    /// Who has shown a passkey. It is proof enough by itself: the device has made sure who holds it.
    ///
    /// # Errors
    /// It is not what was asked for, or the database failed.
    pub async fn enter(&self, challenge: &str, answer: &str) -> Result<UserSummary, PasskeyError> {
        let passkeys = self.passkeys()?;
        let PasskeyCeremony::Entering(state) = passkeys.take(challenge, self.clock.now())? else {
            return Err(PasskeyError::Refused);
        };
        let answer: PublicKeyCredential = serde_json::from_str(answer).map_err(|_| PasskeyError::Refused)?;
        let shown = passkeys.webauthn.identify_discoverable_authentication(&answer).map_err(refused)?;
        let (handle, credential_id) = shown;
        let (person, kept) = self.store.passkey(credential_id).await?.ok_or(PasskeyError::Refused)?;
        if kept.handle != handle.as_bytes() {
            return Err(PasskeyError::Refused);
        }
        let mut passkey = read(&kept).ok_or(PasskeyError::Refused)?;
        let finished = passkeys.webauthn.finish_discoverable_authentication_v2(&answer, state, &passkey);
        passkey.update_credential(&finished.map_err(refused)?);
        self.note_use(kept.id, &passkey).await?;
        Ok(person)
    }

    /// Asks a device for one of the passkeys somebody has.
    ///
    /// # Errors
    /// They have none, there can be none here, or the database failed.
    pub async fn ask_to_show(&self, user: UserId) -> Result<IssuedChallenge, PasskeyError> {
        let passkeys = self.passkeys()?;
        let own: Vec<_> = self.store.passkeys_of(user).await?.iter().filter_map(read).collect();
        if own.is_empty() {
            return Err(PasskeyError::None);
        }
        let (asks, state) = passkeys.webauthn.start_passkey_authentication(&own).map_err(refused)?;
        let asks = serde_json::to_value(asks).map_err(|_| PasskeyError::Refused)?;
        Ok(self.ask(passkeys, PasskeyCeremony::Showing(user, state), asks))
    }

    /// Whether somebody has shown one of their passkeys.
    ///
    /// # Errors
    /// It is not what was asked for, or the database failed.
    pub async fn show(&self, user: UserId, challenge: &str, answer: &str) -> Result<(), PasskeyError> {
        let passkeys = self.passkeys()?;
        let PasskeyCeremony::Showing(whose, state) = passkeys.take(challenge, self.clock.now())? else {
            return Err(PasskeyError::Refused);
        };
        let answer: PublicKeyCredential = serde_json::from_str(answer).map_err(|_| PasskeyError::Refused)?;
        let finished = passkeys.webauthn.finish_passkey_authentication(&answer, &state).map_err(refused)?;
        let found = self.store.passkey(finished.cred_id()).await?;
        let (owner, kept) = found.ok_or(PasskeyError::Refused)?;
        if whose != user || owner.id != user {
            return Err(PasskeyError::Refused);
        }
        let mut passkey = read(&kept).ok_or(PasskeyError::Refused)?;
        passkey.update_credential(&finished);
        self.note_use(kept.id, &passkey).await
    }

    async fn note_use(&self, id: i64, passkey: &Passkey) -> Result<(), PasskeyError> {
        let there = self.store.use_passkey(id, write(passkey)?, self.clock.now()).await?;
        if there { Ok(()) } else { Err(PasskeyError::Refused) }
    }

    fn ask(
        &self,
        passkeys: &PasskeyVerifier,
        ceremony: PasskeyCeremony,
        asks: serde_json::Value,
    ) -> IssuedChallenge {
        IssuedChallenge { id: passkeys.keep(self.clock.now().after(PATIENCE), ceremony), asks }
    }

    fn passkeys(&self) -> Result<&PasskeyVerifier, PasskeyError> {
        self.passkeys.as_ref().ok_or(PasskeyError::Nameless)
    }
}

/// What is written cannot be read only if another program has written it.
fn read(kept: &StoredPasskey) -> Option<Passkey> {
    serde_json::from_str(&kept.credential).ok()
}

fn write(passkey: &Passkey) -> Result<String, PasskeyError> {
    serde_json::to_string(passkey).map_err(|_| PasskeyError::Refused)
}

/// Why is for the log; whoever tries is told only that it does not fit.
fn refused(error: WebauthnError) -> PasskeyError {
    tracing::info!(%error, "passkey refused");
    PasskeyError::Refused
}

impl fmt::Debug for PasskeyVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passkeys(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::PasskeyVerifier;

    #[test]
    fn passkeys_are_bound_to_the_name_of_the_site() {
        for origin in ["https://games.example", "http://localhost:8080", "https://games.example:8443"] {
            assert!(PasskeyVerifier::at(origin).is_some(), "{origin}");
        }
        for origin in ["http://192.168.1.5:8080", "http://[::1]:8080", "nonsense"] {
            assert!(PasskeyVerifier::at(origin).is_none(), "{origin}");
        }
    }
}
