//! Guessing names and passwords: responses do not reveal who has an account, guessing is slowed down, and the owner
//! can sign in all the same.

use std::future::pending;

use futures_util::future::join_all;
use parlour::config::{Config, RegistrationMode};
use parlour::now::Clock;
use reqwest::Method;

use crate::harness::{NOON, PASSWORD, PageAnswer, TestPerson, TestSite};

const WRONG: &str = "another quiet marble rolls";

/// Enforces limits, and trusts a proxy on this machine.
fn behind_a_proxy(config: &mut Config) {
    config.rate_limits = true;
    config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
}

async fn tries(person: &TestPerson, from: &str, name: &str, password: &str) -> PageAnswer {
    let request = person.request(Method::POST, "/login").header("X-Forwarded-For", from);
    person.send(request.form(&[("username", name), ("password", password)])).await
}

/// What a page shows after an attempt, without the name that was sent.
fn seen(answer: &PageAnswer, name: &str) -> (u16, String, String) {
    (answer.status, answer.location().to_owned(), answer.body.replace(name, "NAME"))
}

#[tokio::test]
async fn signing_in_looks_and_costs_the_same_whether_or_not_there_is_such_a_name() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    site.register("Ada").await;
    site.register("Ben").await.sets_up_app(&site).await;
    let mut first = None;
    for name in ["Ada", "Ben", "Eve", "not a name", "123456789012345678901"] {
        let before = site.hashes();
        let answer = site.visitor().post("/login", &[("username", name), ("password", WRONG)]).await;
        assert_eq!(site.hashes() - before, 1, "{name} is compared once");
        let seen = seen(&answer, name);
        assert_eq!(seen.0, 401);
        assert!(answer.header_values("set-cookie").is_empty(), "{name}");
        assert_eq!(&seen, first.get_or_insert_with(|| seen.clone()), "{name}");
    }
}

#[tokio::test]
async fn registering_says_that_a_name_is_taken_and_nothing_else() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    site.register("Ben").await;
    assert_eq!(ada.post("/settings/address", &[("address", "")]).await.status, 303);
    let taken = async |name: &str| {
        let before = site.hashes();
        let answer = site.visitor().post("/register", &[("username", name), ("password", PASSWORD)]).await;
        assert_eq!(site.hashes(), before, "no work is done for a name that is taken");
        seen(&answer, name)
    };
    let ada = taken("Ada").await;
    assert_eq!(ada.0, 409);
    assert_eq!(taken("Ben").await, ada);
    for name in ["Ada", "Eve"] {
        let answer = site.visitor().post("/register", &[("username", name), ("password", "short")]).await;
        assert_eq!(answer.status, 422, "{name}: what is wrong with a password is said of any name");
        assert_eq!(answer.text("#username-problem"), None);
    }
}

#[tokio::test]
async fn a_site_that_takes_nobody_says_nothing_of_names() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let site = site.opens_again(|config| config.registration = RegistrationMode::Closed).await;
    let mut first = None;
    for name in ["Ada", "Eve", "not a name"] {
        let answer = site.visitor().post("/register", &[("username", name), ("password", PASSWORD)]).await;
        let seen = seen(&answer, name);
        assert_eq!((seen.0, site.hashes()), (403, 0), "{name}");
        assert_eq!(&seen, first.get_or_insert_with(|| seen.clone()), "{name}");
    }
}

#[tokio::test]
async fn one_name_tried_from_many_addresses_is_slowed_and_its_owner_gets_in() {
    let site = TestSite::with(behind_a_proxy).await;
    let ada = site.register("Ada").await;
    assert_eq!(ada.post("/logout", &[]).await.status, 303);
    let mut statuses = Vec::new();
    for number in 0..12 {
        statuses.push(tries(&site.visitor(), &format!("203.0.113.{number}"), "Ada", WRONG).await.status);
    }
    assert!(statuses.starts_with(&[401; 8]) && statuses.ends_with(&[429; 3]), "{statuses:?}");
    assert_eq!(tries(&site.visitor(), "198.51.100.1", "Ada", PASSWORD).await.status, 429, "a stranger waits");
    assert_eq!(
        tries(&ada, "203.0.113.1", "Ada", PASSWORD).await.status,
        303,
        "a browser she has used does not"
    );
    assert_eq!(tries(&site.visitor(), "203.0.113.1", "Ben", WRONG).await.status, 401, "nor do others");
}

