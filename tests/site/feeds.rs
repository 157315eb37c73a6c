//! Feeds at secret URLs.

use icalendar::{Calendar, CalendarComponent, Component};
use parlour::now::Clock;
use reqwest::Method;

use crate::harness::{HOUR, MINUTE, NOON, PASSWORD, PageAnswer, TestPerson, TestSite, path};

const ANOTHER: &str = "nine copper kettles by dawn";

async fn at_noon() -> TestSite {
    TestSite::at(Clock::at(NOON), |_| {}).await
}

/// Creates a URL for a feed. Returns it without the site.
async fn address(site: &TestSite, person: &TestPerson, kind: &str) -> String {
    let answer = person.post(&format!("/settings/feeds/{kind}"), &[]).await;
    assert_eq!((answer.status, answer.location()), (303, "/settings?done=feed"));
    let shown = person.get("/settings").await.attribute(&format!("#feed-{kind}"), "value").unwrap();
    shown.strip_prefix(&site.url).unwrap().to_owned()
}

/// Ada and Ben in a private match with a day per move, in which it is Ada's move.
async fn started_match(site: &TestSite) -> (TestPerson, TestPerson, String) {
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let fields = [("game", "kalah"), ("visibility", "private"), ("time", "days"), ("time.days", "1")];
    let id = ada.opens(&fields).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    (ada, ben, id)
}

async fn conditional_get(person: &TestPerson, url: &str, header: (&str, &str)) -> PageAnswer {
    person.send(person.request(Method::GET, url).header(header.0, header.1)).await
}

fn titles(answer: &PageAnswer) -> Vec<String> {
    let feed: atom_syndication::Feed = answer.body.parse().expect("it is a feed");
    feed.entries().iter().map(|entry| entry.title().as_str().to_owned()).collect()
}

#[tokio::test]
async fn news_are_an_atom_feed_that_needs_no_session() {
    let site = at_noon().await;
    let (ada, ben, id) = started_match(&site).await;
    let url = address(&site, &ada, "news").await;
    let answer = site.visitor().get(&url).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/atom+xml; charset=utf-8"));
    assert_eq!(answer.header("cache-control"), "private, no-cache");
    assert_eq!(answer.header_values("set-cookie"), [""; 0]);
    let mut both = titles(&answer);
    both.sort();
    assert_eq!(
        both,
        ["Your match against Ben has begun: Mancala (Kalah)", "Your move against Ben: Mancala (Kalah)"]
    );
    let feed: atom_syndication::Feed = answer.body.parse().unwrap();
    assert_eq!(feed.links()[0].href(), format!("{}{url}", site.url));
    assert!(
        feed.entries()
            .iter()
            .all(|entry| entry.links()[0].href() == format!("{}{}", site.url, path(&id, "")))
    );
    assert!(!feed.id().contains(url.split('/').nth(2).unwrap()), "the feed id does not contain the key");

    site.wait(MINUTE);
    ada.post(&path(&id, "resignation"), &[]).await;
    assert_eq!(titles(&site.visitor().get(&url).await), [""; 0], "own actions are not in the feed");
    let url = address(&site, &ben, "news").await;
    ben.post(&path(&id, "chat"), &[("text", "Well played & <b>thanks</b> \u{1}")]).await;
    let ended = titles(&site.visitor().get(&url).await);
    assert_eq!(ended, ["Your match against Ada is over: Mancala (Kalah)"]);
    let url = address(&site, &ada, "news").await;
    assert_eq!(titles(&site.visitor().get(&url).await), ["Ben wrote to you: Mancala (Kalah)"]);
}

#[tokio::test]
async fn a_message_from_right_to_left_keeps_its_place_in_emails_and_feeds() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben) = (site.register("Ada").await, site.register_with_mail("Ben", &mut sink).await);
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    let greeting = "\u{5e9}\u{5dc}\u{5d5}\u{5dd} (2)";
    ada.post(&path(&id, "chat"), &[("text", greeting)]).await;
    site.wait(2 * MINUTE);
    let mail = loop {
        let mail = sink.next().await;
        if mail.text.contains(greeting) {
            break mail;
        }
    };
    assert!(mail.text.contains(&format!("Ada: \u{2068}{greeting}\u{2069}\n")), "{}", mail.text);
    assert!(mail.html.contains(&format!("<bdi>{greeting}</bdi>")), "{}", mail.html);
    let feed = site.visitor().get(&address(&site, &ben, "news").await).await;
    assert!(feed.body.contains(&format!("<bdi>{greeting}</bdi>").replace('<', "&lt;").replace('>', "&gt;")));
}

