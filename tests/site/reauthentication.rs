//! Reauthentication before sensitive actions, and the rotation of session tokens.

use parlour::now::Clock;
use parlour::users::Role;
use reqwest::Method;

use crate::harness::{HOUR, MINUTE, NOON, PASSWORD, PageAnswer, TestPerson, TestSite};

const REAUTHENTICATION_VALID: i64 = 15 * MINUTE;

/// Some pages of staff.
const STAFF: [&str; 9] = [
    "/admin/site",
    "/admin/announcements",
    "/admin/announcements/1/withdraw",
    "/admin/users/Ada/chat-ban",
    "/admin/users/import",
    "/admin/users/import/1/cards",
    "/admin/users/import/1/undo",
    "/admin/reports/1/settle",
    "/admin/reports/1/reopen",
];

async fn at_noon() -> TestSite {
    TestSite::at(Clock::at(NOON), |_| {}).await
}

async fn proves(person: &TestPerson, next: &str) -> PageAnswer {
    person.post("/reauthenticate", &[("password", PASSWORD), ("next", next)]).await
}

/// The token of the session cookie.
fn token(site: &TestSite, answer: &PageAnswer) -> String {
    let cookies = answer.header_values("set-cookie");
    let name = format!("{}=", site.cookie_name("parlour"));
    let own = cookies.iter().find(|cookie| cookie.starts_with(&name)).unwrap();
    own.split([';', '=']).nth(1).unwrap().to_owned()
}

/// Whether a token is valid.
async fn opens(site: &TestSite, token: &str) -> bool {
    let visitor = site.visitor();
    let cookie = format!("{}={token}", site.cookie_name("parlour"));
    let request = visitor.request(Method::GET, "/account").header("Cookie", cookie);
    visitor.send(request).await.status == 200
}

/// Checks that the browser is sent with the form to the page that asks to reauthenticate.
fn assert_asked(form: &str, answer: &PageAnswer) {
    let page = format!("/reauthenticate/form?next=%2Faccount&repeat={}", form.replace('/', "%2F"));
    assert_eq!((answer.status, answer.location()), (307, &*page), "{form}");
}

#[tokio::test]
async fn sensitive_actions_need_reauthentication_after_a_quarter_of_an_hour() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    site.wait(REAUTHENTICATION_VALID - 1);
    assert_eq!(ada.post("/account/totp", &[]).await.location(), "/account/totp", "within the period");
    site.wait(1);
    let asked = async |path: &str| {
        let request = ada.request(Method::POST, path).header("Referer", format!("{}/account", site.url));
        ada.send(request.form(&[("current", PASSWORD), ("new", "nine copper kettles by dawn")])).await
    };
    for path in [
        "/account/password",
        "/account/totp",
        "/account/totp/code",
        "/account/totp/remove",
        "/account/recovery",
        "/account/sessions/end",
        "/account/sessions/0123456789abcdef/end",
        "/account/passkeys",
        "/account/passkeys/challenge",
        "/account/passkeys/1/remove",
        "/settings/address",
        "/settings/feeds/news",
    ] {
        assert_asked(path, &asked(path).await);
    }
    assert_eq!(ada.get("/account/totp").await.location(), "/reauthenticate?next=%2Faccount%2Ftotp");
    assert_eq!(ada.get("/account").await.status, 200, "looking is free");
    let page = ada.get("/reauthenticate?next=%2Faccount").await;
    assert_eq!(page.attribute("input[name=next]", "value").as_deref(), Some("/account"));
    let back = proves(&ada, "/account").await;
    assert_eq!((back.status, back.location()), (303, "/account"));
    assert_eq!(asked("/account/password").await.location(), "/account?done=password");
}

#[tokio::test]
async fn only_the_users_own_factors_reauthenticate() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let (app, codes) = ada.sets_up_app(&site).await;
    site.wait(REAUTHENTICATION_VALID);
    let tries: [&[(&str, &str)]; 6] = [
        &[("password", "another quiet marble rolls")],
        &[("code", "000000")],
        &[("code", "")],
        &[("password", ""), ("code", "")],
        &[],
        &[("code", "abcd-efgh-jkmn-pqrs-tuvw-xyz2")],
    ];
    for fields in tries {
        let refused = ada.post("/reauthenticate", fields).await;
        assert_eq!(refused.status, 401, "{fields:?}");
        assert!(refused.text("[role=alert]").is_some());
    }
    assert_eq!(ada.post("/reauthenticate", &[("password", PASSWORD), ("user", "Ben")]).await.status, 422);
    assert_eq!(ada.post("/account/recovery", &[]).await.status, 307, "still to be shown");
    let code = app.shows(site.clock.now());
    assert_eq!(ada.post("/reauthenticate", &[("code", &code)]).await.location(), "/");
    site.wait(REAUTHENTICATION_VALID);
    assert_eq!(ada.post("/reauthenticate", &[("code", &code)]).await.status, 401);
    assert_eq!(ada.post("/reauthenticate", &[("code", &codes[3])]).await.status, 303);
    assert_eq!(ada.post("/account/recovery", &[]).await.status, 200);
}

