//! Playing on: what each move leads to, estimated by playing some turns on with the evaluation and asking it for the chance to
//! win then.
//!
//! With four planes and dice a tree hardly ever sees the same position twice, so what a tree would learn below the first move
//! is worth little; a good policy for all seats in the playouts is worth more (Tesauro and Galperin, "On-line Policy
//! Improvement using Monte-Carlo Search", 1996). It holds for two seats as for four. Playing to the end instead would need some
//! ten times as many playouts for the same error.

use super::board::{PlaneBoard, PlaneTables, SEATS};
use super::evaluation::PlaneWeights;
use crate::bots::limits::NodeMeter;
use crate::bots::random::{RandomSource, mixed};
use crate::games::aeroplane::{Aeroplane, PLANES};
use crate::games::{Rules, Seat};

/// Plies that a playout goes on for.
const HORIZON: u32 = 48;

/// Playouts of a move after which a comparison with the others begins to mean something.
const LEAST_PLAYOUTS: u32 = 64;

/// Playouts of each move after which more of them change nothing.
const MOST_PLAYOUTS: u32 = 16_000;

/// Standard errors by which a move has to be behind to be dropped, and ahead to be preferred to the move that the evaluation
/// chooses.
const BEHIND: f64 = 3.0;
const AHEAD: f64 = 2.0;

/// Playouts of a position after which more of them change the chances of its seats by less than a hundredth.
const MOST_CHANCE_PLAYOUTS: u32 = 2000;

/// A move with the playouts that followed it.
struct Candidate {
    plane: usize,
    after: PlaneBoard,
    /// Whether the seat has finished by it.
    is_home: bool,
    won: f64,
    /// By how much its playouts went better than those of the first candidate after the same rolls: the sum, and the sum of
    /// the squares.
    better: f64,
    squares: f64,
}

/// A plane to move, with its share of wins.
pub(super) struct RolloutFinding {
    pub plane: usize,
    pub value: f64,
}

/// The move with the best playouts. They go round all moves, and the same rolls follow each; a move that is clearly worse is
/// dropped, and the move that the evaluation chooses stands unless another is clearly better. `None` when no plane can be moved.
pub(super) fn choose(
    board: &PlaneBoard,
    tables: &PlaneTables,
    seed: u64,
    meter: &mut NodeMeter,
) -> Option<RolloutFinding> {
    let first = PlaneWeights::FITTED.choose(board, tables)?;
    let movable = board.movable(tables);
    let others = (0..PLANES).filter(|plane| movable >> plane & 1 == 1 && *plane != first);
    let mut first = Candidate::of(board, first, tables);
    if first.is_home {
        return Some(RolloutFinding { plane: first.plane, value: 1.0 });
    }
    let mut others: Vec<Candidate> = others.map(|plane| Candidate::of(board, plane, tables)).collect();
    let mut playouts = 0;
    while playouts < if others.is_empty() { LEAST_PLAYOUTS } else { MOST_PLAYOUTS } {
        let random = RandomSource::new(mixed(seed ^ u64::from(playouts) << 32));
        let Some(won) = playout(first.after, board.acting, tables, random.clone(), meter) else { break };
        first.won += won;
        playouts += 1;
        for other in &mut others {
            let with_other = playout(other.after, board.acting, tables, random.clone(), meter).unwrap_or(won);
            other.won += with_other;
            other.better += with_other - won;
            other.squares += (with_other - won) * (with_other - won);
        }
        if playouts % 32 == 0 && playouts >= LEAST_PLAYOUTS {
            others.retain(|other| other.lead(playouts) > -BEHIND);
        }
    }
    let is_better = |other: &&Candidate| playouts >= LEAST_PLAYOUTS && other.lead(playouts) > AHEAD;
    let best =
        others.iter().filter(is_better).max_by(|one, other| one.won.total_cmp(&other.won)).unwrap_or(&first);
    let value = match playouts {
        0 => PlaneWeights::FITTED.chance(&best.after, board.acting, tables),
        _ => best.won / f64::from(playouts),
    };
    Some(RolloutFinding { plane: best.plane, value })
}

/// The chance to win after a move, without a playout.
pub(super) fn chance_after(board: &PlaneBoard, plane: usize, tables: &PlaneTables) -> f64 {
    let candidate = Candidate::of(board, plane, tables);
    if candidate.is_home { 1.0 } else { PlaneWeights::FITTED.chance(&candidate.after, board.acting, tables) }
}

