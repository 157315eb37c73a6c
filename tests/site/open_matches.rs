//! The list of open matches.

use std::collections::BTreeSet;

use parlour::now::{Clock, Moment};

use crate::harness::{TestPerson, TestSite, path};

/// All matches of a list, page after page.
async fn all(person: &TestPerson, first: &str) -> Vec<String> {
    let (mut found, mut next) = (Vec::new(), Some(first.to_owned()));
    while let Some(page) = next {
        let answer = person.get(&page).await;
        assert_eq!(answer.status, 200);
        found.extend(answer.attributes("a.match", "href"));
        next = answer.attribute(".pages a[rel=next]", "href");
    }
    found
}

#[tokio::test]
async fn every_open_match_is_on_exactly_one_page() {
    let site = TestSite::at(Clock::at(Moment(1_795_262_400_000)), |_| {}).await;
    let hosts = [site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await];
    let mut opened = BTreeSet::new();
    for number in 0..41 {
        opened.insert(path(&hosts[number % 3].opens(&[("game", "tictactoe")]).await, ""));
    }
    let listed = all(&site.visitor(), "/matches/open").await;
    assert_eq!(listed.len(), 41, "all were opened in the same moment, and none is there twice");
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), opened);
}

#[tokio::test]
async fn the_newest_open_match_comes_first() {
    let clock = Clock::at(Moment(1_795_262_400_000));
    let site = TestSite::at(clock.clone(), |_| {}).await;
    let ada = site.register("Ada").await;
    let mut opened = Vec::new();
    for minute in 0..3 {
        clock.set(Moment(1_795_262_400_000 + minute * 60_000));
        opened.insert(0, path(&ada.opens(&[("game", "tictactoe")]).await, ""));
    }
    assert_eq!(all(&site.visitor(), "/matches/open").await, opened);
}

#[tokio::test]
async fn the_list_is_filtered_by_game_pace_and_ratings_page_after_page() {
    let site = TestSite::start().await;
    let hosts = [
        ("Ada", "live", "live"),
        ("Cleo", "3d", "days"),
        ("Dora", "bank", "days"),
        ("Eve", "none", "untimed"),
    ];
    let mut opened = Vec::new();
    for (name, time, pace) in hosts {
        let host = site.register(name).await;
        for game in ["tictactoe", "kalah"].repeat(8) {
            opened.push((game, pace, path(&host.opens(&[("game", game), ("time", time)]).await, "")));
        }
    }
    let ben = site.register("Ben").await;
    for person in [&ben, &site.visitor()] {
        for (game, pace) in [("kalah", ""), ("", "days"), ("tictactoe", "live"), ("quarto", ""), ("", "")] {
            let listed = all(person, &format!("/matches/open?game={game}&pace={pace}")).await;
            let passes = |key: &str, of: &str| key.is_empty() || key == of;
            let expected: BTreeSet<_> = opened
                .iter()
                .filter(|(of, at, _)| passes(game, of) && passes(pace, at))
                .map(|(_, _, path)| path.clone())
                .collect();
            assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected, "{game} {pace}");
        }
    }
    let casual = path(&ben.opens(&[("game", "kalah"), ("rated", "no")]).await, "");
    assert_eq!(all(&site.visitor(), "/matches/open?rated=no").await, [casual]);
    let rated = all(&site.visitor(), "/matches/open?rated=yes").await;
    assert_eq!(rated.len(), opened.len(), "public matches are rated unless their host says otherwise");
    let none = ben.get("/matches/open?game=quarto&pace=live").await;
    assert_eq!(none.text(".empty h2").as_deref(), Some("No such open matches"));
    let kept = ben.get("/matches/open?game=kalah&pace=days&rated=yes").await;
    assert_eq!(kept.attributes("form option[selected]", "value"), ["kalah", "days", "yes"]);
    assert_eq!(
        ben.get("/matches/open?game=chess&pace=fast&rated=1").await.status,
        200,
        "an unknown filter does not count"
    );
}

#[tokio::test]
async fn only_public_open_matches_are_listed() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    let gone = m.ada.opens(&[("game", "sternhalma")]).await;
    m.ada.post(&path(&gone, "abort"), &[]).await;
    let page = m.ben.get("/matches/open").await;
    assert_eq!(page.attributes("a.match", "href"), Vec::<String>::new());
    assert_eq!(page.text(".empty h2").as_deref(), Some("No open matches right now"));
}

#[tokio::test]
async fn a_match_is_joined_from_the_list() {
    let site = TestSite::at(Clock::at(Moment(1_795_262_400_000)), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    assert_eq!(ada.get("/matches/open").await.texts("main li form").len(), 0, "she has a seat already");
    let action = ben.get("/matches/open").await.attribute("main li form", "action").unwrap();
    assert_eq!(ben.post(&action, &[]).await.location(), path(&id, ""));
    let words = site.visitor().get("/matches/open").await.text("a.match").unwrap();
    assert_eq!(
        words,
        "Ada Ben Chinese Checkers (Sternhalma) rated Ada moves first Waiting for one more player created just now expires in 7 days"
    );
}

#[tokio::test]
async fn an_unreadable_cursor_shows_the_first_page() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    ada.opens(&[("game", "tictactoe")]).await;
    for before in ["", "x", "-1", "99999999999999999999-7Wd2hkQ9xYzA", "1-2-3", "%ff"] {
        let page = ada.get(&format!("/matches/open?before={before}")).await;
        assert_eq!((page.status, page.attributes("a.match", "href").len()), (200, 1), "{before}");
    }
    let old = ada.get("/matches/open?before=5-7Wd2hkQ9xYzA").await;
    assert_eq!(old.text(".empty h2").as_deref(), Some("No older matches"));
    assert_eq!(old.attribute(".pages a", "href").as_deref(), Some("/matches/open"));
}

#[tokio::test]
async fn a_matching_open_match_is_found_behind_hundreds_of_others() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let matching = path(&ada.opens(&[("game", "tictactoe")]).await, "");
    // Newer matches, for ratings that Ben does not have.
    let database = site.database().await;
    let full = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
        INSERT INTO matches (id, game, options, status, visibility, code, seat_count, seats_taken, ply_count, position, opened_by,
            opened_at, changed_at, min_rating)
        SELECT 'c' || replace(substr(CAST(100000000000 + n.i AS TEXT), 2), '0', 'z'), game, options, status, visibility, code || n.i,
            seat_count, seats_taken, ply_count, position, opened_by, opened_at + n.i, changed_at, 2500 FROM matches, n";
    sqlx::query(full).execute(&database).await.unwrap();
    assert_eq!(all(&ben, "/matches/open?fits=1").await, [matching]);
    let first = ben.get("/matches/open?fits=1").await;
    assert!(first.texts(".empty").is_empty(), "there is more");
    assert!(first.text("main").unwrap().contains("There are more on the next page"));
    assert_eq!(all(&ben, "/matches/open").await.len(), 451);
}
