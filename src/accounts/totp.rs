//! Time-based one-time passwords (RFC 6238) for authenticator apps.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use totp_rs::{Builder, Secret, Totp};

use crate::now::Moment;
use crate::typed::plain_typed;

/// The shared secret of an authenticator app: 20 random bytes.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct AppSecret(Vec<u8>);

/// What a user enters into their authenticator app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppSetup {
    /// The secret in base32, for typing.
    pub secret: String,
    /// An `otpauth:` URL with the same secret, shown as a QR code.
    pub url: String,
}

impl AppSecret {
    pub fn random() -> Self {
        Self(rand::random::<[u8; 20]>().to_vec())
    }

    pub const fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The time step that the code belongs to, if that is the current one or one of its neighbours.
    pub fn step_of(&self, code: &str, now: Moment) -> Option<i64> {
        let code = plain_typed(code);
        let code: String = code.chars().filter(|character| !character.is_whitespace()).take(16).collect();
        let step = self.totp()?.check(&code, u64::try_from(now.0 / 1000).ok()?)?;
        i64::try_from(step).ok()
    }

    /// The setup for the user with this name at the site with this host.
    pub fn setup(&self, name: &str, site: &str) -> AppSetup {
        let secret = Secret::from(self.0.clone()).to_base32();
        let label = format!("{name}@{site}");
        let label = utf8_percent_encode(&label, NON_ALPHANUMERIC);
        let url = format!("otpauth://totp/Parlour:{label}?secret={secret}&issuer=Parlour");
        AppSetup { secret, url }
    }

    /// Six digits every 30 seconds with one step of leeway on both sides, which apps assume without asking.
    fn totp(&self) -> Option<Totp> {
        Builder::new().with_secret(self.0.clone()).with_skew(1).build().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::AppSecret;
    use crate::now::Moment;

    /// The secret of the RFC and one of its test codes: the last six digits of eight.
    fn rfc_example() -> (AppSecret, Moment, &'static str) {
        (AppSecret::from_bytes(b"12345678901234567890".to_vec()), Moment(1_111_111_109_000), "081804")
    }

    #[test]
    fn a_code_is_valid_in_its_step_and_the_two_adjacent_ones() {
        let (secret, at, code) = rfc_example();
        let step = 1_111_111_109 / 30;
        for seconds in [-30, 0, 30] {
            assert_eq!(secret.step_of(code, at.after(seconds * 1000)), Some(step), "{seconds}");
        }
        for typed in ["081 804", "０８１８０４"] {
            assert_eq!(secret.step_of(typed, at), Some(step), "{typed}");
        }
        for seconds in [-60, 60] {
            assert_eq!(secret.step_of(code, at.after(seconds * 1000)), None, "{seconds}");
        }
    }

    #[test]
    fn a_malformed_code_is_rejected() {
        let (secret, at, _) = rfc_example();
        for wrong in ["", "081805", "81804", "0081804", "+81804", "abcdef", "081804081804"] {
            assert_eq!(secret.step_of(wrong, at), None, "{wrong}");
        }
        assert_eq!(AppSecret::from_bytes(Vec::new()).step_of("000000", at), None);
    }

    #[test]
    fn the_setup_url_names_the_user_and_the_site() {
        let setup = rfc_example().0.setup("Ada", "games.example");
        assert_eq!(setup.secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let url =
            format!("otpauth://totp/Parlour:Ada%40games%2Eexample?secret={}&issuer=Parlour", setup.secret);
        assert_eq!(setup.url, url);
    }
}
