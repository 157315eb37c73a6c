//! Counts move sequences and compares them with the numbers in `tests/perft`, each of which says where it comes from.
//!
//! A data file is a list of blocks. A block opens with `source …`, sets up a position with `game KEY`, `seats N`,
//! `options k=v,…` and `after ply ply …`, and then gives `depth nodes` lines. `#` begins a remark.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use parlour::games::{Game, Position};

#[derive(Clone, Default)]
struct Block {
    source: String,
    game: String,
    seats: Option<u8>,
    options: String,
    after: String,
    counts: Vec<(u32, u64)>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or_else(|| panic!("a word alone: {line}"));
        if word == "source" {
            blocks.push(Block { source: rest.to_owned(), ..Block::default() });
            continue;
        }
        let block = blocks.last_mut().expect("a block opens with its source");
        match word {
            "game" => block.game = rest.to_owned(),
            "seats" => block.seats = Some(rest.parse().unwrap()),
            "options" => block.options = rest.to_owned(),
            "after" => block.after = rest.to_owned(),
            depth => block.counts.push((depth.parse().unwrap(), rest.parse().unwrap())),
        }
    }
    blocks
}

fn position(block: &Block) -> Position {
    let game = Game::from_key(&block.game).unwrap_or_else(|| panic!("no game {:?}", block.game));
    let pairs = block.options.split(',').filter(|pair| !pair.is_empty());
    let options = game.options(pairs.map(|pair| pair.split_once('=').unwrap())).unwrap();
    let mut position = game.opening(&options, block.seats.unwrap_or(*game.seats().start())).unwrap();
    for ply in block.after.split_whitespace() {
        position.play_unseen(ply).unwrap();
    }
    position
}

fn check(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(file);
    for block in blocks(&fs::read_to_string(path).unwrap()) {
        assert!(!block.source.is_empty() && !block.counts.is_empty(), "{file}: a block says what and whence");
        let position = position(&block);
        for (depth, nodes) in &block.counts {
            let Block { seats, options, after, source, .. } = &block;
            assert_eq!(
                position.perft(*depth),
                *nodes,
                "{file}: {seats:?} {options} after “{after}”, depth {depth} ({source})"
            );
        }
    }
}

#[test]
fn tic_tac_toe_has_as_many_sequences_as_are_known() {
    check("tictactoe.perft");
}

#[test]
fn sternhalma_has_as_many_sequences_as_are_known() {
    check("sternhalma.perft");
}
