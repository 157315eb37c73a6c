//! Tips in a player's first match of a game.

use reqwest::Method;

use crate::harness::{SHORT_WIN, TestPerson, TestSite, path};

const TIPS: [&str; 3] = [
    "Choose an empty square for your mark.",
    "You win with 3 in a row, a column or a diagonal.",
    "Stop your opponent before they have 3 in a line.",
];

/// The tip that a user sees on a page; `None` without tips, and empty if only their place is left.
async fn tip(person: &TestPerson, page: &str) -> Option<String> {
    let page = person.get(page).await;
    let tips = page.texts("#tips > p");
    let shown = page.attribute(".turn[data-tip]", "data-tip").and_then(|number| number.parse::<usize>().ok());
    (!tips.is_empty()).then(|| shown.map(|number| tips[number - 1].clone()).unwrap_or_default())
}

async fn dismisses(person: &TestPerson, game: &str, id: &str) -> u16 {
    person.post(&format!("/games/{game}/tips/dismiss"), &[("match_id", id)]).await.status
}

#[tokio::test]
async fn a_first_match_shows_a_tip_for_each_of_the_first_three_moves_of_a_player() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    for (index, plies) in [["a1", "b1"], ["a2", "b2"], ["c1", "c2"]].iter().enumerate() {
        for person in [&m.ada, &m.ben] {
            assert_eq!(tip(person, &m.path("")).await.as_deref(), Some(TIPS[index]), "{plies:?}");
        }
        for (person, ply) in [&m.ada, &m.ben].into_iter().zip(plies) {
            assert_eq!(person.play(&m.id, ply).await.status, 303, "{ply}");
        }
    }
    for person in [&m.ada, &m.ben] {
        assert_eq!(tip(person, &m.path("")).await, None);
    }
}

#[tokio::test]
async fn tips_of_gomoku_name_the_length_of_its_line() {
    let site = TestSite::start().await;
    let guest = site.visitor();
    let gomoku = [("game", "tictactoe"), ("preset", "gomoku"), ("level", "1")];
    let started = guest.post("/play", &gomoku).await;
    let page = guest.get(started.location()).await;
    assert_eq!(
        page.texts("#tips > p")[1..],
        TIPS[1..].iter().map(|tip| tip.replace('3', "5")).collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn tips_are_only_for_players_and_the_current_position() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["a1"]).await;
    let eve = site.register("Eve").await;
    for (person, page) in
        [(&eve, ""), (&site.visitor(), ""), (&m.ada, "?ply=0"), (&m.ada, "/analysis"), (&eve, "?ply=1")]
    {
        assert_eq!(tip(person, &format!("{}{page}", m.path(""))).await, None, "{page}");
    }
    let shared = eve.post("/play", &[("game", "tictactoe"), ("pass_and_play", "yes")]).await;
    assert_eq!(tip(&eve, shared.location()).await, None);
    let open = path(&eve.opens(&[("game", "tictactoe")]).await, "");
    assert_eq!(tip(&eve, &open).await.as_deref(), Some(""), "they come when the match starts");
    m.ada.post(&format!("{open}/seats"), &[]).await;
    assert_eq!(tip(&eve, &open).await.as_deref(), Some(TIPS[0]));
}

#[tokio::test]
async fn a_player_who_has_finished_a_match_gets_tips_only_in_other_games() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    assert_eq!(tip(&m.ben, &m.path("")).await, None);
    for (game, expected) in [("tictactoe", None), ("kalah", Some(""))] {
        let next = m.ben.opens(&[("game", game)]).await;
        assert_eq!(tip(&m.ben, &path(&next, "")).await.as_deref(), expected, "{game}");
    }
}

#[tokio::test]
async fn dismissed_tips_of_a_game_are_never_shown_again() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let other = m.ada.opens(&[("game", "tictactoe")]).await;
    let page = m.ada.get(&m.path("")).await;
    let (form, field) = (page.form_url("#tips form"), page.attribute("#tips input", "value").unwrap());
    for _ in 0..2 {
        let answer = m.ada.post(&form, &[("match_id", &field)]).await;
        assert_eq!((answer.status, answer.location()), (303, m.path("").as_str()));
    }
    for id in [&m.id, &other, &m.ada.opens(&[("game", "tictactoe")]).await] {
        assert_eq!(tip(&m.ada, &path(id, "")).await, None);
    }
    assert!(tip(&m.ben, &m.path("")).await.is_some(), "others decide for themselves");
    let kalah = m.ada.opens(&[("game", "kalah")]).await;
    assert!(tip(&m.ada, &path(&kalah, "")).await.is_some(), "other games have tips of their own");
    let answer = m.ben.post_by_htmx("/games/tictactoe/tips/dismiss", &[("match_id", &field)]).await;
    assert_eq!((answer.status, answer.body.as_str()), (200, ""));
    assert_eq!(tip(&m.ben, &m.path("")).await, None);
}

#[tokio::test]
async fn a_refused_dismissal_changes_nothing() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let action = "/games/tictactoe/tips/dismiss";
    for (person, game, id, status) in [
        (&m.ada, "chess", m.id.as_str(), 404),
        (&m.ada, "tictactoe", "nonsense", 404),
        (&site.visitor(), "tictactoe", m.id.as_str(), 303),
    ] {
        assert_eq!(dismisses(person, game, id).await, status, "{game} {id}");
    }
    let unreadable =
        [vec![], vec![("match_id", m.id.as_str()), ("user", "Ben")], vec![("match", m.id.as_str())]];
    for fields in unreadable {
        assert_eq!(m.ada.post(action, &fields).await.status, 422, "{fields:?}");
    }
    let foreign = m.ada.request(Method::POST, action).form(&[("match_id", &m.id)]);
    assert_eq!(m.ada.send(foreign.header("Sec-Fetch-Site", "cross-site")).await.status, 403);
    for person in [&m.ada, &m.ben] {
        assert_eq!(tip(person, &m.path("")).await.as_deref(), Some(TIPS[0]));
    }
}
