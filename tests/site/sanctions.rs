//! Muted and suspended users: they are notified at once, and a refused message keeps its text.

use parlour::now::Clock;
use parlour::users::Role;

use crate::harness::{HOUR, NOON, PageAnswer, TestMatch, TestPerson, TestSite, path};

const DAY: i64 = 24 * HOUR;

async fn mutes(staff: &TestPerson, name: &str) {
    let fields = [("days", "2"), ("why", "Shouting")];
    assert_eq!(staff.post(&format!("/admin/users/{name}/chat-ban"), &fields).await.status, 303);
}

async fn suspends(staff: &TestPerson, name: &str, days: &str) {
    let fields = [("days", days), ("why", "Shouting")];
    assert_eq!(staff.post(&format!("/admin/users/{name}/suspension"), &fields).await.status, 303);
}

async fn says(who: &TestPerson, m: &TestMatch, text: &str) -> PageAnswer {
    who.post(&m.path("chat"), &[("text", text)]).await
}

async fn at_noon() -> (TestSite, TestMatch, TestPerson) {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    (site, m, mona)
}

#[tokio::test]
async fn every_page_tells_a_user_who_is_muted_why_and_until_when() {
    let (site, m, mona) = at_noon().await;
    assert_eq!(m.ben.get("/").await.text("#sanctions").as_deref(), Some(""));
    mutes(&mona, "Ben").await;
    for page in ["/", "/account", "/games", &m.path(""), "/no-such-page"] {
        let told = m.ben.get(page).await.text("#sanctions").unwrap();
        assert!(told.contains("You are muted until 23 November 2026, 12:00 UTC"), "{page}: {told}");
        assert!(told.contains("Shouting"), "{page}: {told}");
        assert_eq!(m.ada.get(page).await.text("#sanctions").as_deref(), Some(""), "{page}");
    }
    let closed = m.ben.get(&m.path("")).await.text("#chat-closed").unwrap();
    assert!(closed.contains("You can’t write messages until 23 November 2026, 12:00 UTC"), "{closed}");
    site.wait(2 * DAY);
    assert_eq!(m.ben.get("/").await.text("#sanctions").as_deref(), Some(""), "it ends by itself");
    mutes(&site.register_as("Nora", Role::Moderator).await, "Ben").await;
    let nora = site.register_as("Olga", Role::Moderator).await;
    assert_eq!(nora.post("/admin/users/Ben/chat-ban/end", &[]).await.status, 303);
    assert_eq!(m.ben.get(&m.path("")).await.text("#chat-closed").as_deref(), Some(""));
}

#[tokio::test]
async fn the_stream_tells_the_pages_a_user_has_open_and_nobody_elses() {
    let (_site, m, mona) = at_noon().await;
    let seq = m.seq().await;
    let (mut own, mut other) = (m.ben.listens(&m.id, seq).await, m.ada.listens(&m.id, seq).await);
    let mut watching = m.ben.listens(&m.id, seq).await;
    mutes(&mona, "Ben").await;
    for stream in [&mut own, &mut watching] {
        let told = stream.next().await.unwrap();
        assert_eq!(told.id, None, "it is no entry of the log");
        assert!(told.data.contains("You are muted until"), "{}", told.data);
        assert!(told.data.contains("Shouting") && told.data.contains("23 November 2026, 12:00 UTC"));
        assert!(told.data.contains("id=\"chat-closed\""), "{}", told.data);
    }
    assert_eq!(mona.post("/admin/users/Ben/chat-ban/end", &[]).await.status, 303);
    let told = own.next().await.unwrap();
    assert!(!told.data.contains("You are muted") && told.data.contains("id=\"sanctions\""), "{}", told.data);
    suspends(&mona, "Ben", "3").await;
    let told = own.next().await.unwrap();
    assert!(told.data.contains("You are suspended") && told.data.contains("Shouting"), "{}", told.data);
    assert_eq!(other.stray().await, None, "that is none of hers");
}

#[tokio::test]
async fn a_settled_report_tells_the_pages_that_are_open_as_well() {
    let (_site, m, mona) = at_noon().await;
    let about = [("person", "Ben"), ("cause", "abuse"), ("words", "Shouts.")];
    assert_eq!(m.ada.post("/reports", &about).await.status, 303);
    let mut stream = m.ben.listens(&m.id, m.seq().await).await;
    let fields = [("verdict", "suspended"), ("days", "3"), ("why", "Shouting")];
    assert_eq!(mona.post("/admin/reports/1/settle", &fields).await.status, 303);
    assert!(stream.next().await.unwrap().data.contains("You are suspended"));
    assert_eq!(m.ben.play(&m.id, "a1").await.status, 403, "and it holds");
}

