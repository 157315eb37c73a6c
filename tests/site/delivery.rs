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
    sink.set_mode(MailMode::Later);
    let tries = sink.tries();
    site.wait(SOON);
    sink.wait_for_tries(tries + 1).await;
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
async fn an_email_about_a_turn_played_before_it_is_sent_is_dropped() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = ben_is_not_reached(&site, &mut sink).await;
    ben.get(&path(&id, "")).await;
    assert_eq!(ben.play(&id, "a1").await.status, 303);
    ada.get(&path(&id, "")).await;
    site.mails_nothing(&mut sink).await;
    sink.set_mode(MailMode::Takes);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_email_about_a_match_that_is_looked_at_in_the_moment_of_its_retry_is_dropped() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, id) = ben_is_not_reached(&site, &mut sink).await;
    site.runs_tasks().await;
    sink.set_mode(MailMode::Takes);
    ben.get(&path(&id, "")).await;
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_email_about_a_match_that_ended_before_it_is_sent_says_only_that() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, _ben, id) = ben_is_not_reached(&site, &mut sink).await;
    assert_eq!(ada.post(&path(&id, "resignation"), &[]).await.status, 303);
    site.wait(SOON);
    sink.set_mode(MailMode::Takes);
    site.wait(HOUR);
    assert_eq!(sink.next().await.subject(), "Your match against Ada is over: Tic-Tac-Toe");
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn the_email_about_the_end_has_a_file_that_replays_the_match_for_whom_wants_it() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let times =
        [("zone", "UTC"), ("pace", "instant"), ("quiet_from", ""), ("quiet_to", ""), ("replays", "on")];
    assert_eq!(ben.post("/settings", &times).await.status, 303);
    let id = ben_to_move(&ada, &ben).await;
    ada.post(&path(&id, "resignation"), &[]).await;
    let cleo = site.register_with_mail("Cleo", &mut sink).await;
    let open = ben_to_move(&cleo, &ben).await;
    cleo.post(&path(&open, "chat"), &[("text", "Hello")]).await;
    site.wait(SOON);
    let email = sink.next().await;
    let file = "parlour-tictactoe-ada-ben-2026-11-21.html";
    let names: Vec<_> = email.files.keys().map(String::as_str).collect();
    assert_eq!((&*email.to, names), ("ben@example.org", vec![file]), "{} {}", email.subject(), email.text);
    let downloaded = ben.get(&path(&id, "replay.html")).await.body;
    assert!(email.files[file].len().abs_diff(downloaded.len()) < 200, "the file of the site");
    assert!(email.html.contains("cid:") && email.html.contains("Cleo"), "the text and its images are there");
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_delayed_email_describes_the_current_state() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let id = ben_to_move(&ada, &ben).await;
    ben.get(&path(&id, "")).await;
    ada.post(&path(&id, "chat"), &[("text", "Good luck")]).await;
    sink.set_mode(MailMode::Later);
    site.wait(SOON);
    sink.wait_for_tries(3).await;
    ada.post(&path(&id, "chat"), &[("text", "Are you there?")]).await;
    site.wait(SOON);
    sink.set_mode(MailMode::Takes);
    site.wait(HOUR);
    let email = sink.next().await;
    assert!(email.text.contains("Ada: Good luck\nAda: Are you there?"), "{}", email.text);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_dropped_email_does_not_count_as_sent() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let id = ada.opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", "3")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.get(&path(&id, "")).await;
    ada.play(&id, "b2").await;
    ben.get(&path(&id, "")).await;
    sink.set_mode(MailMode::Later);
    assert_eq!(ada.post(&path(&id, "pause"), &[("answer", "ask")]).await.status, 303);
    site.wait(SOON);
    sink.wait_for_tries(3).await;
    assert_eq!(ada.post(&path(&id, "pause"), &[("answer", "decline")]).await.status, 303);
    sink.set_mode(MailMode::Takes);
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
    sink.set_mode(MailMode::Takes);
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
async fn an_email_about_a_match_that_cannot_be_read_is_sent_once_it_can_be() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, _ben, id) = ben_is_not_reached(&site, &mut sink).await;
    let database = site.database().await;
    for (from, to) in [("b2", "zz"), ("zz", "b2")] {
        let change =
            "UPDATE match_events SET body = replace(body, $1, $2) WHERE match_id = $3 AND kind = 'played'";
        let change = sqlx::query(change).bind(format!("\"{from}\"")).bind(format!("\"{to}\"")).bind(&id);
        assert_eq!(change.execute(&database).await.unwrap().rows_affected(), 1);
        sink.set_mode(MailMode::Takes);
        if to == "zz" {
            site.wait(HOUR);
            site.mails_nothing(&mut sink).await;
        }
    }
    site.wait(HOUR);
    assert!(sink.next().await.text.contains(&id));
}

#[tokio::test]
async fn a_retry_waits_for_the_end_of_quiet_hours() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, _id) = ben_is_not_reached(&site, &mut sink).await;
    let quiet = [("zone", "UTC"), ("pace", "instant"), ("quiet_from", "13"), ("quiet_to", "15")];
    assert_eq!(ben.post("/settings", &quiet).await.status, 303);
    sink.set_mode(MailMode::Takes);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
    site.wait(2 * HOUR);
    assert_eq!(sink.next().await.to, "ben@example.org");
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_retry_follows_a_changed_email_frequency() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, _id) = ben_is_not_reached(&site, &mut sink).await;
    let daily = [("zone", "UTC"), ("pace", "daily"), ("quiet_from", ""), ("quiet_to", "")];
    assert_eq!(ben.post("/settings", &daily).await.status, 303);
    sink.set_mode(MailMode::Takes);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
    site.wait(19 * HOUR);
    assert_eq!(sink.next().await.to, "ben@example.org");
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_warning_is_not_sent_after_the_deadline() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register("Ben").await;
    let id = ada.opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", "1")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.get(&path(&id, "")).await;
    sink.set_mode(MailMode::Later);
    site.wait(18 * HOUR + MINUTE);
    sink.wait_for_tries(2).await;
    ada.play(&id, "a1").await;
    sink.set_mode(MailMode::Takes);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_retried_email_goes_to_the_current_address() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, _id) = ben_is_not_reached(&site, &mut sink).await;
    sink.set_mode(MailMode::Takes);
    ben.post("/settings/address", &[("address", "new@example.org")]).await;
    let link = sink.next().await.link(&site.url, "/settings/address/");
    assert_eq!(ben.post(&link, &[]).await.status, 303);
    site.wait(HOUR);
    assert_eq!(sink.next().await.to, "new@example.org");
}

#[tokio::test]
async fn an_email_whose_delivery_cannot_be_recorded_is_not_sent_again_at_once() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let sent = "UPDATE OF state ON outbox WHEN NEW.state = 'sent'";
    site.refuses(sent).await;
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    assert_eq!(sink.next().await.to, "ada@example.org");
    site.mails_nothing(&mut sink).await;
    site.accepts(sent).await;
    site.wait(MINUTE);
    assert_eq!(sink.next().await.to, "ada@example.org", "its claim has run out");
    site.mails_nothing(&mut sink).await;
}
