//! The position as text for screen readers: on match pages, in their streams, on the analysis board and in the rules.

use parlour::games::Game;
use reqwest::Method;

use crate::harness::{TestSite, path};

/// Selector of the lines of the position.
const LINES: &str = "section#position > ul > li";

#[tokio::test]
async fn the_position_of_every_game_is_described_without_scripts() {
    let site = TestSite::start().await;
    let (ada, ben, visitor) = (site.register("Ada").await, site.register("Ben").await, site.visitor());
    let games = [
        ("kalah", "1", "Ada: houses 1 to 6: 0, 5, 5, 5, 5, 4; 0 in store"),
        ("tictactoe", "b2", "Ada (crosses): marks on b2"),
        ("sternhalma", "d2-e6", "Ada (yellow, from the south to the north): marbles on "),
        ("quarto", "d", "on the board: nothing"),
    ];
    for (game, ply, line) in games {
        let id = ada.opens(&[("game", game)]).await;
        assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
        assert_eq!(ada.play(&id, ply).await.status, 303);
        let page = visitor.get(&path(&id, "")).await;
        let lines = page.texts(LINES);
        assert!(lines[0].starts_with(line), "{game}: {lines:?}");
        assert!(lines.last().unwrap().starts_with("Ben to move: "), "{game}: {lines:?}");
        assert_eq!(page.text("#position h2").as_deref(), Some("Position"));
    }
    let sky = ada.opens(&[("game", "aeroplane"), ("throw_for_me", "off")]).await;
    assert_eq!(ben.post(&path(&sky, "seats"), &[]).await.status, 303);
    let lines = visitor.get(&path(&sky, "")).await.texts(LINES);
    let hangar = "planes 1, 2, 3 and 4 in the hangar";
    assert_eq!(
        lines,
        [format!("Ada (yellow): {hangar}"), format!("Ben (red): {hangar}"), "Ada to roll".into()]
    );
}

#[tokio::test]
async fn earlier_and_analysed_positions_are_described() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2", "a1"]).await;
    let earlier = m.ben.get(&format!("{}?ply=1", m.path(""))).await.texts(LINES);
    assert_eq!(earlier[1], "Ben (noughts): marks on no square yet");
    let tried = m.ben.get(&m.path("analysis?ply=2&line=c3&at=1")).await.texts(LINES);
    assert_eq!(tried[0], "Ada (crosses): marks on b2, c3");
    assert!(tried[2].starts_with("Ben to move: mark b1, c1, "), "{tried:?}");
}

#[tokio::test]
async fn every_viewer_receives_the_described_position_and_an_announcement_with_each_move() {
    let site = TestSite::start().await;
    let m = site.start_match("kalah").await;
    let seq = m.seq().await;
    let mut ben = m.ben.listens(&m.id, seq).await;
    let mut eve = site.visitor().listens(&m.id, seq).await;
    assert_eq!(m.ada.play(&m.id, "1").await.status, 303);
    for (stream, stands) in [(&mut ben, "Your move."), (&mut eve, "Ben is thinking.")] {
        let last = stream.until(seq + 1).await.pop().unwrap().data;
        assert!(last.contains("<li>Ada: houses 1 to 6: 0, 5, 5, 5, 5, 4; 0 in store</li>"), "{last}");
        assert!(last.contains(&format!("role=\"status\">Ada sows house 1, 4 seeds. {stands}</p>")), "{last}");
    }
}

#[tokio::test]
async fn selecting_a_marble_does_not_send_the_description_again() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    let seq = m.seq().await;
    let fragment = |path: String, shown: u64| {
        let request = m.ada.request(Method::GET, &path).header("Parlour-Shown", shown);
        m.ada.send(request.header("HX-Request", "true").header("HX-Request-Type", "partial"))
    };
    let chosen = fragment(format!("{}?from=d2", m.path("")), seq).await.body;
    assert!(chosen.contains("d2, selected") && !chosen.contains("position"), "{chosen}");
    let now = fragment(m.path(""), seq - 1).await.body;
    assert!(now.contains("id=\"position\""), "{now}");
}

#[tokio::test]
async fn a_step_in_a_replay_or_an_analysis_is_announced() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2", "a1"]).await;
    for path in [format!("{}?ply=2", m.path("")), m.path("analysis?ply=0&line=b2,a1&at=2")] {
        let request = m.ben.request(Method::GET, &path);
        let fragment = request.header("HX-Request", "true").header("HX-Request-Type", "partial");
        let fragment = m.ben.send(fragment).await.body;
        assert!(fragment.contains("role=\"status\">Ben marks a1</p>"), "{path}: {fragment}");
        assert_eq!(m.ben.get(&path).await.texts("#announcement[role=status]"), [""], "{path}");
    }
}

#[tokio::test]
async fn every_figure_of_the_rules_is_described() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for game in Game::ALL {
        let page = visitor.get(&format!("/games/{}", game.key())).await;
        let described = page.texts("figure > .board + .unseen > ul > li:last-child");
        assert_eq!(described.len(), page.texts("figure > .board").len(), "{}", game.key());
        assert!(described.iter().all(|line| !line.is_empty()), "{described:?}");
    }
    let kalah = visitor.get("/games/kalah?example=capture&ply=1").await.texts("#example-capture .unseen li");
    assert!(kalah[0].starts_with("Lower player: houses 1 to 6: "), "{kalah:?}");
    assert_eq!(kalah.last().unwrap(), "Lower player to move");
    let games = visitor.get("/games").await;
    assert_eq!(games.texts("a .unseen").len(), 0, "no link is named by a whole position");
}

#[tokio::test]
async fn positions_are_described_in_german() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    let request = site.visitor().request(Method::GET, &m.path("")).header("Accept-Language", "de");
    let lines = site.visitor().send(request).await.texts(LINES);
    assert!(lines[0].starts_with("Ada (Gelb, von Süden nach Norden): Murmeln auf a1, "), "{lines:?}");
    assert!(lines[2].starts_with("Ada ist am Zug: c1 in 2 Löcher, "), "{lines:?}");
}

#[tokio::test]
async fn the_remaining_time_can_be_announced_in_matches_with_a_clock() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    for (pace, buttons) in [("live", 1), ("none", 0)] {
        let id = ada.opens(&[("game", "tictactoe"), ("time", pace)]).await;
        assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
        let page = ben.get(&path(&id, "")).await;
        assert_eq!(page.texts("button[data-announce-time]").len(), buttons, "{pace}");
    }
}
