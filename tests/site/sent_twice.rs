//! Forms that are sent twice, and forms of a user who is no longer the one who is signed in.

use parlour::users::Role;

use crate::harness::{PASSWORD, PageAnswer, TestPerson, TestSite};

/// Sends the form of a page twice at once, as a double click without scripts does, and then once more.
async fn sends_twice(
    person: &TestPerson,
    page: &PageAnswer,
    form: &str,
    fields: &[(&str, &str)],
) -> [PageAnswer; 3] {
    let url = page.form_url(form);
    let (one, other) = tokio::join!(person.post(&url, fields), person.post(&url, fields));
    [one, other, person.post(&url, fields).await]
}

fn assert_same(answers: &[PageAnswer; 3], status: u16) {
    for answer in answers {
        assert_eq!(
            (answer.status, answer.location()),
            (status, answers[0].location()),
            "{:?}",
            answer.texts("main")
        );
        assert_eq!(answer.body, answers[0].body);
    }
}

async fn count(site: &TestSite, what: &'static str) -> i64 {
    sqlx::query_scalar(what).fetch_one(&site.database().await).await.unwrap()
}

#[tokio::test]
async fn an_account_is_made_once_and_its_user_is_signed_in() {
    let site = TestSite::start().await;
    let ada = site.visitor();
    let fields = [("username", "Ada"), ("password", PASSWORD)];
    let page = ada.get("/register").await;
    let answers = sends_twice(&ada, &page, "main form", &fields).await;
    assert_same(&answers, 303);
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"));
    assert_eq!(count(&site, "SELECT count(*) FROM sessions").await, 1);
}

#[tokio::test]
async fn a_match_is_made_once() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let form = "form[action^='/matches']";
    let fields = [("game", "kalah"), ("seats", "2"), ("visibility", "public")];
    let page = ada.get("/matches/new?game=kalah").await;
    let answers = sends_twice(&ada, &page, form, &fields).await;
    assert_same(&answers, 303);
    assert_eq!(count(&site, "SELECT count(*) FROM matches").await, 1);
    let other = [("game", "quarto"), ("seats", "2"), ("visibility", "public")];
    let changed = ada.post(&page.form_url(form), &other).await;
    assert_ne!(changed.location(), answers[0].location(), "a form with other choices is another form");
    let again = ada.get("/matches/new?game=kalah").await;
    assert_ne!(ada.post(&again.form_url(form), &fields).await.location(), answers[0].location());
    assert_eq!(count(&site, "SELECT count(*) FROM matches").await, 3);
}

#[tokio::test]
async fn a_visitor_gets_one_match_against_a_bot() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let page = visitor.get("/play?game=tictactoe").await;
    let fields = [("game", "tictactoe"), ("level", "1")];
    assert_same(&sends_twice(&visitor, &page, "form[action^='/play']", &fields).await, 303);
    assert_eq!(count(&site, "SELECT count(*) FROM matches").await, 1);
}

#[tokio::test]
async fn a_changed_password_and_a_report_are_taken_once() {
    let site = TestSite::start().await;
    let (ada, _) = (site.register("Ada").await, site.register("Ben").await);
    let new = "nine loud marbles fall down";
    let fields = [("current", PASSWORD), ("new", new)];
    let page = ada.get("/account").await;
    assert_same(&sends_twice(&ada, &page, "form[action^='/account/password']", &fields).await, 303);
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"), "still");
    let report = ada.get("/reports/new?person=Ben").await;
    let fields = [("person", "Ben"), ("cause", "abuse"), ("words", "He shouts.")];
    let answers = sends_twice(&ada, &report, "main form", &fields).await;
    assert_same(&answers, 303);
    assert_eq!(answers[1].location(), "/reports?done=sent");
}

#[tokio::test]
async fn recovery_codes_are_shown_again() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let app = ada.begins_app().await;
    let page = ada.get("/account/totp").await;
    let code = app.shows(site.clock.now());
    let answers = sends_twice(&ada, &page, "form[action^='/account/totp/code']", &[("code", &code)]).await;
    assert_same(&answers, 200);
    assert!(answers[2].body.contains("recovery codes") || answers[2].body.contains("Recovery codes"));
}

