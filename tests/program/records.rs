//! Replays complete matches to their known ends, and verifies downloaded records. The files in `tests/records` state their
//! sources.
//!
//! A data file is a list of blocks. A block opens with `source …`, sets up a match with `game KEY`, `seats N` and
//! `options k=v,…`, gives its plies in lines of `plies …`, and its end in `position …` and `places …`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use parlour::games::replay::replay;
use parlour::games::{Game, ToAct};
use parlour::matches::MatchSecret;
use serde_json::{Value, json};

type RecordBlock = BTreeMap<String, String>;

fn blocks(text: &str) -> Vec<RecordBlock> {
    let mut blocks: Vec<RecordBlock> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or_else(|| panic!("a word alone: {line}"));
        if word == "source" {
            blocks.push(RecordBlock::new());
        }
        let block = blocks.last_mut().expect("a block opens with its source");
        block.entry(word.to_owned()).or_default().push_str(&format!("{rest} "));
    }
    blocks
}

fn check(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records").join(file);
    for block in blocks(&fs::read_to_string(path).unwrap()) {
        let field = |name: &str| block.get(name).map_or("", |text| text.trim());
        let game = Game::from_key(field("game")).expect("an unknown game");
        let pairs = field("options").split(',').filter(|pair| !pair.is_empty());
        let options = game.options(pairs.map(|pair| pair.split_once('=').unwrap())).unwrap();
        let mut position = game.opening(&options, field("seats").parse().unwrap()).unwrap();
        replay(&mut position, field("plies").split(' '), |_, _| {}).unwrap();
        assert_eq!(position.text(), field("position"), "{file}: {}", field("options"));
        let places: Vec<_> = position.outcome().unwrap().places().iter().map(ToString::to_string).collect();
        assert_eq!(places.join(" "), field("places"), "{file}: {}", field("options"));
    }
}

#[test]
fn recorded_matches_of_aeroplane_chess_have_their_known_results() {
    check("aeroplane.records");
}

/// The record of a finished match with dice, whose last seat resigned after six plies.
fn record_with_dice() -> Value {
    let (id, secret) = ("7Wd2aaaaaaaa", MatchSecret::new([7; 32]));
    let game = Game::from_key("aeroplane").unwrap();
    let options = game.options([]).unwrap();
    let mut position = game.opening(&options, 2).unwrap();
    let (mut plies, mut notations, mut rolls) = (Vec::new(), Vec::new(), 0);
    for number in 1..=6 {
        let (seat, notation) = match position.to_act() {
            ToAct::Seat(seat) => (json!(seat.number()), position.legal().swap_remove(0)),
            _ => {
                rolls += 1;
                let earlier = notations.iter().map(String::as_str);
                (json!("chance"), secret.roll(&id.parse().unwrap(), rolls, earlier, &position).unwrap())
            }
        };
        position.play(&notation).unwrap();
        plies.push(json!({ "ply": number, "seq": number + 4, "seat": seat, "notation": notation, "at": "" }));
        notations.push(notation);
    }
    assert!(rolls > 1);
    json!({
        "format": 1, "id": id, "game": "aeroplane", "options": {}, "status": "ended",
        "seats": [{ "seat": 0, "name": "Ada", "kind": "person" }, { "seat": 1, "name": "Ben", "kind": "person" }],
        "seq": 11, "to_act": null, "position": position.text(), "plies": plies,
        "ending": { "how": "aborted", "places": null },
        "dice": { "commitment": secret.commitment(), "secret": secret.reveal() },
    })
}

