//! Time to decide a ply and to render it for viewers, on one core: `cargo bench --bench drawing`.
//!
//! Elements are the 100th to the 200th ply of long two-player games of Sternhalma.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../tests/support/plies.rs"]
mod plies;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour::games::{Game, Seat};
use parlour::matches::{
    JoinCode, LogEntry, Match, MatchCommand, MatchId, MatchOpening, MatchView, MatchViewer, decide, follow,
};
use parlour::now::Moment;
use parlour::users::{UserId, UserNames};
use parlour::views::match_page::{MatchPage, of_everybody, of_viewer, page};

const PLAYERS: [UserId; 2] = [UserId(1), UserId(2)];
const FIRST: usize = 100;
const COUNT: usize = 100;

fn match_view() -> MatchView {
    let opening = MatchOpening::casual(Game::Sternhalma, 2, JoinCode::from_digits([0; 6]));
    let m = Match::open(MatchId::from_digits([0; 12]), &opening, PLAYERS[0], Moment(0)).unwrap();
    let names = UserNames::new(vec![(PLAYERS[0], Arc::from("host12")), (PLAYERS[1], Arc::from("guest12"))]);
    let mut view = MatchView { m, names, chat: Arc::default(), conditional_moves: Arc::default() };
    for player in PLAYERS {
        carry_out(&mut view.m, player, &MatchCommand::Join);
    }
    view
}

fn carry_out(m: &mut Match, by: UserId, command: &MatchCommand) {
    let mut next = decide(m, by, command).unwrap();
    while !next.is_empty() {
        for event in next.drain(..) {
            m.apply(&LogEntry { seq: m.seq + 1, at: 0, by: Some(by), event }).unwrap();
        }
        next.extend(follow(m));
    }
}

fn play(before: &MatchView, number: usize, notation: &str) -> MatchView {
    let mut after = before.clone();
    let command = MatchCommand::Play { seq: before.m.seq, notation: notation.to_owned() };
    carry_out(&mut after.m, PLAYERS[number % 2], &command);
    after
}

fn drawing(criterion: &mut Criterion) {
    let [game] = &plies::long_games(1)[..] else { panic!("there is one game") };
    let mut states = vec![match_view()];
    for (number, notation) in game.iter().take(FIRST + COUNT).enumerate() {
        states.push(play(&states[number], number, notation));
    }
    let changes = || states.windows(2).enumerate().skip(FIRST);
    let seat = |number: usize| MatchViewer::Seat(Seat::new((number % 2) as u8));
    let mut group = criterion.benchmark_group("drawing");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("decided", |bench| {
        bench.iter(|| {
            for (number, states) in changes() {
                black_box(play(&states[0], number, &game[number]));
            }
        });
    });
    group.bench_function("for everybody", |bench| {
        bench
            .iter(|| changes().for_each(|(_, states)| drop(black_box(of_everybody(&states[0], &states[1])))));
    });
    for (name, moved) in [("for whoever moved", 0), ("for whoever is to move", 1)] {
        group.bench_function(name, |bench| {
            bench.iter(|| {
                for (number, states) in changes() {
                    black_box(of_viewer(&states[0], &states[1], seat(number + moved)));
                }
            });
        });
    }
    group.bench_function("page", |bench| {
        bench.iter(|| {
            for (number, states) in changes() {
                let page_context = MatchPage::now(&states[1], seat(number), Moment(0));
                black_box(page(Default::default(), &page_context));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, drawing);
criterion_main!(benches);