#[tokio::test]
async fn reauthentication_needs_a_session_and_returns_to_the_site_only() {
    let site = at_noon().await;
    let visitor = site.visitor();
    assert!(visitor.get("/reauthenticate?next=%2Faccount").await.location().starts_with("/login?next="));
    assert!(
        visitor.post("/reauthenticate", &[("password", PASSWORD)]).await.location().starts_with("/login")
    );
    for path in ["/reauthenticate/challenge", "/reauthenticate/passkey"] {
        assert!(visitor.post(path, &[]).await.location().starts_with("/login"), "{path}");
    }
    let ada = site.register("Ada").await;
    for trick in ["//evil.example", "https://evil.example", "/\\evil.example"] {
        assert_eq!(proves(&ada, trick).await.location(), "/", "{trick}");
    }
}

#[tokio::test]
async fn the_token_changes_after_sign_in_and_reauthentication() {
    let site = at_noon().await;
    let visitor = site.visitor();
    let fixed = "A".repeat(43);
    let cookie = format!("{}={fixed}", site.cookie_name("parlour"));
    let request = visitor.request(Method::POST, "/register").header("Cookie", cookie);
    let first = visitor.send(request.form(&[("username", "Ada"), ("password", PASSWORD)])).await;
    let one = token(&site, &first);
    assert!(one != fixed && opens(&site, &one).await && !opens(&site, &fixed).await);
    let again = visitor.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    let two = token(&site, &again);
    assert!(
        one != two && opens(&site, &two).await && !opens(&site, &one).await,
        "the previous token is invalid"
    );
    let three = token(&site, &proves(&visitor, "/").await);
    assert!(two != three && opens(&site, &three).await && !opens(&site, &two).await, "at once");
    assert_eq!(visitor.get("/account").await.texts(".devices li").len(), 1, "it is the same session");
}

#[tokio::test]
async fn staff_reauthenticate_before_they_act() {
    let site = at_noon().await;
    let mo = site.register_as("Mo", Role::Admin).await;
    let ada = site.register("Ada").await;
    site.wait(REAUTHENTICATION_VALID);
    assert_eq!(mo.get("/admin").await.status, 200, "looking is free");
    for path in STAFF {
        let answer = mo.post(path, &[]).await;
        assert!(answer.location().starts_with("/reauthenticate"), "{path}: {}", answer.status);
    }
    for path in STAFF {
        assert_eq!(ada.post(path, &[]).await.status, 404, "for a player there is nothing at {path}");
    }
}

#[tokio::test]
async fn a_user_with_a_second_factor_reauthenticates_with_it_and_not_with_the_password() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let (app, codes) = ada.sets_up_app(&site).await;
    site.wait(REAUTHENTICATION_VALID);
    let page = ada.get("/reauthenticate").await;
    assert_eq!((page.texts("input[name=password]").len(), page.texts("input[name=code]").len()), (0, 1));
    for form in [&[("password", PASSWORD)][..], &[("password", PASSWORD), ("code", "")]] {
        assert_eq!(ada.post("/reauthenticate", form).await.status, 401);
    }
    assert!(ada.post("/account/totp/remove", &[]).await.location().starts_with("/reauthenticate"));
    let code = app.shows(site.clock.now());
    assert_eq!(ada.post("/reauthenticate", &[("code", &code)]).await.status, 303);
    site.wait(REAUTHENTICATION_VALID);
    assert_eq!(ada.post("/reauthenticate", &[("code", &codes[0])]).await.status, 303);
    assert_eq!(ada.post("/account/totp/remove", &[]).await.location(), "/account?done=app-off");
    site.wait(REAUTHENTICATION_VALID);
    assert_eq!(proves(&ada, "/").await.status, 303, "without a second factor the password suffices");
}

#[tokio::test]
async fn staff_reauthenticate_every_eight_hours_before_they_read() {
    let site = at_noon().await;
    let mo = site.register_as("Mo", Role::Admin).await;
    let pages = [
        "/admin",
        "/admin/audit",
        "/admin/audit.jsonl",
        "/admin/users",
        "/admin/reports",
        "/admin/invitations",
    ];
    site.wait(8 * HOUR - 1);
    for path in pages {
        assert_eq!(mo.get(path).await.status, 200, "{path}");
    }
    site.wait(1);
    for path in pages {
        let answer = mo.get(path).await;
        let confirm = format!("/reauthenticate?next={}", path.replace('/', "%2F"));
        assert_eq!((answer.status, answer.location()), (303, confirm.as_str()));
    }
    assert_eq!(mo.get("/games").await.status, 200, "other pages are as before");
    assert_eq!(proves(&mo, "/admin/audit").await.location(), "/admin/audit");
    assert_eq!(mo.get("/admin/audit").await.status, 200);
}

#[tokio::test]
async fn password_guesses_by_reauthentication_are_limited() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let ada = site.register("Ada").await;
    let mut statuses = Vec::new();
    for number in 0..10 {
        let guess = format!("seven brass lamps over {number}");
        statuses.push(ada.post("/reauthenticate", &[("password", &guess)]).await.status);
    }
    assert!(statuses.starts_with(&[401; 8]) && statuses.ends_with(&[429]), "{statuses:?}");
}
