//! The games: their rules, as pure values.
//!
//! A game is a type that implements [`Rules`]; the type *is* a position. `catalogue.rs` is the only list of games. It
//! generates [`Game`], [`Options`] and [`Position`], which all other modules use without depending on a particular
//! game, and `for_game!` and `for_position!`, with which higher modules call traits of their own on a game.
//!
//! # A tour
//!
//! A position knows the seat to act and the legal moves. Playing a move returns its visible effects.
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
//! // A position round-trips through its text.
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
mod known_game;
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
pub use effect::{Cell, Effect, EffectSink, MOVES_AGAIN, Piece, PlacedPiece};
pub use known_game::KnownGame;
pub use options::{GameOptions, OptionPreset, OptionSpec, OptionValues, SetupError};
pub use play::{PlayError, PlayedPly, play};
pub use seat::{BySeat, MOST_SEATS, Outcome, Seat, ToAct};
pub use why::{PlaceholderValue, RuleReason, because};

/// A notation or a position text that is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot be read")]
pub struct UnreadableNotation;

/// Rolls with their weights, without allocation for up to six of them.
pub type WeightedRolls<M> = SmallVec<[(M, u8); 6]>;

/// The rules of a game. The implementing type is a position, including any history that its rules need.
///
/// Two positions are equal exactly when their texts are. What [`text`](Self::text) omits (occurrences, turns taken, the
/// identity of equal pieces) is therefore not part of `Eq` and `Hash`.
pub trait Rules: Clone + Eq + Hash + Debug + Send + Sync + Sized + 'static {
    /// The game's name in URLs, records and on the command line.
    const KEY: &'static str;
    /// The game's name as displayed.
    const TITLE: &'static str;
    /// The game in the names of its bots, which are stored.
    const BOT_TITLE: &'static str = Self::TITLE;
    /// The seat counts it allows.
    const SEATS: RangeInclusive<u8>;
    /// How a ply is written, for error messages: "a square such as b2".
    const NOTATION: &'static str;

    /// Whether some plies are rolls of a die.
    const HAS_DICE: bool = false;

    /// Rules that play a move automatically whenever they apply, as players write them. Games whose next plies cannot
    /// be foreseen have such rules instead of lines of moves.
    const CONDITIONAL_RULES: &'static [&'static str] = &[];

    /// A ply. `Display` writes its notation, canonical and unambiguous; `FromStr` parses it.
    type Move: Clone + Eq + Debug + Display + FromStr<Err = UnreadableNotation>;
    /// Its variant switches.
    type Options: GameOptions;

    /// The opening position.
    ///
    /// # Errors
    /// A seat count outside [`Self::SEATS`], or conflicting options.
    fn opening(options: &Self::Options, seats: u8) -> Result<Self, SetupError>;

    /// The number of seats in the match.
    fn seats(&self) -> u8;

    /// The seat to act; [`ToAct::Nobody`] exactly when there is an outcome.
    fn to_act(&self) -> ToAct;

    /// Adds every legal move to `moves`, without repetition. This is the only source of legality. Adds none after the
    /// end.
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

    /// Whether the move is legal. A game overrides this only to answer faster.
    fn is_legal(&self, mv: &Self::Move) -> bool {
        self.legal_moves().contains(mv)
    }

    /// Plays a move that is known to be legal, and emits its effects to `sink`.
    fn advance(&mut self, mv: &Self::Move, sink: &mut impl EffectSink);

    /// Plays a move that is known to be legal and returns its effects.
    fn apply(&mut self, mv: &Self::Move) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.advance(mv, &mut effects);
        effects
    }

    /// The places, once the match is over by its rules.
    fn outcome(&self) -> Option<Outcome>;

    /// The places if the match stopped here, by the progress measure of the game. By default, all seats share the first
    /// place until the match is over.
    fn ranking_if_stopped(&self) -> Outcome {
        self.outcome().unwrap_or_else(|| Outcome::ranked(&vec![0; usize::from(self.seats())]))
    }

    /// Whether a seat has finished while others play on.
    fn has_finished(&self, seat: Seat) -> bool {
        let _ = seat;
        false
    }

    /// Skips the seat to act, which has left the match: its turn is taken without a ply. Called only in matches of
    /// three or more seats.
    fn skip(&mut self) {}

    /// Skips the seat to act, which ran out of time, without taking the turn: it counts neither for repeated positions
    /// nor for a limit of turns, and never ends the match. Called only in matches of three or more seats.
    fn skip_uncounted(&mut self) {
        self.skip();
    }

    /// The roll for a byte, where all bytes are equally likely. `None` if the byte is rejected and the next one has to
    /// be used, and where there is nothing to roll.
    fn roll_for_byte(&self, byte: u8) -> Option<Self::Move> {
        let _ = byte;
        None
    }

    /// Every possible roll with its weight: its probability is the weight divided by the sum of all weights. Empty
    /// unless chance is to act.
    fn rolls(&self) -> WeightedRolls<Self::Move> {
        WeightedRolls::new()
    }

    /// The ply that one of [`Self::CONDITIONAL_RULES`] plays for the seat to act, if it applies.
    fn conditional_move(&self, rule: &str, seat: Seat) -> Option<Self::Move> {
        let _ = (rule, seat);
        None
    }

    /// Explains to the player why a readable move is not legal.
    fn why_not(&self, mv: &Self::Move) -> RuleReason;

    /// The cells that are clicked to enter the move, in order. No two legal moves have the same cells, and none is a
    /// prefix of another. A move without cells (a pass) is offered by name, and rolls have none.
    fn clicks(&self, mv: &Self::Move) -> Clicks;

    /// Adds moves that together show every cell that can be clicked after `so_far`: for each such cell at least one
    /// move. A game overrides this only to leave out redundant moves.
    fn moves_to_choose_into(&self, so_far: &[Cell], moves: &mut Vec<Self::Move>) {
        let _ = so_far;
        self.legal_moves_into(moves);
    }

    /// The continuations of a chain that is clicked hole by hole, with the move if it ended here. `None` in games
    /// without chains, or if `so_far` does not start one.
    fn chain(&self, so_far: &[Cell]) -> Option<HopChain<Self::Move>> {
        let _ = so_far;
        None
    }

    /// The name of a cell in notation.
    fn cell_name(&self, cell: Cell) -> CompactString;

    /// Every piece on the board, by piece id.
    fn pieces(&self) -> Vec<PlacedPiece>;

    /// The number of things in each cell, in games that count them instead of identifying pieces.
    fn counts(&self) -> Vec<(Cell, u8)> {
        Vec::new()
    }

    /// The cells that are permanently lit in this position, such as a winning line.
    fn highlighted_cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// The position text.
    fn text(&self) -> String;

    /// Reads a position text. Anything the text omits starts from zero.
    ///
    /// # Errors
    /// A text that is not of a position of this game with these options and seats.
    fn from_text(options: &Self::Options, seats: u8, text: &str) -> Result<Self, UnreadableNotation>;
}

/// An unfinished chain of hops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HopChain<M> {
    /// The possible next cells.
    pub next: Vec<Cell>,
    /// The move if the chain ends here, if legal.
    pub ends: Option<M>,
}

/// Refuses a seat count that the game does not allow.
pub(crate) fn check_seats<R: Rules>(seats: u8) -> Result<(), SetupError> {
    if R::SEATS.contains(&seats) {
        return Ok(());
    }
    Err(SetupError::Seats { seats, least: *R::SEATS.start(), most: *R::SEATS.end() })
}
