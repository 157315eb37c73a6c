//! Conditional moves: prepared answers to moves of opponents.
//!
//! A conditional move is a list of lines, "if they play this, then I play that, if then this, then that", from the
//! position when it was entered; the seat to act begins with its own ply. A roll is a ply of others. In games with
//! dice it can also be a rule that applies until it is withdrawn.

mod check;
mod edit;
mod follow;
#[cfg(test)]
mod tests;
mod text;

use compact_str::CompactString;
use thiserror::Error;

pub use check::parse_conditional_move;
pub use edit::ConditionalEdit;
pub use follow::{drop_wildcards, update_and_follow};

use super::Match;
use crate::error_codes;
use crate::games::{PlayError, Seat};
use crate::keyed;
use crate::now::Moment;

/// Maximum number of lines.
pub const MOST_LINES: usize = 20;
/// Maximum number of plies of a line.
pub const MOST_PLIES: usize = 40;

/// A ply of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalStep {
    /// Whether the owner of the line plays it; otherwise it is waited for.
    pub own: bool,
    /// The ply; `None` matches any.
    pub ply: Option<CompactString>,
}

/// A line or rule of a conditional move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionalRule {
    /// Plies in order.
    Line(Vec<ConditionalStep>),
    /// A rule of a game with dice, by its key.
    Rule(&'static str),
}

keyed! {
    /// The state of a conditional move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ConditionalState {
        /// It is waiting.
        Standing = "standing",
        /// One of its lines was played to the end.
        Played = "played",
        /// No line fits what was played.
        Cancelled = "cancelled",
        /// Removed by its player.
        Withdrawn = "withdrawn",
    }
}

/// The conditional move of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalMove {
    /// The number of plies of the match when it was entered.
    pub since: usize,
    /// Its state.
    pub state: ConditionalState,
    /// Its lines or rules. The first that fits is followed.
    pub clauses: Vec<ConditionalRule>,
}

/// The conditional moves of all seats. Each is visible to its own player only.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ConditionalMoves {
    /// Grows with every change, so that one process notices what another has written.
    version: u32,
    seats: Vec<(Seat, ConditionalMove)>,
    cancelled: Vec<CancelledConditional>,
}

/// The cancellation of a conditional move, because the match went another way or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CancelledConditional {
    /// Its seat.
    pub seat: Seat,
    /// The log entry that did not fit.
    pub seq: u32,
    pub at: Moment,
}

/// Why a conditional move is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConditionalProblem {
    /// It has too many lines.
    #[error("there are too many lines: {0}")]
    TooManyLines(usize),
    /// A line is invalid.
    #[error("line {line}: {why}")]
    Line {
        /// Which line, starting at 1.
        line: usize,
        why: ConditionalLineError,
    },
    /// A ply of a line is illegal.
    #[error("line {line}, ply {ply} ({notation}): {why}")]
    Ply {
        /// Which line, starting at 1.
        line: usize,
        /// Which ply of it, starting at 1.
        ply: usize,
        /// The notation as it was given, possibly cut short.
        notation: String,
        why: ConditionalLineError,
    },
}

