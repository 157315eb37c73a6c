//! Devices with push: added, listed and removed by their owner only.

use crate::harness::{TestPerson, TestSite};
use crate::push_service::{PushBrowser, PushService};
use crate::pushes::with_pushes;

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0";

/// The response to a form with one field changed.
async fn answered(person: &TestPerson, browser: &PushBrowser, field: &str, value: &str) -> (u16, String) {
    let form = browser.form();
    let form: Vec<_> =
        form.iter().map(|(name, right)| (*name, if *name == field { value } else { right })).collect();
    let answer = person.post("/settings/devices", &form).await;
    (answer.status, answer.text("main").unwrap_or_default())
}

/// Where the forms of the first device lead.
async fn links(person: &TestPerson) -> [String; 2] {
    let page = person.get("/settings").await;
    ["test", "remove"].map(|what| page.attribute(&format!("form[action$={what}]"), "action").unwrap())
}

#[tokio::test]
async fn a_device_is_listed_by_name_tested_and_removed() {
    let (site, mut service) = with_pushes().await;
    let ada = site.register("Ada").await;
    let browser = service.browser("desk");
    let request = ada.request(reqwest::Method::POST, "/settings/devices").form(&browser.form());
    assert_eq!(ada.send(request.header("User-Agent", FIREFOX)).await.status, 303);
    assert_eq!(ada.devices().await, ["Firefox on Linux"]);
    let page = ada.get("/settings?done=device").await;
    assert_eq!(page.text("[role=status]").as_deref(), Some("Notifications turned on."));
    assert!(!page.body.contains(&browser.endpoint), "not even its owner is shown where it listens");

    let [try_it, remove] = links(&ada).await;
    assert_eq!(ada.post(&try_it, &[]).await.location(), "/settings?done=test-sent");
    let push = service.next().await;
    assert_eq!(
        (push.words().0, push.header("topic"), push.header("ttl")),
        ("Notifications work", "try", "300")
    );
    assert_eq!(ada.post(&remove, &[]).await.location(), "/settings?done=device-off");
    assert_eq!(ada.devices().await, [""; 0]);
    assert_eq!((ada.post(&try_it, &[]).await.status, ada.post(&remove, &[]).await.status), (404, 404));
    site.pushes_nothing(&mut service).await;
}

#[tokio::test]
async fn a_user_cannot_test_or_remove_devices_of_another() {
    let (site, mut service) = with_pushes().await;
    let (ada, eve) = (site.register("Ada").await, site.register("Eve").await);
    ada.adds_device(&service.browser("phone")).await;
    for link in links(&ada).await {
        assert_eq!(eve.post(&link, &[]).await.status, 404, "{link}");
        let visitor = site.visitor().post(&link, &[]).await;
        assert!(visitor.location().starts_with("/login"), "{link}");
        let forged = ada.request(reqwest::Method::POST, &link).header("Sec-Fetch-Site", "cross-site");
        assert_eq!(ada.send(forged.form(&[("x", "")])).await.status, 403, "{link}");
    }
    for id in ["0", "-1", "1x", "99999999999999999999", "%2e%2e"] {
        assert_eq!(ada.post(&format!("/settings/devices/{id}/remove"), &[]).await.status, 404, "{id}");
    }
    assert_eq!(ada.devices().await.len(), 1);
    assert_eq!(eve.devices().await.len(), 0);
    site.pushes_nothing(&mut service).await;
}

