//! Profiles of players.

use std::collections::BTreeSet;

use parlour::now::{Clock, Moment};

use crate::harness::{SHORT_WIN, TestSite, path};

#[tokio::test]
async fn a_profile_is_found_in_any_case_and_has_one_url() {
    let site = TestSite::start().await;
    site.register("Ada_1815").await;
    let visitor = site.visitor();
    let page = visitor.get("/players/Ada_1815").await;
    assert_eq!((page.status, page.text("main h1").as_deref()), (200, Some("Ada_1815")));
    for (asked, there) in [
        ("/players/ada_1815", "/players/Ada_1815"),
        ("/players/ADA_1815?before=5-7Wd2hkQ9xYzA", "/players/Ada_1815?before=5-7Wd2hkQ9xYzA"),
    ] {
        let answer = visitor.get(asked).await;
        assert_eq!((answer.status, answer.location()), (308, there));
    }
}

#[tokio::test]
async fn an_unknown_or_invalid_name_is_not_found() {
    let site = TestSite::start().await;
    for name in ["Eve", "a", "not%20a%20name", "%ff", &"x".repeat(500), "%3Cb%3E"] {
        let answer = site.visitor().get(&format!("/players/{name}")).await;
        assert_eq!(answer.status, 404, "{name}");
        assert!(answer.is_page());
    }
}

#[tokio::test]
async fn a_new_user_has_a_profile() {
    let clock = Clock::at(Moment(1_795_262_400_000));
    let site = TestSite::at(clock, |_| {}).await;
    let ada = site.register("Ada").await;
    let seen = site.visitor().get("/players/Ada").await;
    assert!(seen.text("main header").unwrap().contains("Member since 21 November 2026"));
    assert_eq!(seen.texts(".empty a").len(), 0);
    assert!(!seen.text("main").unwrap().contains("This is your profile"));
    let own = ada.get("/players/Ada").await;
    assert!(own.text("main").unwrap().contains("This is your profile"));
    assert_eq!(own.attribute(".empty a", "href").as_deref(), Some("/matches/new"));
}

#[tokio::test]
async fn a_history_shows_the_results_of_a_player() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let given_up = m.ada.opens(&[("game", "sternhalma")]).await;
    m.ben.post(&path(&given_up, "seats"), &[]).await;
    m.ada.post(&path(&given_up, "resignation"), &[]).await;
    let drawn = m.ada.opens(&[("game", "tictactoe")]).await;
    m.ben.post(&path(&drawn, "seats"), &[]).await;
    for (number, ply) in ["b2", "a1", "a2", "c2", "b1", "b3", "a3", "c1", "c3"].into_iter().enumerate() {
        let player = if number % 2 == 0 { &m.ada } else { &m.ben };
        assert_eq!(player.play(&drawn, ply).await.status, 303);
    }
    let called_off = m.ada.opens(&[("game", "sternhalma")]).await;
    m.ada.post(&path(&called_off, "abort"), &[]).await;
    let running = m.ben.opens(&[("game", "sternhalma")]).await;
    m.ada.post(&path(&running, "seats"), &[]).await;

    let page = site.visitor().get("/players/Ada").await;
    let fared: Vec<_> = page.texts("a.match .what");
    assert_eq!(
        fared,
        [
            "Tic-Tac-Toe rated Draw just now",
            "Chinese Checkers (Sternhalma) rated Lost by resignation just now",
            "Tic-Tac-Toe rated Won just now",
            "Chinese Checkers (Sternhalma) rated Ben is thinking",
        ]
    );
    let lines = page.texts(".tallies tbody tr");
    let (ratings, so_far) = lines.split_at(2);
    assert!(
        ratings[0].starts_with("Tic-Tac-Toe ")
            && ratings[1].starts_with("Chinese Checkers (Sternhalma) 2 players "),
        "{lines:?}"
    );
    assert_eq!(so_far, ["Tic-Tac-Toe 2 1 1 0", "Chinese Checkers (Sternhalma) 1 0 0 1"]);
    assert!(!page.body.contains(&called_off));
}

