//! Matches of people who share a device: one user plays all seats.

use parlour::games::Game;
use serde_json::{Value, json};

use crate::harness::{SHORT_WIN, TestPerson, TestSite, path};

const SHARED: (&str, &str) = ("pass_and_play", "yes");

async fn starts(who: &TestPerson, fields: &[(&str, &str)]) -> String {
    let answer = who.post("/play", &[fields, &[SHARED]].concat()).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    answer.location().strip_prefix("/matches/").unwrap().to_owned()
}

async fn headline(who: &TestPerson, id: &str) -> String {
    who.get(&path(id, "")).await.text("#turn h1").unwrap()
}

/// The seats in the order in which they played.
fn played_by(record: &Value) -> Vec<&Value> {
    record["plies"].as_array().unwrap().iter().map(|ply| &ply["seat"]).collect()
}

#[tokio::test]
async fn a_guest_plays_all_seats_of_a_match_on_one_device() {
    let site = TestSite::start().await;
    let guest = site.visitor();
    let id = starts(&guest, &[("game", "tictactoe")]).await;
    let page = guest.get(&path(&id, "")).await;
    assert_eq!(page.texts("#seats li:not(.you)"), ["Player 2"]);
    assert!(page.attributes("#seats li:not(.you) a", "href").is_empty(), "there is no profile");
    assert!(page.text("form[action$='/chat']").is_none(), "nobody else reads a chat");
    for (number, ply) in SHORT_WIN.iter().enumerate() {
        let expected = if number % 2 == 0 { "Guest" } else { "Player 2 to move" };
        let headline = headline(&guest, &id).await;
        assert!(headline.starts_with(expected) && headline.ends_with("to move"), "{headline}");
        assert_eq!(guest.play(&id, ply).await.status, 303, "{ply}");
    }
    let record = guest.record(&id).await;
    assert_eq!(
        (&record["status"], played_by(&record)),
        (&json!("ended"), vec![&json!(0), &json!(1), &json!(0), &json!(1), &json!(0)])
    );
    let kinds: Vec<_> = record["seats"].as_array().unwrap().iter().map(|seat| &seat["kind"]).collect();
    assert_eq!(kinds, [&json!("person"), &json!("person")]);
}

#[tokio::test]
async fn every_game_is_played_by_all_its_seats() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for game in Game::ALL {
        let seats = game.seats().end().to_string();
        let id = starts(&ada, &[("game", game.key()), ("seats", &seats)]).await;
        let mut played = std::collections::HashSet::new();
        for _ in 0..30 {
            let view = site.state().referee.read(&id.parse().unwrap()).await.unwrap();
            let m = &view.m;
            if m.ending().is_some() {
                break;
            }
            let ply = if m.to_roll().is_some() {
                parlour::matches::ROLL.to_owned()
            } else {
                m.position.legal().remove(0)
            };
            played.extend(m.seat_to_act());
            assert_eq!(ada.play(&id, &ply).await.status, 303, "{game:?}: {ply}");
        }
        assert_eq!(played.len(), usize::from(*game.seats().end()), "{game:?}");
    }
}

#[tokio::test]
async fn the_last_move_of_any_seat_can_be_taken_back_and_any_seat_resigns() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = starts(&ada, &[("game", "tictactoe")]).await;
    for (ply, left) in [("b2", 0), ("a1", 1)] {
        ada.play(&id, "c3").await;
        if left == 1 {
            ada.play(&id, ply).await;
        }
        assert_eq!(ada.post(&path(&id, "takeback"), &[("answer", "ask")]).await.status, 303);
        assert_eq!(ada.record(&id).await["plies"].as_array().unwrap().len(), left, "after {ply}");
    }
    assert_eq!(ada.post(&path(&id, "resignation"), &[]).await.status, 303);
    assert_eq!(ada.record(&id).await["ending"]["places"], json!([1, 2]), "Player 2 was to move");
    let page = ada.get(&path(&id, "")).await;
    assert!(page.texts("button").contains(&"Play again".to_owned()));
    assert!(!page.texts("button").contains(&"Rematch".to_owned()));
    assert_eq!(ada.post(&path(&id, "rematch"), &[]).await.status, 403, "nobody could accept");
}

/// The class that rotates the board.
async fn side(who: &TestPerson, id: &str) -> String {
    let page = who.get(&path(id, "")).await;
    let classes = page.attributes("#board", "class").remove(0);
    classes.split(' ').find(|class| class.starts_with("turn")).unwrap().to_owned()
}

async fn rotates(who: &TestPerson, id: &str, rotation: &str) -> u16 {
    who.post(&path(id, "board-rotation"), &[("rotation", rotation)]).await.status
}

