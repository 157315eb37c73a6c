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
async fn every_page_shows_a_muted_user_why_and_until_when() {
    let (site, m, mona) = at_noon().await;
    assert_eq!(m.ben.get("/").await.text("#sanctions").as_deref(), Some(""));
    mutes(&mona, "Ben").await;
    for page in ["/", "/account", "/games", &m.path(""), "/no-such-page"] {
        let notice = m.ben.get(page).await.text("#sanctions").unwrap();
        assert!(notice.contains("You are muted until 23 November 2026, 12:00 UTC"), "{page}: {notice}");
        assert!(notice.contains("Shouting"), "{page}: {notice}");
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
async fn a_mute_and_its_end_are_confirmed_and_a_missing_reason_keeps_the_days() {
    let (_site, _m, mona) = at_noon().await;
    let form = |why| [("days", "12"), ("why", why)];
    let refused = mona.post("/admin/users/Ben/chat-ban", &form(" ")).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.attribute("[name=days][type=number]", "value").as_deref(), Some("12"));
    let muted = mona.post("/admin/users/Ben/chat-ban", &form("Shouting")).await;
    assert!(mona.get(muted.location()).await.text("main").unwrap().contains("User muted."));
    let ended = mona.post("/admin/users/Ben/chat-ban/end", &[]).await;
    assert!(mona.get(ended.location()).await.text("main").unwrap().contains("Mute ended."));
    assert_eq!(mona.get(muted.location()).await.text("main [role=status] form"), None, "there is no mute");
}

#[tokio::test]
async fn a_mute_and_a_suspension_are_undone_where_they_are_confirmed() {
    let (_site, _m, mona) = at_noon().await;
    for (act, done) in [("chat-ban", "Mute ended."), ("suspension", "Suspension ended.")] {
        let sanctioned =
            mona.post(&format!("/admin/users/Ben/{act}"), &[("days", "2"), ("why", "Shouting")]).await;
        let page = mona.get(sanctioned.location()).await;
        let undo = page.form_url("main [role=status] form");
        let undone = mona.post(&undo, &[]).await;
        assert_eq!(mona.get(undone.location()).await.texts("main [role=status] p"), [done], "{act}");
    }
}

#[tokio::test]
async fn open_pages_of_a_sanctioned_user_are_updated_by_stream_and_others_are_not() {
    let (_site, m, mona) = at_noon().await;
    let seq = m.seq().await;
    let (mut own, mut other) = (m.ben.listens(&m.id, seq).await, m.ada.listens(&m.id, seq).await);
    let mut watching = m.ben.listens(&m.id, seq).await;
    mutes(&mona, "Ben").await;
    for stream in [&mut own, &mut watching] {
        let notice = stream.next().await.unwrap();
        assert_eq!(notice.id, None, "it is no entry of the log");
        assert!(notice.data.contains("You are muted until"), "{}", notice.data);
        assert!(notice.data.contains("Shouting") && notice.data.contains("23 November 2026, 12:00 UTC"));
        assert!(notice.data.contains("id=\"chat-closed\""), "{}", notice.data);
    }
    assert_eq!(mona.post("/admin/users/Ben/chat-ban/end", &[]).await.status, 303);
    let notice = own.next().await.unwrap();
    assert!(
        !notice.data.contains("You are muted") && notice.data.contains("id=\"sanctions\""),
        "{}",
        notice.data
    );
    suspends(&mona, "Ben", "3").await;
    let notice = own.next().await.unwrap();
    assert!(notice.data.contains("You are suspended") && notice.data.contains("Shouting"), "{}", notice.data);
    assert_eq!(other.stray().await, None, "other users get no message");
}

#[tokio::test]
async fn settling_a_report_updates_open_pages_too() {
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
async fn a_suspended_user_can_change_the_language_and_dismiss_announcements_and_messages() {
    let (site, m, mona) = at_noon().await;
    let root = site.register_as("Rosa", Role::Admin).await;
    let news = [("words", "Maintenance"), ("tone", "news"), ("from", ""), ("until", "2026-11-21T14:00")];
    assert_eq!(root.post("/admin/announcements", &news).await.status, 303);
    let about = [("person", "Ben"), ("cause", "abuse"), ("words", "Shouts.")];
    assert_eq!(m.ada.post("/reports", &about).await.status, 303);
    let warning = [("verdict", "warned"), ("days", ""), ("why", "Shouting")];
    assert_eq!(mona.post("/admin/reports/1/settle", &warning).await.status, 303);
    suspends(&mona, "Ben", "3").await;
    let home = m.ben.get("/").await;
    let forms = home.attributes("form[action$=dismiss]", "action");
    assert_eq!(forms.len(), 2, "{forms:?}");
    for form in forms {
        assert_eq!(m.ben.post(&form, &[]).await.status, 303, "{form}");
    }
    assert_eq!(m.ben.post("/language", &[("language", "de")]).await.status, 303);
    let home = m.ben.get("/").await;
    assert_eq!(home.attribute("html", "lang").as_deref(), Some("de"));
    assert_eq!(home.attributes("form[action$=dismiss]", "action").len(), 0);
}

#[tokio::test]
async fn muted_and_suspended_users_are_emailed_why_and_until_when() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let off = [("zone", "UTC"), ("pace", "off"), ("quiet_from", ""), ("quiet_to", "")];
    assert_eq!(ben.post("/settings", &off).await.status, 303);
    mutes(&mona, "Ben").await;
    let email = sink.next().await;
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ben@example.org", "You were muted"),
        "notifications are off, but this is about the account"
    );
    assert!(email.text.contains("until 23 November 2026, 12:00 UTC"), "{}", email.text);
    assert!(email.text.contains("Reason: Shouting"), "{}", email.text);
    suspends(&mona, "Ben", "0").await;
    let email = sink.next().await;
    assert_eq!(email.subject(), "Your account was suspended");
    assert!(email.text.contains("until an admin or moderator ends it"), "{}", email.text);
    assert!(email.text.contains("Reason: Shouting"), "{}", email.text);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_email_about_an_ended_sanction_is_dropped() {
    let (site, mut sink) = TestSite::with_mail().await;
    let _ben = site.register_with_mail("Ben", &mut sink).await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    sink.set_mode(crate::sink::MailMode::Later);
    let tries = sink.tries();
    suspends(&mona, "Ben", "3").await;
    mutes(&mona, "Ben").await;
    sink.wait_for_tries(tries + 2).await;
    // The failures are recorded before the clock moves on.
    site.mails_nothing(&mut sink).await;
    assert_eq!(mona.post("/admin/users/Ben/suspension/end", &[]).await.status, 303);
    sink.set_mode(crate::sink::MailMode::Takes);
    site.wait(HOUR);
    assert_eq!(sink.next().await.subject(), "You were muted");
    site.mails_nothing(&mut sink).await;
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM outbox WHERE state = 'waiting'")
        .fetch_one(&site.database().await)
        .await
        .unwrap();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn a_refused_message_stays_in_its_field_with_the_reason() {
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
async fn a_rate_limited_or_unwritable_message_stays_in_its_field() {
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
async fn htmx_receives_the_reason_and_leaves_the_field_unchanged() {
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
async fn a_mute_is_checked_when_the_message_is_written() {
    let (site, m, _mona) = at_noon().await;
    m.ben.get(&m.path("")).await;
    // Neither session nor page knows about it. Only the transaction that writes the message sees it.
    let muting = "UPDATE users SET muted_until = $1, mute_reason = 'Shouting' WHERE name = 'Ben'";
    sqlx::query(muting).bind(NOON.after(DAY).0).execute(&site.database().await).await.unwrap();
    assert_eq!(says(&m.ben, &m, "Quick").await.status, 403);
    let suspending = "UPDATE users SET suspended_at = 1, suspension_reason = 'Shouting' WHERE name = 'Ada'";
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
async fn a_user_who_chose_german_is_notified_in_german() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let look = [("theme", "auto"), ("motion", "auto"), ("sound", "off"), ("language", "de")];
    ben.post("/settings/appearance", &look).await;
    mutes(&mona, "Ben").await;
    // Texts of elements are joined with spaces.
    let notice = ben.get("/").await.text("#sanctions").unwrap().replace(" .", ".");
    assert!(
        notice.contains("Du bist bis zum 23. November 2026, 12:00 UTC stummgeschaltet: Shouting."),
        "{notice}"
    );
    assert_eq!(sink.next().await.subject(), "Du wurdest stummgeschaltet");
}
