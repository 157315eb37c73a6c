//! A mail server that takes no mail from this site: emails wait, admins are notified, and no user is told that their
//! address is wrong.

use parlour::config::SmtpConfig;
use parlour::now::Clock;
use parlour::users::Role;

use crate::harness::{HOUR, MINUTE, NOON, PASSWORD, TestPerson, TestSite, sends_to};
use crate::push_service::PushService;
use crate::pushes::here;
use crate::sink::{MailMode, MailSink};

async fn asks_to_confirm(person: &TestPerson) {
    person.post("/settings/address", &[("address", "ada@example.org")]).await;
}

async fn overview(admin: &TestPerson) -> String {
    admin.get("/admin").await.text("main").unwrap()
}

#[tokio::test]
async fn a_refused_sender_delays_emails_and_is_shown_to_admins() {
    for mode in [MailMode::RefusesSender, MailMode::Blocks, MailMode::RefusesRelay] {
        let (site, mut sink) = TestSite::with_mail().await;
        let ada = site.register("Ada").await;
        let boss = site.register_as("Boss", Role::Admin).await;
        assert!(!overview(&boss).await.contains("No emails have been sent"));
        sink.set_mode(mode);
        asks_to_confirm(&ada).await;
        sink.wait_for_tries(1).await;
        site.mails_nothing(&mut sink).await;
        let shown = overview(&boss).await;
        assert!(shown.contains("No emails have been sent since 21 November 2026, 12:00 UTC"), "{shown}");
        assert!(shown.contains("5.7.1"), "{shown}");
        assert!(!ada.get("/settings").await.body.contains("couldn’t be delivered"));
        site.wait(12 * HOUR);
        sink.wait_for_tries(2).await;
        // The failure is recorded before the clock moves on.
        site.mails_nothing(&mut sink).await;
        sink.set_mode(MailMode::Takes);
        site.wait(HOUR);
        assert_eq!(sink.next().await.to, "ada@example.org");
        site.mails_nothing(&mut sink).await;
        let signed_in = boss.post("/login", &[("username", "Boss"), ("password", PASSWORD)]).await;
        assert_eq!(signed_in.status, 303, "the session has expired");
        assert!(!overview(&boss).await.contains("No emails have been sent"));
    }
}

#[tokio::test]
async fn a_sender_refused_without_a_status_code_delays_all_emails() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, boss) = (site.register("Ada").await, site.register_as("Boss", Role::Admin).await);
    sink.set_mode(MailMode::RefusesSenderPlainly);
    asks_to_confirm(&ada).await;
    sink.wait_for_tries(2).await;
    site.mails_nothing(&mut sink).await;
    let shown = overview(&boss).await;
    assert!(shown.contains("MAIL FROM: permanent error (550): go away"), "{shown}");
    assert!(!ada.get("/settings").await.body.contains("couldn’t be delivered"));
    sink.set_mode(MailMode::Takes);
    site.wait(MINUTE);
    assert_eq!(sink.next().await.to, "ada@example.org");
}

#[tokio::test]
async fn a_sender_domain_refused_at_the_recipient_is_not_held_against_the_address() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, boss) = (site.register("Ada").await, site.register_as("Boss", Role::Admin).await);
    sink.set_mode(MailMode::RefusesSenderDomain);
    asks_to_confirm(&ada).await;
    sink.wait_for_tries(1).await;
    site.mails_nothing(&mut sink).await;
    assert!(overview(&boss).await.contains("5.1.8"));
    assert!(!ada.get("/settings").await.body.contains("couldn’t be delivered"));
    sink.set_mode(MailMode::Takes);
    site.wait(MINUTE);
    assert_eq!(sink.next().await.to, "ada@example.org");
}

#[tokio::test]
async fn a_connection_lost_during_a_message_is_no_outage() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, boss) = (site.register("Ada").await, site.register_as("Boss", Role::Admin).await);
    sink.set_mode(MailMode::HangsUp);
    asks_to_confirm(&ada).await;
    sink.wait_for_tries(1).await;
    site.mails_nothing(&mut sink).await;
    assert!(!overview(&boss).await.contains("No emails have been sent"));
    sink.set_mode(MailMode::Takes);
    site.wait(MINUTE);
    assert_eq!(sink.next().await.to, "ada@example.org");
}

#[tokio::test]
async fn an_unavailable_server_is_retried_for_all_emails_together() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    sink.set_mode(MailMode::Blocks);
    asks_to_confirm(&ada).await;
    sink.wait_for_tries(1).await;
    ben.post("/settings/address", &[("address", "ben@example.org")]).await;
    site.mails_nothing(&mut sink).await;
    assert_eq!(sink.tries(), 1, "nothing else is tried until the server is tried again");
    sink.set_mode(MailMode::Takes);
    site.wait(MINUTE);
    let mut reached = [sink.next().await.to, sink.next().await.to];
    reached.sort();
    assert_eq!(reached, ["ada@example.org", "ben@example.org"]);
}

#[tokio::test]
async fn admins_are_pushed_about_an_outage() {
    let (sink, mut service) = (MailSink::open().await, PushService::open().await);
    let site = TestSite::at(Clock::at(NOON), |config| {
        here(config);
        sends_to(config, &sink);
    })
    .await;
    let (ada, boss) = (site.register("Ada").await, site.register_as("Boss", Role::Admin).await);
    ada.adds_device(&service.browser("adas")).await;
    boss.adds_device(&service.browser("boss")).await;
    sink.set_mode(MailMode::RefusesSender);
    asks_to_confirm(&ada).await;
    let push = service.next().await;
    assert_eq!((push.browser.as_str(), push.words().0), ("boss", "Emails can’t be sent"));
    assert_eq!(push.message["url"], "/admin");
    assert!(push.words().1.contains("no such sender here"), "{:?}", push.words());
    site.wait(MINUTE);
    sink.wait_for_tries(2).await;
    site.pushes_nothing(&mut service).await;
}

#[tokio::test]
async fn a_server_that_refuses_connections_is_an_outage_too() {
    let (site, mut sink) = TestSite::with_mail().await;
    let site = site.restart(|config| config.smtp = SmtpConfig::parse("smtp://127.0.0.1:1").ok()).await;
    let ada = site.register("Ada").await;
    let boss = site.register_as("Boss", Role::Admin).await;
    asks_to_confirm(&ada).await;
    for _ in 0..500 {
        if overview(&boss).await.contains("No emails have been sent") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(overview(&boss).await.contains("connection: "));
    let site = site.restart(|config| sends_to(config, &sink)).await;
    site.wait(MINUTE);
    assert_eq!(sink.next().await.to, "ada@example.org");
}
