//! The second step of signing in: codes of an app, and recovery codes.

use parlour::now::Clock;
use parlour::users::Role;

use crate::harness::{MINUTE, NOON, PASSWORD, PageAnswer, TestPerson, TestSite};

const STEP: i64 = 30_000;

async fn at_noon() -> TestSite {
    TestSite::at(Clock::at(NOON), |_| {}).await
}

/// A visitor who has given the right password and is asked for the second factor.
async fn pending_login(site: &TestSite, name: &str) -> TestPerson {
    let person = site.visitor();
    let answer = person.post("/login", &[("username", name), ("password", PASSWORD)]).await;
    assert_eq!((answer.status, answer.location()), (303, "/login/two-factor"));
    assert_eq!(person.signed_in_as().await, None);
    person
}

async fn gives(person: &TestPerson, code: &str) -> PageAnswer {
    person.post("/login/two-factor", &[("code", code)]).await
}

#[tokio::test]
async fn an_app_is_set_up_by_its_first_code_and_required_at_sign_in() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let app = ada.begins_app().await;
    let page = ada.get("/account/totp").await;
    assert!(page.attribute("svg.qr path", "d").unwrap().len() > 1000);
    let plain = site.visitor().post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(plain.location(), "/", "nothing counts before the first code");
    for wrong in ["", "000000", "abcdef"] {
        let refused = ada.post("/account/totp/code", &[("code", wrong)]).await;
        assert_eq!((refused.status, refused.text("#code-problem").is_some()), (422, true), "{wrong}");
    }
    let on = ada.post("/account/totp/code", &[("code", &app.shows(NOON))]).await;
    assert_eq!((on.status, on.texts(".codes code").len()), (200, 10));
    assert!(ada.get("/account").await.text("main").unwrap().contains("10 recovery codes left"));

    site.wait(STEP);
    let browser = pending_login(&site, "Ada").await;
    let page = browser.get("/login/two-factor?next=%2Fgames").await;
    assert_eq!(page.attribute("input[name=next]", "value").as_deref(), Some("/games"));
    let code = app.shows(site.clock.now());
    let opened = browser.post("/login/two-factor", &[("code", &code), ("next", "/games")]).await;
    assert_eq!((opened.status, opened.location()), (303, "/games"));
    assert_eq!(browser.signed_in_as().await.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn a_code_is_accepted_once_and_no_earlier_one_after_it() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let (app, _) = ada.sets_up_app(&site).await;
    let browser = pending_login(&site, "Ada").await;
    assert_eq!(gives(&browser, &app.shows(NOON)).await.status, 401, "it has set the app up");
    site.wait(STEP);
    let next = app.shows(site.clock.now());
    let racing = [pending_login(&site, "Ada").await, pending_login(&site, "Ada").await];
    let (one, other) = tokio::join!(gives(&racing[0], &next), gives(&racing[1], &next));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 401], "of two simultaneous uses one succeeds");
    assert_eq!(gives(&browser, &next).await.status, 401);
    assert_eq!(gives(&browser, &app.shows(NOON)).await.status, 401, "the previous code");
    site.wait(STEP);
    assert_eq!(
        gives(&browser, &app.shows(site.clock.now().after(STEP))).await.status,
        303,
        "a clock may go fast"
    );
}

#[tokio::test]
async fn a_pending_login_is_not_a_session_and_expires() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let (app, _) = ada.sets_up_app(&site).await;
    let browser = pending_login(&site, "Ada").await;
    for path in ["/account", "/settings", "/matches/new", "/reauthenticate"] {
        assert!(browser.get(path).await.location().starts_with("/login"), "{path}");
    }
    site.wait(10 * MINUTE);
    assert_eq!(browser.get("/login/two-factor").await.location(), "/login");
    assert_eq!(gives(&browser, &app.shows(site.clock.now())).await.location(), "/login");
    assert_eq!(browser.signed_in_as().await, None);
    for nobody in [site.visitor(), site.register("Ben").await] {
        assert!(!nobody.get("/login/two-factor").await.is_page());
        let answer = gives(&nobody, &app.shows(site.clock.now())).await;
        assert_eq!((answer.status, answer.location()), (303, "/login"));
    }
    let forged = site.visitor();
    let request = forged.request(reqwest::Method::GET, "/login/two-factor");
    let cookie = format!("{}={}", site.cookie_name("parlour-half"), "A".repeat(43));
    let answer = forged.send(request.header("Cookie", cookie)).await;
    assert_eq!(answer.location(), "/login");
}

