//! Emails in the outbox, with a mail server that does not always accept them.

use crate::harness::{HOUR, MINUTE, TestSite};
use crate::sink::MailMode;

#[tokio::test]
async fn an_email_that_is_not_accepted_is_retried_and_arrives_once() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    sink.set_mode(MailMode::Later);
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    sink.wait_for_tries(1).await;
    site.mails_nothing(&mut sink).await;
    assert_eq!(sink.tries(), 1, "it is not tried at once again");
    site.wait(MINUTE);
    sink.wait_for_tries(2).await;
    // The failure is recorded before the clock moves on.
    site.mails_nothing(&mut sink).await;
    sink.set_mode(MailMode::Takes);
    site.wait(5 * MINUTE);
    assert_eq!(sink.next().await.to, "ada@example.org");
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn emails_share_connections_which_the_server_may_close() {
    let (site, mut sink) = TestSite::with_mail().await;
    for (number, mode) in
        [MailMode::Takes, MailMode::Takes, MailMode::TakesOne, MailMode::Takes].iter().enumerate()
    {
        let person = site.register(&format!("Ada{number}")).await;
        let address = format!("ada{number}@example.org");
        sink.set_mode(*mode);
        person.post("/settings/address", &[("address", &address)]).await;
        assert_eq!(sink.next().await.to, address);
        site.mails_nothing(&mut sink).await;
    }
    assert!((2..4).contains(&sink.connections()), "{} connections", sink.connections());
}

#[tokio::test]
async fn queued_emails_survive_a_restart() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    sink.set_mode(MailMode::Later);
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    sink.wait_for_tries(1).await;
    let site = site.restart(|_| {}).await;
    sink.set_mode(MailMode::Takes);
    site.mails_nothing(&mut sink).await;
    site.wait(MINUTE);
    let email = sink.next().await;
    assert_eq!(email.subject(), "Confirm your email address");
    let site = site.restart(|_| {}).await;
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_unknown_address_is_tried_once_and_reported_in_the_settings() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    sink.set_mode(MailMode::Refuses);
    ada.post("/settings/address", &[("address", "nobody@example.org")]).await;
    sink.wait_for_tries(1).await;
    site.mails_nothing(&mut sink).await;
    sink.set_mode(MailMode::Takes);
    site.wait(12 * HOUR);
    site.mails_nothing(&mut sink).await;
    let shown = ada.get("/settings").await.text("[role=alert]").unwrap();
    assert!(shown.contains("couldn’t be delivered"), "{shown}");
}

#[tokio::test]
async fn emails_are_given_up_after_days_without_a_mail_server() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    sink.set_mode(MailMode::Later);
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    sink.wait_for_tries(1).await;
    site.mails_nothing(&mut sink).await;
    site.wait(20 * HOUR);
    sink.wait_for_tries(2).await;
    site.mails_nothing(&mut sink).await;
    sink.set_mode(MailMode::Takes);
    // The link in it is valid for a day.
    site.wait(30 * HOUR);
    site.mails_nothing(&mut sink).await;
    assert_eq!(sink.tries(), 2);
    let settings = ada.get("/settings").await;
    assert!(!settings.body.contains("couldn’t be delivered"), "the error is not about the address");
}

#[tokio::test]
async fn a_mail_server_that_never_answers_blocks_nothing_else() {
    let (site, sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    sink.set_mode(MailMode::Hangs);
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    sink.wait_for_tries(1).await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(ada.get(&format!("/matches/{id}")).await.status, 200);
    site.stop().await;
}
