//! The settings page, and confirming an email address.

use parlour::now::Clock;
use reqwest::Method;

use crate::harness::{HOUR, NOON, TestPerson, TestSite};

const TIMES: [(&str, &str); 4] =
    [("zone", "Europe/Berlin"), ("pace", "daily"), ("quiet_from", "22"), ("quiet_to", "7")];

/// The values of the form: zone, email frequency and quiet hours.
async fn times(person: &TestPerson) -> [String; 4] {
    let page = person.get("/settings").await;
    let chosen = |selector: &str| page.attribute(selector, "value").unwrap_or_default();
    [
        chosen("#zone option[selected]"),
        chosen("[name=pace][checked]"),
        chosen("#quiet_from option[selected]"),
        chosen("#quiet_to option[selected]"),
    ]
}

#[tokio::test]
async fn settings_need_a_session() {
    let (site, _sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    assert_eq!(ada.get("/").await.texts("header details.menu a[href='/settings']"), ["Settings"]);
    assert_eq!(ada.get("/settings").await.text("h1").as_deref(), Some("Settings"));
    let visitor = site.visitor();
    assert_eq!(visitor.get("/settings").await.location(), "/login?next=%2Fsettings");
    for path in ["/settings", "/settings/address", "/settings/address/x"] {
        let answer = visitor.post(path, &TIMES).await;
        assert!(answer.status == 303 && answer.location().starts_with("/login"), "{path}");
    }
}

#[tokio::test]
async fn zone_frequency_and_quiet_hours_are_saved() {
    let (site, _sink) = TestSite::with_mail().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    assert_eq!(times(&ada).await, ["UTC", "instant", "", ""]);
    let answer = ada.post("/settings", &TIMES).await;
    assert_eq!((answer.status, answer.location()), (303, "/settings?done=times"));
    assert_eq!(ada.get(answer.location()).await.text("[role=status]").as_deref(), Some("Settings saved."));
    assert_eq!(times(&ada).await, ["Europe/Berlin", "daily", "22", "7"]);
    assert_eq!(times(&ben).await, ["UTC", "instant", "", ""], "it is Ada's alone");
}

#[tokio::test]
async fn attaching_replays_is_a_choice_that_is_kept() {
    let (site, _sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let attaches = async || ada.get("/settings").await.attribute("[name=replays][checked]", "value");
    assert_eq!(attaches().await, None);
    let with = |fields: &[(&'static str, &'static str)]| [&TIMES[..], fields].concat();
    assert_eq!(ada.post("/settings", &with(&[("replays", "on")])).await.status, 303);
    assert_eq!(attaches().await.as_deref(), Some("on"));
    let wrong = ada.post("/settings", &[("zone", ""), ("pace", "daily")]).await;
    assert_eq!(
        (wrong.status, wrong.attribute("[name=replays][checked]", "value")),
        (422, None),
        "as it was sent"
    );
    assert_eq!(ada.post("/settings", &TIMES).await.status, 303);
    assert_eq!(attaches().await, None);
}

#[tokio::test]
async fn invalid_settings_are_refused_beside_their_field_and_change_nothing() {
    let (site, _sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    ada.post("/settings", &TIMES).await;
    let wrong = [
        ("zone", "Europe/Atlantis", "a time zone from the list"),
        ("zone", "", "a time zone from the list"),
        ("zone", "../../etc/localtime", "a time zone from the list"),
        ("pace", "weekly", "how often to get emails"),
        ("quiet_from", "24", "a start and an end"),
        ("quiet_from", "7", "a start and an end"),
        ("quiet_to", "-1", "a start and an end"),
        ("quiet_to", "", "a start and an end"),
        ("quiet_to", "seven", "a start and an end"),
    ];
    for (field, value, words) in wrong {
        let fields = TIMES.map(|(name, right)| (name, if name == field { value } else { right }));
        let answer = ada.post("/settings", &fields).await;
        assert_eq!(answer.status, 422, "{field}={value}");
        assert!(answer.text(".problem").unwrap().contains(words), "{field}={value}");
        assert_eq!(times(&ada).await, ["Europe/Berlin", "daily", "22", "7"], "{field}={value}");
    }
    for form in ["pace=daily", "zone=UTC&zone=UTC", "zone=UTC&pace=daily&admin=1"] {
        assert_eq!(ada.post_bytes("/settings", form).await.status, 422, "{form}");
    }
    assert_eq!(times(&ada).await, ["Europe/Berlin", "daily", "22", "7"]);
}

#[tokio::test]
async fn settings_cannot_be_changed_by_another_site() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    for (path, fields) in
        [("/settings", &TIMES[..]), ("/settings/address", &[("address", "eve@example.org")])]
    {
        let request = ada.request(Method::POST, path).form(fields).header("Sec-Fetch-Site", "cross-site");
        assert_eq!(ada.send(request).await.status, 403, "{path}");
    }
    assert_eq!(times(&ada).await, ["UTC", "instant", "", ""]);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_site_without_a_mail_server_says_so_and_has_no_address_field() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let page = ada.get("/settings").await;
    assert!(page.text("main").unwrap().contains("This site doesn’t send email."));
    assert_eq!(page.texts("#address, [name=pace]").len(), 0);
    assert_eq!(ada.post("/settings", &[("zone", "Asia/Tokyo")]).await.status, 303);
    assert_eq!(times(&ada).await[0], "Asia/Tokyo");
    assert_eq!(ada.post("/settings/address", &[("address", "ada@example.org")]).await.status, 409);
    let count: (i64,) =
        sqlx::query_as("SELECT count(*) FROM outbox").fetch_one(&site.database().await).await.unwrap();
    assert_eq!(count.0, 0, "nothing waits for a mail server that is not there");
}

#[tokio::test]
async fn an_address_is_confirmed_by_the_link_in_the_email_and_a_button() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let answer = ada.post("/settings/address", &[("address", " ada@example.org ")]).await;
    assert_eq!((answer.status, answer.location()), (303, "/settings?done=asked"));
    let email = sink.next().await;
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ada@example.org", "Confirm your email address")
    );
    let waits = "We sent a link to ada@example.org";
    let link = email.link(&site.url, "/settings/address/");
    assert!(email.html.contains(&link));
    let page = ada.get(&link).await;
    assert_eq!((page.status, page.text("main .address").as_deref()), (200, Some("ada@example.org")));
    assert!(ada.get("/settings").await.text("main").unwrap().contains(waits), "a look confirms nothing");
    assert_eq!(ada.post(&link, &[]).await.location(), "/settings?done=confirmed");
    let page = ada.get("/settings").await;
    assert!(page.text("main").unwrap().contains("Emails go to ada@example.org"));
    for again in [ada.get(&link).await, ada.post(&link, &[]).await] {
        assert_eq!(again.status, 404, "a link counts once");
        assert!(again.text("main").unwrap().contains("no longer valid"));
    }
}