#[tokio::test]
async fn deadlines_are_a_calendar_with_one_event_for_each_turn_of_the_user() {
    let site = at_noon().await;
    let (ada, ben, id) = started_match(&site).await;
    let (adas, bens) = (address(&site, &ada, "deadlines").await, address(&site, &ben, "deadlines").await);
    let events = |answer: &PageAnswer| {
        assert_eq!(answer.header("content-type"), "text/calendar; charset=utf-8");
        assert!(answer.body.split("\r\n").all(|line| line.len() <= 75), "{}", answer.body);
        let calendar: Calendar = answer.body.parse().expect("it is a calendar");
        let events = calendar.components.iter().filter_map(CalendarComponent::as_event).cloned();
        events.collect::<Vec<icalendar::Event>>()
    };
    let before = events(&site.visitor().get(&adas).await);
    assert_eq!(before.len(), 1);
    assert_eq!(before[0].get_summary(), Some("Move against Ben: Mancala (Kalah)"));
    assert_eq!(before[0].get_uid(), Some(format!("{id}@localhost").as_str()));
    assert_eq!(before[0].property_value("DTSTART"), Some("20261122T120000Z"));
    assert_eq!(before[0].get_url(), Some(format!("{}{}", site.url, path(&id, "")).as_str()));
    assert!(events(&site.visitor().get(&bens).await).is_empty());

    site.wait(HOUR);
    ada.play(&id, "1").await;
    assert!(events(&site.visitor().get(&adas).await).is_empty(), "{:?}", before);
    let bens = events(&site.visitor().get(&bens).await);
    assert_eq!(bens[0].property_value("DTSTART"), Some("20261122T130000Z"));
    site.wait(HOUR);
    ben.play(&id, "1").await;
    let after = events(&site.visitor().get(&adas).await);
    let sequence =
        |event: &icalendar::Event| event.property_value("SEQUENCE").unwrap().parse::<i64>().unwrap();
    assert_eq!(after[0].get_uid(), before[0].get_uid(), "a calendar moves the event");
    assert!(sequence(&after[0]) > sequence(&before[0]));
    assert_eq!(after[0].property_value("DTSTART"), Some("20261122T140000Z"));
}

#[tokio::test]
async fn a_feed_url_stops_working_after_a_change_or_removal() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    for kind in ["news", "deadlines"] {
        let first = address(&site, &ada, kind).await;
        assert_eq!(site.visitor().get(&first).await.status, 200);
        assert_eq!(
            ada.get("/settings").await.attribute(&format!("#feed-{kind}"), "value"),
            Some(format!("{}{first}", site.url)),
            "it can be looked up again"
        );
        let second = address(&site, &ada, kind).await;
        assert_ne!(first, second);
        assert_eq!(
            (site.visitor().get(&first).await.status, site.visitor().get(&second).await.status),
            (404, 200)
        );
        let removed = ada.post(&format!("/settings/feeds/{kind}/remove"), &[]).await;
        assert_eq!(removed.location(), "/settings?done=feed-removed");
        assert_eq!(site.visitor().get(&second).await.status, 404);
        assert_eq!(ada.get("/settings").await.attribute(&format!("#feed-{kind}"), "value"), None);
    }
}

