//! How many positions a second the rules go through, one core: `cargo bench --bench perft`.
//!
//! Elements are the sequences of exactly that depth; their last ply is counted without being played. For the whole tree of
//! Tic-Tac-Toe they are its 549,945 sequences of one to nine plies, all of which are gone through on the way.

#![allow(clippy::unwrap_used)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour::games::{Game, Position};

fn opening(game: Game, options: &[(&'static str, &'static str)], seats: u8) -> Position {
    game.opening(&game.options(options.iter().copied()).unwrap(), seats).unwrap()
}

fn tic_tac_toe(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tictactoe");
    let position = opening(Game::TicTacToe, &[], 2);
    let tree = (1..=9).map(|depth| position.perft(depth)).sum();
    group.throughput(Throughput::Elements(tree));
    group.bench_function("whole tree", |bench| bench.iter(|| position.perft(9)));
    let gomoku = opening(Game::TicTacToe, &[("size", "15"), ("line", "5")], 2);
    group.throughput(Throughput::Elements(gomoku.perft(3)));
    group.bench_function("gomoku, depth 3", |bench| bench.iter(|| gomoku.perft(3)));
}

fn sternhalma(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sternhalma");
    let free: &[_] = &[("target", "free"), ("points", "any")];
    for (options, name) in [(free, "free"), (&[], "standard")] {
        for seats in [2, 3, 6] {
            let position = opening(Game::Sternhalma, options, seats);
            group.throughput(Throughput::Elements(position.perft(4)));
            group.bench_function(format!("{name}, {seats} seats, depth 4"), |bench| {
                bench.iter(|| position.perft(4));
            });
        }
    }
}

criterion_group!(benches, tic_tac_toe, sternhalma);
criterion_main!(benches);
