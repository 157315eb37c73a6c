//! How many positions per second the rules visit, on one core: `cargo bench --bench perft`.
//!
//! Elements are the sequences of exactly that depth, whose last ply is counted without being played. For the complete
//! tree of Tic-Tac-Toe they are its 549,945 sequences of one to nine plies, all of which are visited.

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

fn quarto(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("quarto");
    let after = ["3", "b2", "6", "c3", "c", "b3", "9", "a4", "5", "d1"];
    for (options, name) in [(&[][..], "lines"), (&[("squares", "on")], "blocks")] {
        let mut position = opening(Game::Quarto, options, 2);
        group.throughput(Throughput::Elements(position.perft(6)));
        group.bench_function(format!("{name}, depth 6"), |bench| bench.iter(|| position.perft(6)));
        for ply in after {
            position.play_unseen(ply).unwrap();
        }
        group.throughput(Throughput::Elements(position.perft(7)));
        group.bench_function(format!("{name}, five on the board, depth 7"), |bench| {
            bench.iter(|| position.perft(7));
        });
    }
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

fn kalah(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("kalah");
    for (options, depth, name) in [
        (&[][..], 9, "standard, depth 9"),
        (&[("captured", "house")][..], 9, "captured to the house, depth 9"),
        (&[("houses", "9"), ("seeds", "9")][..], 7, "nine houses of nine, depth 7"),
    ] {
        let position = opening(Game::Kalah, options, 2);
        group.throughput(Throughput::Elements(position.perft(depth)));
        group.bench_function(name, |bench| bench.iter(|| position.perft(depth)));
    }
}

fn aeroplane(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("aeroplane");
    for (options, name) in [(&[][..], "standard"), (&[("launch", "even"), ("stacks", "on")][..], "stacks")] {
        for seats in [2, 4] {
            let position = opening(Game::Aeroplane, options, seats);
            group.throughput(Throughput::Elements(position.perft(9)));
            group.bench_function(format!("{name}, {seats} seats, depth 9"), |bench| {
                bench.iter(|| position.perft(9));
            });
        }
    }
}

criterion_group!(benches, tic_tac_toe, quarto, sternhalma, kalah, aeroplane);
criterion_main!(benches);