#[tokio::test]
async fn a_password_change_ends_a_pending_login() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let (app, _) = ada.sets_up_app(&site).await;
    let browser = pending_login(&site, "Ada").await;
    let another = [("current", PASSWORD), ("new", "nine copper kettles by dawn")];
    assert_eq!(ada.post("/account/password", &another).await.status, 303);
    site.wait(STEP);
    assert_eq!(gives(&browser, &app.shows(site.clock.now())).await.location(), "/login");
    assert_eq!(browser.signed_in_as().await, None);
}

#[tokio::test]
async fn a_recovery_code_is_accepted_once() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let (_, codes) = ada.sets_up_app(&site).await;
    let browser = pending_login(&site, "Ada").await;
    assert_eq!(gives(&browser, &codes[0].to_uppercase().replace('-', " ")).await.status, 303);
    assert!(browser.get("/account").await.text("main").unwrap().contains("9 recovery codes left"));
    let again = pending_login(&site, "Ada").await;
    assert_eq!(gives(&again, &codes[0]).await.status, 401);
    assert!(ada.get("/account").await.texts("code").is_empty(), "they are never shown again");
    let renewed = ada.post("/account/recovery", &[]).await;
    assert_eq!((renewed.status, renewed.texts(".codes code").len()), (200, 10));
    assert_eq!(gives(&again, &codes[1]).await.status, 401, "previous codes are invalid");
    assert_eq!(gives(&again, &renewed.texts(".codes code")[9]).await.status, 303);
}

#[tokio::test]
async fn the_account_page_asks_for_recovery_codes_until_they_are_confirmed_as_kept() {
    let site = at_noon().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let asks = async || {
        ada.get("/account").await.text("main").unwrap().contains("Have you saved your recovery codes?")
    };
    assert!(!asks().await, "she has none");
    ada.sets_up_app(&site).await;
    assert!(asks().await);
    assert_eq!(ben.post("/account/recovery/kept", &[]).await.status, 303);
    assert!(asks().await, "only her own answer counts");
    let kept = ada.post("/account/recovery/kept", &[]).await;
    assert_eq!((kept.status, kept.location()), (303, "/account"));
    assert!(!asks().await);
    ada.post("/account/recovery", &[]).await;
    assert!(asks().await, "new codes were not kept yet");
}

#[tokio::test]
async fn removing_an_app_removes_its_recovery_codes() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    ada.sets_up_app(&site).await;
    let second = ada.post("/account/totp", &[]).await;
    assert_eq!(second.status, 409, "only one app is allowed");
    assert_eq!(second.text("h1").as_deref(), Some("Account"), "the error is on the page with the button");
    assert_eq!(ada.get("/account/totp").await.location(), "/account", "its secret is not shown again");
    assert_eq!(ada.post("/account/totp/code", &[("code", "123456")]).await.status, 409);
    assert_eq!(ada.post("/account/totp/remove", &[]).await.location(), "/account?done=app-off");
    assert_eq!(ada.post("/account/totp/remove", &[]).await.status, 404);
    assert_eq!(ada.post("/account/recovery", &[]).await.status, 409);
    let plain = site.visitor().post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(plain.location(), "/");
    let left: i64 = sqlx::query_scalar(
        "SELECT (SELECT count(*) FROM recovery_codes) + (SELECT count(*) FROM totp_secrets)",
    )
    .fetch_one(&site.database().await)
    .await
    .unwrap();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn codes_of_one_user_are_refused_for_another() {
    let site = at_noon().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let (app, codes) = ada.sets_up_app(&site).await;
    let (_, _) = ben.sets_up_app(&site).await;
    site.wait(STEP);
    let browser = pending_login(&site, "Ben").await;
    assert_eq!(gives(&browser, &app.shows(site.clock.now())).await.status, 401);
    assert_eq!(gives(&browser, &codes[0]).await.status, 401);
    let ada_at_the_door = pending_login(&site, "Ada").await;
    assert_eq!(gives(&ada_at_the_door, &codes[0]).await.status, 303, "the code is unused");
}