#[tokio::test]
async fn users_who_are_muted_or_suspended_are_mailed_why_and_until_when() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let off = [("zone", "UTC"), ("pace", "off"), ("quiet_from", ""), ("quiet_to", "")];
    assert_eq!(ben.post("/settings", &off).await.status, 303);
    mutes(&mona, "Ben").await;
    let email = sink.next().await;
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ben@example.org", "you were muted"),
        "notifications are off, but this is about the account"
    );
    assert!(email.text.contains("until 23 November 2026, 12:00 UTC"), "{}", email.text);
    assert!(email.text.contains("Reason: Shouting"), "{}", email.text);
    suspends(&mona, "Ben", "0").await;
    let email = sink.next().await;
    assert_eq!(email.subject(), "your account was suspended");
    assert!(email.text.contains("until an admin or moderator ends it"), "{}", email.text);
    assert!(email.text.contains("Reason: Shouting"), "{}", email.text);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_email_about_a_sanction_that_has_ended_is_not_sent() {
    let (site, mut sink) = TestSite::with_mail().await;
    let _ben = site.register_with_mail("Ben", &mut sink).await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    sink.is_in_the_mood(crate::sink::MailMode::Later);
    let tries = sink.tries();
    suspends(&mona, "Ben", "3").await;
    mutes(&mona, "Ben").await;
    sink.was_tried(tries + 2).await;
    assert_eq!(mona.post("/admin/users/Ben/suspension/end", &[]).await.status, 303);
    sink.is_in_the_mood(crate::sink::MailMode::Takes);
    site.wait(HOUR);
    assert_eq!(sink.next().await.subject(), "you were muted");
    site.mails_nothing(&mut sink).await;
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM outbox WHERE state = 'waiting'")
        .fetch_one(&site.database().await)
        .await
        .unwrap();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn a_message_that_is_refused_stays_in_its_field_with_the_reason() {
    let (site, m, mona) = at_noon().await;
    let long = "y".repeat(501);
    let refused = says(&m.ada, &m, &long).await;
    assert_eq!((refused.status, refused.attribute("#text", "value")), (422, Some(long)));
    assert!(refused.text("#chat-problem").unwrap().contains("Too long"));
    mutes(&mona, "Ben").await;
    let refused = says(&m.ben, &m, "But I \"only\" said hello").await;
    assert_eq!(refused.status, 403);
    assert_eq!(refused.attribute("#text", "value").as_deref(), Some("But I \"only\" said hello"));
    let why = refused.text("#chat-problem").unwrap();
    assert!(why.contains("You are muted until 23 November 2026, 12:00 UTC: Shouting."), "{why}");
    suspends(&mona, "Ada", "3").await;
    let refused = says(&m.ada, &m, "So do I").await;
    assert_eq!((refused.status, refused.attribute("#text", "value").as_deref()), (403, Some("So do I")));
    assert!(refused.text("#chat-problem").unwrap().contains("You are suspended until"));
    assert_eq!(m.ada.get(&m.path("")).await.text("#said").as_deref(), Some(""), "nothing was written");
    drop(site);
}

#[tokio::test]
async fn a_message_that_comes_too_fast_or_cannot_be_written_stays_in_its_field() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let m = site.start_match("tictactoe").await;
    let refused = loop {
        let answer = says(&m.ada, &m, "and another thing").await;
        if answer.status != 303 {
            break answer;
        }
    };
    assert_eq!((refused.status, refused.header("retry-after").is_empty()), (429, false));
    assert_eq!(refused.attribute("#text", "value").as_deref(), Some("and another thing"));
    assert!(refused.text("#chat-problem").unwrap().contains("Too many attempts."));
}

#[tokio::test]
async fn htmx_is_told_why_and_leaves_the_field_as_it_is() {
    let (_site, m, mona) = at_noon().await;
    let page = m.ben.get(&m.path("")).await;
    for (name, value) in [
        ("hx-status:4xx", "target:#chat-problem swap:innerHTML"),
        ("hx-status:5xx", "target:#chat-problem swap:innerHTML"),
    ] {
        assert_eq!(page.attribute("#talk form", name).as_deref(), Some(value), "{name}");
    }
    mutes(&mona, "Ben").await;
    for (text, status, words) in [("Hello", 403, "You are muted until")] {
        let refused = m.ben.post_by_htmx(&m.path("chat"), &[("text", text)]).await;
        assert_eq!((refused.status, refused.is_page()), (status, false));
        assert!(refused.text(".notice").unwrap().contains(words), "{}", refused.body);
        assert_eq!(refused.text("form"), None, "the field is not touched");
    }
}

#[tokio::test]
async fn whoever_is_muted_the_moment_they_write_is_refused() {
    let (site, m, _mona) = at_noon().await;
    m.ben.get(&m.path("")).await;
    // Neither session nor page knows about it. Only the transaction that writes the message sees it.
    let muting = "UPDATE users SET muted_until = $1, muted_why = 'Shouting' WHERE name = 'Ben'";
    sqlx::query(muting).bind(NOON.after(DAY).0).execute(&site.database().await).await.unwrap();
    assert_eq!(says(&m.ben, &m, "Quick").await.status, 403);
    let suspending = "UPDATE users SET suspended_at = 1, suspended_why = 'Shouting' WHERE name = 'Ada'";
    sqlx::query(suspending).execute(&site.database().await).await.unwrap();
    assert_eq!(says(&m.ada, &m, "Quicker").await.status, 403);
    let lines: i64 = sqlx::query_scalar("SELECT count(*) FROM chat_messages")
        .fetch_one(&site.database().await)
        .await
        .unwrap();
    assert_eq!(lines, 0);
    assert_eq!(site.visitor().get(&path(&m.id, "")).await.status, 200);
}

#[tokio::test]
async fn a_user_who_reads_german_is_told_in_german() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let look = [("theme", "auto"), ("motion", "auto"), ("sound", "off"), ("language", "de")];
    ben.post("/settings/appearance", &look).await;
    mutes(&mona, "Ben").await;
    let told = ben.get("/").await.text("#sanctions").unwrap();
    assert!(
        told.contains("Du bist bis zum 23. November 2026, 12:00 UTC stummgeschaltet: Shouting."),
        "{told}"
    );
    assert_eq!(sink.next().await.subject(), "Du wurdest stummgeschaltet");
}