/// The exit status of `parlour record`, what it prints, and its errors.
fn verify(record: &Value) -> (Option<i32>, String, String) {
    let output =
        crate::program::run(crate::program::parlour(&["record", "-"]), record.to_string().as_bytes());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_verified_record_names_its_commitment_and_what_is_not_checked() {
    let record = record_with_dice();
    let commitment = record["dice"]["commitment"].as_str().unwrap();
    let (status, printed, errors) = verify(&record);
    assert_eq!((status, &*errors), (Some(0), ""), "{printed}");
    assert!(
        printed.starts_with("6 plies, all legal\n") && printed.contains("rolls, all verified"),
        "{printed}"
    );
    let commitment = format!("commitment: {commitment}; compare it with the one on the match page");
    assert!(printed.contains(&commitment) && printed.contains("not checked: names"), "{printed}");
}

#[test]
fn a_record_whose_rolls_cannot_be_verified_is_not_accepted() {
    for (key, value) in [("/dice", Value::Null), ("/dice/secret", Value::Null)] {
        let mut record = record_with_dice();
        *record.pointer_mut(key).unwrap() = value;
        let (status, printed, errors) = verify(&record);
        assert_eq!(status, Some(2), "{key}: {printed}");
        assert!(
            errors.contains("rolls cannot be verified") && !printed.contains("verified"),
            "{key}: {errors}"
        );
    }
}

/// That record, with a draw in which both players changed seats or stayed.
fn record_with_draw() -> Value {
    let mut record = record_with_dice();
    let (id, secret) = (record["id"].as_str().unwrap().parse().unwrap(), MatchSecret::new([8; 32]));
    record["seat_draw"] = json!({
        "commitment": secret.commitment(), "secret": secret.reveal(), "order": secret.seat_order(&id, 2),
    });
    let order = record["seat_draw"]["order"].as_array().unwrap().clone();
    let mut players = [Value::Null, Value::Null];
    for (seat, place) in order.iter().enumerate() {
        players[place.as_u64().unwrap() as usize] = record["seats"][seat]["name"].clone();
    }
    record["seat_draw"]["players"] = json!(players);
    record
}

#[test]
fn the_draw_of_the_seats_is_verified_and_its_commitment_printed() {
    let record = record_with_draw();
    let (status, printed, errors) = verify(&record);
    assert_eq!((status, &*errors), (Some(0), ""), "{printed}");
    let commitment = record["seat_draw"]["commitment"].as_str().unwrap();
    for words in ["the draw of the seats is verified", &format!("commitment of the draw: {commitment};")] {
        assert!(printed.contains(words), "{printed}");
    }
}

#[test]
fn a_forged_draw_of_the_seats_is_named() {
    let mut exchanged = record_with_draw();
    exchanged["seat_draw"]["order"].as_array_mut().unwrap().reverse();
    let mut of_another_secret = record_with_draw();
    of_another_secret["seat_draw"]["secret"] = json!(MatchSecret::new([9; 32]).reveal());
    let mut renamed = record_with_draw();
    let names = [0, 1].map(|seat| renamed["seats"][seat]["name"].clone());
    for (seat, name) in names.into_iter().rev().enumerate() {
        renamed["seats"][seat]["name"] = name;
    }
    let mut nameless = record_with_draw();
    nameless["seat_draw"]["players"] = Value::Null;
    let mut hidden = record_with_draw();
    hidden["seat_draw"]["secret"] = Value::Null;
    let mut undrawn = hidden.clone();
    undrawn["seat_draw"]["order"] = Value::Null;
    for (record, problem) in [
        (exchanged, "the order of the seats should be"),
        (of_another_secret, "the commitment should be"),
        (renamed, "the player of a drawn seat should be"),
        (nameless, "the draw of the seats cannot be read"),
        (hidden, "the draw of the seats cannot be read"),
        (undrawn, "the draw of the seats cannot be read"),
    ] {
        let (status, printed, errors) = verify(&record);
        assert_eq!(status, Some(1), "{printed}");
        assert!(errors.contains(problem), "{problem}: {errors}");
    }
}

#[test]
fn a_record_without_a_draw_of_the_seats_says_so() {
    let (status, printed, errors) = verify(&record_with_dice());
    assert_eq!((status, &*errors), (Some(0), ""), "{printed}");
    assert!(printed.contains("no draw of the seats is recorded"), "{printed}");
}

#[test]
fn a_record_cannot_control_the_terminal() {
    let hostile = "x\u{1b}[2J\u{7}\n6 plies, all legal\u{202e}";
    let mut records = Vec::new();
    for key in ["/game", "/id", "/position", "/plies/2/notation", "/plies/2/seat", "/dice/commitment"] {
        let mut record = record_with_dice();
        *record.pointer_mut(key).unwrap() = json!(hostile);
        records.push(record.clone());
        record["dice"]["secret"] = Value::Null;
        records.push(record);
    }
    let mut record = record_with_draw();
    record["seat_draw"]["commitment"] = json!(hostile);
    records.push(record);
    let mut record = record_with_dice();
    record["options"] = json!({ hostile: hostile });
    records.push(record);
    for record in records {
        let (status, printed, errors) = verify(&record);
        assert!(matches!(status, Some(1 | 2)), "{printed}{errors}");
        let lines = format!("{printed}{errors}");
        let harmful = lines.chars().find(|c| *c != '\n' && (c.is_control() || *c == '\u{202e}'));
        assert_eq!((harmful, errors.lines().count()), (None, 1), "{lines:?}");
        assert!(printed.lines().filter(|line| line.starts_with("6 plies")).count() < 2, "{lines}");
    }
}
