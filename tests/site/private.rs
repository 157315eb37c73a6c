//! Private matches: everybody who has no seat is told that there is nothing, at every address.

use reqwest::Method;

use crate::harness::{SHORT_WIN, TestMatch, TestPerson, TestSite, match_actions, path};

const PAGES: [&str; 6] = ["", "?ply=0", "?ply=1", "?from=a1", "/record.json", "/record.txt"];

/// Each action as somebody would send it who knows how.
async fn act(person: &TestPerson, table: &TestMatch, what: &str, by_htmx: bool) -> u16 {
    let fields: &[(&str, &str)] = match what {
        "plies" => &[("seq", "4"), ("notation", "a1")],
        "chat" | "notes" => &[("text", "Hello")],
        "invitations" | "invitations/withdraw" => &[("name", "Eve")],
        "draw" => &[("answer", "offer")],
        "pause" => &[("answer", "ask")],
        "takeback" => &[("answer", "ask")],
        "conditional-moves" => &[("orders", "if a1 then b2")],
        _ => &[],
    };
    let path = table.path(what);
    let answer =
        if by_htmx { person.post_by_htmx(&path, fields).await } else { person.post(&path, fields).await };
    assert!(!answer.body.contains("Ada") && !answer.body.contains("#board"), "{what}: {}", answer.body);
    answer.status
}

async fn assert_hidden(site: &TestSite, table: &TestMatch) {
    let (stranger, visitor) = (site.register("Eve").await, site.visitor());
    for person in [&stranger, &visitor] {
        for page in PAGES {
            let there = person.get(&format!("{}{page}", table.path(""))).await;
            let nowhere = person.get(&format!("{}{page}", path("7Wd2aaaaaaaa", ""))).await;
            assert_eq!((there.status, &there.body), (404, &nowhere.body), "{page}");
            let request = person.request(Method::GET, &format!("{}{page}", table.path("")));
            let fragment = person.send(request.header("HX-Request-Type", "partial")).await;
            assert_eq!(fragment.status, 404, "{page}");
        }
        let messages = person.listens(&table.id, 0).await.rest().await;
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert_eq!((messages[0].event.as_deref(), messages[0].data.as_str()), (Some("end"), ""));
    }
    for what in match_actions() {
        assert_eq!(act(&stranger, table, what, false).await, 404, "{what}");
        assert_eq!(act(&stranger, table, what, true).await, 404, "{what}");
        // A visitor is sent to sign in, as a player could be; joining as a guest needs no account.
        let expected = if what == "seats/guest" { 404 } else { 303 };
        assert_eq!(act(&visitor, table, what, false).await, expected, "{what}");
    }
    assert_eq!(stranger.delete(&table.path("seats/leave")).await.status, 404);
}

#[tokio::test]
async fn a_private_match_under_way_is_nobody_elses_business() {
    let site = TestSite::start().await;
    let table = site.private_table("tictactoe").await;
    let before = table.record().await;
    assert_hidden(&site, &table).await;
    assert_eq!(table.record().await, before, "and nothing has changed");
}

#[tokio::test]
async fn a_private_match_that_is_over_is_nobody_elses_business() {
    let site = TestSite::start().await;
    let table = site.private_table("tictactoe").await;
    table.play_all(&SHORT_WIN).await;
    let before = table.record().await;
    assert_hidden(&site, &table).await;
    assert_eq!(table.record().await, before, "and nothing has changed");
}

#[tokio::test]
async fn those_who_play_see_their_private_match() {
    let site = TestSite::start().await;
    let table = site.private_table("tictactoe").await;
    for player in [&table.ada, &table.ben] {
        for page in ["", "?ply=0", "/record.json", "/record.txt"] {
            let answer = player.get(&format!("{}{page}", table.path(""))).await;
            assert_eq!(answer.status, 200, "{page}");
        }
    }
    table.play_all(&SHORT_WIN).await;
}

#[tokio::test]
async fn whoever_has_the_link_of_a_private_table_sits_down_as_long_as_it_is_open() {
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
    let table = site.private_table("tictactoe").await;
    let eve = site.register("Eve").await;
    table.play_all(&SHORT_WIN).await;
    for path in ["/", "/matches/open", "/players/Ada", "/players/Ben"] {
        let answer = eve.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.body.contains(&table.id), "{path}");
    }
    for path in ["/", "/players/Ada"] {
        assert!(table.ada.get(path).await.body.contains(&table.id), "she has her own");
    }
}
