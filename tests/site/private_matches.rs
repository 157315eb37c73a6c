//! Private matches: users without a seat get 404 at every URL.

use parlour::now::Clock;
use reqwest::Method;

use crate::harness::{NOON, SHORT_WIN, TestMatch, TestPerson, TestSite, match_actions, path};

const PAGES: [&str; 12] = [
    "",
    "?ply=0",
    "?ply=1",
    "?from=a1",
    "/record.json",
    "/record.txt",
    "/board.png",
    "/board.svg",
    "/replay.html",
    "/moves.gif",
    "/moves.png",
    "/trails",
];

/// Sends an action as a user could who knows the URL.
async fn act(person: &TestPerson, m: &TestMatch, what: &str, by_htmx: bool) -> u16 {
    let fields: &[(&str, &str)] = match what {
        "plies" => &[("seq", "4"), ("notation", "a1")],
        "chat" | "notes" => &[("text", "Hello")],
        "invitations" | "invitations/withdraw" => &[("name", "Eve")],
        "draw" => &[("answer", "offer")],
        "pause" => &[("answer", "ask")],
        "substitute" => &[("search", "begin")],
        "board-rotation" => &[("rotation", "on")],
        "watcher-chat" => &[("watchers", "off")],
        "takeback" => &[("answer", "ask")],
        "conditional-moves" => &[("orders", "if a1 then b2")],
        "conditional-moves/lines" | "conditional-moves/lines/delete" => &[("ply", "0"), ("line", "a1,b2")],
        _ => &[],
    };
    let path = m.path(what);
    let answer =
        if by_htmx { person.post_by_htmx(&path, fields).await } else { person.post(&path, fields).await };
    assert!(!answer.body.contains("Ada") && !answer.body.contains("#board"), "{what}: {}", answer.body);
    answer.status
}

async fn assert_hidden(site: &TestSite, m: &TestMatch) {
    let (stranger, visitor) = (site.register("Eve").await, site.visitor());
    for person in [&stranger, &visitor] {
        for page in PAGES {
            let there = person.get(&format!("{}{page}", m.path(""))).await;
            let nowhere = person.get(&format!("{}{page}", path("7Wd2aaaaaaaa", ""))).await;
            let nowhere = nowhere.body.replace("7Wd2aaaaaaaa", &m.id);
            assert_eq!((there.status, &there.body), (404, &nowhere), "{page}");
            let request = person.request(Method::GET, &format!("{}{page}", m.path("")));
            let fragment = person.send(request.header("HX-Request-Type", "partial")).await;
            assert_eq!(fragment.status, 404, "{page}");
        }
        let messages = person.listens(&m.id, 0).await.rest().await;
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert_eq!((messages[0].event.as_deref(), messages[0].data.as_str()), (Some("end"), ""));
    }
    for (person, button) in [(&stranger, "Go to the front page"), (&visitor, "Sign in")] {
        let page = person.get(&m.path("")).await;
        assert_eq!(page.text("main .lead").as_deref(), Some("This match is private or doesn’t exist."));
        assert_eq!(page.text("main .button").as_deref(), Some(button));
    }
    for what in match_actions() {
        assert_eq!(act(&stranger, m, what, false).await, 404, "{what}");
        assert_eq!(act(&stranger, m, what, true).await, 404, "{what}");
        // A visitor is sent to sign in, as a player could be; joining as a guest needs no account.
        let expected = if what == "seats/guest" { 404 } else { 303 };
        assert_eq!(act(&visitor, m, what, false).await, expected, "{what}");
    }
    assert_eq!(stranger.delete(&m.path("seats/leave")).await.status, 404);
}

#[tokio::test]
async fn a_running_private_match_is_hidden_from_others() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_private_match("tictactoe").await;
    let before = m.record().await;
    assert_hidden(&site, &m).await;
    assert_eq!(m.record().await, before, "and nothing has changed");
}

#[tokio::test]
async fn a_finished_private_match_is_hidden_from_others() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_private_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let before = m.record().await;
    assert_hidden(&site, &m).await;
    assert_eq!(m.record().await, before, "and nothing has changed");
}

#[tokio::test]
async fn players_see_their_private_match() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    for player in [&m.ada, &m.ben] {
        for page in ["", "?ply=0", "/record.json", "/record.txt"] {
            let answer = player.get(&format!("{}{page}", m.path(""))).await;
            assert_eq!(answer.status, 200, "{page}");
        }
    }
    m.play_all(&SHORT_WIN).await;
}

#[tokio::test]
async fn the_link_of_a_private_match_works_while_it_is_open() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe"), ("seats", "2"), ("visibility", "private")]).await;
    assert_eq!(site.visitor().get(&path(&id, "")).await.status, 200);
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    assert_eq!(site.visitor().get(&path(&id, "")).await.status, 404);
}

#[tokio::test]
async fn a_private_match_is_listed_nowhere() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    let eve = site.register("Eve").await;
    m.play_all(&SHORT_WIN).await;
    for path in ["/", "/watch", "/matches/open", "/players/Ada", "/players/Ben"] {
        let answer = eve.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.body.contains(&m.id), "{path}");
    }
    for path in ["/", "/players/Ada"] {
        assert!(m.ada.get(path).await.body.contains(&m.id), "her own pages list it");
    }
}
