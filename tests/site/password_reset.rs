//! Password resets by a link.

use std::time::Duration;

use parlour::users::Role;

use crate::harness::{HOUR, MINUTE, PASSWORD, TestPerson, TestSite};
use crate::sink::MailSink;

const ANOTHER: &str = "nine copper kettles by dawn";

async fn signs_in(site: &TestSite, name: &str, password: &str) -> u16 {
    site.visitor().post("/login", &[("username", name), ("password", password)]).await.status
}

async fn asks(person: &TestPerson, who: &str) {
    let answer = person.post("/reset", &[("who", who)]).await;
    assert_eq!((answer.status, answer.location()), (303, "/reset?done=asked"));
}

/// The reset link in the next email.
async fn link(site: &TestSite, sink: &mut MailSink) -> String {
    let email = sink.next().await;
    assert_eq!(email.subject(), "Reset your password");
    email.link(&site.url, "/reset/")
}

#[tokio::test]
async fn a_lost_password_is_reset_by_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let visitor = site.visitor();
    let page = visitor.get("/login").await;
    assert!(page.attributes("a", "href").contains(&"/reset".to_owned()));
    for who in ["Ada", "aDA ", "ada@example.org", "ADA@Example.org"] {
        asks(&visitor, who).await;
        let link = link(&site, &mut sink).await;
        let form = visitor.get(&link).await;
        assert_eq!((form.status, form.attribute("form.stack", "action")), (200, Some(link)));
    }
    asks(&visitor, "ada").await;
    let link = link(&site, &mut sink).await;
    for _ in 0..2 {
        assert!(
            visitor.get(&link).await.text("main").unwrap().contains("For Ada"),
            "looking uses nothing up"
        );
    }
    let set = visitor.post(&link, &[("new", ANOTHER)]).await;
    assert_eq!((set.status, set.location()), (303, "/login?done=reset"));
    assert!(
        visitor.get(set.location()).await.text("[role=status]").unwrap().contains("Sign in with the new one")
    );
    assert_eq!(ada.signed_in_as().await, None, "every session has ended");
    assert_eq!(visitor.signed_in_as().await, None, "a link opens no session");
    assert_eq!((signs_in(&site, "Ada", PASSWORD).await, signs_in(&site, "Ada", ANOTHER).await), (401, 303));
    let notice = sink.next().await;
    assert_eq!(
        (notice.subject().as_str(), notice.to.as_str()),
        ("Your password was changed", "ada@example.org")
    );
    assert!(!notice.text.contains(ANOTHER) && !notice.text.contains(&link));
}

#[tokio::test]
async fn a_reset_link_works_once_for_an_hour_and_invalidates_all_others() {
    let (site, mut sink) = TestSite::with_mail().await;
    site.register_with_mail("Ada", &mut sink).await;
    let visitor = site.visitor();
    asks(&visitor, "Ada").await;
    let old = link(&site, &mut sink).await;
    site.wait(HOUR);
    assert_eq!(visitor.get(&old).await.status, 404);
    assert_eq!(visitor.post(&old, &[("new", ANOTHER)]).await.status, 404);
    asks(&visitor, "Ada").await;
    let one = link(&site, &mut sink).await;
    asks(&visitor, "Ada").await;
    let other = link(&site, &mut sink).await;
    site.wait(59 * MINUTE);
    let results = tokio::join!(
        visitor.post(&one, &[("new", ANOTHER)]),
        visitor.post(&one, &[("new", "seven brass lamps over felt")]),
    );
    let mut statuses = [results.0.status, results.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 404], "of two simultaneous uses one succeeds");
    for used in [&one, &other] {
        assert_eq!(visitor.get(used).await.status, 404);
        let answer = visitor.post(used, &[("new", "four silver spoons in tea")]).await;
        assert_eq!(answer.status, 404);
        assert!(answer.text("main").unwrap().contains("it was used or replaced, or has expired"));
    }
    assert_eq!(signs_in(&site, "Ada", "four silver spoons in tea").await, 401);
}

#[tokio::test]
async fn an_invalid_new_password_does_not_use_up_the_link() {
    let (site, mut sink) = TestSite::with_mail().await;
    site.register_with_mail("Ada", &mut sink).await;
    let visitor = site.visitor();
    asks(&visitor, "Ada").await;
    let link = link(&site, &mut sink).await;
    let long = "long and longer ".repeat(9);
    for (new, words) in
        [("short", "10 to 128"), (long.as_str(), "10 to 128"), ("passwordpassword", "easy to guess")]
    {
        let refused = visitor.post(&link, &[("new", new)]).await;
        assert_eq!(refused.status, 422);
        assert!(refused.text("#new-problem").unwrap().contains(words), "{}", refused.body);
    }
    for form in [&[][..], &[("new", ANOTHER), ("role", "admin")], &[("password", ANOTHER)]] {
        assert_eq!(visitor.post(&link, form).await.status, 422);
    }
    assert_eq!(signs_in(&site, "Ada", PASSWORD).await, 303);
    assert_eq!(visitor.post(&link, &[("new", ANOTHER), ("username", "Ben")]).await.status, 303);
    assert_eq!(signs_in(&site, "Ada", ANOTHER).await, 303);
}

