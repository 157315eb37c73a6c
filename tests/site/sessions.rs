//! Session cookies, and what the database stores of them.

use parlour::accounts::{HashingFor, VerifiedLogin};
use parlour::config::PublicUrl;
use parlour::now::{Clock, Moment};
use parlour::users::Role;
use reqwest::Method;

use crate::harness::{HOUR, NOON, PASSWORD, PageAnswer, TestPerson, TestSite};

const DAY: i64 = 24 * 60 * 60 * 1000;

async fn sign_in(person: &TestPerson, name: &str) -> PageAnswer {
    let answer = person.post("/login", &[("username", name), ("password", PASSWORD)]).await;
    assert_eq!(answer.status, 303);
    answer
}

/// Name, value and flags of the cookie that a response sets.
fn cookie(answer: &PageAnswer) -> (String, String, Vec<String>) {
    let mut parts = answer.header("set-cookie").split("; ").map(str::to_owned);
    let (name, value) =
        parts.next().unwrap().split_once('=').map(|(n, v)| (n.to_owned(), v.to_owned())).unwrap();
    let mut flags: Vec<_> = parts.collect();
    flags.sort();
    (name, value, flags)
}

/// The name of the user who is signed in with this cookie, if any.
async fn shown(site: &TestSite, name: &str, value: &str) -> Option<String> {
    let visitor = site.visitor();
    let cookie = format!("{}={value}", site.cookie_name(name));
    let request = visitor.request(Method::GET, "/no-such-page").header("Cookie", cookie);
    visitor.send(request).await.text("header details.menu summary")
}

#[tokio::test]
async fn the_session_cookie_is_http_only_and_same_site() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let (name, value, flags) = cookie(&sign_in(&site.visitor(), "Ada").await);
    assert_eq!((name, value.len()), (site.cookie_name("parlour"), 43));
    assert_eq!(flags, ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax"]);
}

#[tokio::test]
async fn over_https_the_cookie_has_the_host_prefix_and_is_secure() {
    let https = PublicUrl::parse("https://parlour.example");
    let site = TestSite::with(|config| config.public_url = https).await;
    site.register("Ada").await;
    let (name, value, flags) = cookie(&sign_in(&site.visitor(), "Ada").await);
    assert_eq!(name, "__Host-parlour");
    assert_eq!(flags, ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax", "Secure"]);
    assert_eq!(shown(&site, "__Host-parlour", &value).await.as_deref(), Some("Ada"));
    assert_eq!(shown(&site, "parlour", &value).await, None, "the plain name counts for nothing");
}

#[tokio::test]
async fn a_browser_can_be_signed_in_to_two_sites_at_two_ports_of_a_host() {
    let (one, other) = (TestSite::start().await, TestSite::start().await);
    let ada = one.register("Ada").await;
    let ben = ada.at_other_site(&other.url);
    let form = [("username", "Ben"), ("password", crate::harness::PASSWORD)];
    assert_eq!(ben.post("/register", &form).await.status, 303);
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"));
    assert_eq!(ben.signed_in_as().await.as_deref(), Some("Ben"));
}

#[tokio::test]
async fn a_session_token_is_stored_as_a_hash() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let (_, token, _) = cookie(&sign_in(&site.visitor(), "Ada").await);
    let query = sqlx::query_scalar("SELECT token_hash FROM sessions");
    let stored: Vec<Vec<u8>> = query.fetch_all(&site.database().await).await.unwrap();
    assert_eq!(stored.len(), 2);
    let token = base64::Engine::decode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, token).unwrap();
    assert!(stored.iter().all(|hash| hash.len() == 32 && *hash != token));
}

#[tokio::test]
async fn every_sign_in_has_a_new_token_and_ends_the_previous_session_of_the_browser() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let (browser, other) = (site.visitor(), site.visitor());
    let (_, first, _) = cookie(&sign_in(&browser, "Ada").await);
    let (_, elsewhere, _) = cookie(&sign_in(&other, "Ada").await);
    assert_eq!(shown(&site, "parlour", &first).await.as_deref(), Some("Ada"));
    let (_, second, _) = cookie(&sign_in(&browser, "Ada").await);
    assert_ne!(first, second);
    assert_eq!(shown(&site, "parlour", &first).await, None);
    assert_eq!(shown(&site, "parlour", &second).await.as_deref(), Some("Ada"));
    assert_eq!(shown(&site, "parlour", &elsewhere).await.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn a_token_is_invalid_after_sign_out() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let browser = site.visitor();
    let (_, token, _) = cookie(&sign_in(&browser, "Ada").await);
    assert_eq!(shown(&site, "parlour", &token).await.as_deref(), Some("Ada"));
    browser.post("/logout", &[]).await;
    assert_eq!(shown(&site, "parlour", &token).await, None);
}

#[tokio::test]
async fn cookies_of_other_programs_on_the_host_end_no_session() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let (name, token, _) = cookie(&sign_in(&site.visitor(), "Ada").await);
    let own = format!("{name}={token}");
    for line in [
        "ort=K\u{f6}ln; ".as_bytes(),
        b"ort=K\xf6ln; ",
        b"=; ;a==;; ",
        b"\"a; b\"=\"c; ",
        b"parlours=1; xparlour=2; parlour-x=3; ",
    ] {
        let value = reqwest::header::HeaderValue::from_bytes(&[line, own.as_bytes()].concat()).unwrap();
        let visitor = site.visitor();
        let request = visitor.request(reqwest::Method::GET, "/account").header("Cookie", value);
        assert_eq!(visitor.send(request).await.status, 200, "{line:?}");
    }
}

