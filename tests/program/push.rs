//! The process is killed while pushes are queued and while they are sent: none is lost, and none is shown twice.

use crate::killable::KillableSite;
use crate::push_service::{PushMode, PushService};
use reqwest::{Client, StatusCode};
use tempfile::TempDir;

const SENT: &str = "SELECT count(*) FROM pushes WHERE state = 'sent'";

#[tokio::test]
async fn pushes_survive_kills_and_are_shown_once() {
    let folder = TempDir::new().unwrap();
    let mut service = PushService::open().await;
    let mut site = KillableSite::open(folder.path(), &[("PUSH_TO_LOOPBACK", "on")]).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let device = service.browser("phone").form();
    let device: Vec<_> = device.iter().map(|(name, value)| (*name, value.as_str())).collect();
    site.post(&ada, "/settings/devices", &device).await;

    let form = [("game", "kalah"), ("seats", "2"), ("visibility", "public"), ("first", "creator")];
    let opened = site.post(&ada, "/matches", &form).await;
    let table = opened.headers()["location"].to_str().unwrap().to_owned();
    site.post(&ben, &format!("{table}/seats"), &[]).await;
    site.kill_and_restart().await;
    service.set_mode(PushMode::Hangs);
    let unanswered = service.next().await;
    assert_eq!(unanswered.words().0, "Your move against Ben: Mancala (Kalah)", "the pending notice is sent");
    service.set_mode(PushMode::Takes);
    site.kill_and_restart().await;
    let again = service.next().await;
    assert_eq!(again.message, unanswered.message);
    assert_eq!(again.header("topic"), unanswered.header("topic"), "the service can tell that it is the same");
    assert_eq!(again.message["tag"], table.strip_prefix("/matches/").unwrap(), "and so can the browser");
    assert_eq!(again.key, unanswered.key, "the VAPID key is unchanged");
    site.wait_for_deliveries(SENT, 1).await;
    site.kill_and_restart().await;
    service.assert_stays_empty().await;
    assert_eq!(service.tries(), 2, "the push that was on its way, and the same again");
    site.assert_sound();
}

#[tokio::test]
async fn the_debug_log_contains_no_secret_of_devices_and_feeds() {
    let folder = TempDir::new().unwrap();
    let mut service = PushService::open().await;
    let settings = [("PUSH_TO_LOOPBACK", "on"), ("RUST_LOG", "debug")];
    let site = KillableSite::open(folder.path(), &settings).await;
    let ada = site.register("Ada").await;
    let device = service.browser("very-secret-place").form();
    let device: Vec<_> = device.iter().map(|(name, value)| (*name, value.as_str())).collect();
    site.post(&ada, "/settings/devices", &device).await;
    site.post(&ada, "/settings/feeds/news", &[]).await;
    let page = ada.get(site.url("/settings")).send().await.unwrap().text().await.unwrap();
    let key = page.split("/feeds/").nth(1).unwrap().split('/').next().unwrap();
    for (path, status) in [
        (format!("/feeds/{key}/news.atom"), StatusCode::OK),
        (format!("/feeds/{key}/deadlines.ics"), StatusCode::NOT_FOUND),
        (format!("/feeds/{key}/nothing"), StatusCode::NOT_FOUND),
    ] {
        let answer = Client::new().get(site.url(&path)).send().await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
    }
    let try_it = page
        .split("action=\"")
        .find_map(|rest| rest.split(['"', '?']).next().filter(|at| at.ends_with("/test")));
    for mode in [PushMode::Fails, PushMode::Refuses, PushMode::Takes, PushMode::Gone] {
        service.set_mode(mode);
        site.post(&ada, try_it.unwrap(), &[]).await;
        service.next().await;
    }
    site.wait_for_deliveries("SELECT (SELECT count(*) = 0 FROM devices)", 1).await;
    let log = site.log();
    assert!(log.contains("push device gone"), "{log}");
    let keys = device.iter().skip(1).map(|(_, key)| *key);
    for secret in keys.chain([key, "very-secret-place", "vapid t="]) {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}
