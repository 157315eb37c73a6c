//! Malformed forms.

use reqwest::Method;

use crate::harness::{PASSWORD, PageAnswer, TestSite};

fn assert_refused(answer: &PageAnswer, status: u16, words: &str) {
    let shown = answer.text("main").unwrap_or_default();
    assert_eq!(answer.status, status, "{shown}");
    assert!(answer.is_page(), "{}", answer.body);
    assert!(shown.contains(words), "{shown}");
}

#[tokio::test]
async fn a_missing_repeated_or_unknown_field_is_named() {
    let site = TestSite::start().await;
    let forms = [
        ("username=Ada", "missing field `password`"),
        ("password=seven+quiet+marbles+roll", "missing field `username`"),
        ("", "missing field `username`"),
        ("username=Ada&username=Ben&password=x", "duplicate field `username`"),
        ("username=Ada&password=x&admin=yes", "unknown field `admin`"),
    ];
    for path in ["/register", "/login"] {
        for (form, words) in forms {
            assert_refused(&site.visitor().post_bytes(path, form).await, 422, words);
        }
    }
}

#[tokio::test]
async fn a_form_that_is_not_text_is_refused() {
    let site = TestSite::start().await;
    let forms =
        [&b"username=%ff&password=x"[..], b"username=\xc3\x28&password=x", b"username=Ada&%fe=x&password=x"];
    for path in ["/register", "/login"] {
        for form in forms {
            assert_refused(&site.visitor().post_bytes(path, form).await, 400, "isn’t text");
        }
    }
}

#[tokio::test]
async fn a_body_that_is_not_a_form_is_refused() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for kind in ["application/json", "text/plain", "multipart/form-data; boundary=x"] {
        let request = visitor.request(Method::POST, "/login").header("Content-Type", kind);
        assert_refused(&visitor.send(request.body("{}")).await, 400, "isn’t a form");
    }
    let request = visitor.request(Method::POST, "/login").body(format!("username=Ada&password={PASSWORD}"));
    assert_refused(&visitor.send(request).await, 400, "isn’t a form");
}

#[tokio::test]
async fn a_form_of_more_than_64_kib_is_refused() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let form = |length: usize| {
        let start = "username=Ada&password=";
        format!("{start}{}", "x".repeat(length - start.len()))
    };
    for path in ["/register", "/login"] {
        for length in [64 * 1024 + 1, 1024 * 1024] {
            assert_refused(&site.visitor().post_bytes(path, form(length)).await, 413, "too large");
        }
    }
    assert_eq!(site.visitor().post_bytes("/login", form(64 * 1024)).await.status, 401, "so much is read");
}

#[tokio::test]
async fn a_form_without_a_length_is_measured() {
    let site = TestSite::start().await;
    let chunks = |count: usize| {
        let chunks = (0..count).map(|_| Ok::<_, std::io::Error>("x".repeat(1024)));
        reqwest::Body::wrap_stream(futures_util::stream::iter(chunks))
    };
    assert_refused(&site.visitor().post_bytes("/login", chunks(65)).await, 413, "too large");
    assert_refused(&site.visitor().post_bytes("/login", chunks(64)).await, 422, "unknown field");
}

#[tokio::test]
async fn a_large_body_is_refused_also_where_no_form_is_read() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    assert_refused(&ada.post_bytes("/logout", "x".repeat(64 * 1024 + 1)).await, 413, "too large");
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn htmx_receives_a_fragment() {
    let site = TestSite::start().await;
    let answer = site.visitor().post_by_htmx("/login", &[("username", "Ada")]).await;
    assert_eq!(answer.status, 422);
    assert!(!answer.is_page());
    assert!(answer.text("[role=alert]").unwrap().contains("missing field `password`"));
}

#[tokio::test]
async fn a_malformed_path_or_query_causes_no_server_error() {
    let site = TestSite::start().await;
    for path in [
        "/%ff",
        "/%00",
        "/players/%ff%fe",
        "/assets/%ff/%ff",
        "/../../etc/passwd",
        "/assets/x/..%2f..%2fCargo.toml",
    ] {
        assert_eq!(site.visitor().get(path).await.status, 404, "{path}");
    }
    assert_eq!(site.visitor().get("/login?next=%ff").await.status, 200);
    assert_refused(&site.visitor().get("/login?next=/a&next=/b").await, 400, "");
}

#[tokio::test]
async fn a_form_with_an_upgrade_header_is_read_like_any_other() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let visitor = site.visitor();
    let request = visitor.request(Method::POST, "/login").header("Upgrade", "websocket");
    let request = request.header("Connection", "upgrade");
    let answer = visitor.send(request.form(&[("username", "Ada"), ("password", PASSWORD)])).await;
    assert_eq!(answer.status, 303);
    assert_eq!(visitor.signed_in_as().await.as_deref(), Some("Ada"));
}
