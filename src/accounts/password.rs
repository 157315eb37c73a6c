//! Password policy and hashing.

use std::borrow::Cow;
use std::fmt;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use icu_normalizer::ComposingNormalizerBorrowed;
use zxcvbn::{Score, zxcvbn};

use super::Username;
use super::error::{HashingBusy, PasswordError};
use crate::config::HashCost;

const LANES: u32 = 1;

/// The strength estimate looks at this many characters: it takes longer for longer passwords, and gains little from
/// the rest.
const ESTIMATED: usize = 64;

/// Passwords published as examples of good ones, which attackers try first.
const PUBLISHED: [&str; 3] = ["correct horse battery staple", "correcthorsebatterystaple", "tr0ub4dor&3"];

/// A new password in composed form (NFC): 10 to 128 characters. It has no `Display`.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    /// Accepts a password of permitted length.
    ///
    /// # Errors
    /// It is too short or too long.
    pub fn parse(text: String) -> Result<Self, PasswordError> {
        let text = composed(&text).into_owned();
        // Stops counting once it is too long.
        let length = text.chars().take(129).count();
        if (10..=128).contains(&length) { Ok(Self(text)) } else { Err(PasswordError::Length) }
    }

    /// Rejects passwords that are easily guessed, also from the username.
    pub(super) fn check(&self, name: &Username) -> Result<(), PasswordError> {
        let beginning: String = self.0.chars().take(ESTIMATED).collect();
        let [one, two, three] = PUBLISHED;
        let estimate = zxcvbn(&beginning, &[name.as_str(), "parlour", one, two, three]);
        if estimate.score() >= Score::Three {
            return Ok(());
        }
        Err(PasswordError::Weak(
            estimate.feedback().and_then(|feedback| feedback.suggestions().first().copied()),
        ))
    }

    /// The Argon2 hash for the database. Slow by design.
    pub(super) fn hash(&self, cost: HashCost) -> Result<String, HashingBusy> {
        let hash: PasswordHash = argon2(cost).hash_password(self.0.as_bytes()).map_err(|_| HashingBusy)?;
        Ok(hash.to_string())
    }
}

/// Whether a password has this hash. Slow by design, and as slow as for a hash of this cost without one.
pub(super) fn verify(password: &str, hash: Option<&str>, cost: HashCost) -> bool {
    let parsed = hash.and_then(|hash| PasswordHash::new(hash).ok());
    let known = parsed.is_some();
    let Some(hash) = parsed.or_else(|| dummy_hash(cost)) else { return false };
    let is_right = |text: &str| argon2(cost).verify_password(text.as_bytes(), &hash).is_ok();
    let composed = composed(password);
    // Older hashes are of the bytes as they were sent.
    (is_right(&composed) || composed != password && is_right(password)) && known
}

/// The text in composed form (NFC). Keyboards differ in how they write “ü”: as one character, or as two.
fn composed(text: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// A hash of no account, compared with where there is none.
fn dummy_hash(cost: HashCost) -> Option<PasswordHash> {
    Some(PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(argon2(cost).params()).ok()?,
        salt: Some(Salt::generate()),
        hash: Some(Output::new(&rand::random::<[u8; 32]>()).ok()?),
    })
}

fn argon2(cost: HashCost) -> Argon2<'static> {
    let params = Params::new(cost.memory, cost.passes, LANES, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use argon2::PasswordHasher;
    use argon2::password_hash::phc::PasswordHash;

    use super::{Password, PasswordError, argon2, verify};
    use crate::accounts::Username;
    use crate::config::HashCost;

    const COST: HashCost = HashCost::LEAST;

    fn password(text: &str) -> Password {
        Password::parse(text.to_owned()).unwrap()
    }

    #[test]
    fn a_password_has_ten_to_a_hundred_and_twenty_eight_characters() {
        let refused = |text: String| Password::parse(text).err();
        assert_eq!(refused("x".repeat(9)), Some(PasswordError::Length));
        assert_eq!(refused("ö".repeat(10)), None);
        assert_eq!(refused("ö".repeat(128)), None);
        assert_eq!(refused("x".repeat(129)), Some(PasswordError::Length));
    }

    #[test]
    fn a_password_that_is_easy_to_guess_is_refused_with_advice() {
        let ada = Username::parse("lovelace-ada").unwrap();
        for text in ["1234567890", "password123", "qwertyuiop", "lovelace-ada1", &"a".repeat(100)]
            .into_iter()
            .chain(["correct horse battery staple", "CorrectHorseBatteryStaple", "Tr0ub4dor&3"])
        {
            assert!(matches!(password(text).check(&ada), Err(PasswordError::Weak(_))), "{text}");
        }
        assert_eq!(password("seven quiet marbles roll").check(&ada), Ok(()));
    }

    #[test]
    fn a_hash_is_argon2id_with_the_agreed_cost_and_verifies_its_password() {
        let hash = password("seven quiet marbles roll").hash(HashCost::default()).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=34816,t=2,p=1$"), "{hash}");
        assert!(verify("seven quiet marbles roll", Some(&hash), COST));
        assert!(!verify("seven quiet marbles rolL", Some(&hash), COST));
    }

    #[test]
    fn a_password_verifies_however_its_letters_are_composed() {
        let (one, two) = ("gr\u{fc}ne Br\u{fc}cke im Herbst", "gru\u{308}ne Bru\u{308}cke im Herbst");
        for new in [one, two] {
            let hash = password(new).hash(COST).unwrap();
            assert!(verify(one, Some(&hash), COST) && verify(two, Some(&hash), COST), "{new}");
        }
        let sent: PasswordHash = argon2(COST).hash_password(two.as_bytes()).unwrap();
        assert!(verify(two, Some(&sent.to_string()), COST), "a hash of the bytes as they were sent");
        assert_eq!(Password::parse("u\u{308}".repeat(9)).err(), Some(PasswordError::Length));
        assert_eq!(Password::parse("u\u{308}".repeat(128)).err(), None);
    }

    #[test]
    fn no_password_verifies_against_a_missing_hash() {
        assert!(!verify("seven quiet marbles roll", None, COST));
    }

    #[test]
    fn debug_output_hides_the_password() {
        assert_eq!(format!("{:?}", password("seven quiet marbles roll")), "Password(…)");
    }
}
