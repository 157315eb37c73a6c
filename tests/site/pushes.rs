//! Notices by push.

use parlour::config::Config;
use parlour::now::Clock;

use crate::harness::{HOUR, MINUTE, NOON, TestPerson, TestSite, path, sends_to};
use crate::push_service::{PushBrowser, PushMode, PushService};
use crate::sink::MailSink;

/// How long after an event a user who has not seen it is notified.
const SOON: i64 = MINUTE;
const DAY: i64 = 24 * HOUR;

/// A site that may push to this machine, with the time at noon until a test changes it.
pub async fn with_pushes() -> (TestSite, PushService) {
    (TestSite::at(Clock::at(NOON), here).await, PushService::open().await)
}

pub fn here(config: &mut Config) {
    config.push_to_loopback = true;
}

impl TestPerson {
    /// Turns on push for a browser.
    pub async fn adds_device(&self, browser: &PushBrowser) {
        let form = browser.form();
        let form: Vec<_> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = self.post("/settings/devices", &form).await;
        assert_eq!((answer.status, answer.location()), (303, "/settings?done=device"), "{}", answer.body);
    }

    /// The names of their devices.
    pub async fn devices(&self) -> Vec<String> {
        self.get("/settings").await.texts(".devices b")
    }
}

/// Ada, who waits for Ben to join her match, with push on her phone.
async fn ada_waits(site: &TestSite, service: &PushService) -> (TestPerson, TestPerson, String) {
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.adds_device(&service.browser("phone")).await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    (ada, ben, id)
}

#[tokio::test]
async fn a_push_says_whose_move_it_is_against_whom_and_where() {
    let (site, mut service) = with_pushes().await;
    let (ada, ben, id) = ada_waits(&site, &service).await;
    site.pushes_nothing(&mut service).await;
    site.wait(SOON);
    let push = service.next().await;
    assert_eq!(push.words(), ("Your move against Ben: Tic-Tac-Toe", "The match has begun. It’s your move."));
    assert_eq!(
        (push.message["url"].as_str().unwrap(), push.message["tag"].as_str().unwrap()),
        (&*path(&id, ""), &*id)
    );
    for (header, value) in
        [("topic", id.as_str()), ("urgency", "high"), ("content-encoding", "aes128gcm"), ("ttl", "259200")]
    {
        assert_eq!(push.header(header), value, "{header}");
    }
    site.wait(HOUR);
    site.pushes_nothing(&mut service).await;
    ada.get(&path(&id, "")).await;
    ada.play(&id, "b2").await;
    ben.play(&id, "a1").await;
    site.wait(SOON);
    let next = service.next().await;
    assert!(next.words().1.contains("Ben marks a1"), "{:?}", next.words());
    assert_eq!(next.key, push.key, "the VAPID key is the same");
}

#[tokio::test]
async fn what_was_shown_on_screen_is_not_pushed() {
    let (site, mut service) = with_pushes().await;
    let (ada, _ben, id) = ada_waits(&site, &service).await;
    assert_eq!(ada.get(&path(&id, "")).await.status, 200);
    site.wait(SOON);
    site.pushes_nothing(&mut service).await;
}

#[tokio::test]
async fn a_later_push_includes_the_previous_one_and_replaces_it() {
    let (site, mut service) = with_pushes().await;
    let (_ada, ben, id) = ada_waits(&site, &service).await;
    site.wait(SOON);
    let first = service.next().await;
    ben.post(&path(&id, "chat"), &[("text", "Good luck, <b>Ada</b>")]).await;
    site.wait(SOON);
    let second = service.next().await;
    assert_eq!(second.words().0, "Your move against Ben: Tic-Tac-Toe");
    assert!(second.words().1.ends_with("Ben: Good luck, <b>Ada</b>"), "{:?}", second.words());
    assert_eq!(second.header("topic"), first.header("topic"));
}

