//! Conditional moves: answers a seat has prepared to moves of its opponents.
//!
//! In games without dice an order is a list of lines, "if they play this, then I play that, if then this, then that",
//! told from the position as it stood when the order was left; whoever is to move begins with what they play now. With
//! dice it is a rule that holds until it is withdrawn.

mod check;
mod follow;
#[cfg(test)]
mod tests;
mod text;

use compact_str::CompactString;
use thiserror::Error;

pub use check::parse_conditional_move;
pub use follow::settle;

use super::Match;
use crate::error_codes;
use crate::games::{PlayError, Seat};
use crate::now::Moment;

/// The most lines of an order.
pub const MOST_LINES: usize = 20;
/// The most plies of a line.
pub const MOST_PLIES: usize = 40;

/// A ply of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalStep {
    /// Whether the seat plays it that left the order; otherwise it is waited for.
    pub own: bool,
    /// The ply; any, when there is none.
    pub ply: Option<CompactString>,
}

/// A line of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionalRule {
    /// Plies in the order they are played.
    Line(Vec<ConditionalStep>),
    /// A rule about the dice.
    Rule(&'static str),
}

/// What has become of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionalState {
    /// It waits, or answers.
    Standing,
    /// A line of it has been played to its end.
    Played,
    /// What was played fits none of its lines.
    Cancelled,
    /// Removed by its player.
    Withdrawn,
}

/// What a seat has ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalMove {
    /// After how many plies of the match it was left.
    pub since: usize,
    /// What has become of it.
    pub state: ConditionalState,
    /// Its lines; the first that fits is the one that is followed.
    pub clauses: Vec<ConditionalRule>,
}

/// The conditional moves of all seats. Each is visible to its own player only.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ConditionalMoves {
    /// Grows with every change, so that one program sees what another has written.
    version: u32,
    seats: Vec<(Seat, ConditionalMove)>,
    cancelled: Vec<CancelledConditional>,
}

/// That an order was cancelled because the match went another way, or went back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CancelledConditional {
    /// Whose it was.
    pub seat: Seat,
    /// The entry of the log that it did not fit.
    pub seq: u32,
    pub at: Moment,
}

/// Why an order cannot be left.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConditionalProblem {
    /// There are too many lines.
    #[error("there are too many lines: {0}")]
    TooManyLines(usize),
    /// A line cannot be followed.
    #[error("line {line}: {why}")]
    Line {
        /// Which, from 1.
        line: usize,
        why: ConditionalLineError,
    },
    /// A ply of a line cannot be played or waited for.
    #[error("line {line}, ply {ply} ({notation}): {why}")]
    Ply {
        /// Which line, from 1.
        line: usize,
        /// Which ply of it, from 1.
        ply: usize,
        /// What was written, cut short when it is long.
        notation: String,
        why: ConditionalLineError,
    },
}

/// What is wrong with a line of an order, or with a ply of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConditionalLineError {
    /// A ply is missing behind this word: “if” or “then”.
    #[error("a move is missing after “{0}”")]
    MissingPly(&'static str),
    /// A ply of the player's own has to be named.
    #[error("“*” stands for a ply of others")]
    OwnPlyNotNamed,
    /// It has more plies than a line may have.
    #[error("the line has too many plies")]
    TooManyPlies,
    /// It does not say what is to be played.
    #[error("the line does not end with a ply of their own")]
    NothingToPlay,
    /// A game that has conditional rules, which are these, takes no lines.
    #[error("this game takes only rules")]
    OnlyRules(&'static [&'static str]),
    /// A game that has no conditional rules takes only lines.
    #[error("this game takes no rules")]
    NoRules,
    /// An earlier line begins alike and goes on with another ply.
    #[error("line {line} starts the same way and plays {ply} there")]
    Contradiction {
        /// Which line, from 1.
        line: usize,
        /// The ply that it plays.
        ply: String,
    },
    /// It is another seat's turn there.
    #[error("it is not your turn there")]
    OthersTurn,
    /// It is their own turn there.
    #[error("it is your turn there")]
    OwnTurn,
    /// The ply cannot be played there.
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
        Self::OnlyRules(_) => "only-conditional-rules",
        Self::NoRules => "no-conditional-rules",
        Self::Contradiction { .. } => "contradicting-conditional-lines",
        Self::OthersTurn => "others-turn-there",
        Self::OwnTurn => "own-turn-there",
    } of {
        Self::Play(cause) => cause,
    }
}

impl ConditionalMoves {
    /// These orders, as they were kept.
    pub fn new(version: u32, seats: Vec<(Seat, ConditionalMove)>) -> Self {
        Self { version, seats, cancelled: Vec::new() }
    }

    /// With those that were cancelled, in the order of the log.
    #[must_use]
    pub fn with_cancelled(self, cancelled: Vec<CancelledConditional>) -> Self {
        Self { cancelled, ..self }
    }

    /// Those that were cancelled, in the order of the log.
    pub fn cancelled(&self) -> &[CancelledConditional] {
        &self.cancelled
    }

    /// How often they have changed.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// What a seat has ordered, whatever became of it.
    pub fn of(&self, seat: Seat) -> Option<&ConditionalMove> {
        let of = |(whose, order): &&(Seat, ConditionalMove)| {
            *whose == seat && order.state != ConditionalState::Withdrawn
        };
        self.seats.iter().find(of).map(|(_, order)| order)
    }

    /// Every order, those that were withdrawn included.
    pub fn all(&self) -> &[(Seat, ConditionalMove)] {
        &self.seats
    }

    /// Whether nobody waits for anything.
    pub fn are_silent(&self) -> bool {
        self.seats.iter().all(|(_, order)| order.state != ConditionalState::Standing)
    }

    /// Puts an order in the place of the one a seat may have left before.
    pub fn leave(&mut self, seat: Seat, order: ConditionalMove) {
        self.version += 1;
        match self.seats.iter_mut().find(|(whose, _)| *whose == seat) {
            Some((_, before)) => *before = order,
            None => self.seats.push((seat, order)),
        }
    }

    /// Notes that the order of a seat no longer fits.
    fn cancel(&mut self, seat: Seat, order: ConditionalMove, m: &Match) {
        self.leave(seat, ConditionalMove { state: ConditionalState::Cancelled, ..order });
        self.cancelled.push(CancelledConditional { seat, seq: m.seq, at: m.changed_at });
    }
}

impl ConditionalMove {
    /// An order that orders nothing.
    pub fn withdrawn() -> Self {
        Self { since: 0, state: ConditionalState::Withdrawn, clauses: Vec::new() }
    }
}