#[tokio::test]
async fn announcements_and_sign_up_links_are_made_once() {
    let site = TestSite::start().await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    let page = rosa.get("/admin/announcements").await;
    let fields = [("words", "Closed on Sunday"), ("tone", "news"), ("until", "2090-01-01T10:00")];
    let form = "form[action^='/admin/announcements?']";
    let until = [("words", "Closed on Sunday"), ("tone", "news"), ("until", &*next_month())];
    assert_eq!(
        rosa.post(&page.form_url(form), &fields).await.status,
        422,
        "a refused form can be sent again"
    );
    assert_same(&sends_twice(&rosa, &page, form, &until).await, 303);
    assert_eq!(rosa.get("/games").await.texts(".announced").len(), 1);
    let page = rosa.get("/admin/invitations").await;
    let fields = [("note", "Club"), ("places", "3"), ("days", "14")];
    assert_same(&sends_twice(&rosa, &page, "form[action^='/admin/invitations?']", &fields).await, 303);
    assert_eq!(count(&site, "SELECT count(*) FROM signup_invitations").await, 1);
}

fn next_month() -> String {
    let time = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(720);
    time.strftime("%Y-%m-%dT%H:%M").to_string()
}

#[tokio::test]
async fn an_answer_is_only_for_the_user_of_the_page() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let page = ada.get("/account/totp").await;
    assert_eq!(page.status, 303, "there is no form yet");
    let app = ada.begins_app().await;
    let form = ada.get("/account/totp").await.form_url("form[action^='/account/totp/code']");
    let code = app.shows(site.clock.now());
    let shown = ada.post(&form, &[("code", &code)]).await;
    assert_eq!(shown.status, 200);
    ada.post("/logout", &[]).await;
    let after = ada.post(&form, &[("code", &code)]).await;
    assert_eq!((after.status, after.location().starts_with("/login/form")), (307, true));
    let signed_in = ada.post("/register", &[("username", "Ben"), ("password", PASSWORD)]).await;
    assert_eq!(signed_in.status, 303);
    let other = ada.post(&form, &[("code", &code)]).await;
    assert_eq!(other.status, 409);
    assert_ne!(other.body, shown.body);
}

#[tokio::test]
async fn a_page_of_somebody_else_does_not_act_for_the_user() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (browser, ben) = (&m.ada, &m.ben);
    let (settings, board) = (browser.get("/settings").await, browser.get(&m.path("")).await);
    browser.post("/logout", &[]).await;
    let signed_in = browser.post("/login", &[("username", "Ben"), ("password", PASSWORD)]).await;
    assert_eq!(signed_in.status, 303);
    let zone = [("zone", "Asia/Kathmandu"), ("quiet_from", ""), ("quiet_to", "")];
    let refused = browser.post(&settings.form_url("form[action^='/settings?']"), &zone).await;
    assert_eq!(refused.status, 409);
    assert!(refused.body.contains("You are signed in as Ben now."), "{}", refused.body);
    assert!(!ben.get("/settings").await.body.contains("value=\"Asia/Kathmandu\" selected"));
    let resign = board.form_url(&format!("form[action^='{}']", m.path("resignation")));
    assert_eq!(browser.post(&resign, &[]).await.status, 409);
    let user = resign.split("by=").nth(1).unwrap();
    let request = browser.request(reqwest::Method::POST, &m.path("resignation")).header("Parlour-User", user);
    let by_script = browser.send(request.header("HX-Request", "true").form(&[("", "")])).await;
    assert_eq!(by_script.status, 409);
    assert_eq!(m.record().await["ending"], serde_json::Value::Null);
    let own = ben.get(&m.path("")).await.form_url(&format!("form[action^='{}']", m.path("resignation")));
    assert_eq!(ben.post(&own, &[]).await.status, 303);
}

#[tokio::test]
async fn every_plain_form_of_a_page_names_its_user() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    for page in
        ["/", "/settings", "/account", "/play", "/matches/new", "/players/Ben", "/pairing", &*m.path("")]
    {
        let answer = m.ada.get(page).await;
        let forms = answer.body.matches("method=\"post\"").count();
        assert!(forms > 0 && answer.body.matches("by=").count() >= forms, "{page}");
    }
}