#[tokio::test]
async fn an_email_comes_an_hour_after_the_push_unless_the_match_was_seen() {
    let (mut sink, mut service) = (MailSink::open().await, PushService::open().await);
    let site = TestSite::at(Clock::at(NOON), |config| {
        here(config);
        sends_to(config, &sink);
    })
    .await;
    let (ada, ben) = (site.register_with_mail("Ada", &mut sink).await, site.register("Ben").await);
    ada.adds_device(&service.browser("phone")).await;
    for seen in [true, false] {
        let id = ada.opens(&[("game", "kalah")]).await;
        ben.post(&path(&id, "seats"), &[]).await;
        site.wait(SOON);
        service.next().await;
        site.wait(HOUR - SOON);
        site.mails_nothing(&mut sink).await;
        if seen {
            ada.get(&path(&id, "")).await;
        }
        site.wait(2 * SOON);
        match seen {
            true => site.mails_nothing(&mut sink).await,
            false => assert_eq!(sink.next().await.subject(), "Your move against Ben: Mancala (Kalah)"),
        }
    }
    site.pushes_nothing(&mut service).await;
}

#[tokio::test]
async fn pushes_wait_for_the_end_of_quiet_hours_also_without_email() {
    let (site, mut service) = with_pushes().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.adds_device(&service.browser("phone")).await;
    let quiet = [("zone", "UTC"), ("quiet_from", "12"), ("quiet_to", "14")];
    assert_eq!(ada.post("/settings", &quiet).await.status, 303);
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    site.wait(HOUR);
    site.pushes_nothing(&mut service).await;
    site.wait(HOUR);
    assert_eq!(service.next().await.words().0, "Your move against Ben: Tic-Tac-Toe");
}