#[tokio::test]
async fn an_unknown_token_is_treated_as_a_visitor() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    for token in ["", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "%00%ff", &"A".repeat(5000)] {
        assert_eq!(shown(&site, "parlour", token).await, None, "{token}");
    }
}

#[tokio::test]
async fn a_session_ends_sixty_days_after_its_last_use_and_ninety_after_sign_in() {
    let start = Moment(1_800_000_000_000);
    let site = TestSite::at(Clock::at(start), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    for days in [29, 59, 89] {
        site.clock.set(start.after(days * DAY));
        assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"), "after {days} days");
    }
    assert_eq!(ben.signed_in_as().await, None, "not used for sixty days");
    site.clock.set(start.after(90 * DAY - 1));
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"));
    site.clock.set(start.after(90 * DAY));
    assert_eq!(ada.signed_in_as().await, None);
}

#[tokio::test]
async fn a_session_of_staff_ends_twelve_hours_after_sign_in() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    for (name, role) in [("Ada", Role::Admin), ("Mo", Role::Moderator)] {
        let staff = site.register_as(name, role).await;
        site.wait(11 * HOUR);
        assert_eq!(staff.post("/reauthenticate", &[("password", PASSWORD)]).await.status, 303);
        site.wait(HOUR - 1);
        assert_eq!(staff.get("/admin").await.status, 200, "{name}");
        site.wait(1);
        assert_eq!(staff.signed_in_as().await, None, "{name}: proof of identity does not prolong it");
    }
}

#[tokio::test]
async fn the_account_page_does_not_list_expired_sessions() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, phone) = (site.register("Ada").await, site.visitor());
    site.wait(59 * DAY);
    sign_in(&phone, "Ada").await;
    assert_eq!(ada.get("/account").await.texts(".devices li").len(), 2);
    site.wait(31 * DAY);
    assert_eq!(phone.get("/account").await.texts(".devices li").len(), 1);
}

#[tokio::test]
async fn an_account_has_at_most_fifty_sessions_and_the_oldest_ends() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let first = site.register("Ada").await;
    let accounts = site.accounts();
    let checked = accounts.sign_in("Ada", PASSWORD.into(), HashingFor::Anybody).await.unwrap();
    for _ in 1..50 {
        site.wait(1);
        assert!(accounts.open_session(&checked, "a browser", None).await.unwrap().is_some());
    }
    assert_eq!(first.signed_in_as().await.as_deref(), Some("Ada"));
    site.wait(1);
    let newest = site.visitor();
    sign_in(&newest, "Ada").await;
    assert_eq!(first.signed_in_as().await, None, "the oldest has ended");
    assert_eq!(newest.get("/account").await.texts(".devices li").len(), 50);
}

#[tokio::test]
async fn a_session_survives_a_restart_with_the_same_secret_key() {
    let folder = tempfile::TempDir::new().unwrap();
    let url = format!("sqlite://{}", folder.path().join("parlour.db").display());
    let start = async || {
        TestSite::with(|config| {
            config.database_url.clone_from(&url);
            config.secret_key = None;
        })
        .await
    };
    let site = start().await;
    site.register("Ada").await;
    let (_, token, _) = cookie(&sign_in(&site.visitor(), "Ada").await);
    site.stop().await;

    let same = start().await;
    assert_eq!(shown(&same, "parlour", &token).await.as_deref(), Some("Ada"));
    same.stop().await;

    std::fs::remove_file(folder.path().join("secret.key")).unwrap();
    let other = start().await;
    assert_eq!(shown(&other, "parlour", &token).await, None);
    assert_eq!(sign_in(&other.visitor(), "Ada").await.status, 303, "passwords do not hang on the secret");
}

#[tokio::test]
async fn a_password_changed_during_its_check_opens_no_session() {
    let site = TestSite::start().await;
    let (ada, accounts) = (site.register("Ada").await, site.accounts());
    let checked = accounts.sign_in("Ada", PASSWORD.into(), HashingFor::Anybody).await.unwrap();
    assert!(accounts.open_session(&checked, "a browser", None).await.unwrap().is_some());
    let form = [("current", PASSWORD), ("new", "nine copper kettles by dawn")];
    assert_eq!(ada.post("/account/password", &form).await.status, 303);
    assert!(accounts.open_session(&checked, "a browser", None).await.unwrap().is_none());
    assert!(accounts.begin_two_factor(&checked).await.unwrap().is_none());
    assert_eq!(
        accounts.sessions_of(checked.person.id).await.unwrap().len(),
        1,
        "only the new session is left"
    );
}

#[tokio::test]
async fn an_account_deleted_during_sign_in_opens_no_session() {
    let site = TestSite::start().await;
    let (ada, accounts) = (site.register("Ada").await, site.accounts());
    let by_password = accounts.sign_in("Ada", PASSWORD.into(), HashingFor::Anybody).await.unwrap();
    let by_passkey = VerifiedLogin::from(by_password.person.clone());
    let left = ada.post("/account/delete", &[("name", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(left.status, 200);
    for entrant in [by_password, by_passkey] {
        assert!(accounts.open_session(&entrant, "a browser", None).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn a_pending_login_opens_one_session() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let accounts = site.accounts();
    let checked = accounts.sign_in("Ada", PASSWORD.into(), HashingFor::Anybody).await.unwrap();
    let token = accounts.begin_two_factor(&checked).await.unwrap().unwrap();
    let (one, other) = (
        accounts.pending_login(&token).await.unwrap().unwrap(),
        accounts.pending_login(&token).await.unwrap().unwrap(),
    );
    assert!(accounts.open_session(&one, "a browser", None).await.unwrap().is_some());
    assert!(accounts.open_session(&other, "a browser", None).await.unwrap().is_none());
}
