//! How many positions a second the bots search, one core: `cargo bench --bench bots`.
//!
//! Elements are the nodes that a search by Master counts; in Aeroplane Chess the plies that it plays out.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour::bots::{BotLevel, Endgames, SearchLimits, think};
use parlour::games::{Game, Position};

/// Nodes a search may take: enough for its tables to fill, few enough for ten samples in a few seconds.
const NODES: u64 = 1_000_000;

fn position(game: Game, options: &[(&'static str, &'static str)], seats: u8, plies: &str) -> Position {
    let mut position = game.opening(&game.options(options.iter().copied()).unwrap(), seats).unwrap();
    for ply in plies.split_whitespace() {
        position.play_unseen(ply).unwrap();
    }
    position
}

fn nodes_of_master(criterion: &mut Criterion) {
    let (cancel, endgames) = (AtomicBool::new(false), Endgames::default());
    let limits = SearchLimits {
        nodes: NODES,
        time: Duration::MAX,
        elapsed: &|| Duration::ZERO,
        cancel: &cancel,
        memory: SearchLimits::MEMORY,
        endgames: &endgames,
        variety: None,
    };
    let gomoku: &[_] = &[("size", "15"), ("line", "5")];
    let mut group = criterion.benchmark_group("bots");
    group.sample_size(10);
    for (name, position) in [
        ("kalah", position(Game::Kalah, &[], 2, "")),
        ("quarto, four on the board", position(Game::Quarto, &[], 2, "4 a1 d b2 6 c4 1 d3 b")),
        ("sternhalma, 2 seats", position(Game::Sternhalma, &[], 2, "")),
        ("gomoku", position(Game::TicTacToe, gomoku, 2, "h8 i9")),
        ("aeroplane, 2 seats", position(Game::Aeroplane, &[], 2, "d6 1 d6")),
        ("aeroplane, 4 seats", position(Game::Aeroplane, &[], 4, "d6 1 d6")),
    ] {
        let search = || think(&position, BotLevel::Master, 1, &limits).unwrap();
        group.throughput(Throughput::Elements(search().nodes));
        group.bench_function(name, |bench| bench.iter(search));
    }
}

criterion_group!(benches, nodes_of_master);
criterion_main!(benches);