#[tokio::test]
async fn every_device_is_pushed_and_a_gone_device_is_deleted() {
    let (site, mut service) = with_pushes().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.adds_device(&service.browser("phone")).await;
    ada.adds_device(&service.browser("desk")).await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    site.wait(SOON);
    let mut browsers = [service.next().await.browser, service.next().await.browser];
    browsers.sort();
    assert_eq!(browsers, ["desk", "phone"]);
    service.set_mode(PushMode::Gone);
    ada.get(&path(&id, "")).await;
    ada.play(&id, "b2").await;
    ben.play(&id, "a1").await;
    site.wait(SOON);
    service.next().await;
    service.next().await;
    for _ in 0..200 {
        if ada.devices().await.is_empty() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the devices are still there");
}

#[tokio::test]
async fn retry_after_of_a_push_service_is_respected() {
    let (site, mut service) = with_pushes().await;
    service.set_mode(PushMode::Later);
    let (_ada, _ben, _) = ada_waits(&site, &service).await;
    site.wait(SOON);
    service.next().await;
    site.wait(9 * MINUTE);
    site.pushes_nothing(&mut service).await;
    service.set_mode(PushMode::Takes);
    site.wait(2 * MINUTE);
    service.next().await;
    site.wait(HOUR);
    site.pushes_nothing(&mut service).await;
}

#[tokio::test]
async fn a_retry_is_dropped_when_the_match_was_seen() {
    let (site, mut service) = with_pushes().await;
    service.set_mode(PushMode::Fails);
    let (ada, _ben, id) = ada_waits(&site, &service).await;
    site.wait(SOON);
    service.next().await;
    service.set_mode(PushMode::Takes);
    // In the same moment: the mark of it may not be in the database yet.
    ada.get(&path(&id, "")).await;
    site.wait(HOUR);
    site.pushes_nothing(&mut service).await;
}

#[tokio::test]
async fn retries_end_and_a_device_that_fails_for_a_week_is_deleted() {
    let (site, mut service) = with_pushes().await;
    service.set_mode(PushMode::Fails);
    let (ada, _ben, _) = ada_waits(&site, &service).await;
    site.wait(SOON);
    service.next().await;
    site.wait(2 * DAY);
    service.next().await;
    site.wait(2 * DAY);
    site.pushes_nothing(&mut service).await;
    assert!(ada.get("/settings").await.text(".devices").unwrap().contains("became unreachable"));
    site.wait(6 * DAY);
    ada.post(&ada.get("/settings").await.attribute("form[action$=test]", "action").unwrap(), &[]).await;
    service.next().await;
    site.pushes_nothing(&mut service).await;
    assert_eq!(ada.devices().await, [""; 0]);
}

#[tokio::test]
async fn redirects_are_not_followed_refusals_not_retried_and_endless_answers_not_read() {
    let (site, mut service) = with_pushes().await;
    let ada = site.register("Ada").await;
    ada.adds_device(&service.browser("phone")).await;
    service.browser("elsewhere");
    let url = ada.get("/settings").await.attribute("form[action$=test]", "action").unwrap();
    for mode in [PushMode::Redirects, PushMode::Refuses, PushMode::Babbles] {
        service.set_mode(mode);
        assert_eq!(ada.post(&url, &[]).await.location(), "/settings?done=test-sent");
        assert_eq!(service.next().await.browser, "phone");
        site.pushes_nothing(&mut service).await;
        site.wait(2 * MINUTE);
        site.pushes_nothing(&mut service).await;
    }
    assert!(
        ada.get("/settings").await.text(".devices").unwrap().contains("last notified"),
        "the last was taken"
    );
}

#[tokio::test]
async fn a_push_service_that_never_answers_blocks_nothing_else() {
    let (site, mut service) = with_pushes().await;
    service.set_mode(PushMode::Hangs);
    let (ada, _ben, id) = ada_waits(&site, &service).await;
    site.wait(SOON);
    service.next().await;
    assert_eq!(ada.get(&path(&id, "")).await.status, 200);
    site.stop().await;
}

#[tokio::test]
async fn the_ttl_of_a_push_ends_with_the_deadline() {
    let (site, mut service) = with_pushes().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.adds_device(&service.browser("phone")).await;
    let id = ada.opens(&[("game", "kalah"), ("time", "days"), ("time.days", "1")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    site.wait(SOON);
    let keep: i64 = service.next().await.header("ttl").parse().unwrap();
    assert!((DAY / 1000 - 120..=DAY / 1000).contains(&keep), "{keep}");
}

#[tokio::test]
async fn nothing_is_sent_to_an_address_that_is_not_permitted_any_longer() {
    let (site, mut service) = with_pushes().await;
    let (ada, _ben, _) = ada_waits(&site, &service).await;
    let site = site.restart(|config| config.push_to_loopback = false).await;
    site.wait(SOON);
    site.pushes_nothing(&mut service).await;
    // A name that has come to resolve to this machine since it was added.
    let db = site.database().await;
    sqlx::query("UPDATE devices SET endpoint = 'https://localhost.localdomain/x'")
        .execute(&db)
        .await
        .unwrap();
    ada.post(&ada.get("/settings").await.attribute("form[action$=test]", "action").unwrap(), &[]).await;
    site.pushes_nothing(&mut service).await;
    assert_eq!(service.tries(), 0);
    assert!(ada.get("/settings").await.text(".devices").unwrap().contains("became unreachable"));
}

#[tokio::test]
async fn a_retry_respects_quiet_hours_and_describes_the_current_state() {
    let (site, mut service) = with_pushes().await;
    service.set_mode(PushMode::Fails);
    let (ada, ben, id) = ada_waits(&site, &service).await;
    site.wait(SOON);
    service.next().await;
    let quiet = [("zone", "UTC"), ("quiet_from", "12"), ("quiet_to", "14")];
    assert_eq!(ada.post("/settings", &quiet).await.status, 303);
    ben.post(&path(&id, "chat"), &[("text", "Good luck")]).await;
    service.set_mode(PushMode::Takes);
    site.wait(HOUR);
    site.pushes_nothing(&mut service).await;
    site.wait(HOUR);
    let push = service.next().await;
    assert!(push.words().1.contains("Ben: Good luck"), "{:?}", push.words());
}

#[tokio::test]
async fn an_unreadable_match_does_not_prevent_pushes_about_others() {
    let (site, mut service) = with_pushes().await;
    let (_ada, _ben, broken) = ada_waits(&site, &service).await;
    let (cleo, dan) = (site.register("Cleo").await, site.register("Dan").await);
    cleo.adds_device(&service.browser("tablet")).await;
    let id = cleo.opens(&[("game", "tictactoe")]).await;
    assert_eq!(dan.post(&path(&id, "seats"), &[]).await.status, 303);
    let breaking = "UPDATE match_events SET body = '{}' WHERE kind = 'joined' AND match_id = $1";
    sqlx::query(breaking).bind(&broken).execute(&site.database().await).await.unwrap();
    site.state().referee.clear_cache();
    site.wait(SOON);
    assert_eq!(service.next().await.words().0, "Your move against Dan: Tic-Tac-Toe");
    site.pushes_nothing(&mut service).await;
}
