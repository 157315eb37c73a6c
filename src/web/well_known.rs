//! Files that programs look for at fixed places.

use actix_web::{HttpRequest, HttpResponse};

use super::{HttpResult, see_other};
use crate::urls;

/// Every position of a match and every filter of a list has a URL, so a crawler would never come to an end.
/// Embedded matches have a page of their own, and oEmbed is for programs that some sites run as crawlers.
const ROBOTS: &str = "User-agent: *\nDisallow: /*?\nDisallow: /matches/*/\nAllow: /matches/*/board.png\n\
    Disallow: /embed/\nAllow: /oembed?\n";

/// `GET /robots.txt`
pub async fn robots() -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(ROBOTS)
}

/// `GET /.well-known/change-password`: redirects to the account, as <https://www.w3.org/TR/change-password-url/> asks for.
pub async fn change_password(request: HttpRequest) -> HttpResult {
    Ok(see_other(&request, &urls::Account.to_string()))
}
