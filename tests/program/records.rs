//! Replays complete matches to their known ends. The files in `tests/records` state their sources.
//!
//! A data file is a list of blocks. A block opens with `source …`, sets up a match with `game KEY`, `seats N` and
//! `options k=v,…`, gives its plies in lines of `plies …`, and its end in `position …` and `places …`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use parlour::games::Game;
use parlour::games::replay::replay;

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
        let game = Game::from_key(field("game")).expect("a game of the house");
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
fn matches_of_aeroplane_chess_come_out_as_they_did() {
    check("aeroplane.records");
}
