//! How well the turning points of a match agree with exact values: with what a move loses by the solver.

use std::sync::atomic::AtomicBool;

use super::tests::{board, moved, proven};
use crate::bots::random::RandomSource;
use crate::bots::review::{review, turning_points};
use crate::bots::tests::{limits, opening};
use crate::bots::{BotLevel, think};
use crate::games::{Position, Seat};

/// Positions with at most so many seeds in the houses are judged.
const MOST_SEEDS: u8 = 30;

/// The plies of a match of Casual against Intermediate, who begins in every second one, and all its positions.
fn played(seed: u64) -> (Vec<(Seat, String)>, Vec<Position>) {
    let (mut random, mut position) = (RandomSource::stream(31, seed), opening("kalah", "", 2, ""));
    let (cancel, mut plies, mut positions) = (AtomicBool::new(false), Vec::new(), vec![position.clone()]);
    while let Some(seat) = position.to_act().seat() {
        let level = if seat.index() as u64 == seed % 2 { BotLevel::Casual } else { BotLevel::Intermediate };
        let choice = think(&position, level, random.next(), &limits(u64::MAX, &cancel)).unwrap();
        position.play_unseen(&choice.mv).unwrap();
        plies.push((seat, choice.mv));
        positions.push(position.clone());
    }
    (plies, positions)
}

/// The seat that lost a match, by its last position.
fn loser(positions: &[Position]) -> Option<Seat> {
    match positions.last()?.outcome()?.places() {
        [1, 2] => Some(Seat::new(1)),
        [2, 1] => Some(Seat::new(0)),
        _ => None,
    }
}

/// As many matches as `PARLOUR_KALAH_REVIEWED` says when the test is built, with the node limit of the site; or one, with few
/// nodes.
#[test]
fn costly_moves_near_the_end_are_turning_points_and_others_are_not() {
    let matches = option_env!("PARLOUR_KALAH_REVIEWED").map(|number| number.parse().unwrap());
    let (nodes, most_seeds) = if matches.is_some() { (120_000, MOST_SEEDS) } else { (2000, 16) };
    let (cancel, matches) = (AtomicBool::new(false), matches.unwrap_or(1));
    let (mut judged, mut costly, mut missed, mut shown, mut wrong) = (0, 0, 0, 0, 0);
    for seed in 0..matches {
        let (plies, positions) = played(seed);
        let notations = || plies.iter().map(|(_, notation)| notation.as_str());
        let played = notations().map(Some).chain([None]);
        let reviews: Vec<_> = positions
            .iter()
            .zip(played)
            .map(|(position, played)| review(position, played, 1, &limits(nodes, &cancel)))
            .collect();
        let seats = plies.iter().map(|(seat, notation)| (Some(*seat), notation.as_str()));
        let points = turning_points(positions[0].game(), seats, &reviews, loser(&positions));
        for (ply, (position, notation)) in positions.iter().zip(notations()).enumerate() {
            let Some((before, _)) = board(position).filter(|(board, _)| board.seeds() <= most_seeds) else {
                continue;
            };
            let (after, worth) = moved(&before, notation);
            let exact = |board| proven(board, &limits(400_000_000, &cancel)).unwrap();
            let lost = exact(&before) - worth(exact(&after));
            let is_shown = points.iter().any(|point| point.ply == ply);
            (judged, costly, shown) =
                (judged + 1, costly + i32::from(lost >= 4), shown + i32::from(is_shown));
            missed += i32::from(lost >= 4 && !is_shown);
            wrong += i32::from(lost < 2 && is_shown);
            if (lost >= 4) != is_shown {
                println!(
                    "match {seed} ply {ply}: {} {notation} loses {lost}, found {:?}",
                    position.text(),
                    reviews[ply].loss(plies[ply].0, notation, &reviews[ply + 1])
                );
            }
        }
    }
    println!(
        "{matches} matches, {judged} moves: {missed} of {costly} that lose four seeds and more are not shown, \
         {wrong} of {shown} that are shown lose less than two"
    );
    assert!(
        20 * missed <= costly && 33 * wrong <= shown,
        "missed {missed} of {costly}, wrong {wrong} of {shown}"
    );
}