#[tokio::test]
async fn a_confirmation_link_works_for_its_user_and_for_a_day_only() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    let link = sink.next().await.link(&site.url, "/settings/address/");
    assert_eq!((ben.get(&link).await.status, ben.post(&link, &[]).await.status), (404, 404));
    assert!(site.visitor().post(&link, &[]).await.location().starts_with("/login"));
    assert_eq!(ada.get(&link).await.status, 200, "others have not used it up");
    for wrong in ["x", &"A".repeat(43), &format!("{}A", &link[18..])] {
        assert_eq!(ada.post(&format!("/settings/address/{wrong}"), &[]).await.status, 404, "{wrong}");
    }
    site.wait(24 * HOUR);
    assert_eq!((ada.get(&link).await.status, ada.post(&link, &[]).await.status), (404, 404));
    assert!(ada.get("/settings").await.text("main").unwrap().contains("Add an address to get emails"));
}

#[tokio::test]
async fn a_new_address_invalidates_the_earlier_link() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    ada.post("/settings/address", &[("address", "old@example.org")]).await;
    let old = sink.next().await.link(&site.url, "/settings/address/");
    ada.post("/settings/address", &[("address", "new@example.org")]).await;
    let new = sink.next().await.link(&site.url, "/settings/address/");
    assert_eq!(ada.post(&old, &[]).await.status, 404);
    assert_eq!(ada.post(&new, &[]).await.status, 303);
    assert!(ada.get("/settings").await.text("main").unwrap().contains("Emails go to new@example.org"));
}

