//! How staff learn of open reports: a number on every page, and a notification.

use parlour::now::Clock;
use parlour::users::Role;

use crate::harness::{HOUR, MINUTE, NOON, PASSWORD, TestPerson, TestSite, path};
use crate::push_service::PushService;
use crate::pushes::here;
use crate::sink::MailSink;

async fn reports(who: &TestPerson, name: &str) {
    let about = [("person", name), ("cause", "abuse"), ("words", "He said a vile thing.")];
    assert_eq!(who.post("/reports", &about).await.status, 303);
}

async fn dismisses(who: &TestPerson, id: i64) {
    let answer = who.post(&format!("/admin/reports/{id}/settle"), &[("verdict", "dismissed")]).await;
    assert_eq!(answer.status, 303);
}

async fn badge(who: &TestPerson, page: &str) -> Option<String> {
    who.get(page).await.text("header #open-reports")
}

/// A member of staff with a confirmed address.
async fn staff_with_mail(site: &TestSite, sink: &mut MailSink, name: &str, role: Role) -> TestPerson {
    let person = site.register_with_mail(name, sink).await;
    site.make(name, role).await;
    assert_eq!(person.post("/login", &[("username", name), ("password", PASSWORD)]).await.status, 303);
    person
}

#[tokio::test]
async fn every_page_shows_staff_the_number_of_reports_they_can_handle() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (mona, root) =
        (site.register_as("Mona", Role::Moderator).await, site.register_as("Rosa", Role::Admin).await);
    assert_eq!(badge(&mona, "/").await, None, "there is nothing to tell");
    reports(&m.ada, "Ben").await;
    reports(&m.ben, "Ada").await;
    reports(&m.ada, "Mona").await;
    for page in ["/", "/games", "/settings", "/admin", "/players/Ben", &m.path(""), "/no-such-page"] {
        assert_eq!(badge(&mona, page).await.as_deref(), Some("2 2 open reports"), "{page}");
        assert_eq!(badge(&root, page).await.as_deref(), Some("3 3 open reports"), "{page}");
        for other in [&m.ada, &site.visitor()] {
            assert_eq!(badge(other, page).await, None, "{page}");
        }
    }
    let page = mona.get("/").await;
    assert_eq!(page.attribute("#open-reports", "href").as_deref(), Some("/admin/reports"));
    assert_eq!(mona.get("/admin").await.text(".tabs .count").as_deref(), Some("2"));
    dismisses(&mona, 1).await;
    assert_eq!(badge(&mona, "/").await.as_deref(), Some("1 1 open report"));
    dismisses(&root, 2).await;
    assert_eq!(badge(&mona, "/").await, None);
    assert_eq!(badge(&root, "/").await.as_deref(), Some("1 1 open report"));
    site.suspend("Mona").await;
    reports(&m.ada, "Ben").await;
    assert_eq!(badge(&mona, "/").await, None, "who is suspended handles nothing");
    let leaving = [("name", "Ada"), ("password", PASSWORD)];
    assert_eq!(m.ada.post("/account/delete", &leaving).await.status, 200);
    assert_eq!(badge(&root, "/").await, None, "her reports were deleted with her account");
}