impl Candidate {
    fn of(board: &PlaneBoard, plane: usize, tables: &PlaneTables) -> Self {
        let mut after = *board;
        let is_home = after.move_planes(&board.move_of(plane, tables), tables);
        Self { plane, after, is_home, won: 0.0, better: 0.0, squares: 0.0 }
    }

    /// By how much it is better than the first candidate, in standard errors.
    fn lead(&self, playouts: u32) -> f64 {
        let playouts = f64::from(playouts.max(1));
        let mean = self.better / playouts;
        let variance = (self.squares / playouts - mean * mean).max(1e-9);
        mean / (variance / playouts).sqrt()
    }
}

/// How a playout ended.
enum PlayoutEnd {
    /// This seat has finished.
    Finished(usize),
    /// Nobody has finished before the horizon. The die is to be rolled.
    Horizon(PlaneBoard),
}

/// Plays on until the next seat finishes, or to the horizon: 1 when it is this one, and otherwise the chance that it will be.
/// `None` when the meter has stopped it.
#[inline]
fn playout(
    board: PlaneBoard,
    seat: usize,
    tables: &PlaneTables,
    random: RandomSource,
    meter: &mut NodeMeter,
) -> Option<f64> {
    Some(match play_out(board, tables, random, meter)? {
        PlayoutEnd::Finished(other) => f64::from(u8::from(other == seat)),
        PlayoutEnd::Horizon(board) => PlaneWeights::FITTED.chance(&board, seat, tables),
    })
}

/// Plays on until the next seat finishes, or to the horizon. `None` when the meter has stopped it.
#[inline]
fn play_out(
    mut board: PlaneBoard,
    tables: &PlaneTables,
    mut random: RandomSource,
    meter: &mut NodeMeter,
) -> Option<PlayoutEnd> {
    let mut plies = 0;
    loop {
        if meter.tick() {
            return None;
        }
        plies += 1;
        if board.die == 0 {
            if plies > HORIZON {
                return Some(PlayoutEnd::Horizon(board));
            }
            board.roll(tables, &mut random);
            continue;
        }
        let acting = board.acting;
        let plane = PlaneWeights::FITTED.choose(&board, tables)?;
        if board.move_planes(&board.move_of(plane, tables), tables) {
            return Some(PlayoutEnd::Finished(acting));
        }
    }
}

/// The chance of every seat to be the next that finishes, and 1 for those that have: by as many playouts as the meter lets
/// through, by the evaluation where it lets none through.
pub(super) fn chances(position: &Aeroplane, seed: u64, meter: &mut NodeMeter) -> Vec<f64> {
    let finished = Seat::first(position.seats()).map(|seat| position.is_home(seat));
    let Some(board) = PlaneBoard::of(position) else {
        return finished.map(|is_home| f64::from(u8::from(is_home))).collect();
    };
    let tables = PlaneTables::of(position);
    let (mut sums, mut playouts) = ([0.0; SEATS], 0);
    while playouts < MOST_CHANCE_PLAYOUTS {
        let random = RandomSource::new(mixed(seed ^ u64::from(playouts) << 32));
        let Some(end) = play_out(board, &tables, random, meter) else { break };
        end.add_to(&mut sums, &tables);
        playouts += 1;
    }
    if playouts == 0 {
        PlayoutEnd::Horizon(board).add_to(&mut sums, &tables);
        playouts = 1;
    }
    let shares = sums.iter().map(|sum| sum / f64::from(playouts));
    finished.zip(shares).map(|(is_home, share)| if is_home { 1.0 } else { share }).collect()
}

impl PlayoutEnd {
    /// Adds the chance of each seat to be the next that finishes. The chances add up to 1.
    fn add_to(&self, sums: &mut [f64; SEATS], tables: &PlaneTables) {
        match self {
            Self::Finished(seat) => sums[*seat] += 1.0,
            Self::Horizon(board) => {
                let chance = |seat: usize| match board.finished >> seat & 1 {
                    0 if seat < tables.seats => PlaneWeights::FITTED.chance(board, seat, tables),
                    _ => 0.0,
                };
                let chances: [f64; SEATS] = std::array::from_fn(chance);
                let total = chances.iter().sum::<f64>().max(f64::MIN_POSITIVE);
                for (sum, chance) in sums.iter_mut().zip(chances) {
                    *sum += chance / total;
                }
            }
        }
    }
}
