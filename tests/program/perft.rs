//! Counts move sequences and compares them with the numbers in `tests/perft`, which state their sources.
//!
//! A data file is a list of blocks. A block opens with `source …`, sets up a position with `game KEY`, `seats N`,
//! `options k=v,…` and `after ply ply …`, and then gives `depth nodes` lines. `#` begins a comment.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use parlour::games::{Game, Position};

#[derive(Clone, Default)]
struct PerftBlock {
    source: String,
    game: String,
    seats: Option<u8>,
    options: String,
    after: String,
    counts: Vec<(u32, u64)>,
}

fn blocks(text: &str) -> Vec<PerftBlock> {
    let mut blocks: Vec<PerftBlock> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or_else(|| panic!("a word alone: {line}"));
        if word == "source" {
            blocks.push(PerftBlock { source: rest.to_owned(), ..PerftBlock::default() });
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

fn position(block: &PerftBlock) -> Position {
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
            let PerftBlock { seats, options, after, source, .. } = &block;
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

#[test]
fn quarto_has_as_many_sequences_as_are_known() {
    check("quarto.perft");
}

#[test]
#[ignore = "takes half a minute without optimisation"]
fn quarto_has_as_many_sequences_as_are_known_far_ahead() {
    check("quarto-deep.perft");
}

#[test]
fn kalah_has_as_many_sequences_as_are_known() {
    check("kalah.perft");
}

#[test]
fn aeroplane_chess_has_as_many_sequences_as_are_known() {
    check("aeroplane.perft");
}

/// Enumerated for the rules of Tic-Tac-Toe on this site, and confirmed by a second engine.
mod known {
    pub const GAMES: [u32; 3] = [131_184, 77_904, 46_080];
    pub const POSITIONS: usize = 5478;
}

/// Plays all matches, counting wins of X, wins of O and draws.
fn play_out(position: &Position, seen: &mut HashSet<Position>, games: &mut [u32; 3]) {
    seen.insert(position.clone());
    match position.outcome().map(|outcome| outcome.places().to_vec()).as_deref() {
        Some([1, 2]) => games[0] += 1,
        Some([2, 1]) => games[1] += 1,
        Some(_) => games[2] += 1,
        None => {}
    }
    for notation in position.legal() {
        let mut next = position.clone();
        next.play_unseen(&notation).unwrap();
        play_out(&next, seen, games);
    }
}

#[test]
fn tic_tac_toe_has_255168_matches_and_5478_positions() {
    let game = Game::TicTacToe;
    let opening = game.opening(&game.options([]).unwrap(), 2).unwrap();
    let (mut seen, mut games) = (HashSet::new(), [0; 3]);
    play_out(&opening, &mut seen, &mut games);
    assert_eq!(games, known::GAMES);
    assert_eq!(games.iter().sum::<u32>(), 255_168);
    assert_eq!(seen.len(), known::POSITIONS);
}

#[test]
fn tic_tac_toe_is_a_draw() {
    // The value of a position for the seat to act: 1 won, 0 drawn, -1 lost.
    fn value(position: &Position) -> i8 {
        let replies = position.legal().into_iter().map(|notation| {
            let mut next = position.clone();
            next.play_unseen(&notation).unwrap();
            -value(&next)
        });
        let decided = position.outcome().map(|outcome| if outcome.is_draw() { 0 } else { -1 });
        decided.or_else(|| replies.max()).unwrap()
    }
    let game = Game::TicTacToe;
    let options = game.options([]).unwrap();
    // By symmetry, corner, side and middle stand for all opening plies.
    for (first, reply) in [("a1", 0), ("b1", 0), ("b2", 0)] {
        let mut position = game.opening(&options, 2).unwrap();
        position.play_unseen(first).unwrap();
        assert_eq!(value(&position), reply, "{first}");
    }
}