#[tokio::test]
async fn the_old_address_is_used_until_the_new_one_is_confirmed_and_can_be_removed() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    ada.post("/settings/address", &[("address", "new@example.org")]).await;
    let link = sink.next().await.link(&site.url, "/settings/address/");
    let page = ada.get("/settings").await.text("main").unwrap();
    assert!(page.contains("Until then, emails go to ada@example.org"), "{page}");
    assert_eq!(
        ada.post("/settings/address", &[("address", "")]).await.location(),
        "/settings?done=email-removed"
    );
    assert_eq!(ada.post(&link, &[]).await.status, 404);
    assert!(ada.get("/settings").await.text("main").unwrap().contains("Add an address to get emails"));
}

#[tokio::test]
async fn an_invalid_address_gets_no_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let long = format!("{}@example.org", "a".repeat(250));
    for text in [
        "ada",
        "ada@",
        "ada@example.org\r\nBcc: ben@example.org",
        "ada@example.org\n",
        "ada@example.org, ben@example.org",
        "Ada <ada@example.org>",
        "\"ada ben\"@example.org",
        "ada@[127.0.0.1]",
        "<script>@example.org",
        &long,
    ] {
        let answer = ada.post("/settings/address", &[("address", text)]).await;
        assert_eq!(answer.status, 422, "{text:?}");
        assert!(answer.text("#address-problem").unwrap().contains("address"), "{text:?}");
    }
    assert_eq!(ada.post("/settings/address", &[]).await.status, 422);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn confirmation_emails_are_rate_limited() {
    let sink = crate::sink::MailSink::open().await;
    let site = TestSite::at(Clock::at(NOON), |config| {
        crate::harness::sends_to(config, &sink);
        config.rate_limits = true;
    })
    .await;
    let ada = site.register("Ada").await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(ada.post("/settings/address", &[("address", "eve@example.org")]).await.status);
    }
    assert_eq!(statuses, [303, 303, 303, 429]);
    let ben = site.register("Ben").await;
    assert_eq!(ben.post("/settings/address", &[("address", "EVE@example.org")]).await.status, 429);
    assert_eq!(ben.post("/settings/address", &[("address", "ben@example.org")]).await.status, 303);
}

#[tokio::test]
async fn the_database_does_not_contain_keys_of_emails() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    let link = sink.next().await.link(&site.url, "/settings/address/");
    let mut rows = site.rows("SELECT email_key, body FROM outbox").await;
    rows.extend(site.rows("SELECT key_hash, address FROM address_confirmations").await);
    let key = link.rsplit('/').next().unwrap();
    assert_eq!(rows.len(), 2);
    let bytes = format!("{:?}", key.as_bytes());
    assert!(rows.iter().all(|row| !row.contains(key) && !row.contains(&bytes)), "{rows:?}");
}

#[tokio::test]
async fn the_domain_of_an_address_is_encoded() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    assert_eq!(ada.post("/settings/address", &[("address", "you@bücher.example")]).await.status, 303);
    let email = sink.next().await;
    assert_eq!(email.to, "you@xn--bcher-kva.example");
    let link = email.link(&site.url, "/settings/address/");
    assert_eq!(ada.post(&link, &[]).await.status, 303);
    assert_eq!(site.visitor().post("/reset", &[("who", "you@bücher.example")]).await.status, 303);
    assert_eq!(sink.next().await.to, "you@xn--bcher-kva.example");
}