#[tokio::test]
async fn a_feed_key_opens_one_feed_of_one_user() {
    let site = at_noon().await;
    let (ada, _ben, id) = started_match(&site).await;
    let eve = site.register("Eve").await;
    let (news, hers) = (address(&site, &ada, "news").await, address(&site, &eve, "news").await);
    address(&site, &ada, "deadlines").await;
    let key = |url: &str| url.split('/').nth(2).unwrap().to_owned();
    let (adas, eves) = (key(&news), key(&hers));
    let swapped = format!("{}-{}", adas.split('-').next().unwrap(), eves.split_once('-').unwrap().1);
    let short = &adas[..adas.len() - 1];
    for key in [
        short,
        &swapped,
        "",
        "x",
        "1",
        "1-",
        "-1-AAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "99-AAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "..%2f..",
        &"A".repeat(3000),
    ] {
        for file in ["news.atom", "deadlines.ics"] {
            let answer = site.visitor().get(&format!("/feeds/{key}/{file}")).await;
            assert_eq!(answer.status, 404, "{key}");
            assert!(!answer.body.contains(&id), "{key}");
        }
    }
    assert_eq!(
        site.visitor().get(&news.replace("news.atom", "deadlines.ics")).await.status,
        404,
        "a key opens one feed only"
    );
    let nothing_of_ada = site.visitor().get(&hers).await;
    assert!(nothing_of_ada.status == 200 && titles(&nothing_of_ada).is_empty());
    assert!(!nothing_of_ada.body.contains(&id) && !nothing_of_ada.body.contains("Ada"));
    for path in ["/settings/feeds/news", "/settings/feeds/news/remove"] {
        assert!(site.visitor().post(path, &[]).await.location().starts_with("/login"), "{path}");
        let forged =
            ada.request(Method::POST, path).form(&[("x", "")]).header("Sec-Fetch-Site", "cross-site");
        assert_eq!(ada.send(forged).await.status, 403, "{path}");
    }
    assert_eq!(ada.post("/settings/feeds/everything", &[]).await.status, 404);
    assert_eq!(site.visitor().get(&news).await.status, 200, "nothing of that has changed it");
}

#[tokio::test]
async fn a_feed_without_entries_was_updated_when_it_was_created() {
    let site = at_noon().await;
    let url = address(&site, &site.register("Ada").await, "news").await;
    let feed: atom_syndication::Feed = site.visitor().get(&url).await.body.parse().unwrap();
    assert!(feed.entries().is_empty());
    assert_eq!(feed.updated().timestamp_millis(), NOON.0);
}

#[tokio::test]
async fn an_entry_of_a_log_that_cannot_be_read_leaves_its_match_out_of_the_feed() {
    let site = at_noon().await;
    let (ada, ben, bad) = started_match(&site).await;
    let good = ada.opens(&[("game", "quarto")]).await;
    assert_eq!(ben.post(&path(&good, "seats"), &[]).await.status, 303);
    let url = address(&site, &ada, "news").await;
    let breaking = "UPDATE match_events SET body = 'garbage{' WHERE match_id = $1";
    sqlx::query(breaking).bind(&bad).execute(&site.database().await).await.unwrap();
    site.state().referee.clear_cache();
    let answer = site.visitor().get(&url).await;
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains(&good) && !answer.body.contains(&bad), "{}", answer.body);
    for page in ["/", "/players/Ada", "/turns", "/next"] {
        assert!(ada.get(page).await.status < 400, "{page}");
    }
}

#[tokio::test]
async fn an_unchanged_feed_is_answered_not_modified() {
    let site = at_noon().await;
    let (ada, _ben, id) = started_match(&site).await;
    for kind in ["news", "deadlines"] {
        let url = address(&site, &ada, kind).await;
        let visitor = site.visitor();
        let first = visitor.get(&url).await;
        let (tag, date) = (first.header("etag").to_owned(), first.header("last-modified").to_owned());
        assert!(!tag.is_empty() && date.ends_with("GMT"), "{tag} {date}");
        for header in [("If-None-Match", tag.as_str()), ("If-Modified-Since", &date)] {
            let again = conditional_get(&visitor, &url, header).await;
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{header:?}");
        }
        assert_eq!(visitor.send(visitor.request(Method::HEAD, &url)).await.status, 200);
    }
    let url = address(&site, &ada, "deadlines").await;
    let visitor = site.visitor();
    let first = visitor.get(&url).await;
    site.wait(MINUTE);
    ada.play(&id, "1").await;
    for (name, value) in [("If-None-Match", "etag"), ("If-Modified-Since", "last-modified")] {
        assert_eq!(conditional_get(&visitor, &url, (name, first.header(value))).await.status, 200, "{name}");
    }
}