#[tokio::test]
async fn a_history_is_paged_without_gaps_or_repeats() {
    let site = TestSite::at(Clock::at(Moment(1_795_262_400_000)), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let mut played = BTreeSet::new();
    for _ in 0..23 {
        let id = ada.opens(&[("game", "tictactoe")]).await;
        ben.post(&path(&id, "seats"), &[]).await;
        ben.post(&path(&id, "resignation"), &[]).await;
        played.insert(path(&id, ""));
    }
    let first = site.visitor().get("/players/Ben").await;
    let older = first.attribute(".pages a[rel=next]", "href").unwrap();
    let second = site.visitor().get(&older).await;
    assert_eq!(second.attribute(".pages a", "href").as_deref(), Some("/players/Ben"));
    let listed: Vec<_> = [first, second].iter().flat_map(|page| page.attributes("a.match", "href")).collect();
    assert_eq!(listed.len(), 23);
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), played);
}

#[tokio::test]
async fn private_matches_are_on_no_page_of_others() {
    let site = TestSite::start().await;
    let over = site.start_private_match("tictactoe").await;
    let running = over.ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    over.ben.post(&path(&running, "seats"), &[]).await;
    over.play_all(&SHORT_WIN).await;
    let carl = site.register("Carl").await;
    for page in [
        carl.get("/players/Ada").await,
        site.visitor().get("/players/Ada").await,
        over.ben.get("/players/Ada").await,
    ] {
        assert!(!page.body.contains(&over.id) && !page.body.contains(&running));
        assert_eq!(page.texts(".tallies").len(), 0);
    }
    let own = over.ada.get("/players/Ada").await;
    assert_eq!(own.attributes("a.match", "href"), [over.path("")]);
    assert_eq!(own.text("a.match .what").as_deref(), Some("Tic-Tac-Toe private Won just now"));
    assert_eq!(own.text(".tallies tbody").as_deref(), Some("Tic-Tac-Toe 1 1 0 0"));
}

#[tokio::test]
async fn players_are_listed_by_their_last_visit_and_found_by_a_part_of_their_name() {
    let site = TestSite::at(Clock::at(Moment(1_795_262_400_000)), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let guest = site.visitor();
    guest.post("/play", &[("game", "kalah"), ("level", "1")]).await;
    site.wait(3 * 24 * 60 * 60 * 1000);
    site.register("Anna_Lena").await;
    site.wait(24 * 60 * 60 * 1000);
    m.ben.get("/").await;
    let visitor = site.visitor();
    let page = visitor.get("/players").await;
    assert_eq!(
        page.texts(".people > li"),
        ["Ben active today · 1 match", "Anna_Lena active this week", "Ada active this week · 1 match"]
    );
    assert_eq!(page.attributes(".people a", "href")[0], "/players/Ben");
    for (query, found) in [
        ("q=a", &["Anna_Lena", "Ada"][..]),
        ("q=%20LENA%20", &["Anna_Lena"]),
        ("q=bot", &[]),
        ("q=%25", &[]),
        ("q=_", &["Anna_Lena"]),
        ("from=2", &["Ada"]),
        ("from=4294967295", &[]),
        ("from=-1", &["Ben", "Anna_Lena", "Ada"]),
        (&format!("q={}", "a".repeat(5000)), &[]),
    ] {
        let page = visitor.get(&format!("/players?{query}")).await;
        assert_eq!(
            (page.status, page.texts(".people a")),
            (200, found.iter().map(|&name| name.to_owned()).collect()),
            "{query}"
        );
    }
}

#[tokio::test]
async fn the_list_of_players_goes_on_with_the_next_page() {
    let site = TestSite::start().await;
    for number in 0..51 {
        site.register(&format!("Player{number}")).await;
    }
    let page = site.visitor().get("/players?q=player").await;
    assert_eq!(page.texts(".people a").len(), 50);
    let next = page.attribute(".pages a[rel=next]", "href").unwrap();
    let page = site.visitor().get(&next).await;
    assert_eq!(page.texts(".people a").len(), 1);
    assert_eq!(page.attribute(".pages a", "href").as_deref(), Some("/players?q=player"));
}

#[tokio::test]
async fn the_matches_of_a_player_are_filtered_from_their_profile() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let page = site.visitor().get("/players/Ben").await;
    assert_eq!(
        page.attributes("details form[action='/matches'] [name]", "name"),
        ["player", "game", "opponent", "result"]
    );
    assert_eq!(page.attribute("form [name=player]", "value").as_deref(), Some("Ben"));
    let found = site.visitor().get("/matches?player=Ben&game=&opponent=Ada&result=lost").await;
    assert_eq!(found.attributes("a.match", "href"), [m.path("")]);
}
