//! The page of running matches, and its stream.

use parlour::now::Clock;
use reqwest::Method;

use crate::harness::{NOON, PageAnswer, SHORT_WIN, StreamListener, TestMatch, TestPerson, TestSite, path};

/// The ids of the matches on a page.
fn watched(page: &PageAnswer) -> Vec<String> {
    let links = page.attributes("#watch a.match", "href");
    links.iter().map(|link| link.trim_start_matches("/matches/").to_owned()).collect()
}

impl TestPerson {
    async fn watches(&self, query: &str) -> Vec<String> {
        let page = self.get(&format!("/watch?{query}")).await;
        assert_eq!(page.status, 200, "{query}");
        watched(&page)
    }

    /// Opens the stream of the page.
    async fn follows(&self, page: &PageAnswer) -> StreamListener {
        self.opens_stream(&page.attribute("#watch", "data-events").unwrap(), None).await
    }
}

impl TestMatch {
    /// Another match of the two, with these fields. Returns its id.
    async fn also(&self, fields: &[(&str, &str)]) -> String {
        let id = self.ada.opens(fields).await;
        assert_eq!(self.ben.post(&path(&id, "seats"), &[]).await.status, 303);
        id
    }
}

#[tokio::test]
async fn running_matches_are_found_by_every_filter() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    site.wait(1000);
    let live = [("game", "quarto"), ("time", "live"), ("time.seconds", "30"), ("time.reserve", "10")];
    let live = m.also(&live).await;
    site.wait(1000);
    let days = m.also(&[("game", "kalah"), ("time", "days"), ("time.days", "3")]).await;
    site.wait(1000);
    let three = m.also(&[("game", "sternhalma"), ("seats", "3")]).await;
    assert_eq!(site.register("Cleo").await.post(&path(&three, "seats"), &[]).await.status, 303);
    m.also(&[("game", "kalah"), ("visibility", "private")]).await;
    let all = [&three, &days, &live, &m.id];
    for (query, ids) in [
        ("", &all[..]),
        ("game=quarto", &[&live]),
        ("game=aeroplane", &[]),
        ("pace=live", &[&live]),
        ("pace=days", &[&days]),
        ("pace=untimed", &[&three, &m.id]),
        ("seats=3", &[&three]),
        ("seats=2&pace=untimed", &[&m.id]),
        ("from=2", &all[2..]),
        ("from=4", &[]),
        // What cannot be read does not count.
        ("game=chess&pace=fast&seats=-1&from=x", &all),
        ("from=99999999999999999999", &all),
        ("from=18446744073709551615", &[]),
    ] {
        let found = site.visitor().watches(query).await;
        assert_eq!(found.iter().collect::<Vec<_>>(), ids, "{query}");
        assert_eq!(m.ada.watches(query).await, found, "players see the same: {query}");
    }
}

#[tokio::test]
async fn the_page_lists_the_matches_with_most_spectators_first_then_the_highest_rated() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let rated = m.also(&[("game", "tictactoe")]).await;
    site.wait(1000);
    let unrated = m.also(&[("game", "quarto")]).await;
    site.wait(1000);
    let visited = m.also(&[("game", "kalah")]).await;
    let visitor = site.visitor();
    assert_eq!(visitor.watches("").await, [rated.clone(), visited.clone(), unrated.clone()]);
    let _player = m.ada.listens(&unrated, 0).await;
    let mut spectator = visitor.listens(&unrated, 0).await;
    spectator.presence("0").await;
    let page = visitor.get("/watch").await;
    assert_eq!(watched(&page), [unrated, rated, visited]);
    let words = page.texts("#watch .what");
    assert_eq!(words[0], "Quarto 1 watching Ada is thinking");
    assert_eq!(words[1], "Tic-Tac-Toe average rating 1500 Ada is thinking");
}