#[tokio::test]
async fn the_secret_of_an_app_is_encrypted_in_the_database() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let (_, codes) = ada.sets_up_app(&site).await;
    let database = site.database().await;
    let secret: Vec<u8> =
        sqlx::query_scalar("SELECT secret FROM totp_secrets").fetch_one(&database).await.unwrap();
    assert_eq!(secret.len(), 12 + 20 + 16, "a nonce, the secret and its seal");
    let stored: Vec<Vec<u8>> =
        sqlx::query_scalar("SELECT code_hash FROM recovery_codes").fetch_all(&database).await.unwrap();
    assert!(stored.len() == 10 && stored.iter().all(|hash| hash.len() == 32));
    let plain: Vec<_> = codes.iter().map(|code| code.replace('-', "")).collect();
    assert!(!stored.iter().any(|hash| plain.iter().any(|code| hash.starts_with(code.as_bytes()))));
}

#[tokio::test]
async fn a_visitor_and_bad_input_change_nothing() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let visitor = site.visitor();
    for path in [
        "/account/totp",
        "/account/totp/code",
        "/account/totp/remove",
        "/account/recovery",
        "/account/recovery/kept",
    ] {
        assert!(visitor.post(path, &[("code", "123456")]).await.location().starts_with("/login"), "{path}");
    }
    assert!(visitor.get("/account/totp").await.location().starts_with("/login"));
    assert_eq!(ada.get("/account/totp").await.location(), "/account", "nothing is being set up");
    assert_eq!(ada.post("/account/totp/code", &[("code", "123456")]).await.status, 409);
    let (_, _) = ada.sets_up_app(&site).await;
    let browser = pending_login(&site, "Ada").await;
    for form in [&[][..], &[("code", "1"), ("user", "Ben")], &[("kode", "1")]] {
        assert_eq!(browser.post("/login/two-factor", form).await.status, 422);
    }
    for code in ["", "x", &"1".repeat(5000), "%00", "é"] {
        assert_eq!(gives(&browser, code).await.status, 401, "{code}");
    }
    assert_eq!(browser.post_bytes("/login/two-factor", "code=%ff").await.status, 400);
    let away = browser.post("/login/two-factor", &[("code", "x"), ("next", "//evil.example")]).await;
    assert_eq!(away.attribute("input[name=next]", "value"), None);
}

#[tokio::test]
async fn guesses_of_codes_are_limited_and_the_owner_gets_in() {
    let site = TestSite::at(Clock::at(NOON), |config| config.rate_limits = true).await;
    let ada = site.register("Ada").await;
    let (app, _) = ada.sets_up_app(&site).await;
    assert_eq!(ada.post("/logout", &[]).await.status, 303);
    let thief = pending_login(&site, "Ada").await;
    let mut statuses = Vec::new();
    for number in 0..10 {
        statuses.push(gives(&thief, &format!("{number:06}")).await.status);
    }
    assert!(statuses.starts_with(&[401; 8]) && statuses.ends_with(&[429, 429]), "{statuses:?}");
    let other = pending_login(&site, "Ada").await;
    assert_eq!(gives(&other, "000000").await.status, 429, "from anywhere");
    site.wait(STEP);
    let back = ada.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(back.location(), "/login/two-factor");
    assert_eq!(gives(&ada, &app.shows(site.clock.now())).await.status, 303);
}

#[tokio::test]
async fn an_admin_removes_the_second_factor_of_a_user_who_lost_it() {
    let site = at_noon().await;
    let (ada, mo) = (site.register("Ada").await, site.register_as("Mo", Role::Admin).await);
    let browser = "/admin/users/Ada/two-factor/remove";
    ada.begins_app().await;
    let nothing = mo.post(browser, &[("why", "Too early.")]).await;
    assert_eq!(nothing.status, 409, "an app that was never activated is no second factor");
    ada.sets_up_app(&site).await;
    for (why, status) in [("", 422), ("She came to the club and asked.", 303)] {
        assert_eq!(mo.post(browser, &[("why", why)]).await.status, status, "{why}");
    }
    let again = mo.post(browser, &[("why", "Once more.")]).await;
    assert_eq!(again.status, 409, "there is nothing left to take");
    let plain = site.visitor().post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(plain.location(), "/", "the password suffices now");
    let log = mo.get("/admin/audit").await.text("main").unwrap();
    assert!(log.contains("turned off two-step sign-in for Ada"), "{log}");
}
