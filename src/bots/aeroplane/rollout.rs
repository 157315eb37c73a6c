//! Playing matches out: the chance to win after each move, estimated by as many playouts as there is time for.
//!
//! With four planes and dice a tree hardly ever sees the same position twice, so what a tree would learn below the first move
//! is worth little; a good policy for all seats in the playouts is worth more (Tesauro and Galperin, "On-line Policy
//! Improvement using Monte-Carlo Search", 1996). It holds for two seats as for four.

use super::policy::PlanePolicy;
use crate::bots::limits::NodeMeter;
use crate::bots::random::RandomSource;
use crate::games::aeroplane::{Aeroplane, AeroplaneMove};
use crate::games::{Rules, Seat, ToAct};

/// A playout that is not over after so many plies is judged by its standing.
const MOST_PLIES: u32 = 3000;

/// Playouts of a move after which a comparison with the others begins to mean something.
const LEAST_PLAYOUTS: u32 = 64;

/// So many playouts are enough to know the chances of all seats.
const MOST_CHANCE_PLAYOUTS: u64 = 2000;

/// A move with the playouts that followed it.
struct Candidate {
    mv: AeroplaneMove,
    after: Aeroplane,
    won: f64,
    playouts: u32,
}

/// The move that wins most playouts, and its share of wins. Playouts go round all moves, and the same throws follow each; a
/// move that is clearly worse than the best is dropped.
pub(super) fn choose(position: &Aeroplane, seed: u64, meter: &mut NodeMeter) -> Option<(AeroplaneMove, f64)> {
    let ToAct::Seat(seat) = position.to_act() else { return None };
    let mut candidates: Vec<Candidate> =
        position.legal_moves().into_iter().map(|mv| Candidate::of(position, mv)).collect();
    let mut moves = Vec::new();
    let mut first = RandomSource::new(seed);
    let fallback = PlanePolicy::PLAYOUT.choose(position, &mut moves, &mut first)?;
    if candidates.len() == 1 {
        let standing = estimate(position, seat);
        return Some((fallback, standing));
    }
    for round in 0.. {
        for candidate in &mut candidates {
            let mut random = RandomSource::new(seed ^ (round + 1) << 20);
            if let Some(won) = playout(candidate.after.clone(), seat, &mut moves, &mut random, meter) {
                candidate.won += won;
                candidate.playouts += 1;
            }
        }
        if round % 32 == 31 {
            drop_hopeless(&mut candidates);
        }
        if meter.is_stopped() || candidates.len() == 1 {
            break;
        }
    }
    let best = candidates.iter().max_by(|one, other| one.share().total_cmp(&other.share()))?;
    let enough = best.playouts > 0;
    Some(if enough { (best.mv, best.share()) } else { (fallback, estimate(position, seat)) })
}

impl Candidate {
    fn of(position: &Aeroplane, mv: AeroplaneMove) -> Self {
        let mut after = position.clone();
        after.advance(&mv, &mut ());
        Self { mv, after, won: 0.0, playouts: 0 }
    }

    fn share(&self) -> f64 {
        self.won / f64::from(self.playouts.max(1))
    }
}

/// Drops moves that are more than four standard errors behind the best.
fn drop_hopeless(candidates: &mut Vec<Candidate>) {
    let best = candidates.iter().map(Candidate::share).fold(0.0, f64::max);
    candidates.retain(|candidate| {
        let margin = 4.0 * (0.5 / f64::from(candidate.playouts.max(1))).sqrt();
        candidate.playouts < LEAST_PLAYOUTS || best - candidate.share() < margin
    });
}

/// Plays a match out: 1 when the seat wins, its part when it shares the first place, a little for better places. `None` when
/// the meter has stopped it.
fn playout(
    position: Aeroplane,
    seat: Seat,
    moves: &mut Vec<AeroplaneMove>,
    random: &mut RandomSource,
    meter: &mut NodeMeter,
) -> Option<f64> {
    let standing = played_out(position, moves, random, meter)?.ranking_if_stopped();
    let places = standing.places();
    let place = places.get(seat.index()).copied().unwrap_or(u8::MAX);
    let sharing = places.iter().filter(|other| **other == place).count();
    Some(if place == 1 { 1.0 / sharing as f64 } else { 0.0 })
}

/// The position at the end of a match that is played out. `None` when the meter has stopped it.
fn played_out(
    mut position: Aeroplane,
    moves: &mut Vec<AeroplaneMove>,
    random: &mut RandomSource,
    meter: &mut NodeMeter,
) -> Option<Aeroplane> {
    for _ in 0..MOST_PLIES {
        let mv = match position.to_act() {
            ToAct::Nobody => break,
            ToAct::Chance { .. } => thrown(&position, random)?,
            ToAct::Seat(_) => PlanePolicy::PLAYOUT.choose(&position, moves, random)?,
        };
        position.advance(&mv, &mut ());
        if meter.tick() {
            return None;
        }
    }
    Some(position)
}

fn thrown(position: &Aeroplane, random: &mut RandomSource) -> Option<AeroplaneMove> {
    (0..64).find_map(|_| position.thrown((random.next() >> 24) as u8))
}

/// A guess of the chance to win without a playout, from how far everybody has come.
pub(super) fn estimate(position: &Aeroplane, seat: Seat) -> f64 {
    let weight = |seat: Seat| (f64::from(position.points(seat)) / 25.0).exp();
    weight(seat) / Seat::first(position.seats()).map(weight).sum::<f64>()
}

/// The chance of every seat to win, by as many playouts as the meter lets through; a guess where it lets none through.
pub(super) fn chances(position: &Aeroplane, seed: u64, meter: &mut NodeMeter) -> Vec<f64> {
    let (mut won, mut playouts, mut moves) = (vec![0.0; usize::from(position.seats())], 0, Vec::new());
    for round in 0..MOST_CHANCE_PLAYOUTS {
        let mut random = RandomSource::new(seed ^ (round + 1) << 20);
        let Some(end) = played_out(position.clone(), &mut moves, &mut random, meter) else { break };
        let standing = end.ranking_if_stopped();
        let sharing = standing.places().iter().filter(|place| **place == 1).count().max(1);
        for (won, place) in won.iter_mut().zip(standing.places()) {
            *won += if *place == 1 { 1.0 / sharing as f64 } else { 0.0 };
        }
        playouts += 1;
    }
    if playouts == 0 {
        return Seat::first(position.seats()).map(|seat| estimate(position, seat)).collect();
    }
    won.into_iter().map(|won| won / f64::from(playouts)).collect()
}