#[tokio::test]
async fn staff_are_emailed_once_about_each_report() {
    let (site, mut sink) = TestSite::with_mail().await;
    let _mona = staff_with_mail(&site, &mut sink, "Mona", Role::Moderator).await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    reports(&ada, "Ben").await;
    let email = sink.next().await;
    assert_eq!((email.to.as_str(), email.subject().as_str()), ("mona@example.org", "New report"));
    assert!(email.text.contains("Ben: Abuse"), "{}", email.text);
    assert!(email.text.contains(&format!("{}/admin/reports", site.url)), "{}", email.text);
    assert!(!email.text.contains("vile"), "messages are quoted in the queue only");
    assert!(email.header("List-Unsubscribe").contains("/unsubscribe/"));
    let _cleo = site.register("Cleo").await;
    reports(&ada, "Cleo").await;
    assert!(sink.next().await.text.contains("Cleo: Abuse"));
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn staff_are_not_emailed_about_reports_they_cannot_handle() {
    let (site, mut sink) = TestSite::with_mail().await;
    let _mona = staff_with_mail(&site, &mut sink, "Mona", Role::Moderator).await;
    let _eve = site.register_with_mail("Eve", &mut sink).await;
    let nora = staff_with_mail(&site, &mut sink, "Nora", Role::Moderator).await;
    let _root = staff_with_mail(&site, &mut sink, "Rosa", Role::Admin).await;
    reports(&nora, "Mona").await;
    assert_eq!(sink.next().await.to, "rosa@example.org", "a moderator was reported: that is for admins");
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_email_about_a_report_settled_before_it_is_sent_is_dropped() {
    let (site, mut sink) = TestSite::with_mail().await;
    let _mona = staff_with_mail(&site, &mut sink, "Mona", Role::Moderator).await;
    let root = site.register_as("Rosa", Role::Admin).await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    let _cleo = site.register("Cleo").await;
    sink.set_mode(crate::sink::MailMode::Later);
    let tries = sink.tries();
    reports(&ada, "Ben").await;
    sink.wait_for_tries(tries + 1).await;
    dismisses(&root, 1).await;
    sink.set_mode(crate::sink::MailMode::Takes);
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
    reports(&ada, "Cleo").await;
    assert_eq!(sink.next().await.subject(), "New report", "the next report is notified");
}

#[tokio::test]
async fn emails_about_reports_respect_quiet_hours_and_frequency() {
    let (site, mut sink) = TestSite::with_mail().await;
    let mona = staff_with_mail(&site, &mut sink, "Mona", Role::Moderator).await;
    let nora = staff_with_mail(&site, &mut sink, "Nora", Role::Moderator).await;
    let quiet = [("zone", "UTC"), ("pace", "instant"), ("quiet_from", "12"), ("quiet_to", "14")];
    assert_eq!(mona.post("/settings", &quiet).await.status, 303);
    let off = [("zone", "UTC"), ("pace", "off"), ("quiet_from", ""), ("quiet_to", "")];
    assert_eq!(nora.post("/settings", &off).await.status, 303);
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    reports(&ada, "Ben").await;
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
    site.wait(HOUR);
    assert_eq!(sink.next().await.to, "mona@example.org");
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn staff_with_a_device_are_pushed_and_emailed_at_once() {
    let (mut sink, mut service) = (MailSink::open().await, PushService::open().await);
    let site = TestSite::at(Clock::at(NOON), |config| {
        here(config);
        crate::harness::sends_to(config, &sink);
    })
    .await;
    let mona = staff_with_mail(&site, &mut sink, "Mona", Role::Moderator).await;
    mona.adds_device(&service.browser("phone")).await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    reports(&ada, "Ben").await;
    let push = service.next().await;
    assert_eq!(push.words(), ("New report", "Ben: Abuse"));
    assert_eq!(
        (push.message["url"].as_str(), push.message["tag"].as_str()),
        (Some("/admin/reports"), Some("report-1"))
    );
    assert_eq!(push.header("topic"), "report-1");
    assert_eq!(sink.next().await.subject(), "New report");
    site.wait(HOUR);
    site.pushes_nothing(&mut service).await;
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_report_made_just_before_a_restart_is_emailed_after_it() {
    let (site, mut sink) = TestSite::with_mail().await;
    let _mona = staff_with_mail(&site, &mut sink, "Mona", Role::Moderator).await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    reports(&ada, "Ben").await;
    let site = site.restart(|_| {}).await;
    site.wait(MINUTE);
    assert_eq!(sink.next().await.subject(), "New report");
    assert_eq!(site.visitor().get(&path("x", "")).await.status, 404);
}

#[tokio::test]
async fn staff_who_chose_german_are_notified_in_german() {
    let (site, mut sink) = TestSite::with_mail().await;
    let mona = staff_with_mail(&site, &mut sink, "Mona", Role::Moderator).await;
    let look = [("theme", "auto"), ("motion", "auto"), ("sound", "off"), ("language", "de")];
    mona.post("/settings/appearance", &look).await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    reports(&ada, "Ben").await;
    assert_eq!(badge(&mona, "/").await.as_deref(), Some("1 1 offene Meldung"));
    assert_eq!(sink.next().await.subject(), "Neue Meldung");
}
