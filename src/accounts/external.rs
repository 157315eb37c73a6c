//! Users of the OpenID Connect provider.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use icu_normalizer::ComposingNormalizerBorrowed;

use super::{AccountError, Accounts, Username, VerifiedLogin};
use crate::language::Language;
use crate::oidc::OidcIdentity;
use crate::store::{ExternalIdentity, ExternalLogin, NewExternalAccount, SignInWays, StoreError};
use crate::users::preferences::EmailAddress;
use crate::users::{UserId, is_mark};

/// The name of a user of whom the provider says nothing that could be one.
const NAMELESS: &str = "player";
/// Maximum length of a username.
const LONGEST: usize = 20;
/// The purpose that attempts are encrypted for.
const ATTEMPT: &str = "attempt";

/// A user who has signed in at the provider.
#[derive(Clone, Debug)]
pub struct ExternalSignIn {
    pub login: VerifiedLogin,
    /// Whether their account was just created.
    pub is_new: bool,
}

impl From<&OidcIdentity> for ExternalIdentity {
    fn from(identity: &OidcIdentity) -> Self {
        Self { issuer: identity.issuer.clone(), subject: identity.subject.clone() }
    }
}

impl Accounts {
    /// Signs in a user of the provider. With `create`, one who has no account gets one.
    ///
    /// # Errors
    /// They have no account, or the database failed.
    pub async fn sign_in_externally(
        &self,
        identity: &OidcIdentity,
        create: bool,
        language: Language,
    ) -> Result<ExternalSignIn, AccountError> {
        let email = identity.email.as_deref().and_then(|text| EmailAddress::parse(text).ok());
        let new = NewExternalAccount { names: possible_names(&identity.names), email, language };
        let login = ExternalLogin {
            identity: identity.into(),
            role: identity.role,
            new: create.then_some(new),
            at: self.clock.now(),
        };
        let (person, is_new) = self.store.sign_in_externally(login).await?.ok_or(AccountError::NoAccount)?;
        // Their role may have changed.
        self.clear_caches_of(person.id);
        Ok(ExternalSignIn { login: person.into(), is_new })
    }

    /// Whether a user of the provider is this user.
    pub async fn is_identity_of(&self, user: UserId, identity: &OidcIdentity) -> Result<bool, StoreError> {
        Ok(self.store.user_by_identity(identity.into()).await?.is_some_and(|found| found.id == user))
    }

    /// Connects the account of a user with the provider. `email` is the outbox key of the confirmation.
    ///
    /// # Errors
    /// One of both is connected already, or the database failed.
    pub async fn connect_identity(
        &self,
        user: UserId,
        identity: &OidcIdentity,
        email: Option<String>,
    ) -> Result<(), AccountError> {
        let connected = self.store.connect_identity(user, identity.into(), self.change_note(email)).await?;
        if connected { Ok(()) } else { Err(AccountError::AlreadyConnected) }
    }

    /// Disconnects the account of a user from the provider. `email` is the outbox key of the confirmation.
    ///
    /// # Errors
    /// They could not sign in any more, or the database failed.
    pub async fn disconnect_identity(&self, user: UserId, email: Option<String>) -> Result<(), AccountError> {
        let disconnected = self.store.disconnect_identity(user, self.change_note(email)).await?;
        if disconnected { Ok(()) } else { Err(AccountError::OnlyWayIn) }
    }

    /// How a user can sign in, beside passkeys, with the provider of this URL.
    pub async fn sign_in_ways(&self, user: UserId, issuer: Option<&str>) -> Result<SignInWays, StoreError> {
        self.store.sign_in_ways(user, issuer).await
    }

    /// Encrypts an attempt to sign in at the provider, which the browser keeps until it comes back.
    pub fn seal_attempt(&self, attempt: &str) -> Option<String> {
        Some(BASE64_URL_SAFE_NO_PAD.encode(self.attempts.encrypt(ATTEMPT, attempt.as_bytes())?))
    }

    /// Decrypts an attempt; `None` if it was not encrypted here.
    pub fn open_attempt(&self, sealed: &str) -> Option<String> {
        let sealed = BASE64_URL_SAFE_NO_PAD.decode(sealed).ok()?;
        String::from_utf8(self.attempts.decrypt(ATTEMPT, &sealed)?).ok()
    }
}

/// The names that a user of the provider could get, with their keys: the first valid one, then the same with a number.
fn possible_names(given: &[String]) -> Vec<(String, String)> {
    let valid = |text: &str| Username::parse_new(text).ok();
    let base = given.iter().find_map(|text| valid(&plain(text)));
    let base = base.map_or_else(|| NAMELESS.to_owned(), |name| name.as_str().to_owned());
    let numbered = |number: String| {
        let start: String = base.chars().take(LONGEST - number.len()).collect();
        valid(&format!("{start}{number}"))
    };
    let random = (0..5).map(|_| rand::random_range(100_000..1_000_000));
    let numbers = (2..=20).chain(random).map(|number: u32| number.to_string());
    let names = valid(&base).into_iter().chain(numbers.filter_map(numbered));
    names.map(|name| (name.as_str().to_owned(), name.key().to_owned())).collect()
}

/// A text with the characters of a username, and `-` for what is between words.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in ComposingNormalizerBorrowed::new_nfkc().normalize_iter(text.chars()) {
        if letter.is_alphanumeric() || is_mark(letter) || letter == '_' {
            plain.push(letter);
        } else if !plain.ends_with('-') {
            plain.push('-');
        }
    }
    let plain: String = plain.trim_matches('-').chars().take(LONGEST).collect();
    plain.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{plain, possible_names};

    fn first(given: &[&str]) -> String {
        let given: Vec<String> = given.iter().map(|text| (*text).to_owned()).collect();
        possible_names(&given)[0].0.clone()
    }

    #[test]
    fn names_of_the_provider_are_made_valid() {
        for (text, name) in [
            ("Zoë Groß", "Zoë-Groß"),
            ("ada.lovelace", "ada-lovelace"),
            ("<b>Ada</b> & \"Ben\"", "b-Ada-b-Ben"),
            ("ＡＤＡ", "ADA"),
            ("a very long name of a person", "a-very-long-name-of"),
            ("../../etc", "etc"),
            ("名前", "名前"),
            ("😀 ♥", ""),
        ] {
            assert_eq!(plain(text), name);
        }
    }

    #[test]
    fn the_first_valid_name_is_taken_and_numbered() {
        assert_eq!(first(&["ada", "al"]), "ada");
        assert_eq!(first(&["a", "admin", "♥", "Ada Lovelace"]), "Ada-Lovelace", "short, reserved, empty");
        assert_eq!(first(&[]), "player");
        let names = possible_names(&["abcdefghijklmnopqrst".to_owned()]);
        assert_eq!((&*names[1].0, names.len()), ("abcdefghijklmnopqrs2", 25));
        assert!(names.iter().all(|(name, key)| name.len() <= 20 && *key == name.to_lowercase()));
    }
}