#[tokio::test]
async fn the_board_is_shown_from_the_seat_to_move_if_that_is_chosen() {
    let site = TestSite::start().await;
    let guest = site.visitor();
    let id = starts(&guest, &[("game", "kalah")]).await;
    let boxes = "button[role=checkbox][aria-checked=false]";
    assert_eq!(guest.get(&path(&id, "")).await.texts(boxes), ["Turn the board after each move"]);
    guest.play(&id, "1").await;
    assert_eq!(side(&guest, &id).await, "turn0", "it stays");
    assert_eq!(rotates(&guest, &id, "on").await, 303);
    assert_eq!(side(&guest, &id).await, "turn3");
    let seq = guest.record(&id).await["seq"].clone();
    assert_eq!(rotates(&guest, &id, "on").await, 303, "a second press changes nothing");
    assert_eq!(guest.record(&id).await["seq"], seq);
    guest.play(&id, "1").await;
    assert_eq!(side(&guest, &id).await, "turn0");
    guest.play(&id, "3").await;
    assert_eq!(side(&guest, &id).await, "turn3");
    assert_eq!(rotates(&guest, &id, "off").await, 303);
    assert_eq!(side(&guest, &id).await, "turn0");
    assert_eq!(guest.post(&path(&id, "resignation"), &[]).await.status, 303);
    assert_eq!(rotates(&guest, &id, "on").await, 409, "the match is over");
    assert!(guest.get(&path(&id, "")).await.texts("button[role=checkbox]").is_empty());
}

#[tokio::test]
async fn only_the_board_of_a_shared_match_can_rotate() {
    let site = TestSite::start().await;
    let running = site.start_match("kalah").await;
    let ada = &running.ada;
    let id = starts(ada, &[("game", "tictactoe")]).await;
    assert!(ada.get(&path(&id, "")).await.texts("button[role=checkbox]").is_empty(), "it has no sides");
    let shared = starts(ada, &[("game", "sternhalma")]).await;
    assert!(ada.get(&running.path("")).await.texts("button[role=checkbox]").is_empty());
    assert_eq!(rotates(ada, &running.id, "on").await, 403);
    let eve = site.register("Eve").await;
    for (who, id, fields, status) in [
        (&eve, &shared, vec![("rotation", "on")], 404),
        (&eve, &running.id, vec![("rotation", "on")], 403),
        (ada, &shared, vec![("rotation", "maybe")], 422),
        (ada, &shared, vec![("rotation", "on"), ("seat", "1")], 422),
        (ada, &shared, vec![], 422),
        (ada, &"0".repeat(12), vec![("rotation", "on")], 404),
    ] {
        assert_eq!(who.post(&path(id, "board-rotation"), &fields).await.status, status, "{fields:?}");
    }
}

#[tokio::test]
async fn a_shared_match_is_private_casual_and_listed_once() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = starts(&ada, &[("game", "kalah")]).await;
    ada.play(&id, "1").await;
    assert_eq!(
        ada.get("/").await.attributes("a.match", "href"),
        [path(&id, "")],
        "her turn, whose ever it is"
    );
    for action in ["plies", "resignation", "takeback", "hint"] {
        let fields: &[_] = if action == "plies" { &[("seq", "5"), ("notation", "2")] } else { &[] };
        assert!([403, 404, 422].contains(&ben.post(&path(&id, action), fields).await.status), "{action}");
    }
    assert_eq!(ben.get(&path(&id, "")).await.status, 404);
    assert_eq!(ada.record(&id).await["plies"].as_array().unwrap().len(), 1);
    assert_eq!(ada.get("/players/Player%202%20(same%20device)").await.status, 404, "it is nobody's account");
}

#[tokio::test]
async fn a_forged_form_starts_no_shared_match() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for fields in [
        [("game", "kalah"), ("pass_and_play", "maybe")].as_slice(),
        &[("game", "kalah"), SHARED, SHARED],
        &[("game", "kalah"), SHARED, ("rated", "yes")],
        &[("game", "kalah"), SHARED, ("seats", "3")],
        &[("game", "chess"), SHARED],
    ] {
        assert_eq!(ada.post("/play", fields).await.status, 422, "{fields:?}");
    }
    assert!(ada.get("/").await.attributes("a.match", "href").is_empty());
}

#[tokio::test]
async fn shared_matches_count_for_the_limit_of_matches_against_bots() {
    let site = TestSite::start().await;
    let guest = site.visitor();
    let mut last = 0;
    for _ in 0..30 {
        last = guest.post("/play", &[("game", "quarto"), SHARED]).await.status;
        if last != 303 {
            break;
        }
    }
    assert_eq!(last, 409);
}
