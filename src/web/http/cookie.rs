//! The cookies: the tokens that say who somebody is, what a browser is known by, and what it need not show again.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;

use crate::accounts::SecretToken;
use crate::config::PublicUrl;
use crate::texts::Language;
use crate::users::DismissedAnnouncements;

/// Longer than any session lives unused, and as long as browsers keep one.
const KEPT: Duration = Duration::days(400);
/// As long as a half-way sign-in counts.
const HALF_WAY: Duration = Duration::minutes(10);

/// What a cookie holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CookieKind {
    /// The token of a session.
    Session,
    /// The token of somebody who has given their password and has yet to show something else.
    PendingLogin,
    /// That somebody has signed in with this browser.
    Known,
}

impl CookieKind {
    /// Its name. The prefix makes browsers insist that no other site, not even a neighbour, has set it; they take it over
    /// https only.
    const fn name(self, https: bool) -> &'static str {
        match (self, https) {
            (CookieKind::Session, true) => "__Host-parlour",
            (CookieKind::Session, false) => "parlour",
            (CookieKind::PendingLogin, true) => "__Host-parlour-half",
            (CookieKind::PendingLogin, false) => "parlour-half",
            (CookieKind::Known, true) => "__Host-parlour-known",
            (CookieKind::Known, false) => "parlour-known",
        }
    }

    /// What a browser shows. `request.cookie()` would find nothing if any other cookie were malformed, such as one that
    /// another program on the same host has set.
    pub fn text<'r>(self, request: &'r HttpRequest, site: &PublicUrl) -> Option<&'r str> {
        let name = self.name(site.is_https());
        let lines = request.headers().get_all(header::COOKIE).filter_map(|line| line.to_str().ok());
        let mut cookies = lines.flat_map(|line| line.split(';')).filter_map(|text| Cookie::parse(text).ok());
        cookies.find(|cookie| cookie.name() == name)?.value_raw()
    }

    /// The token a browser shows.
    pub fn token(self, request: &HttpRequest, site: &PublicUrl) -> Option<SecretToken> {
        SecretToken::parse(self.text(request, site)?)
    }

    /// Hands something to the browser.
    pub fn fill(self, value: String, site: &PublicUrl) -> Cookie<'static> {
        let kept = if self == CookieKind::PendingLogin { HALF_WAY } else { KEPT };
        self.build(value, site, kept)
    }

    /// Takes it back.
    pub fn empty(self, site: &PublicUrl) -> Cookie<'static> {
        self.build(String::new(), site, Duration::ZERO)
    }

    fn build(self, value: String, site: &PublicUrl, kept: Duration) -> Cookie<'static> {
        Cookie::build(self.name(site.is_https()), value)
            .path("/")
            .http_only(true)
            .secure(site.is_https())
            .same_site(SameSite::Lax)
            .max_age(kept)
            .finish()
    }
}

/// The token of the session a browser shows.
pub fn read(request: &HttpRequest, site: &PublicUrl) -> Option<SecretToken> {
    CookieKind::Session.token(request, site)
}

/// Hands the token of a session to the browser.
pub fn write(token: &SecretToken, site: &PublicUrl) -> Cookie<'static> {
    CookieKind::Session.fill(token.text(), site)
}

/// Takes it back.
pub fn erase(site: &PublicUrl) -> Cookie<'static> {
    CookieKind::Session.empty(site)
}

/// The name of the cookie that holds the language of a browser.
pub const LANGUAGE: &str = "language";

/// The language of this browser when nobody is signed in, for a year.
pub fn language(language: Language, site: &PublicUrl) -> Cookie<'static> {
    let cookie = Cookie::build(LANGUAGE, language.key()).path("/").same_site(SameSite::Lax);
    cookie.secure(site.is_https()).max_age(Duration::days(365)).finish()
}

/// The cookie of announcements that a browser need not show again.
pub const HEARD: &str = "heard";

/// Remembers for a year what was put away.
pub fn heard(heard: DismissedAnnouncements, site: &PublicUrl) -> Cookie<'static> {
    let cookie = Cookie::build(HEARD, heard.cookie()).path("/").http_only(true).same_site(SameSite::Lax);
    cookie.secure(site.is_https()).max_age(Duration::days(365)).finish()
}
