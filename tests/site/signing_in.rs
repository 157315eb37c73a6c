//! Signing in and out.

use parlour::now::Clock;
use parlour::urls::UrlSegment;

use crate::harness::{NOON, PASSWORD, TestSite};

#[tokio::test]
async fn a_signed_in_user_is_recognised_on_every_page() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let ada = site.visitor();
    assert_eq!(ada.signed_in_as().await, None);
    let answer = ada.post("/login", &[("username", "ada"), ("password", PASSWORD)]).await;
    assert_eq!((answer.status, answer.location()), (303, "/"));
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn sign_in_returns_to_the_requested_page() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let ada = site.visitor();
    let page = ada.get("/login?next=%2Fmatches%2Fx%3Fply%3D3").await;
    let next = page.attribute("input[name=next]", "value").unwrap();
    assert_eq!(next, "/matches/x?ply=3");
    let fields = [("username", "Ada"), ("password", PASSWORD), ("next", &next)];
    let answer = ada.post("/login", &fields).await;
    assert_eq!((answer.status, answer.location()), (303, "/matches/x?ply=3"));
}

#[tokio::test]
async fn sign_in_never_redirects_to_another_site() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let tricks = [
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "/.//evil.example",
        "/\t/evil.example",
        "evil.example",
        "javascript:alert(1)",
    ];
    for trick in tricks {
        let fields = [("username", "Ada"), ("password", PASSWORD), ("next", trick)];
        let answer = site.visitor().post("/login", &fields).await;
        assert_eq!((answer.status, answer.location()), (303, "/"), "{trick:?}");
        let answer = ada.get(&format!("/login?next={}", UrlSegment(trick))).await;
        assert_eq!((answer.status, answer.location()), (303, "/"), "{trick:?}");
    }
}

#[tokio::test]
async fn an_unknown_name_and_a_wrong_password_get_the_same_answer() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    site.register("Ada").await;
    let attempt = async |name| {
        let fields = [("username", name), ("password", "another quiet marble rolls")];
        let answer = site.visitor().post("/login", &fields).await;
        assert_eq!(answer.text("[role=alert]").unwrap(), "Wrong name or password.");
        assert_eq!(answer.attribute("#password", "value"), None);
        (answer.status, answer.plain_body().replace(name, "NAME"))
    };
    let wrong = attempt("Ada").await;
    assert_eq!(wrong.0, 401);
    for unknown in ["Eve", "not a name", "123456789012345678901"] {
        assert_eq!(attempt(unknown).await, wrong, "{unknown}");
    }
}

#[tokio::test]
async fn an_empty_or_very_long_password_is_just_wrong() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    for password in ["", &"x".repeat(60_000)] {
        let answer = site.visitor().post("/login", &[("username", "Ada"), ("password", password)]).await;
        assert_eq!(answer.status, 401);
    }
}

#[tokio::test]
async fn sign_out_ends_the_session() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let answer = ada.post("/logout", &[]).await;
    assert_eq!((answer.status, answer.location()), (303, "/"));
    let removed = format!("{}=; ", site.cookie_name("parlour"));
    assert!(answer.header("set-cookie").starts_with(&removed), "{}", answer.header("set-cookie"));
    assert_eq!(answer.header("clear-site-data"), "\"cache\"", "cached pages are cleared");
    assert_eq!(ada.signed_in_as().await, None);
}

#[tokio::test]
async fn signing_out_twice_is_not_an_error() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for _ in 0..2 {
        assert_eq!(ada.post("/logout", &[]).await.status, 303);
    }
}

#[tokio::test]
async fn a_signed_in_user_skips_the_sign_in_form() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for path in ["/login?next=/games", "/register?next=/games"] {
        let answer = ada.get(path).await;
        assert_eq!((answer.status, answer.location()), (303, "/games"));
    }
}

#[tokio::test]
async fn htmx_is_redirected_by_its_own_header() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let answer = ada.post_by_htmx("/logout", &[]).await;
    assert_eq!((answer.status, answer.header("hx-redirect"), answer.location()), (200, "/", ""));
}

#[tokio::test]
async fn a_visitor_who_acts_in_a_match_signs_in_and_returns_to_it() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    for path in ["seats/leave", "start", "plies", "resignation", "abort", "rematch", "chat"] {
        let visitor = site.visitor();
        let answer = visitor.post(&format!("/matches/7Wd2aaaaaaaa/{path}"), &[]).await;
        assert_eq!(answer.status, 303, "{path}");
        let login = visitor.get(answer.location()).await;
        let next = login.attribute("input[name=next]", "value").unwrap();
        let fields = [("username", "Ada"), ("password", PASSWORD), ("next", &next)];
        assert_eq!(visitor.post("/login", &fields).await.location(), "/matches/7Wd2aaaaaaaa", "{path}");
    }
}

#[tokio::test]
async fn the_name_may_have_spaces_around_it() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let answer = site.visitor().post("/login", &[("username", " ada "), ("password", PASSWORD)]).await;
    assert_eq!(answer.status, 303);
    let answer = site.visitor().post("/login", &[("username", " ada "), ("password", "wrong")]).await;
    assert_eq!(answer.attribute("#username", "value").as_deref(), Some("ada"));
}

#[tokio::test]
async fn a_password_is_right_however_its_letters_are_composed() {
    let site = TestSite::start().await;
    let (one, two) =
        ("gr\u{fc}ne Br\u{fc}cke \u{fc}bermorgen", "gru\u{308}ne Bru\u{308}cke u\u{308}bermorgen");
    let ada = site.visitor();
    assert_eq!(ada.post("/register", &[("username", "Ada"), ("password", one)]).await.status, 303);
    for password in [one, two] {
        let fields = [("username", "Ada"), ("password", password)];
        assert_eq!(site.visitor().post("/login", &fields).await.status, 303, "{password:?}");
    }
    let change = [("current", two), ("new", "ma\u{308}chtige Tu\u{308}rme fallen")];
    assert_eq!(ada.post("/account/password", &change).await.status, 303);
    let fields = [("username", "Ada"), ("password", "m\u{e4}chtige T\u{fc}rme fallen")];
    assert_eq!(site.visitor().post("/login", &fields).await.status, 303);
}
