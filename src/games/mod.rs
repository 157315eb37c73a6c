//! The games: what the rules say, as pure values.
//!
//! A game is a type that implements [`Rules`]; the type *is* a position. `catalogue.rs` is the only list of games in
//! the program: it makes [`Game`], [`Options`] and [`Position`], through which every other room speaks of whichever game it
//! is, and `for_game!` and `for_position!`, with which rooms above ask a game for what they need of it by a trait of their own.
//!
//! # A tour
//!
//! A position knows whose turn it is and what may be played; playing gives the effects that an eye sees.
//!
//! ```
//! use parlour::games::{Game, PlayError, Seat, ToAct};
//!
//! let game = Game::from_key("tictactoe").unwrap();
//! let options = game.options([("size", "3")])?;
//! let mut position = game.opening(&options, 2)?;
//! assert_eq!(position.to_act(), ToAct::Seat(Seat::new(0)));
//! assert_eq!(position.legal().len(), 9);
//!
//! let played = position.play("b2").unwrap();
//! assert_eq!((played.notation.as_str(), played.effects.is_empty()), ("b2", false));
//! assert!(matches!(position.play("b2"), Err(PlayError::Illegal { .. })));
//! assert!(matches!(position.play("nonsense"), Err(PlayError::Unreadable { .. })));
//!
//! // A position reads back from its text.
//! assert_eq!(position.text(), ".../.x./... 1");
//! let mut again = game.position(&options, 2, &position.text())?;
//!
//! for notation in ["a1", "b1", "a2", "b3"] {
//!     assert!(again.outcome().is_none());
//!     again.play(notation).unwrap();
//! }
//! assert_eq!(again.outcome().unwrap().places(), [1, 2]);
//! assert_eq!(again.to_act(), ToAct::Nobody);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod aeroplane;
pub(crate) mod catalogue;
pub mod choices;
mod clicks;
#[cfg(test)]
mod contract;
pub mod effect;
pub mod hex;
pub mod kalah;
pub mod options;
pub mod perft;
pub mod play;
pub mod quarto;
pub mod replay;
mod seat;
pub mod square;
pub mod sternhalma;
pub mod tictactoe;
mod why;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

use compact_str::CompactString;
use smallvec::SmallVec;

pub use catalogue::{Game, Options, Position};
pub(crate) use catalogue::{for_game, for_position};
pub use choices::{Choice, Choices, NextChoice};
pub use clicks::Clicks;
pub use effect::{Cell, Effect, EffectSink, Piece, PlacedPiece};
pub use options::{GameOptions, OptionPreset, OptionSpec, OptionValues, SetupError};
pub use play::{PlayError, PlayedPly, play};
pub use seat::{BySeat, MOST_SEATS, Outcome, Seat, ToAct};
pub use why::{RuleReason, UnusualFilling, because};

/// Text that is not what it should be: a notation or a position that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot be read")]
pub struct UnreadableNotation;

/// Throws of the dice with their weights, without allocation for up to six of them.
pub type WeightedThrows<M> = SmallVec<[(M, u8); 6]>;