#[tokio::test]
async fn the_stream_brings_each_move_and_the_result() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    site.wait(60_000);
    let visitor = site.visitor();
    let page = visitor.get("/watch").await;
    let mut streams = [visitor.follows(&page).await, m.ada.follows(&page).await];
    for (number, ply) in SHORT_WIN.iter().enumerate() {
        let player = if number % 2 == 0 { &m.ada } else { &m.ben };
        player.play(&m.id, ply).await;
        let [one, other] = &mut streams;
        let (one, other) = (one.next().await.unwrap(), other.next().await.unwrap());
        assert_eq!(one, other, "everyone gets the same");
        assert!(one.data.contains(&format!("id=\"board-{}\"", m.id)), "{}", one.data);
        let last = number + 1 == SHORT_WIN.len();
        let standing = if last { "Ada won" } else { "is thinking" };
        assert!(one.data.contains(standing), "{}", one.data);
    }
    for stream in &mut streams {
        assert_eq!(stream.next().await.unwrap().event.as_deref(), Some("ended"));
        assert_eq!(stream.stray().await, None);
    }
    assert!(site.visitor().watches("").await.is_empty());
}

#[tokio::test]
async fn a_stream_begins_with_what_has_changed_since_the_page_was_made() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    let still = m.also(&[("game", "kalah")]).await;
    site.wait(60_000);
    let page = site.visitor().get("/watch").await;
    m.ada.play(&m.id, "b2").await;
    let mut stream = site.visitor().follows(&page).await;
    let missed = stream.next().await.unwrap().data;
    assert!(missed.contains(&m.id) && !missed.contains(&still), "{missed}");
    assert_eq!(stream.stray().await, None);
}

#[tokio::test]
async fn a_stream_brings_nothing_of_private_and_of_other_matches() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    let other = m.also(&[("game", "tictactoe")]).await;
    let many = format!("x,,{},{}", "1".repeat(5000), m.id);
    for query in [format!("matches={}", m.id), format!("since=0&matches={}", m.id), many, String::new()] {
        let mut stream = site.visitor().opens_stream(&format!("/watch/events?{query}"), None).await;
        m.ada.post(&m.path("chat"), &[("text", "hello")]).await;
        assert_eq!(stream.stray().await, None, "{query}");
    }
    let mut stream = site.visitor().opens_stream(&format!("/watch/events?matches={}", m.id), None).await;
    m.ada.play(&m.id, "b2").await;
    m.ada.play(&other, "b2").await;
    assert_eq!(stream.stray().await, None);
}

#[tokio::test]
async fn the_streams_of_the_page_count_as_streams_of_the_account_and_not_as_spectators() {
    let site = TestSite::with(|config| {
        config.rate_limits = true;
        config.streams_per_account = 1;
    })
    .await;
    let m = site.start_match("tictactoe").await;
    let page = m.ada.get("/watch").await;
    let events = page.attribute("#watch", "data-events").unwrap();
    let _first = m.ada.opens_stream(&events, None).await;
    assert_eq!(m.ada.get(&events).await.status, 429);
    let head = m.ben.request(Method::HEAD, &events);
    assert_eq!(m.ben.send(head).await.header("content-type"), "text/event-stream");
    let words = site.visitor().get("/watch").await.texts("#watch .what");
    assert_eq!(words, ["Tic-Tac-Toe Ada is thinking"]);
}

#[tokio::test]
async fn everyone_gets_to_the_page_from_the_navigation() {
    let site = TestSite::start().await;
    let guest = site.visitor();
    guest.post("/play", &[("game", "kalah"), ("level", "1"), ("visibility", "private")]).await;
    for person in [site.visitor(), guest, site.register("Ada").await] {
        let home = person.get("/").await;
        assert!(home.attributes("header nav a", "href").contains(&"/watch".to_owned()));
        let page = person.get("/watch").await;
        assert_eq!(page.attribute(".tabs [aria-current]", "href").as_deref(), Some("/watch"));
        assert_eq!(page.attribute(".empty a", "href").as_deref(), Some("/matches"));
        assert_eq!(person.get("/matches").await.texts(".tabs a")[..2], ["In progress", "Finished"]);
    }
}
