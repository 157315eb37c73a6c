//! Guessing names and passwords: responses do not reveal who has an account, guessing is slowed down, and the owner
//! can sign in all the same.

use std::future::pending;

use futures_util::future::join_all;
use parlour::config::Config;
use parlour::now::Clock;
use parlour::users::RegistrationMode;
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
    (answer.status, answer.location().to_owned(), answer.plain_body().replace(name, "NAME"))
}

#[tokio::test]
async fn a_failed_sign_in_looks_and_costs_the_same_for_known_and_unknown_names() {
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
async fn registration_reveals_only_that_a_name_is_taken() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
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
        assert_eq!(answer.status, 422, "{name}: password errors are reported for any name");
        assert_eq!(answer.text("#username-problem"), None);
    }
}

#[tokio::test]
async fn a_site_without_registration_reveals_no_names() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    site.register("Ada").await;
    let site = site.restart(|config| config.registration = Some(RegistrationMode::Closed)).await;
    let mut first = None;
    for name in ["Ada", "Eve", "not a name"] {
        let answer = site.visitor().post("/register", &[("username", name), ("password", PASSWORD)]).await;
        let seen = seen(&answer, name);
        assert_eq!((seen.0, site.hashes()), (403, 0), "{name}");
        assert_eq!(&seen, first.get_or_insert_with(|| seen.clone()), "{name}");
    }
}

#[tokio::test]
async fn guesses_of_one_name_from_many_addresses_are_limited_and_its_owner_gets_in() {
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
async fn guesses_of_many_names_from_one_address_are_limited_and_others_get_in() {
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
async fn a_known_browser_cookie_is_signed_and_bound_to_one_name() {
    let site = TestSite::with(behind_a_proxy).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    assert_eq!(ada.post("/logout", &[]).await.status, 303);
    assert_eq!(ben.post("/logout", &[]).await.status, 303);
    while tries(&site.visitor(), "203.0.113.1", "Ada", WRONG).await.status != 429 {}
    assert_eq!(tries(&ben, "198.51.100.1", "Ada", WRONG).await.status, 429, "Ben's browser is known for Ben");
    let forger = site.visitor();
    let cookie = format!("{}={}", site.cookie_name("parlour-known"), "A".repeat(64));
    let request = forger.request(Method::POST, "/login").header("Cookie", cookie);
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
async fn guesses_from_several_known_browsers_of_an_account_are_limited_together() {
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
async fn a_password_change_forgets_known_browsers() {
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
async fn one_address_cannot_fill_the_password_queue() {
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

#[tokio::test]
async fn guesses_of_join_codes_are_limited_across_the_networks_of_a_provider() {
    let site = TestSite::with(behind_a_proxy).await;
    let visitor = site.visitor();
    let mut statuses = Vec::new();
    for net in 0..300 {
        let request = visitor.request(Method::GET, "/join/ABCDEF");
        let request = request.header("X-Forwarded-For", format!("2001:db8:7:{:x}::1", net % 256));
        statuses.push(visitor.send(request).await.status);
    }
    assert_eq!((statuses[0], statuses[200]), (404, 404));
    assert!(statuses.contains(&429), "{statuses:?}");
    let elsewhere = visitor.request(Method::GET, "/join/ABCDEF").header("X-Forwarded-For", "2001:db8:8::1");
    assert_eq!(visitor.send(elsewhere).await.status, 404);
}