#[tokio::test]
async fn many_names_tried_from_one_address_are_slowed_and_others_get_in() {
    let site = TestSite::with(behind_a_proxy).await;
    site.register("Ada").await;
    let thief = site.visitor();
    let mut statuses = Vec::new();
    for number in 0..50 {
        statuses.push(tries(&thief, "203.0.113.1", &format!("name-{number}"), WRONG).await.status);
    }
    assert!(statuses[..40].iter().all(|status| *status == 401), "{statuses:?}");
    assert!(statuses[40..].contains(&429), "{statuses:?}");
    assert_eq!(tries(&site.visitor(), "198.51.100.1", "Ada", PASSWORD).await.status, 303);
}

#[tokio::test]
async fn what_a_browser_is_known_by_is_made_here_and_for_one_name() {
    let site = TestSite::with(behind_a_proxy).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    assert_eq!(ada.post("/logout", &[]).await.status, 303);
    assert_eq!(ben.post("/logout", &[]).await.status, 303);
    while tries(&site.visitor(), "203.0.113.1", "Ada", WRONG).await.status != 429 {}
    assert_eq!(tries(&ben, "198.51.100.1", "Ada", WRONG).await.status, 429, "Ben's browser is known for Ben");
    let forger = site.visitor();
    let request =
        forger.request(Method::POST, "/login").header("Cookie", format!("parlour-known={}", "A".repeat(64)));
    let forged = forger.send(request.form(&[("username", "Ada"), ("password", WRONG)])).await;
    assert_eq!(forged.status, 429);
    let mut statuses = Vec::new();
    for _ in 0..10 {
        statuses.push(tries(&ada, "198.51.100.1", "Ada", WRONG).await.status);
    }
    assert!(statuses.starts_with(&[401; 8]) && statuses.contains(&429), "it is counted too: {statuses:?}");
}

/// A browser that this account has signed in with, at this address.
async fn known(site: &TestSite, from: &str, name: &str) -> TestPerson {
    let browser = site.visitor();
    assert_eq!(tries(&browser, from, name, PASSWORD).await.status, 303);
    assert_eq!(browser.post("/logout", &[]).await.status, 303);
    browser
}

#[tokio::test]
async fn guesses_in_many_known_browsers_of_one_account_are_counted_together() {
    let site = TestSite::with(behind_a_proxy).await;
    site.register("Ada").await;
    let mut browsers = Vec::new();
    for number in 0..4 {
        browsers.push(known(&site, &format!("203.0.113.{number}"), "Ada").await);
    }
    let mut statuses = Vec::new();
    for round in 0..4 {
        for (number, browser) in browsers.iter().enumerate() {
            let from = format!("198.51.{round}.{number}");
            statuses.push(tries(browser, &from, "Ada", WRONG).await.status);
        }
    }
    assert!(statuses.starts_with(&[401; 8]) && statuses.ends_with(&[429; 6]), "{statuses:?}");
}

#[tokio::test]
async fn browsers_are_not_known_any_more_after_the_password_was_changed() {
    let site = TestSite::with(behind_a_proxy).await;
    let ada = site.register("Ada").await;
    let before = known(&site, "203.0.113.1", "Ada").await;
    let another = "nine copper kettles by dawn";
    assert_eq!(ada.post("/account/password", &[("current", PASSWORD), ("new", another)]).await.status, 303);
    assert_eq!(ada.post("/logout", &[]).await.status, 303);
    while tries(&site.visitor(), "203.0.113.2", "Ada", WRONG).await.status != 429 {}
    assert_eq!(tries(&before, "198.51.100.1", "Ada", another).await.status, 429, "counted with strangers");
    assert_eq!(tries(&ada, "198.51.100.1", "Ada", another).await.status, 303, "where it was changed");
}

#[tokio::test]
async fn one_address_does_not_fill_the_queue_of_passwords_to_check() {
    let site = TestSite::with(behind_a_proxy).await;
    site.register("Ada").await;
    let (thief, ada) = (site.visitor(), site.visitor());
    let names: Vec<_> = (0..40).map(|number| format!("name-{number}")).collect();
    let flood = join_all(names.iter().map(|name| tries(&thief, "203.0.113.1", name, WRONG)));
    let honest = async {
        let mut statuses = Vec::new();
        for _ in 0..4 {
            statuses.push(tries(&ada, "198.51.100.1", "Ada", PASSWORD).await.status);
        }
        statuses
    };
    let statuses = tokio::select! {
        _ = async { flood.await; pending::<()>().await } => unreachable!(),
        statuses = honest => statuses,
    };
    assert_eq!(statuses, [303; 4], "the others wait for each other");
}
