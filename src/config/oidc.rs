//! The OpenID Connect provider that people sign in with.

use std::fmt;

use url::Url;

use super::public_url::PublicUrl;

/// A provider.
#[derive(Clone, PartialEq, Eq)]
pub struct OidcConfig {
    /// Its URL, exactly as it names itself.
    pub issuer: String,
    /// The id of this site at the provider.
    pub client_id: String,
    /// `None` for a public client.
    pub client_secret: Option<String>,
    /// Its name on buttons; `None` for the default one.
    pub name: Option<String>,
    /// The claim with the role of users; `None` if admins decide it here.
    pub role_claim: Option<String>,
    /// Whether everyone it lets in gets an account.
    pub create: bool,
    /// Whether there is no other way to sign in.
    pub only: bool,
}

impl OidcConfig {
    /// Whether requests with secrets may be sent to a URL: with https, or with http on this machine.
    pub fn is_safe(url: &Url) -> bool {
        let origin = PublicUrl::parse(&url.origin().ascii_serialization());
        origin.is_some_and(|origin| origin.is_https() || origin.is_loopback())
    }
}

/// Hides the secret.
impl fmt::Debug for OidcConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Oidc({}, {})", self.issuer, self.client_id)
    }
}
