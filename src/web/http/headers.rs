//! The headers of all responses.

use actix_web::dev::ServiceResponse;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::web::Data;

use crate::web::AppState;

/// Scripts, styles and frames only from this site, none inline, and no page of this site in a frame of another.
const POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// The same for a page that other sites may frame. It must not show anything personal or contain forms.
pub const FRAMEABLE_POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *; object-src 'none'";

/// The same for a drawing, which contains its images.
pub const DRAWING_POLICY: &str =
    "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, HeaderValue); 6] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (header::CROSS_ORIGIN_OPENER_POLICY, HeaderValue::from_static("same-origin")),
    (header::CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
    (
        header::PERMISSIONS_POLICY,
        HeaderValue::from_static(
            "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
        ),
    ),
];

/// Adds the headers to a response. Those that the handler has set remain.
pub fn add<B>(mut response: ServiceResponse<B>) -> ServiceResponse<B> {
    let state = response.request().app_data::<Data<AppState>>();
    let https = state.is_some_and(|state| state.public_url.is_https());
    let headers = response.headers_mut();
    headers.reserve(2 * ALWAYS.len());
    for (name, value) in ALWAYS {
        if !headers.contains_key(&name) {
            headers.insert(name, value);
        }
    }
    if https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        forbid_caching(headers);
    }
    response
}

/// Responses that do not say otherwise must not be cached: they are pages for one user, or fragments at the same URL.
fn forbid_caching(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.append(header::VARY, HeaderValue::from_static("HX-Request-Type"));
}
