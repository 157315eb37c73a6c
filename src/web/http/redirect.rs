//! Redirects of a browser and of htmx.

use actix_web::http::header::{self, HeaderName};
use actix_web::{HttpRequest, HttpResponse};

/// The kind of an htmx request.
const KIND: HeaderName = HeaderName::from_static("hx-request-type");

/// Whether htmx requests a fragment of the page.
pub fn is_fragment(request: &HttpRequest) -> bool {
    request.headers().get(KIND).is_some_and(|kind| kind == "partial")
}

/// Has the browser send the same form to another path of this site, again as a `POST`.
pub fn post_to(path: &str) -> HttpResponse {
    HttpResponse::TemporaryRedirect().insert_header((header::LOCATION, path)).finish()
}

/// Redirects the browser to another page.
pub(super) fn go_to(path: &str, fragment: bool) -> HttpResponse {
    if fragment {
        return HttpResponse::Ok().insert_header(("HX-Redirect", path)).finish();
    }
    HttpResponse::SeeOther().insert_header((header::LOCATION, path)).finish()
}
