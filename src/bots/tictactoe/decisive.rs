//! Whether the analysis of a gomoku match that somebody lost shows where.

use std::sync::atomic::AtomicBool;

use crate::bots::random::RandomSource;
use crate::bots::review::{review, turning_points};
use crate::bots::tests::{limits, opening};
use crate::bots::{BotLevel, think};
use crate::games::Seat;

/// As many decisive matches of Casual against Intermediate as `PARLOUR_GOMOKU_REVIEWED` says when the test is built, with the
/// node limit of the site; or one, with few nodes.
#[test]
fn a_decisive_match_has_a_turning_point_of_the_loser() {
    let matches = option_env!("PARLOUR_GOMOKU_REVIEWED").map(|number| number.parse().unwrap());
    let nodes = if matches.is_some() { 120_000 } else { 300 };
    let (cancel, matches) = (AtomicBool::new(false), matches.unwrap_or(1));
    let (mut decisive, mut without, mut plies, mut shown) = (0, 0, 0, 0);
    for seed in 0.. {
        let (mut random, mut position) =
            (RandomSource::stream(32, seed), opening("tictactoe", "size=15,line=5", 2, ""));
        let (mut line, mut positions) = (Vec::new(), vec![position.clone()]);
        while let Some(seat) = position.to_act().seat() {
            let level =
                if seat.index() as u64 == seed % 2 { BotLevel::Casual } else { BotLevel::Intermediate };
            let mv = think(&position, level, random.next(), &limits(u64::MAX, &cancel)).unwrap().mv;
            position.play_unseen(&mv).unwrap();
            line.push((seat, mv));
            positions.push(position.clone());
        }
        let loser = match position.outcome().unwrap().places() {
            [1, 2] => Seat::new(1),
            [2, 1] => Seat::new(0),
            _ => continue,
        };
        let played = line.iter().map(|(_, mv)| Some(mv.as_str())).chain([None]);
        let reviews: Vec<_> = positions
            .iter()
            .zip(played)
            .map(|(position, played)| review(position, played, 1, &limits(nodes, &cancel)))
            .collect();
        let seats = line.iter().map(|(seat, mv)| (Some(*seat), mv.as_str()));
        let points = turning_points(position.game(), seats, &reviews, Some(loser));
        let of_loser = points.iter().filter(|point| point.seat == loser).count();
        (decisive, without) = (decisive + 1, without + usize::from(of_loser == 0));
        (plies, shown) = (plies + line.len(), shown + points.len());
        if decisive == matches {
            break;
        }
    }
    println!(
        "{without} of {decisive} decisive matches have no turning point of the loser; \
         {shown} turning points in {plies} plies"
    );
    assert!(20 * without <= decisive, "{without} of {decisive}");
}
