//! Records of matches.

use parlour::now::Clock;
use serde_json::json;

use crate::harness::{NOON, SHORT_WIN, TestSite, path};

#[tokio::test]
async fn the_record_of_a_finished_match_is_complete() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let mut record = m.record().await;
    for moment in ["created_at", "ended_at"] {
        let at = record.as_object_mut().unwrap().remove(moment).unwrap();
        assert_eq!(at.as_str().map(|at| (at.len(), at.ends_with('Z'))), Some((24, true)), "{at}");
    }
    for (number, ply) in record["plies"].as_array_mut().unwrap().iter_mut().enumerate() {
        let at = ply.as_object_mut().unwrap().remove("at").unwrap();
        let at = at.as_str().unwrap();
        assert_eq!((at.len(), &at[10..11], &at[23..]), (24, "T", "Z"), "{at}");
        let expected = json!({
            "ply": number + 1, "seq": number + 5, "seat": number % 2, "notation": SHORT_WIN[number],
        });
        assert_eq!(*ply, expected);
    }
    record.as_object_mut().unwrap().remove("plies");
    let position = record.as_object_mut().unwrap().remove("position").unwrap();
    assert!(position.as_str().is_some_and(|text| !text.is_empty()));
    let expected = json!({
        "format": 1,
        "id": m.id,
        "game": "tictactoe",
        "options": {"size": "3", "line": "3"},
        "status": "ended",
        "seats": [
            {"seat": 0, "name": "Ada", "kind": "person", "rating": {"before": 1500, "after": 1662}},
            {"seat": 1, "name": "Ben", "kind": "person", "rating": {"before": 1500, "after": 1338}},
        ],
        "seq": 10,
        "to_act": null,
        "ending": {"how": "rules", "places": [1, 2]},
        "dice": null,
    });
    assert_eq!(record, expected);
}

#[tokio::test]
async fn the_record_of_a_running_match_says_whose_turn_it_is() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    m.play_all(&["c2-e8"]).await;
    let record = site.visitor().record(&m.id).await;
    assert_eq!((&record["status"], &record["to_act"]), (&json!("playing"), &json!(1)));
    assert_eq!((&record["ending"], &record["seq"]), (&json!(null), &json!(5)));
    assert!(record["created_at"].is_string() && record.get("ended_at").is_none(), "{record}");
    assert!(record["seats"][0].get("rating").is_none(), "{record}");
}

/// Whether a text has all of these lines, in this order.
fn has_lines(text: &str, lines: &[&str]) {
    let mut all = text.lines();
    for line in lines {
        assert!(all.any(|other| other == *line), "{line} is not there in\n{text}");
    }
}

#[tokio::test]
async fn the_record_of_a_finished_match_is_available_as_text() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let answer = site.visitor().get(&m.path("record.txt")).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/plain; charset=utf-8"));
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let id = format!("Match: {}", m.id);
    let lines = [
        "Tic-Tac-Toe",
        "Crosses: Ada, 1500? → 1662? (+162)",
        "Noughts: Ben, 1500? → 1338? (−162)",
        "Ada won. Three in a row.",
        "Created: 21 November 2026, 12:00 UTC",
        "Ended: 21 November 2026, 12:00 UTC",
        "Ratings: Rated",
        &id,
        "   Ada  Ben",
        "1. a1   b1",
        "2. a2   b2",
        "3. a3",
    ];
    has_lines(&answer.body, &lines);
    assert!(answer.body.ends_with("3. a3\n"), "{}", answer.body);
    assert_eq!(m.ada.get(&m.path("record.txt")).await.body, answer.body, "it is the same for everyone");
    let german = site.visitor().get_in_german(&m.path("record.txt")).await.body;
    has_lines(
        &german,
        &["Tic-Tac-Toe", "Kreuze: Ada, 1500? → 1662? (+162)", "Ada hat gewonnen. Drei in einer Reihe."],
    );
    has_lines(&german, &["Beendet: 21. November 2026, 12:00 UTC", "Wertungen: Gewertet", "1. a1   b1"]);
}

