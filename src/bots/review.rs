//! Evaluations of the positions of a match, and what there is to say about a move: for hints and for the analysis of matches.
//!
//! An evaluation is what a search expects for every seat. The same search compares the best move with the one that was played,
//! so that the loss of a move does not depend on how deep the searches of two positions came. Reasons follow from two moves of a
//! position by playing them out; they take no search.

use serde::{Deserialize, Serialize};

use super::comparison::ComparedChoice;
use super::{BotRules, SearchLimits};
use crate::games::{Cell, Game, Outcome, Position, Seat, for_game, for_position};

/// The evaluation of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PositionReview {
    /// What each seat can expect, in the units of the game: see [`BotRules::VALUE_UNIT`].
    pub values: Vec<f64>,
    /// What the seat to act can expect after the best move. `None` where no seat is to act.
    pub best: Option<f64>,
    /// What it could expect after the move that was played, as far as it is comparable with `best`. `None` where no move was
    /// played, where its loss is the difference from the position after it, and in evaluations of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<f64>,
    /// The expected moves in notation, the best one first; rolls of the dice are left out.
    pub line: Vec<String>,
}

/// What there is to say about a move. Cells and pieces are numbered as their game numbers them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveReason {
    /// It wins at once.
    Wins,
    /// It occupies the cell on which an opponent would win.
    Blocks(Cell),
    /// The same seat moves again.
    MovesAgain,
    /// It captures this number of seeds.
    Captures(u8),
    /// It threatens to win in two places at once: one answer is not enough.
    Forks,
    /// The opponent can then do so on this cell.
    AllowsFork(Cell),
    /// It leaves this number of seeds of the seat to be captured by the next move.
    LeavesSeeds(u8),
    /// By so many seeds it lowers what the opponent could capture if it were to move.
    DefendsSeeds(u8),
    /// With the piece that is given the opponent wins at once: what the line shares then.
    GivesWin(Vec<&'static str>),
    /// Every piece that can be given lets the opponent win at once.
    NoSafeGift,
    /// The opponent cannot win with the piece that is given, but could with others.
    SafeGift,
    /// A chain over these cells, which begins where the marble stands.
    Chain { path: Vec<Cell>, steps: u8 },
    /// It brings a marble this number of steps nearer to its target.
    Advances(u8),
    /// It sends this number of pieces of others back.
    SendsBack(u8),
    /// It leaves this piece where one roll of an opponent can hit it.
    LeavesInReach(u8),
    /// It brings this piece, which one roll could have hit, out of reach.
    OutOfReach(u8),
    /// It moves this piece.
    MovesPiece(u8),
}

/// A move that cost its seat much.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// Which ply, from 0.
    pub ply: usize,
    pub seat: Seat,
    /// By how much the best move was better, in the units of the game.
    pub loss: f64,
}

/// A game of which matches can be reviewed.
pub trait ReviewRules: BotRules {
    /// The least loss of a move that is a turning point, in the units of the game.
    const TURNING_POINT: f64;
    /// The highest value, to three decimals, of a seat that is lost: proven to lose, or behind where points decide. `None` where
    /// dice decide as well.
    const LOST: Option<f64>;
    /// The values at the lower and the upper edge of a graph.
    const RANGE: (f64, f64);

    /// Evaluates the position, also one in which no seat is to act, and the move that was played in it, if any. That takes as
    /// many nodes again as the limits allow.
    fn review(&self, played: Option<&Self::Move>, seed: u64, limits: &SearchLimits) -> PositionReview;

    /// What speaks for a legal move, if anything can be seen at once.
    fn reason_for(&self, mv: &Self::Move) -> Option<MoveReason>;

    /// What a legal move misses or gives away that the best move does not, if anything can be seen at once.
    fn reason_against(&self, played: &Self::Move, best: &Self::Move) -> Option<MoveReason>;
}

/// Evaluates a position and the move in notation that was played in it: see [`ReviewRules::review`]. Depends on nothing but
/// these, the seed and the node limit, unless the time or a cancellation stops the search.
pub fn review(position: &Position, played: Option<&str>, seed: u64, limits: &SearchLimits) -> PositionReview {
    // What is thrown is no move.
    let played =
        played.filter(|notation| position.to_act().seat().is_some() && position.check(notation).is_ok());
    for_position!(position, p => {
        let played = played.and_then(|notation| notation.parse().ok());
        p.review(played.as_ref(), seed, limits)
    })
    .rounded()
}

/// What speaks for a move in notation. `None` where there is nothing to say, or the move is not legal.
pub fn reason_for(position: &Position, notation: &str) -> Option<MoveReason> {
    position.check(notation).ok()?;
    for_position!(position, p => p.reason_for(&notation.parse().ok()?))
}

/// What a move in notation misses or gives away that the best move does not. `None` where there is nothing to say, or one of
/// the moves is not legal.
pub fn reason_against(position: &Position, played: &str, best: &str) -> Option<MoveReason> {
    position.check(played).ok()?;
    position.check(best).ok()?;
    for_position!(position, p => p.reason_against(&played.parse().ok()?, &best.parse().ok()?))
}

