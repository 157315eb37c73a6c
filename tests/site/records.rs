//! Records of matches.

use serde_json::json;

use crate::harness::{SHORT_WIN, TestSite, path};

#[tokio::test]
async fn the_record_of_a_finished_match_holds_all_of_it() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let mut record = m.record().await;
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
            {"seat": 0, "name": "Ada", "kind": "person"},
            {"seat": 1, "name": "Ben", "kind": "person"},
        ],
        "seq": 10,
        "to_act": null,
        "ending": {"how": "rules", "places": [1, 2]},
        "dice": null,
    });
    assert_eq!(record, expected);
}

#[tokio::test]
async fn the_record_of_a_match_under_way_says_whose_turn_it_is() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    m.play_all(&["c2-e8"]).await;
    let record = site.visitor().record(&m.id).await;
    assert_eq!((&record["status"], &record["to_act"]), (&json!("playing"), &json!(1)));
    assert_eq!((&record["ending"], &record["seq"]), (&json!(null), &json!(5)));
}

#[tokio::test]
async fn the_record_is_text_for_people_as_well() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let answer = site.visitor().get(&m.path("record.txt")).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/plain; charset=utf-8"));
    for line in [
        "Game: tictactoe",
        &format!("Match: {}", m.id),
        "Seat 0: Ada",
        "Seat 1: Ben",
        "Status: ended",
        "Ending: by the rules, places 1 2",
        "1. a1 b1",
        "2. a2 b2",
        "3. a3",
    ] {
        assert!(answer.body.lines().any(|other| other == line), "{line} is not in\n{}", answer.body);
    }
}

#[tokio::test]
async fn a_record_is_json_that_nobody_keeps() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let answer = m.ada.get(&m.path("record.json")).await;
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(answer.header("cache-control"), "private, no-store");
}

#[tokio::test]
async fn head_is_answered_as_get_without_its_body() {
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
async fn a_match_that_is_not_there_is_not_found() {
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
async fn an_address_takes_only_what_it_is_for() {
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