#[tokio::test]
async fn the_text_of_a_running_match_says_whose_move_it_is() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..3]).await;
    assert_eq!(m.ada.post(&m.path("chat"), &[("text", "A secret plan")]).await.status, 303);
    let text = m.ada.get(&m.path("record.txt")).await.body;
    has_lines(&text, &["Crosses: Ada", "Ben is thinking", "1. a1   b1", "2. a2"]);
    assert!(!text.contains("Ended") && !text.contains("secret"), "{text}");
    assert_eq!(m.ben.post(&m.path("resignation"), &[]).await.status, 303);
    let text = m.ada.get(&m.path("record.txt")).await.body;
    has_lines(&text, &["Ada won. Ben resigned.", "2. a2"]);
    assert!(!text.contains("secret"), "{text}");
}

#[tokio::test]
async fn the_text_of_four_players_has_the_rolls_of_each() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "aeroplane"), ("seats", "4")]).await;
    for name in ["Ben", "Cleo", "Dora"] {
        assert_eq!(site.register(name).await.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    let record = ada.record(&id).await;
    let text = ada.get(&path(&id, "record.txt")).await.body;
    has_lines(&text, &["Aeroplane Chess", "Yellow: Ada", "Green: Dora"]);
    assert!(!text.contains(&site.dice_secret().await));
    let first = record["plies"][0]["notation"].as_str().unwrap();
    assert!(text.contains(&format!("1. {first}")), "{text}");
}

#[tokio::test]
async fn a_record_is_saved_as_a_file_named_after_the_match() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("kalah").await;
    for kind in ["json", "txt"] {
        let answer = site.visitor().get(&m.path(&format!("record.{kind}"))).await;
        let name = format!("attachment; filename=\"parlour-kalah-ada-ben-2026-11-21.{kind}\"");
        assert_eq!(answer.header("content-disposition"), name);
    }
}

#[tokio::test]
async fn a_record_is_json_that_is_not_cached() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let answer = m.ada.get(&m.path("record.json")).await;
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(answer.header("cache-control"), "private, no-store");
}

#[tokio::test]
async fn head_is_answered_like_get_without_a_body() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    for what in ["", "record.json", "record.txt", "no-such-thing"] {
        let request = m.ada.request(reqwest::Method::HEAD, &m.path(what));
        let head = m.ada.send(request).await;
        let get = m.ada.get(&m.path(what)).await;
        assert_eq!((head.status, head.body.as_str()), (get.status, ""), "{what}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "{what}");
    }
}

#[tokio::test]
async fn an_unknown_match_is_not_found() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let ids = ["7Wd2aaaaaaaa", "short", "0OIl00000000", "7Wd2aaaaaaaaa", "%ff%ff%ff%ff", "a b", "é", "1"];
    for id in ids {
        for what in ["", "record.json", "record.txt"] {
            let answer = ada.get(&path(id, what)).await;
            assert_eq!(answer.status, 404, "{id}/{what}");
            assert!(answer.is_page());
        }
        for what in ["seats", "seats/leave", "start", "plies", "resignation", "abort", "rematch", "chat"] {
            let answer = ada.post(&path(id, what), &[]).await;
            let unread = id == "7Wd2aaaaaaaa" && ["plies", "chat"].contains(&what);
            assert_eq!(answer.status, if unread { 422 } else { 404 }, "{id}/{what}");
        }
    }
    let gone = "7Wd2aaaaaaaa";
    assert_eq!(ada.play_from(gone, "1", "a1").await.status, 404);
    assert_eq!(ada.post(&path(gone, "chat"), &[("text", "Anybody there?")]).await.status, 404);
}

#[tokio::test]
async fn an_action_url_accepts_post_only() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    for what in ["seats/leave", "start", "plies", "resignation", "abort", "rematch"] {
        let answer = m.ada.get(&m.path(what)).await;
        assert_eq!(answer.status, 405, "{what}");
        assert!(answer.header("allow").contains("POST"), "{what}: {:?}", answer.headers);
    }
    for what in ["", "record.json", "record.txt", "events"] {
        assert_eq!(m.ada.post(&m.path(what), &[]).await.status, 405, "{what}");
    }
}
