//! The cookie that holds a session's token.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

use crate::accounts::Token;
use crate::config::PublicUrl;

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
