//! Emails about matches that cannot be sent at once: their text when they are.

use crate::harness::{HOUR, MINUTE, TestPerson, TestSite, path};
use crate::sink::{MailMode, MailSink};

/// How long after an event a user who has not seen it is notified.
const SOON: i64 = MINUTE;

/// It is Ben's move in a match of Ada's, and the mail server has refused the email about it for now.
async fn ben_is_not_reached(site: &TestSite, sink: &mut MailSink) -> (TestPerson, TestPerson, String) {
    let ada = site.register_with_mail("Ada", sink).await;
    let ben = site.register_with_mail("Ben", sink).await;
    let id = ben_to_move(&ada, &ben).await;
    sink.is_in_the_mood(MailMode::Later);
    let tries = sink.tries();
    site.wait(SOON);
    sink.was_tried(tries + 1).await;
    (ada, ben, id)
}

async fn ben_to_move(ada: &TestPerson, ben: &TestPerson) -> String {
    let id = ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    ada.get(&path(&id, "")).await;
    assert_eq!(ada.play(&id, "b2").await.status, 303);
    id
}

#[tokio::test]
async fn an_email_about_a_turn_that_was_played_meanwhile_is_not_sent() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = ben_is_not_reached(&site, &mut sink).await;
    ben.get(&path(&id, "")).await;
    assert_eq!(ben.play(&id, "a1").await.status, 303);
    ada.get(&path(&id, "")).await;
    site.mails_nothing(&mut sink).await;
    sink.is_in_the_mood(MailMode::Takes);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_email_about_a_match_that_has_ended_meanwhile_says_only_that() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, _ben, id) = ben_is_not_reached(&site, &mut sink).await;
    assert_eq!(ada.post(&path(&id, "resignation"), &[]).await.status, 303);
    site.wait(SOON);
    sink.is_in_the_mood(MailMode::Takes);
    site.wait(HOUR);
    assert_eq!(sink.next().await.subject(), "Your match against Ada is over: Tic-Tac-Toe");
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_email_that_is_late_says_how_things_stand_by_then() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let id = ben_to_move(&ada, &ben).await;
    ben.get(&path(&id, "")).await;
    ada.post(&path(&id, "chat"), &[("text", "Good luck")]).await;
    sink.is_in_the_mood(MailMode::Later);
    site.wait(SOON);
    sink.was_tried(3).await;
    ada.post(&path(&id, "chat"), &[("text", "Are you there?")]).await;
    site.wait(SOON);
    sink.is_in_the_mood(MailMode::Takes);
    site.wait(HOUR);
    let email = sink.next().await;
    assert!(email.text.contains("Ada: Good luck\nAda: Are you there?"), "{}", email.text);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_email_that_was_dropped_counts_as_not_told() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let id = ada.opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", "3")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.get(&path(&id, "")).await;
    ada.play(&id, "b2").await;
    ben.get(&path(&id, "")).await;
    sink.is_in_the_mood(MailMode::Later);
    assert_eq!(ada.post(&path(&id, "pause"), &[("answer", "ask")]).await.status, 303);
    site.wait(SOON);
    sink.was_tried(3).await;
    assert_eq!(ada.post(&path(&id, "pause"), &[("answer", "decline")]).await.status, 303);
    sink.is_in_the_mood(MailMode::Takes);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
    assert_eq!(ada.post(&path(&id, "pause"), &[("answer", "ask")]).await.status, 303);
    site.wait(SOON);
    assert_eq!(sink.next().await.subject(), "Ada asks for a pause: Tic-Tac-Toe");
}

#[tokio::test]
async fn an_older_email_is_never_overtaken_by_a_newer_one() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, first) = ben_is_not_reached(&site, &mut sink).await;
    sink.is_in_the_mood(MailMode::Takes);
    let second = ben_to_move(&ada, &ben).await;
    site.wait(30_000);
    site.mails_nothing(&mut sink).await;
    site.wait(HOUR);
    for id in [first, second] {
        let email = sink.next().await;
        assert!(email.text.contains(&id), "{}", email.text);
    }
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn another_attempt_waits_for_the_end_of_quiet_hours() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, _id) = ben_is_not_reached(&site, &mut sink).await;
    let quiet = [("zone", "UTC"), ("pace", "instant"), ("quiet_from", "13"), ("quiet_to", "15")];
    assert_eq!(ben.post("/settings", &quiet).await.status, 303);
    sink.is_in_the_mood(MailMode::Takes);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
    site.wait(2 * HOUR);
    assert_eq!(sink.next().await.to, "ben@example.org");
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn another_attempt_waits_for_the_pace_that_was_chosen_meanwhile() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, _id) = ben_is_not_reached(&site, &mut sink).await;
    let daily = [("zone", "UTC"), ("pace", "daily"), ("quiet_from", ""), ("quiet_to", "")];
    assert_eq!(ben.post("/settings", &daily).await.status, 303);
    sink.is_in_the_mood(MailMode::Takes);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
    site.wait(19 * HOUR);
    assert_eq!(sink.next().await.to, "ben@example.org");
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_warning_is_not_sent_once_the_time_is_over() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register("Ben").await;
    let id = ada.opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", "1")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.get(&path(&id, "")).await;
    sink.is_in_the_mood(MailMode::Later);
    site.wait(18 * HOUR + MINUTE);
    sink.was_tried(2).await;
    ada.play(&id, "a1").await;
    sink.is_in_the_mood(MailMode::Takes);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_email_goes_to_the_address_somebody_has_by_then() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, _id) = ben_is_not_reached(&site, &mut sink).await;
    sink.is_in_the_mood(MailMode::Takes);
    ben.post("/settings/address", &[("address", "new@example.org")]).await;
    let link = sink.next().await.link(&site.url, "/settings/address/");
    assert_eq!(ben.post(&link, &[]).await.status, 303);
    site.wait(HOUR);
    site.runs_tasks().await;
    if let Some(email) = sink.taken() {
        assert_eq!(email.to, "new@example.org");
    }
}

#[tokio::test]
async fn an_email_that_was_written_by_an_older_version_is_sent_as_it_is() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let body =
        r#"{"subject":"Your move","text":"It’s your move.","html":"<p>It’s your move.</p>","language":"en"}"#;
    let queued =
        "INSERT INTO outbox (email_key, user_id, address, kind, body, state, made_at, next_at, tries)
        SELECT 'notices:1:x:turn:5', user_id, address, 'notices', $1, 'waiting', $2, $2, 0 FROM email_settings";
    let query = sqlx::query(queued).bind(body).bind(site.clock.now().0);
    query.execute(&site.database().await).await.unwrap();
    let email = sink.next().await;
    assert_eq!((email.to.as_str(), email.subject().as_str()), ("ben@example.org", "Your move"));
    assert!(email.text.contains("It’s your move."), "{}", email.text);
    drop(ben);
}