/// What is wrong with a line or a ply of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConditionalLineError {
    /// A ply is missing after this word: “if” or “then”.
    #[error("a move is missing after “{0}”")]
    MissingPly(&'static str),
    /// An own ply must not be a wildcard.
    #[error("“*” stands for a ply of others")]
    OwnPlyNotNamed,
    /// It has too many plies.
    #[error("the line has too many plies")]
    TooManyPlies,
    /// It has no own ply.
    #[error("the line does not end with a ply of their own")]
    NothingToPlay,
    /// A game without conditional rules accepts only lines.
    #[error("this game takes no rules")]
    NoRules,
    /// An earlier line has the same beginning and another answer.
    #[error("line {line} starts the same way and plays {ply} there")]
    Contradiction {
        /// Which line, starting at 1.
        line: usize,
        /// The answer of that line.
        ply: String,
    },
    /// It is another seat's turn there.
    #[error("it is not your turn there")]
    OthersTurn,
    /// It is their own turn there.
    #[error("it is your turn there")]
    OwnTurn,
    /// The ply is illegal there.
    #[error("{0}")]
    Play(#[from] PlayError),
}

error_codes! {
    ConditionalProblem {
        Self::TooManyLines(_) => "too-many-conditional-lines",
        Self::Line { .. } => "invalid-conditional-line",
        Self::Ply { .. } => "invalid-conditional-move",
    }
}

error_codes! {
    ConditionalLineError {
        Self::MissingPly(_) => "missing-conditional-move",
        Self::OwnPlyNotNamed => "own-move-not-named",
        Self::TooManyPlies => "too-many-conditional-moves",
        Self::NothingToPlay => "no-own-conditional-move",
        Self::NoRules => "no-conditional-rules",
        Self::Contradiction { .. } => "contradicting-conditional-lines",
        Self::OthersTurn => "others-turn-there",
        Self::OwnTurn => "own-turn-there",
    } of {
        Self::Play(cause) => cause,
    }
}

impl ConditionalMoves {
    /// Conditional moves from the database.
    pub fn new(version: u32, seats: Vec<(Seat, ConditionalMove)>) -> Self {
        Self { version, seats, cancelled: Vec::new() }
    }

    /// Adds the cancelled ones, in the order of the log.
    #[must_use]
    pub fn with_cancelled(self, cancelled: Vec<CancelledConditional>) -> Self {
        Self { cancelled, ..self }
    }

    /// The cancelled ones, in the order of the log.
    pub fn cancelled(&self) -> &[CancelledConditional] {
        &self.cancelled
    }

    /// The version, which grows with every change.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The conditional move of a seat, in whatever state.
    pub fn of(&self, seat: Seat) -> Option<&ConditionalMove> {
        let of = |(whose, order): &&(Seat, ConditionalMove)| {
            *whose == seat && order.state != ConditionalState::Withdrawn
        };
        self.seats.iter().find(of).map(|(_, order)| order)
    }

    /// Whether a seat has conditional moves that are waiting.
    pub fn are_waiting(&self, seat: Seat) -> bool {
        self.of(seat).is_some_and(|order| order.state == ConditionalState::Standing)
    }

    /// All conditional moves, including withdrawn ones.
    pub fn all(&self) -> &[(Seat, ConditionalMove)] {
        &self.seats
    }

    /// Whether none is waiting.
    pub fn are_silent(&self) -> bool {
        self.seats.iter().all(|(_, order)| order.state != ConditionalState::Standing)
    }

    /// Sets the conditional move of a seat, and replaces an earlier one.
    pub fn set(&mut self, seat: Seat, order: ConditionalMove) {
        self.version += 1;
        match self.seats.iter_mut().find(|(whose, _)| *whose == seat) {
            Some((_, before)) => *before = order,
            None => self.seats.push((seat, order)),
        }
    }

    /// Cancels the conditional move of a seat.
    fn cancel(&mut self, seat: Seat, order: ConditionalMove, m: &Match) {
        self.set(seat, ConditionalMove { state: ConditionalState::Cancelled, ..order });
        self.cancelled.push(CancelledConditional { seat, seq: m.seq, at: m.changed_at });
    }

    /// Whether the conditional move of a seat waited before this log entry.
    fn waited_before(&self, seat: Seat, order: &ConditionalMove, seq: u32) -> bool {
        match order.state {
            ConditionalState::Standing => true,
            ConditionalState::Cancelled => {
                self.cancelled.iter().any(|cancelled| cancelled.seat == seat && cancelled.seq >= seq)
            }
            ConditionalState::Played | ConditionalState::Withdrawn => false,
        }
    }

    /// Lets the conditional move of a seat wait again, as if this log entry and all later ones had not cancelled it.
    fn restore(&mut self, seat: Seat, order: ConditionalMove, seq: u32) {
        self.set(seat, ConditionalMove { state: ConditionalState::Standing, ..order });
        self.cancelled.retain(|cancelled| cancelled.seat != seat || cancelled.seq < seq);
    }
}

impl ConditionalMove {
    /// A conditional move without lines.
    pub fn withdrawn() -> Self {
        Self { since: 0, state: ConditionalState::Withdrawn, clauses: Vec::new() }
    }
}
