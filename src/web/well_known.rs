//! Files that programs look for at fixed places.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use chrono::DateTime;
use serde_json::Value;

use super::{AppState, HttpResult, WebError, see_other};
use crate::assets;
use crate::now::spans::DAY;
use crate::urls;

const TEXT: &str = "text/plain; charset=utf-8";

/// Every position of a match and every filter of a list has a URL, so a crawler would never come to an end.
/// Embedded matches have a page of their own, and oEmbed is for programs that some sites run as crawlers.
const ROBOTS: &str = "User-agent: *\nDisallow: /*?\nDisallow: /matches/*/\nAllow: /matches/*/board.png\n\
    Disallow: /embed/\nAllow: /oembed?\n";

/// For a site that only members may see.
const NO_ROBOTS: &str = "User-agent: *\nDisallow: /\n";

/// `GET /robots.txt`
pub async fn robots(state: Data<AppState>) -> HttpResponse {
    let text = if state.settings.now().is_members_only() { NO_ROBOTS } else { ROBOTS };
    HttpResponse::Ok().content_type(TEXT).body(text)
}

/// `GET /.well-known/change-password`: redirects to the account, as <https://www.w3.org/TR/change-password-url/> asks for.
pub async fn change_password(request: HttpRequest) -> HttpResult {
    Ok(see_other(&request, &urls::Account.to_string()))
}

/// `GET /.well-known/security.txt`: the contact of the host, as <https://www.rfc-editor.org/rfc/rfc9116> describes it.
pub async fn security(state: Data<AppState>) -> HttpResult {
    let contact = state.settings.now().contact_url();
    let contact = contact.ok_or_else(|| WebError::NotFound("".into()))?;
    // The recommended maximum is a year.
    let expires = DateTime::from_timestamp_millis(state.clock.now().after(180 * DAY).0).unwrap_or_default();
    let text = format!(
        "Contact: {contact}\nExpires: {}\nCanonical: {}{}\n",
        expires.format("%Y-%m-%dT00:00:00Z"),
        state.public_url,
        urls::SecurityTxt
    );
    Ok(HttpResponse::Ok().content_type(TEXT).body(text))
}

/// `GET /manifest.webmanifest`: the app's manifest, with the name of the site.
pub async fn manifest(state: Data<AppState>) -> HttpResult {
    let asset = assets::get("parlour.webmanifest").ok_or_else(|| WebError::NotFound("".into()))?;
    let mut manifest: Value = serde_json::from_slice(&asset.plain).map_err(WebError::internal)?;
    let name = &state.settings.now().name;
    for key in ["name", "short_name"] {
        manifest[key] = name.as_str().into();
    }
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((CACHE_CONTROL, "no-cache"))
        .insert_header((CONTENT_TYPE, "application/manifest+json"));
    Ok(answer.body(manifest.to_string()))
}
