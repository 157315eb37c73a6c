//! Rate limits.

use parlour::config::Config;
use reqwest::Method;

use crate::harness::{PageAnswer, TestPerson, TestSite};

fn counting(config: &mut Config) {
    config.rate_limits = true;
}

fn assert_turned_away(answer: &PageAnswer) {
    assert_eq!(answer.status, 429);
    let seconds: u64 = answer.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    assert!(answer.is_page());
    assert!(answer.text("main").unwrap().contains("Too many attempts"), "{}", answer.body);
}

async fn attempt(person: &TestPerson, path: &str, name: &str, forwarded: &str) -> PageAnswer {
    let fields = [("username", name), ("password", "short")];
    person.send(person.request(Method::POST, path).header("X-Forwarded-For", forwarded).form(&fields)).await
}

/// Retries until it is refused with 429. Returns how often it was not.
async fn until_turned_away(person: &TestPerson, path: &str, names: impl Iterator<Item = String>) -> usize {
    for (count, name) in names.enumerate() {
        let answer = attempt(person, path, &name, "").await;
        if answer.status == 429 {
            assert_turned_away(&answer);
            return count;
        }
    }
    panic!("nobody was turned away");
}

#[tokio::test]
async fn a_name_is_tried_only_so_often() {
    let site = TestSite::with(counting).await;
    let visitor = site.visitor();
    assert_eq!(until_turned_away(&visitor, "/login", (0..50).map(|_| "Ada".to_owned())).await, 8);
    assert_turned_away(&attempt(&site.visitor(), "/login", "aDA", "").await);
    assert_eq!(attempt(&visitor, "/login", "Ben", "").await.status, 401);
}

#[tokio::test]
async fn a_name_is_registered_only_so_often() {
    let site = TestSite::with(counting).await;
    assert_eq!(until_turned_away(&site.visitor(), "/register", (0..50).map(|_| "Ada".to_owned())).await, 8);
}

#[tokio::test]
async fn an_address_registers_only_so_often_whatever_the_names() {
    let site = TestSite::with(counting).await;
    let count = until_turned_away(&site.visitor(), "/register", (0..100).map(|n| format!("name-{n}"))).await;
    assert_eq!(count, 40);
    assert_turned_away(&attempt(&site.visitor(), "/register", "Ada", "").await);
}

#[tokio::test]
async fn an_address_signs_in_only_so_often_whatever_the_names() {
    let site = TestSite::with(counting).await;
    let count = until_turned_away(&site.visitor(), "/login", (0..100).map(|n| format!("name-{n}"))).await;
    assert!(count >= 40, "{count}");
}

#[tokio::test]
async fn who_comes_through_a_trusted_proxy_is_counted_alone() {
    let site = TestSite::with(|config| {
        counting(config);
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let proxy = site.visitor();
    for n in 0..40 {
        assert_eq!(attempt(&proxy, "/register", &format!("name-{n}"), "203.0.113.1").await.status, 422);
    }
    assert_turned_away(&attempt(&proxy, "/register", "Ada", "203.0.113.1").await);
    assert_turned_away(&attempt(&proxy, "/register", "Ada", "198.51.100.9, 203.0.113.1").await);
    assert_eq!(attempt(&proxy, "/register", "Ada", "203.0.113.2").await.status, 422);
}

#[tokio::test]
async fn a_header_that_anybody_can_write_does_not_help() {
    let site = TestSite::with(counting).await;
    let visitor = site.visitor();
    let mut refused = 0;
    for n in 0..60 {
        let from = format!("203.0.113.{n}");
        refused +=
            usize::from(attempt(&visitor, "/register", &format!("name-{n}"), &from).await.status == 429);
    }
    assert!(refused > 0);
}

#[tokio::test]
async fn whoever_is_signed_in_changes_things_only_so_often() {
    let site = TestSite::with(counting).await;
    let ada = site.register("Ada").await;
    let mut last = ada.post("/no-such-page", &[]).await;
    for _ in 0..400 {
        last = ada.post("/no-such-page", &[]).await;
        if last.status == 429 {
            break;
        }
    }
    assert_turned_away(&last);
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"), "looking is not counted");
}

#[tokio::test]
async fn nobody_is_turned_away_where_nothing_is_counted() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for _ in 0..60 {
        assert_eq!(attempt(&visitor, "/register", "Ada", "").await.status, 422);
    }
}