/// The rules of a game. The implementing type is a position, with whatever history its rules look at.
///
/// Two positions are equal exactly when their texts are, so what [`text`](Self::text) leaves out (occurrences, turns taken,
/// which of two like pieces is which) takes no part in `Eq` and `Hash`.
pub trait Rules: Clone + Eq + Hash + Debug + Send + Sync + Sized + 'static {
    /// The game's name in URLs, records and on the command line.
    const KEY: &'static str;
    /// The game's name for people.
    const TITLE: &'static str;
    /// How many seats it takes.
    const SEATS: RangeInclusive<u8>;
    /// How a ply is written, for the reader of a refusal: "a square such as b2".
    const NOTATION: &'static str;

    /// Whether dice are thrown in it.
    const HAS_DICE: bool = false;

    /// What a player can have done whenever it is possible, each rule as players write it. Games in which nobody can say
    /// what will be played have such rules instead of lines of moves.
    const CONDITIONAL_RULES: &'static [&'static str] = &[];

    /// A ply of this game. `Display` writes its notation, canonical and unambiguous; `FromStr` reads it back.
    type Move: Clone + Eq + Debug + Display + FromStr<Err = UnreadableNotation>;
    /// Its variant switches.
    type Options: GameOptions;

    /// The opening position.
    ///
    /// # Errors
    /// A seat count outside [`Self::SEATS`], or options that do not go together.
    fn opening(options: &Self::Options, seats: u8) -> Result<Self, SetupError>;

    /// How many seats play.
    fn seats(&self) -> u8;

    /// Who has to act; [`ToAct::Nobody`] exactly when there is an outcome.
    fn to_act(&self) -> ToAct;

    /// Adds every legal move to `moves`, none twice: the only source of legality. Adds none when the match is over.
    fn legal_moves_into(&self, moves: &mut Vec<Self::Move>);

    /// Every legal move.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// How many legal moves there are. A game overrides this only to count faster.
    fn count_legal_moves(&self) -> u64 {
        self.legal_moves().len() as u64
    }

    /// Whether the move is among the legal ones. A game overrides this only to answer faster.
    fn is_legal(&self, mv: &Self::Move) -> bool {
        self.legal_moves().contains(mv)
    }

    /// Plays a move that is known to be legal, showing its effects to `eye`.
    fn advance(&mut self, mv: &Self::Move, eye: &mut impl EffectSink);

    /// Plays a move that is known to be legal and tells what there was to see.
    fn apply(&mut self, mv: &Self::Move) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.advance(mv, &mut effects);
        effects
    }

    /// The places, once the match is over by its rules.
    fn outcome(&self) -> Option<Outcome>;

    /// The places if the match stopped here: the progress measure of the game, where it defines one.
    /// Seats that the match leaves unplaced share what is left.
    fn ranking_if_stopped(&self) -> Outcome {
        self.outcome().unwrap_or_else(|| Outcome::ranked(&vec![0; usize::from(self.seats())]))
    }

    /// Whether a seat is done while others play on.
    fn has_finished(&self, seat: Seat) -> bool {
        let _ = seat;
        false
    }

    /// Passes over the seat to act, which has left the match: its turn is taken without a ply. Only ever called in matches
    /// of three seats and more.
    fn skip(&mut self) {}

    /// Passes over the seat to act, which has let its time run out, without the turn being taken: it counts neither for
    /// repeated positions nor for a limit of turns, and never ends the match. Only ever called in matches of three seats
    /// and more.
    fn skip_uncounted(&mut self) {
        self.skip();
    }

    /// The throw that a byte drawn by chance stands for, all bytes being equally likely. `None` for a byte to be rejected,
    /// after which the next one is asked about, and wherever there is nothing to throw.
    fn thrown(&self, byte: u8) -> Option<Self::Move> {
        let _ = byte;
        None
    }

    /// Every throw that can come up, each with its weight: its probability is its weight divided by the sum of all weights.
    /// Empty wherever chance is not to act.
    fn throws(&self) -> WeightedThrows<Self::Move> {
        WeightedThrows::new()
    }

    /// What one of [`Self::CONDITIONAL_RULES`] plays for a seat that is to act, if it plays anything here.
    fn conditional_move(&self, rule: &str, seat: Seat) -> Option<Self::Move> {
        let _ = (rule, seat);
        None
    }

    /// Says why a move that can be read is not legal, to the person who tried it.
    fn why_not(&self, mv: &Self::Move) -> RuleReason;

    /// The cells a person points at to make the move, in order. No two legal moves share them and none is the beginning of
    /// another's; a move without any (a pass) is offered by name. Nobody points at what chance does.
    fn clicks(&self, mv: &Self::Move) -> Clicks;

    /// Adds moves that show together what can be pointed at next, after `so_far`: for every cell that some legal move is made
    /// with, at least one such move. A game overrides this only to leave out what shows nothing more.
    fn moves_to_choose_into(&self, so_far: &[Cell], moves: &mut Vec<Self::Move>) {
        let _ = so_far;
        self.legal_moves_into(moves);
    }

    /// Where a chain that a person clicks hole by hole can go on from, with the move it would be if it ended here.
    /// `None` in games that have no chains, or when `so_far` is no beginning of one.
    fn chain(&self, so_far: &[Cell]) -> Option<HopChain<Self::Move>> {
        let _ = so_far;
        None
    }

    /// What a cell is called in notation.
    fn cell_name(&self, cell: Cell) -> CompactString;

    /// Every piece that stands on the board, by piece id.
    fn pieces(&self) -> Vec<PlacedPiece>;

    /// How many things each cell holds, by cell, in games that count them instead of telling pieces apart.
    fn counts(&self) -> Vec<(Cell, u8)> {
        Vec::new()
    }

    /// The cells that are lit in this position for a reason that lasts (a winning line).
    fn lit(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// The position text.
    fn text(&self) -> String;

    /// Reads a position text. What the text leaves out starts afresh.
    ///
    /// # Errors
    /// A text that no position of this game with these options and seats has.
    fn from_text(options: &Self::Options, seats: u8, text: &str) -> Result<Self, UnreadableNotation>;
}

/// A chain of hops in the making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HopChain<M> {
    /// The cells it can go on to.
    pub next: Vec<Cell>,
    /// The move it is if it ends here, when that is legal.
    pub ends: Option<M>,
}

/// Refuses a seat count the game is not for.
pub(crate) fn check_seats<R: Rules>(seats: u8) -> Result<(), SetupError> {
    if R::SEATS.contains(&seats) {
        return Ok(());
    }
    Err(SetupError::Seats { seats, least: *R::SEATS.start(), most: *R::SEATS.end() })
}