#[tokio::test]
async fn feed_requests_are_rate_limited() {
    let site = TestSite::at(Clock::at(NOON), |config| config.rate_limits = true).await;
    let ada = site.register("Ada").await;
    let url = address(&site, &ada, "news").await;
    let mut last = 200;
    for _ in 0..70 {
        last = site.visitor().get(&url).await.status;
    }
    assert_eq!(last, 429);
}

#[tokio::test]
async fn an_invitation_is_in_the_news_feed() {
    let site = at_noon().await;
    let (ada, ben, id) = started_match(&site).await;
    ada.post(&path(&id, "resignation"), &[]).await;
    let rematch = ada.post(&path(&id, "rematch"), &[]).await.location().to_owned();
    let url = address(&site, &ben, "news").await;
    let answer = site.visitor().get(&url).await;
    assert!(
        titles(&answer).contains(&"Ada offers a rematch: Mancala (Kalah)".to_owned()),
        "{:?}",
        titles(&answer)
    );
    assert!(answer.body.contains(&rematch));
}

#[tokio::test]
async fn the_database_does_not_contain_feed_urls() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let url = address(&site, &ada, "news").await;
    let rows = site.rows("SELECT * FROM feeds").await;
    let secret = url.split('/').nth(2).unwrap().split_once('-').unwrap().1.to_owned();
    assert!(rows.len() == 1 && !rows[0].contains(&secret), "{rows:?}");
}

#[tokio::test]
async fn the_urls_of_feeds_change_with_the_password() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    for kind in ["news", "deadlines"] {
        let before = address(&site, &ada, kind).await;
        let (now, next) = match kind {
            "news" => (PASSWORD, ANOTHER),
            _ => (ANOTHER, PASSWORD),
        };
        let changed = ada.post("/account/password", &[("current", now), ("new", next)]).await;
        assert_eq!(changed.location(), "/account?done=password");
        assert_eq!(site.visitor().get(&before).await.status, 404, "{kind}");
        let shown = ada.get("/settings").await.attribute(&format!("#feed-{kind}"), "value").unwrap();
        assert_eq!(site.visitor().get(shown.strip_prefix(&site.url).unwrap()).await.status, 200, "{kind}");
    }
}

#[tokio::test]
async fn feed_urls_are_shown_after_recent_reauthentication_only() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let url = address(&site, &ada, "news").await;
    site.wait(15 * MINUTE);
    let page = ada.get("/settings").await;
    let secret = url.split('/').nth(2).unwrap();
    assert!(!page.body.contains(secret), "{}", page.body);
    let show = page.attribute("a[href^='/reauthenticate']", "href").unwrap();
    assert_eq!(ada.get(&show).await.attribute("input[name=next]", "value").as_deref(), Some("/settings"));
    assert!(ada.post("/settings/feeds/news", &[]).await.location().starts_with("/reauthenticate"));
    assert_eq!(site.visitor().get(&url).await.status, 200, "nothing has changed");
    let back = ada.post("/reauthenticate", &[("password", PASSWORD), ("next", "/settings")]).await;
    assert!(ada.get(back.location()).await.body.contains(secret));
}

#[tokio::test]
async fn an_unreadable_match_is_left_out_of_the_news() {
    let site = at_noon().await;
    let (ada, ben, broken) = started_match(&site).await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    let url = address(&site, &ada, "news").await;
    let breaking = "UPDATE match_events SET body = '{}' WHERE kind = 'joined' AND match_id = $1";
    sqlx::query(breaking).bind(&broken).execute(&site.database().await).await.unwrap();
    let answer = site.visitor().get(&url).await;
    assert_eq!(answer.status, 200);
    let titles = titles(&answer);
    assert!(titles.contains(&"Your move against Ben: Tic-Tac-Toe".to_owned()), "{titles:?}");
    assert!(titles.iter().all(|title| title.ends_with("Tic-Tac-Toe")), "{titles:?}");
}
