//! Emails in the outbox, with a mail server that does not always accept them.

use crate::harness::{HOUR, MINUTE, TestSite};
use crate::sink::MailMode;

#[tokio::test]
async fn an_email_that_is_not_taken_is_tried_again_and_comes_once() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    sink.is_in_the_mood(MailMode::Later);
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    sink.was_tried(1).await;
    site.mails_nothing(&mut sink).await;
    assert_eq!(sink.tries(), 1, "it is not tried at once again");
    site.wait(MINUTE);
    sink.was_tried(2).await;
    sink.is_in_the_mood(MailMode::Takes);
    site.wait(5 * MINUTE);
    assert_eq!(sink.next().await.to, "ada@example.org");
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn what_waits_survives_a_stop_of_the_site() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    sink.is_in_the_mood(MailMode::Later);
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    sink.was_tried(1).await;
    let site = site.opens_again(|_| {}).await;
    sink.is_in_the_mood(MailMode::Takes);
    site.mails_nothing(&mut sink).await;
    site.wait(MINUTE);
    let email = sink.next().await;
    assert_eq!(email.subject(), "confirm your email address");
    let site = site.opens_again(|_| {}).await;
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_address_that_nobody_has_is_tried_once_and_the_settings_say_so() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    sink.is_in_the_mood(MailMode::Refuses);
    ada.post("/settings/address", &[("address", "nobody@example.org")]).await;
    sink.was_tried(1).await;
    sink.is_in_the_mood(MailMode::Takes);
    site.wait(12 * HOUR);
    site.mails_nothing(&mut sink).await;
    let told = ada.get("/settings").await.text("[role=alert]").unwrap();
    assert!(told.contains("couldn’t be delivered"), "{told}");
}

#[tokio::test]
async fn a_mail_server_that_is_away_for_days_is_given_up() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    sink.is_in_the_mood(MailMode::Later);
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    sink.was_tried(1).await;
    site.wait(20 * HOUR);
    sink.was_tried(2).await;
    sink.is_in_the_mood(MailMode::Takes);
    // The link in it is valid for a day.
    site.wait(30 * HOUR);
    site.mails_nothing(&mut sink).await;
    assert_eq!(sink.tries(), 2);
    let settings = ada.get("/settings").await;
    assert!(!settings.body.contains("couldn’t be delivered"), "that says nothing about the address");
}

#[tokio::test]
async fn a_mail_server_that_never_answers_keeps_nobody_from_anything() {
    let (site, sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    sink.is_in_the_mood(MailMode::Hangs);
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    sink.was_tried(1).await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(ada.get(&format!("/matches/{id}")).await.status, 200);
    site.stop().await;
}