#[tokio::test]
async fn password_reset_does_not_reveal_accounts() {
    let (site, mut sink) = TestSite::with_mail().await;
    site.register_with_mail("Ada", &mut sink).await;
    site.register("Ben").await;
    let ask = async |who: &str| {
        let visitor = site.visitor();
        let answer = visitor.post("/reset", &[("who", who)]).await;
        let page = visitor.get(answer.location()).await;
        (answer.status, answer.location().to_owned(), answer.body, page.status, page.body)
    };
    let hashes = site.hashes();
    let known = ask("Ada").await;
    for who in ["Ben", "Eve", "eve@example.org", "ben@example.org", "not a name", "%", "'; --"] {
        assert_eq!(ask(who).await, known, "{who}");
    }
    assert_eq!(site.hashes(), hashes, "no password was hashed");
    assert_eq!(sink.next().await.to, "ada@example.org");
    site.mails_nothing(&mut sink).await;
    site.close_database().await;
    // After a successful write the database counts as writable for a moment.
    while site.state().store.is_writable().await {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    for who in ["Ada", "Eve"] {
        let answer = site.visitor().post("/reset", &[("who", who)]).await;
        assert_eq!(answer.status, 503, "failing writes are reported alike for {who}");
    }
}

#[tokio::test]
async fn an_unconfirmed_address_gets_no_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    ada.post("/settings/address", &[("address", "victim@example.org")]).await;
    assert_eq!(sink.next().await.subject(), "Confirm your email address");
    asks(&site.visitor(), "Ada").await;
    asks(&site.visitor(), "victim@example.org").await;
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_invalid_name_or_address_is_reported() {
    let (site, _sink) = TestSite::with_mail().await;
    let visitor = site.visitor();
    for who in ["", "   ", &"x".repeat(300)] {
        let answer = visitor.post("/reset", &[("who", who)]).await;
        assert_eq!(answer.status, 422);
        assert!(answer.text("#who-problem").is_some());
    }
    assert_eq!(visitor.post("/reset", &[]).await.status, 422);
    assert_eq!(visitor.post("/reset", &[("who", "Ada"), ("admin", "1")]).await.status, 422);
    assert_eq!(visitor.post_bytes("/reset", "who=%ff").await.status, 400);
    for key in ["x", "%00", &"A".repeat(43), &"A".repeat(44), "..%2F..%2Fetc"] {
        assert_eq!(visitor.get(&format!("/reset/{key}")).await.status, 404, "{key}");
        assert_eq!(visitor.post(&format!("/reset/{key}"), &[("new", ANOTHER)]).await.status, 404, "{key}");
    }
}

#[tokio::test]
async fn a_site_without_email_refers_to_an_admin() {
    let site = TestSite::start().await;
    let page = site.visitor().get("/reset").await;
    assert_eq!((page.status, page.attribute("main form", "action")), (200, None));
    assert!(page.text("main").unwrap().contains("Ask an admin"));
    assert_eq!(site.visitor().post("/reset", &[("who", "Ada")]).await.status, 409);
}

#[tokio::test]
async fn a_reset_link_created_by_an_admin_works_like_an_emailed_one() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let admin = site.register_as("Mona", Role::Admin).await;
    let link = admin.post("/admin/users/Ada/reset-link", &[]).await.text(".address").unwrap();
    let link = link.strip_prefix(&site.url).unwrap();
    assert_eq!(site.visitor().post(link, &[("new", ANOTHER)]).await.status, 303);
    assert_eq!(ada.signed_in_as().await, None);
    assert_eq!(signs_in(&site, "Ada", ANOTHER).await, 303);
}

#[tokio::test]
async fn the_key_of_a_reset_link_is_not_stored() {
    let (site, mut sink) = TestSite::with_mail().await;
    site.register_with_mail("Ada", &mut sink).await;
    asks(&site.visitor(), "Ada").await;
    let link = link(&site, &mut sink).await;
    let key = link.rsplit('/').next().unwrap();
    let database = site.database().await;
    let rows: Vec<(String, Vec<u8>)> =
        sqlx::query_as("SELECT body, email_key FROM outbox WHERE kind = 'reset'")
            .fetch_all(&database)
            .await
            .map(|rows: Vec<(String, String)>| {
                rows.into_iter().map(|(body, key)| (body, key.into_bytes())).collect()
            })
            .unwrap();
    assert!(rows.iter().all(|(body, name)| body.is_empty() && !String::from_utf8_lossy(name).contains(key)));
    let page = site.visitor().get(&link).await;
    assert_eq!(page.header("referrer-policy"), "same-origin");
    assert_eq!(page.header("cache-control"), "private, no-store");
}

#[tokio::test]
async fn a_password_change_is_reported_by_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let changed = ada.post("/account/password", &[("current", PASSWORD), ("new", ANOTHER)]).await;
    assert_eq!(changed.status, 303);
    assert_eq!(sink.next().await.subject(), "Your password was changed");
    ada.post("/account/password", &[("current", PASSWORD), ("new", ANOTHER)]).await;
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn reset_emails_are_rate_limited() {
    let (site, mut sink) = TestSite::with_mail().await;
    site.register_with_mail("Ada", &mut sink).await;
    let site = site.restart(|config| config.rate_limits = true).await;
    let visitor = site.visitor();
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(visitor.post("/reset", &[("who", "Ada")]).await.status);
    }
    assert_eq!(statuses, [303, 303, 303, 303, 429, 429], "by name");
    for _ in 0..4 {
        statuses.push(visitor.post("/reset", &[("who", "ada@example.org")]).await.status);
    }
    for _ in 0..4 {
        sink.next().await;
    }
    site.mails_nothing(&mut sink).await;
    let mut last = 0;
    for number in 0..10 {
        last = visitor.post("/reset", &[("who", &format!("name-{number}"))]).await.status;
    }
    assert_eq!(last, 429, "by household");
}
