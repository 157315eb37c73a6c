//! The headers of responses.

use std::io::Read;

use flate2::read::GzDecoder;
use parlour::config::PublicUrl;
use parlour::now::Clock;
use parlour::urls;
use reqwest::Method;

use crate::harness::{NOON, PageAnswer, TestSite};

const EVERYWHERE: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

fn assert_safe(what: &str, answer: &PageAnswer) {
    for (name, value) in EVERYWHERE {
        assert_eq!(answer.header_values(name), [value], "{what}: {name}");
    }
    assert!(answer.header("permissions-policy").contains("camera=()"), "{what}");
}

fn assert_private(what: &str, answer: &PageAnswer) {
    assert_eq!(answer.header_values("cache-control"), ["private, no-store"], "{what}");
    let vary = answer.header_values("vary").join(", ").to_ascii_lowercase();
    assert!(vary.contains("hx-request-type"), "{what}: {vary}");
}

#[tokio::test]
async fn every_kind_of_response_has_security_headers_and_is_private() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let visitor = site.visitor();
    let foreign = visitor.request(Method::POST, "/login").header("Sec-Fetch-Site", "cross-site");
    let unacceptable =
        visitor.request(Method::GET, "/login").header("Accept-Encoding", "identity;q=0, *;q=0");
    let answers = [
        (200, "page", visitor.get("/login").await),
        (200, "health", visitor.get("/healthz").await),
        (303, "redirect", ada.get("/login").await),
        (400, "unreadable", visitor.post_bytes("/login", "username=%ff").await),
        (401, "wrong", visitor.post("/login", &[("username", "Eve"), ("password", "x")]).await),
        (403, "foreign", visitor.send(foreign).await),
        (404, "missing", visitor.get("/no-such-page").await),
        (405, "method", visitor.send(visitor.request(Method::DELETE, "/login")).await),
        (406, "encoding", visitor.send(unacceptable).await),
        (
            409,
            "taken",
            visitor.post("/register", &[("username", "ada"), ("password", crate::harness::PASSWORD)]).await,
        ),
        (413, "large", visitor.post_bytes("/login", "x".repeat(70_000)).await),
        (422, "incomplete", visitor.post("/login", &[]).await),
        (200, "htmx", ada.post_by_htmx("/logout", &[]).await),
    ];
    for (status, what, answer) in answers {
        assert_eq!(answer.status, status, "{what}");
        assert_safe(what, &answer);
        assert_private(what, &answer);
    }
}

#[tokio::test]
async fn an_asset_has_security_headers_and_is_cached() {
    let site = TestSite::start().await;
    let answer = site.visitor().get(urls::asset("app.css")).await;
    assert_eq!(answer.status, 200);
    assert_safe("asset", &answer);
    assert_eq!(answer.header_values("cache-control"), ["public, max-age=31536000, immutable"]);
    assert_eq!(answer.header_values("vary"), ["Accept-Encoding"]);
}

#[tokio::test]
async fn strict_transport_security_is_sent_on_https_sites_only() {
    let https = PublicUrl::parse("https://parlour.example");
    let site = TestSite::with(|config| config.public_url = https).await;
    let answer = site.visitor().get("/login").await;
    assert_eq!(answer.header("strict-transport-security"), "max-age=31536000");
    let plain = TestSite::start().await;
    assert_eq!(plain.visitor().get("/login").await.header("strict-transport-security"), "");
}

/// The `Accept-Encoding` of browsers over https.
const OF_BROWSERS: &str = "gzip, deflate, br, zstd";

#[tokio::test]
async fn a_page_is_sent_as_gzip_to_a_client_that_accepts_it() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let visitor = site.visitor();
    let plain = visitor.get("/games").await;
    assert_eq!(plain.header("content-encoding"), "");
    for accepted in [OF_BROWSERS, "gzip", "br;q=1.0, gzip;q=0.5"] {
        let request = visitor.request(Method::GET, "/games").header("Accept-Encoding", accepted);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.headers()["content-encoding"], "gzip", "{accepted}");
        let vary: Vec<_> = answer.headers().get_all("vary").iter().map(|v| v.to_str().unwrap()).collect();
        assert!(vary.join(",").to_ascii_lowercase().contains("accept-encoding"), "{vary:?}");
        let packed = answer.bytes().await.unwrap();
        assert!(packed.len() < plain.body.len() / 2, "{accepted}");
        let mut unpacked = String::new();
        GzDecoder::new(&packed[..]).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, plain.body, "{accepted}");
    }
}

#[tokio::test]
async fn a_page_is_sent_uncompressed_to_a_client_that_does_not_accept_gzip() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for accepted in ["br", "gzip;q=0", "identity"] {
        let request = visitor.request(Method::GET, "/login").header("Accept-Encoding", accepted);
        let answer = visitor.send(request).await;
        assert_eq!((answer.header("content-encoding"), answer.is_page()), ("", true), "{accepted}");
    }
}

#[tokio::test]
async fn an_asset_is_sent_in_the_smallest_accepted_encoding() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for (accepted, encoding) in [(OF_BROWSERS, "br"), ("gzip, deflate", "gzip"), ("deflate", "identity")] {
        let request =
            visitor.request(Method::GET, urls::asset("app.css")).header("Accept-Encoding", accepted);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.headers()["content-encoding"], encoding, "{accepted}");
    }
}

#[tokio::test]
async fn head_is_answered_like_get_without_a_body() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for path in ["/login", "/healthz", urls::asset("app.css"), "/no-such-page"] {
        let head = visitor.send(visitor.request(Method::HEAD, path)).await;
        let get = visitor.get(path).await;
        assert_eq!((head.status, head.body.as_str()), (get.status, ""), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "{path}");
    }
}

#[tokio::test]
async fn an_unsupported_method_is_answered_405_with_the_allowed_ones() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let answer = visitor.send(visitor.request(Method::PUT, "/login")).await;
    assert_eq!((answer.status, answer.header("allow")), (405, "GET, HEAD, POST"));
    assert_eq!(answer.text("h1").as_deref(), Some("Method not allowed"));
}
