//! Warnings that time is running out.

use crate::harness::{HOUR, MINUTE, TestPerson, TestSite, path};
use crate::sink::MailSink;

/// It is Ada's move in a match with some days per move, which she has seen.
async fn ada_to_move(site: &TestSite, sink: &mut MailSink, days: &str) -> (TestPerson, TestPerson, String) {
    let ada = site.register_with_mail("Ada", sink).await;
    let ben = site.register("Ben").await;
    let id = ada.opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", days)]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.get(&path(&id, "")).await;
    (ada, ben, id)
}

async fn waits(person: &TestPerson, pace: &str, quiet: (&str, &str), zone: &str) {
    let fields = [("zone", zone), ("pace", pace), ("quiet_from", quiet.0), ("quiet_to", quiet.1)];
    assert_eq!(person.post("/settings", &fields).await.status, 303);
}

const SHORT: &str = "Your time is running out against Ben: Tic-Tac-Toe";

#[tokio::test]
async fn warnings_at_a_day_and_at_a_quarter_are_sent_once_although_the_turn_was_seen() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, _ben, id) = ada_to_move(&site, &mut sink, "7").await;
    site.wait((168 - 42) * HOUR - MINUTE);
    site.mails_nothing(&mut sink).await;
    site.wait(2 * MINUTE);
    let email = sink.next().await;
    assert_eq!((email.to.as_str(), email.subject().as_str()), ("ada@example.org", SHORT));
    assert!(email.text.contains("Your time is running out. It’s your move. "), "{}", email.text);
    assert!(email.text.contains("You have until Saturday 28 November, 12:00 (UTC)."), "{}", email.text);
    assert!(email.images.len() == 1 && email.html.contains(">Make your move<"), "{}", email.html);
    ada.get(&path(&id, "")).await;
    site.wait(12 * MINUTE);
    site.mails_nothing(&mut sink).await;
    site.wait(18 * HOUR);
    assert_eq!(sink.next().await.subject(), SHORT);
    site.wait(12 * HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn no_warning_is_sent_after_a_move_and_a_turn_of_a_day_has_one() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = ada_to_move(&site, &mut sink, "1").await;
    site.wait(17 * HOUR);
    ada.play(&id, "a1").await;
    site.wait(2 * HOUR);
    site.mails_nothing(&mut sink).await;
    ben.play(&id, "b2").await;
    ada.get(&path(&id, "")).await;
    site.wait(18 * HOUR + MINUTE);
    let email = sink.next().await;
    assert_eq!(email.subject(), SHORT);
    assert!(email.text.contains("Ben marks b2. It’s your move."), "{}", email.text);
    site.wait(5 * HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn added_time_postpones_the_warning() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, id) = ada_to_move(&site, &mut sink, "1").await;
    site.wait(HOUR);
    assert_eq!(ben.post(&path(&id, "time"), &[]).await.status, 303);
    site.wait(18 * HOUR);
    site.mails_nothing(&mut sink).await;
    site.wait(5 * HOUR + MINUTE);
    let email = sink.next().await;
    assert_eq!(email.subject(), SHORT, "a day of the two is left");
    assert!(email.text.contains("Monday 23 November, 12:00"), "{}", email.text);
}

#[tokio::test]
async fn a_warning_comes_before_quiet_hours_that_would_make_it_late() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, _ben, _id) = ada_to_move(&site, &mut sink, "1").await;
    // Six hours before noon is 6:00; half of that is over at 9:00.
    waits(&ada, "instant", ("22", "10"), "UTC").await;
    site.wait(10 * HOUR - 2 * MINUTE);
    site.mails_nothing(&mut sink).await;
    site.wait(2 * MINUTE);
    assert_eq!(sink.next().await.subject(), SHORT, "the warning comes before the quiet hours");
    site.wait(13 * HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_warning_waits_for_the_end_of_quiet_hours_if_there_is_time() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, _ben, _id) = ada_to_move(&site, &mut sink, "1").await;
    waits(&ada, "instant", ("22", "8"), "UTC").await;
    site.wait(19 * HOUR);
    site.mails_nothing(&mut sink).await;
    site.wait(HOUR + MINUTE);
    assert_eq!(sink.next().await.subject(), SHORT);
}

#[tokio::test]
async fn a_warning_does_not_wait_for_a_digest_that_would_be_late() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, _ben, _id) = ada_to_move(&site, &mut sink, "1").await;
    waits(&ada, "daily", ("", ""), "Asia/Tokyo").await;
    // The warning is due at 15:00 there, and the next digest only at 8:00.
    site.wait(18 * HOUR + MINUTE);
    assert_eq!(sink.next().await.subject(), SHORT);
}

#[tokio::test]
async fn no_warning_is_sent_without_a_running_clock_or_in_live_matches() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register("Ben").await;
    let id = ada.opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", "1")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    for person in [&ada, &ben] {
        assert_eq!(person.post(&path(&id, "pause"), &[("answer", "ask")]).await.status, 303);
    }
    let endless = ada.opens(&[("game", "tictactoe"), ("time", "none")]).await;
    ben.post(&path(&endless, "seats"), &[]).await;
    for id in [&id, &endless] {
        ada.get(&path(id, "")).await;
    }
    site.wait(23 * HOUR);
    site.mails_nothing(&mut sink).await;
    assert_eq!(ben.post(&path(&id, "pause"), &[("answer", "resume")]).await.status, 303);
    ada.get(&path(&id, "")).await;
    site.wait(18 * HOUR + MINUTE);
    assert_eq!(sink.next().await.subject(), SHORT, "the clock continues from its time");
}