/// Where a value lies between the lower edge of a graph, 0, and the upper one, 1.
pub fn height(game: Game, value: f64) -> f64 {
    let (low, high) = for_game!(game, R => <R as ReviewRules>::RANGE);
    ((value - low) / (high - low)).clamp(0.0, 1.0)
}

/// The least loss of a move that is a turning point, in the units of the game.
pub fn least_loss(game: Game) -> f64 {
    for_game!(game, R => <R as ReviewRules>::TURNING_POINT)
}

/// The turning points of a match: its plies with the seat that played each (`None` for a roll), the evaluations of all its
/// positions, one more than plies, and the seat that lost, if there are two. Where none of the plies of the loser costs as much
/// as a turning point, the decisive one is one all the same.
pub fn turning_points<'a>(
    game: Game,
    plies: impl Iterator<Item = (Option<Seat>, &'a str)>,
    positions: &[PositionReview],
    loser: Option<Seat>,
) -> Vec<TurningPoint> {
    let least = least_loss(game);
    let pairs = positions.windows(2).zip(plies).enumerate();
    let losses = pairs.filter_map(|(ply, (pair, (seat, notation)))| {
        let ([before, after], seat) = (pair, seat?) else { return None };
        let loss = before.loss(seat, notation, after)?;
        Some(TurningPoint { ply, seat, loss })
    });
    let mut points: Vec<_> = losses.filter(|point| point.loss > 0.0).collect();
    let erred = |loser: &Seat| points.iter().any(|point| point.seat == *loser && point.loss >= least);
    let decisive = loser.filter(|loser| !erred(loser)).and_then(|loser| {
        let lost = for_game!(game, R => <R as ReviewRules>::LOST)?;
        decisive_ply(points.iter().filter(|point| point.seat == loser), positions, lost)
    });
    points.retain(|point| point.loss >= least || Some(point.ply) == decisive);
    points
}

/// The ply that decided the match: of those with which the loser lost something the last after which it is lost and before which
/// it is not, or else the one that lost most. `None` as well if the loser is not behind at the end, as when its time ran out.
fn decisive_ply<'a>(
    losses: impl Iterator<Item = &'a TurningPoint>,
    positions: &[PositionReview],
    lost: f64,
) -> Option<usize> {
    let is_lost_after = |point: &&TurningPoint| {
        let (before, after) = (positions.get(point.ply)?.best?, positions.get(point.ply + 1)?);
        let after = after.values.get(point.seat.index())?;
        Some(before > lost && after.min(before - point.loss) <= lost)
    };
    let losses: Vec<_> = losses.collect();
    let at_end = positions.last()?.values.get(losses.first()?.seat.index())?;
    let turned = losses.iter().copied().rfind(|point| is_lost_after(point) == Some(true));
    let dearest = losses.iter().copied().max_by(|one, other| one.loss.total_cmp(&other.loss));
    turned.or(dearest).filter(|_| *at_end < 0.0).map(|point| point.ply)
}

impl PositionReview {
    /// What a seat loses by a move, if this is the evaluation before the move. `None` if nothing was evaluated.
    pub fn loss(&self, seat: Seat, played: &str, after: &Self) -> Option<f64> {
        if self.line.first()? == played {
            return Some(0.0);
        }
        let value = match self.played {
            Some(value) => value,
            None => *after.values.get(seat.index())?,
        };
        Some((self.best? - value).max(0.0))
    }

    /// The best move, in notation.
    pub fn best_move(&self) -> Option<&str> {
        self.line.first().map(String::as_str)
    }

    /// With the values to three decimals, as they are stored.
    fn rounded(mut self) -> Self {
        for value in self.values.iter_mut().chain(&mut self.best).chain(&mut self.played) {
            *value = (*value * 1000.0).round() / 1000.0;
        }
        self
    }
}

/// The evaluation of a position with two seats and without chance, by what the search of level Master found. `settled` returns
/// the value for seat 0 if the match is over.
pub(super) fn of_two<G: BotRules>(
    position: &G,
    found: Option<ComparedChoice<G::Move>>,
    settled: impl FnOnce() -> f64,
) -> PositionReview {
    let Some((ComparedChoice { choice, loss }, seat)) = found.zip(position.to_act().seat()) else {
        let value = settled();
        return PositionReview { values: vec![value, -value], ..PositionReview::default() };
    };
    let value = if seat.number() == 0 { choice.value } else { -choice.value };
    let line = choice.line.iter().map(ToString::to_string).collect();
    let played = loss.map(|loss| choice.value - loss);
    PositionReview { values: vec![value, -value], best: Some(choice.value), played, line }
}

/// 1 when seat 0 has won, -1 when it has lost, else 0.
pub(super) fn won_by_first(outcome: Option<Outcome>) -> f64 {
    match outcome.as_ref().map(Outcome::places) {
        Some([1, 2]) => 1.0,
        Some([2, 1]) => -1.0,
        _ => 0.0,
    }
}

/// Whether a move wins at once.
pub(super) fn wins<G: BotRules>(position: &G, mv: &G::Move) -> bool {
    let Some(seat) = position.to_act().seat() else { return false };
    let mut after = position.clone();
    after.advance(mv, &mut ());
    let outcome = after.outcome().filter(|outcome| !outcome.is_draw());
    outcome.is_some_and(|outcome| outcome.places().get(seat.index()) == Some(&1))
}
