//! Cookies: the one that holds a session's token, and what a browser need not show again.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

use crate::accounts::Token;
use crate::config::PublicUrl;
use crate::people::Heard;

/// Longer than any session lives unused, and as long as browsers keep one.
const KEPT: Duration = Duration::days(400);

/// Its name. The prefix makes browsers insist that no other site, not even a neighbour, has set it; they take it over
/// https only.
fn name(site: &PublicUrl) -> &'static str {
    if site.is_https() { "__Host-parlour" } else { "parlour" }
}

/// The token a browser shows.
pub fn read(request: &HttpRequest, site: &PublicUrl) -> Option<Token> {
    let cookie = request.cookie(name(site))?;
    Token::parse(cookie.value())
}

/// Hands a token to the browser.
pub fn write(token: &Token, site: &PublicUrl) -> Cookie<'static> {
    build(token.text(), site, KEPT)
}

/// Takes it back.
pub fn erase(site: &PublicUrl) -> Cookie<'static> {
    build(String::new(), site, Duration::ZERO)
}

fn build(value: String, site: &PublicUrl, kept: Duration) -> Cookie<'static> {
    Cookie::build(name(site), value)
        .path("/")
        .http_only(true)
        .secure(site.is_https())
        .same_site(SameSite::Lax)
        .max_age(kept)
        .finish()
}

/// The cookie of announcements that a browser need not show again.
pub const HEARD: &str = "heard";

/// Remembers for a year what was put away.
pub fn heard(heard: Heard, site: &PublicUrl) -> Cookie<'static> {
    let cookie = Cookie::build(HEARD, heard.cookie()).path("/").http_only(true).same_site(SameSite::Lax);
    cookie.secure(site.is_https()).max_age(Duration::days(365)).finish()
}
