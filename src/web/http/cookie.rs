//! Cookies: session tokens, pending logins, known browsers, and what a browser remembers.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header::{self, HeaderValue};

use crate::accounts::{PENDING_LOGIN_VALID, SecretToken};
use crate::config::PublicUrl;
use crate::pairing::PairingChoice;
use crate::texts::Language;
use crate::users::DismissedAnnouncements;

/// Longer than any session lives unused, and the maximum of browsers.
const MAX_AGE: Duration = Duration::days(400);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CookieKind {
    /// The session token.
    Session,
    /// The token of a pending login.
    PendingLogin,
    /// An attempt to sign in at the OpenID Connect provider.
    OidcAttempt,
    /// Shows that a user has signed in with this browser.
    Known,
}

impl CookieKind {
    /// The name. With this prefix, browsers accept the cookie only over HTTPS and only from this host, not from a
    /// sibling domain.
    fn name(self, site: &PublicUrl) -> String {
        site.cookie_name(match (self, site.is_https()) {
            (CookieKind::Session, true) => "__Host-parlour",
            (CookieKind::Session, false) => "parlour",
            (CookieKind::PendingLogin, true) => "__Host-parlour-half",
            (CookieKind::PendingLogin, false) => "parlour-half",
            (CookieKind::OidcAttempt, true) => "__Host-parlour-oidc",
            (CookieKind::OidcAttempt, false) => "parlour-oidc",
            (CookieKind::Known, true) => "__Host-parlour-known",
            (CookieKind::Known, false) => "parlour-known",
        })
    }

    /// The value in a request.
    pub fn text<'r>(self, request: &'r HttpRequest, site: &PublicUrl) -> Option<&'r str> {
        value(request, &self.name(site))
    }

    /// The token in a request.
    pub fn token(self, request: &HttpRequest, site: &PublicUrl) -> Option<SecretToken> {
        SecretToken::parse(self.text(request, site)?)
    }

    /// A `Set-Cookie` with this value.
    pub fn set(self, value: String, site: &PublicUrl) -> Cookie<'static> {
        let max_age = match self {
            CookieKind::PendingLogin | CookieKind::OidcAttempt => Duration::milliseconds(PENDING_LOGIN_VALID),
            CookieKind::Session | CookieKind::Known => MAX_AGE,
        };
        self.build(value, site, max_age)
    }

    /// A `Set-Cookie` that removes it.
    pub fn clear(self, site: &PublicUrl) -> Cookie<'static> {
        self.build(String::new(), site, Duration::ZERO)
    }

    fn build(self, value: String, site: &PublicUrl, max_age: Duration) -> Cookie<'static> {
        Cookie::build(self.name(site), value)
            .path("/")
            .http_only(true)
            .secure(site.is_https())
            .same_site(SameSite::Lax)
            .max_age(max_age)
            .finish()
    }
}

/// The value of a cookie in a request. `request.cookie()` would find nothing if any other cookie were malformed or not
/// ASCII, such as one that another program on the same host has set.
pub fn value<'r>(request: &'r HttpRequest, name: &str) -> Option<&'r str> {
    let lines = request.headers().get_all(header::COOKIE).map(HeaderValue::as_bytes);
    let mut cookies = lines.flat_map(|line| line.split(|byte| *byte == b';')).map(<[u8]>::trim_ascii);
    let value = cookies.find_map(|cookie| cookie.strip_prefix(name.as_bytes())?.strip_prefix(b"="))?;
    str::from_utf8(value).ok()
}

/// The session token of a request.
pub fn read(request: &HttpRequest, site: &PublicUrl) -> Option<SecretToken> {
    CookieKind::Session.token(request, site)
}

/// A `Set-Cookie` with a session token.
pub fn write(token: &SecretToken, site: &PublicUrl) -> Cookie<'static> {
    CookieKind::Session.set(token.text(), site)
}

/// A `Set-Cookie` that removes the session token.
pub fn erase(site: &PublicUrl) -> Cookie<'static> {
    CookieKind::Session.clear(site)
}

/// The name of the cookie with the language of a visitor.
pub const LANGUAGE: &str = "language";

/// A `Set-Cookie` for the language of a visitor, for a year.
pub fn language(language: Language, site: &PublicUrl) -> Cookie<'static> {
    let cookie = Cookie::build(LANGUAGE, language.key()).path("/").same_site(SameSite::Lax);
    cookie.secure(site.is_https()).max_age(Duration::days(365)).finish()
}

/// The name of the cookie with the last choice for quick pairing.
pub const PAIRING: &str = "pairing";

/// A `Set-Cookie` for the last choice for quick pairing, for a year.
pub fn pairing(choice: PairingChoice, site: &PublicUrl) -> Cookie<'static> {
    let cookie =
        Cookie::build(PAIRING, choice.to_string()).path("/").http_only(true).same_site(SameSite::Lax);
    cookie.secure(site.is_https()).max_age(Duration::days(365)).finish()
}

/// The name of the cookie with dismissed announcements.
const DISMISSED: &str = "dismissed";

/// The announcements that this browser has dismissed.
pub fn dismissed(request: &HttpRequest, site: &PublicUrl) -> DismissedAnnouncements {
    value(request, &site.cookie_name(DISMISSED)).map(DismissedAnnouncements::from_cookie).unwrap_or_default()
}

/// A `Set-Cookie` for dismissed announcements, for a year.
pub fn dismissed_announcements(dismissed: DismissedAnnouncements, site: &PublicUrl) -> Cookie<'static> {
    let cookie = Cookie::build(site.cookie_name(DISMISSED), dismissed.cookie()).path("/").http_only(true);
    cookie.same_site(SameSite::Lax).secure(site.is_https()).max_age(Duration::days(365)).finish()
}
