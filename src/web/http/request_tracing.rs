//! Middleware that gives each request an id, a log line and metrics.
//!
//! The log contains the route pattern, the path without keys, and the user's id; queries, names, cookies and forms
//! are private.

use std::fmt::{self, Display, Formatter};
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error as ActixError, HttpMessage, HttpRequest};
use compact_str::CompactString;
use percent_encoding::percent_decode_str;
use rand::RngExt;
use tracing::{Instrument, info, info_span};

use super::excerpt::excerpt;
use crate::metrics::CounterMetric;
use crate::web::{AppState, Caller};

/// The route pattern of a request.
#[derive(Clone, Copy, Debug)]
pub struct RoutePattern(pub &'static str);

/// The target of log lines about requests, for `RUST_LOG`.
const TARGET: &str = "parlour::requests";

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Paths followed by a key, up to the next slash.
const SECRET: [&str; 5] = ["/feeds/", "/unsubscribe/", "/settings/address/", "/join/", "/reset/"];

/// Maximum length of a logged path, in characters. Those of this site are shorter.
const LONGEST_PATH: usize = 200;

/// The id of a request in the log, in the response, and on error pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(CompactString);

impl RequestId {
    /// The id given by a trusted proxy, or a new one.
    fn of(request: &HttpRequest) -> Self {
        Self::from_header(request).unwrap_or_else(|| {
            let id = rand::rng().random::<[u8; 16]>().map(|byte| ALPHABET[usize::from(byte % 32)]);
            Self(CompactString::from_utf8_lossy(&id))
        })
    }

    fn from_header(request: &HttpRequest) -> Option<Self> {
        let given = request.headers().get(HEADER)?.to_str().ok().and_then(Self::read)?;
        let (peer, state) = (request.peer_addr()?.ip().to_canonical(), request.app_data::<Data<AppState>>()?);
        state.config.trusted_proxies.iter().any(|net| net.contains(&peer)).then_some(given)
    }

    /// An id that is safe in a log and in a header.
    fn read(text: &str) -> Option<Self> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        ((8..=64).contains(&text.len()) && text.bytes().all(plain)).then(|| Self(text.into()))
    }
}

const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

impl Display for RequestId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A path for the log: without secret parts, and cut short. Compared as the router reads it, with escapes decoded and
/// empty segments left out.
fn loggable_path(path: &str) -> String {
    let decoded = percent_decode_str(path).decode_utf8_lossy();
    let mut plain = String::with_capacity(decoded.len());
    for character in decoded.chars() {
        if !(character == '/' && plain.ends_with('/')) {
            plain.push(character);
        }
    }
    let is_before = |start: &&&str| {
        plain.get(..start.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(start))
    };
    match SECRET.iter().find(is_before) {
        Some(start) => {
            let rest = &plain[start.len()..];
            excerpt(&format!("{start}…{}", rest.find('/').map_or("", |end| &rest[end..])), LONGEST_PATH)
        }
        None => excerpt(&plain, LONGEST_PATH),
    }
}

/// Gives a request its id, logs it and counts it.
pub async fn trace_request<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, ActixError> {
    let began = Instant::now();
    let id = RequestId::of(req.request());
    let span = info_span!("request", %id, method = req.method().as_str(), path = %loggable_path(req.path()));
    let header = HeaderValue::from_str(&id.0);
    req.extensions_mut().insert(id);
    let mut answer = next.call(req).instrument(span.clone()).await;
    match &mut answer {
        Ok(answer) => {
            span.in_scope(|| record(answer.request(), answer.status().as_u16(), began));
            if let Ok(header) = header {
                answer.headers_mut().insert(HEADER, header);
            }
        }
        Err(error) => span.in_scope(|| tracing::error!(%error, "request failed")),
    }
    answer
}

fn record(request: &HttpRequest, status: u16, began: Instant) {
    let route = request.app_data::<RoutePattern>().map(|pattern| pattern.0);
    let took = began.elapsed();
    if let Some(state) = request.app_data::<Data<AppState>>() {
        state.metrics.count_request(route, request.method().as_str(), status, took);
        if status == 429 {
            state.metrics.count(CounterMetric::RateLimited);
        }
    }
    let user = || request.extensions().get::<Caller>().and_then(Caller::user).map(|user| user.0);
    let ms = took.as_micros() as f64 / 1000.0;
    info!(target: TARGET, route, status, ms, user = user(), "answered");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::urls;

    #[test]
    fn logged_paths_hide_secrets() {
        assert_eq!(loggable_path("/matches/7Wd2hkQ9xYzA/plies"), "/matches/7Wd2hkQ9xYzA/plies");
        assert_eq!(loggable_path("/feeds/12-secret/news.atom"), "/feeds/…/news.atom");
        assert_eq!(loggable_path("/unsubscribe/12-34-secret"), "/unsubscribe/…");
        assert_eq!(loggable_path("/settings/address/secret"), "/settings/address/…");
        assert_eq!(loggable_path("/join/SECRET"), "/join/…");
        assert_eq!(loggable_path("/reset/secret"), "/reset/…");
    }

    #[test]
    fn unusual_spellings_of_a_path_hide_its_secret_too() {
        for path in
            ["/%72eset/s3cret", "//reset/s3cret", "/reset//s3cret", "/RESET/s3cret", "/reset%2fs3cret"]
        {
            assert_eq!(loggable_path(path), "/reset/…", "{path}");
        }
        assert_eq!(loggable_path("/feeds//s3cret/news.atom"), "/feeds/…/news.atom");
    }

    #[test]
    fn a_path_is_logged_as_one_short_line() {
        assert_eq!(loggable_path("/a%0ab%1b[2J%ff"), "/a\u{fffd}b\u{fffd}[2J\u{fffd}");
        assert_eq!(loggable_path(&format!("/{}", "x".repeat(60_000))), format!("/{}…", "x".repeat(199)));
    }

    #[test]
    fn every_route_with_a_secret_is_redacted() {
        let plain =
            [urls::GameRules::ROUTE, urls::GameImage::ROUTE, urls::Ratings::ROUTE, urls::DismissTips::ROUTE];
        let secret = ["key", "code", "token", "secret", "link"];
        for (route, fields) in urls::ALL.iter().filter(|(route, _)| !plain.contains(route)) {
            for field in fields.iter().filter(|field| secret.contains(field)) {
                let path = route.replace(&format!("{{{field}}}"), "s3cret");
                assert!(!loggable_path(&path).contains("s3cret"), "{route} would be in the log");
            }
        }
    }

    #[test]
    fn a_request_id_is_accepted_only_with_printable_characters() {
        for good in ["5f1c2b7e-8d3a", "01HXYZ_abc.DEF", &"a".repeat(64)] {
            assert_eq!(RequestId::read(good).map(|id| id.to_string()).as_deref(), Some(good));
        }
        for bad in ["", "short", &"a".repeat(65), "with a space", "line\nbreak!", "<script>x", "ümlautümlaut"]
        {
            assert_eq!(RequestId::read(bad), None, "{bad}");
        }
    }
}