#[tokio::test]
async fn an_invalid_push_subscription_is_refused_with_a_reason() {
    let (site, service) = with_pushes().await;
    let ada = site.register("Ada").await;
    let browser = service.browser("phone");
    let long = format!("https://push.example/{}", "x".repeat(2000));
    for (field, value, reason) in [
        ("endpoint", "", "isn’t the address of a push service"),
        ("endpoint", "push.example", "isn’t the address of a push service"),
        ("endpoint", "https://me:secret@push.example/x", "isn’t the address of a push service"),
        ("endpoint", &long, "too long"),
        ("endpoint", "http://push.example/x", "must use https"),
        ("endpoint", "https://push.example:8443/x", "must use https"),
        ("endpoint", "gopher://push.example/x", "must use https"),
        ("endpoint", "http://10.0.0.1/x", "must use https"),
        ("endpoint", "https://localhost/x", "must be public"),
        ("endpoint", "https://192.168.178.1/x", "must be public"),
        ("endpoint", "https://169.254.169.254/latest/meta-data", "must be public"),
        ("endpoint", "https://[::1]/x", "must be public"),
        ("endpoint", "https://[::ffff:10.1.2.3]/x", "must be public"),
        ("endpoint", "https://2130706433/x", "must be public"),
        ("endpoint", "https://no-such-name.invalid/x", "can’t be found"),
        ("p256dh", "", "browser’s keys"),
        ("p256dh", "BA", "browser’s keys"),
        ("p256dh", &"A".repeat(87), "browser’s keys"),
        ("auth", "AAAA", "browser’s keys"),
        ("auth", "!", "browser’s keys"),
    ] {
        let (status, words) = answered(&ada, &browser, field, value).await;
        assert_eq!(status, 422, "{field}={value}: {words}");
        assert!(words.contains(reason), "{field}={value}: {words}");
    }
    for form in ["", "endpoint=x", "endpoint=x&p256dh=x&auth=x&admin=1"] {
        assert_eq!(ada.post_bytes("/settings/devices", form).await.status, 422, "{form}");
    }
    assert_eq!(ada.devices().await.len(), 0);
    assert_eq!(service.tries(), 0);
}

#[tokio::test]
async fn loopback_push_services_are_refused_unless_allowed() {
    let (site, service) = (TestSite::start().await, PushService::open().await);
    let ada = site.register("Ada").await;
    let browser = service.browser("phone");
    let (status, words) = answered(&ada, &browser, "", "").await;
    assert!(status == 422 && words.contains("must use https"), "{words}");
    assert_eq!(service.tries(), 0);
}

#[tokio::test]
async fn a_user_has_at_most_ten_devices_and_a_browser_counts_once() {
    let (site, service) = with_pushes().await;
    let ada = site.register("Ada").await;
    for number in 0..10 {
        ada.adds_device(&service.browser(&number.to_string())).await;
    }
    let (status, words) = answered(&ada, &service.browser("eleventh"), "", "").await;
    assert!(status == 409 && words.contains("ten devices"), "{status} {words}");
    ada.adds_device(&service.browser("3")).await;
    assert_eq!(ada.devices().await.len(), 10);
}

#[tokio::test]
async fn a_browser_notifies_one_user_until_they_sign_out() {
    let (site, service) = with_pushes().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let shared = service.browser("shared");
    ada.adds_device(&shared).await;
    ben.adds_device(&shared).await;
    assert_eq!((ada.devices().await.len(), ben.devices().await.len()), (0, 1));
    ada.adds_device(&service.browser("own")).await;
    let phone = site.visitor();
    let sign_in = [("username", "Ada"), ("password", crate::harness::PASSWORD)];
    phone.post("/login", &sign_in).await;
    phone.adds_device(&service.browser("phone")).await;
    assert_eq!(ada.devices().await.len(), 2);
    phone.post("/login", &sign_in).await;
    assert_eq!(ada.devices().await.len(), 2, "a user who signs in again keeps the device");
    phone.post("/logout", &[]).await;
    assert_eq!(ada.devices().await.len(), 1);
}

#[tokio::test]
async fn a_browser_with_a_changed_endpoint_is_still_one_device() {
    let (site, service) = with_pushes().await;
    let ada = site.register("Ada").await;
    let (old, new) = (service.browser("old"), service.browser("new"));
    ada.adds_device(&old).await;
    let mut form = new.form().to_vec();
    form.push(("before", old.endpoint.clone()));
    let request = ada.request(reqwest::Method::POST, "/settings/devices").form(&form);
    assert_eq!(ada.send(request).await.status, 303);
    assert_eq!(ada.devices().await.len(), 1);
}

#[tokio::test]
async fn the_service_worker_is_served_with_the_scope_of_the_whole_site() {
    let site = TestSite::start().await;
    let worker = site.visitor().get("/service-worker.js").await;
    assert_eq!((worker.status, worker.header("content-type")), (200, "text/javascript; charset=utf-8"));
    assert_eq!(worker.header("cache-control"), "no-cache");
    assert!(worker.header("content-security-policy").starts_with("default-src 'self'"));
    let again = site.visitor();
    let request = again.request(reqwest::Method::GET, "/service-worker.js");
    let answer = again.send(request.header("If-None-Match", worker.header("etag"))).await;
    assert_eq!(answer.status, 304);
}
