//! Time to decide a ply and to render it for viewers, on one core: `cargo bench --bench drawing`.
//!
//! Elements are plies of long matches of Sternhalma: the 100th to the 200th of two players, and those of six players after
//! 50 and after 1,000.

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
const SIX: [UserId; 6] = [UserId(1), UserId(2), UserId(3), UserId(4), UserId(5), UserId(6)];
const FIRST: usize = 100;
const COUNT: usize = 100;

fn match_of(players: &[UserId]) -> MatchView {
    let seats = u8::try_from(players.len()).unwrap();
    let opening = MatchOpening::casual(Game::Sternhalma, seats, JoinCode::from_digits([0; 6]));
    let m = Match::open(MatchId::from_digits([0; 12]), &opening, players[0], Moment(0)).unwrap();
    let names = players.iter().map(|user| (*user, Arc::from(format!("player{}", user.0))));
    let names = UserNames::new(names.collect());
    let mut view = MatchView { m, names, chat: Arc::default(), conditional_moves: Arc::default() };
    for player in players {
        carry_out(&mut view.m, *player, &MatchCommand::Join);
    }
    view
}

fn carry_out(m: &mut Match, by: UserId, command: &MatchCommand) {
    let mut next = decide(m, by, command).unwrap();
    while !next.is_empty() {
        for event in next.drain(..) {
            m.apply(&LogEntry { seq: m.seq + 1, at: 0, actor: Some(by), event }).unwrap();
        }
        next.extend(follow(m));
    }
}

fn play(before: &MatchView, notation: &str) -> MatchView {
    let mut after = before.clone();
    let command = MatchCommand::Play { seq: before.m.seq, notation: notation.to_owned() };
    carry_out(&mut after.m, before.m.user_to_act().unwrap(), &command);
    after
}

/// A ply after a number of others in a match of six: states before and after, and the ply.
fn ply_after(count: usize) -> (MatchView, MatchView, String) {
    let mut view = match_of(&SIX);
    loop {
        let mut legal = view.m.position.legal();
        let notation = legal.swap_remove(view.m.plies.len() * 7919 % legal.len());
        let after = play(&view, &notation);
        if view.m.plies.len() == count {
            return (view, after, notation);
        }
        view = after;
    }
}

fn lengths(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a ply after");
    for count in [50, 1000] {
        let (before, after, notation) = ply_after(count);
        group.bench_function(count.to_string(), |bench| {
            bench.iter(|| {
                black_box(play(&before, &notation));
                drop(black_box(of_everybody(&before, &after)));
                for seat in Seat::first(6) {
                    black_box(of_viewer(&before, &after, MatchViewer::Seat(seat)));
                }
            });
        });
    }
    group.finish();
}

fn drawing(criterion: &mut Criterion) {
    let [game] = &plies::long_games(1)[..] else { panic!("there is one game") };
    let mut states = vec![match_of(&PLAYERS)];
    for (number, notation) in game.iter().take(FIRST + COUNT).enumerate() {
        states.push(play(&states[number], notation));
    }
    let changes = || states.windows(2).enumerate().skip(FIRST);
    let seat = |number: usize| MatchViewer::Seat(Seat::new((number % 2) as u8));
    let mut group = criterion.benchmark_group("drawing");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("decided", |bench| {
        bench.iter(|| {
            for (number, states) in changes() {
                black_box(play(&states[0], &game[number]));
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

criterion_group!(benches, drawing, lengths);
criterion_main!(benches);
