//! Quarto: sixteen pieces with four properties, where the opponent chooses the piece that is placed.
//!
//! Every piece is round or square, tall or short, hollow or solid, dark or light, and there is one of each combination.
//! Seat 0 opens by giving a piece to seat 1. From then on a turn is two plies of the same seat: it *places* the piece
//! it was given on an empty square, then *gives* one of the remaining pieces to the opponent. The seat that places the
//! fourth piece of a row, a column or a main diagonal in which all four share at least one property wins; with
//! `squares=on` the nine blocks of two by two squares are lines too. A line does not have to be called. The match is
//! drawn when all sixteen are on the board without such a line.
//!
//! ```
//! use parlour::games::Game;
//! let game = Game::Quarto;
//! let mut position = game.opening(&game.options([]).unwrap(), 2).unwrap();
//! for ply in ["4", "a1", "d", "b1", "6", "c1", "f"] {
//!     position.play(ply).unwrap();
//! }
//! assert_eq!(position.text(), "..../..../..../4d6. f 0");
//! position.play("d1").unwrap();
//! assert_eq!(position.outcome().unwrap().places(), [1, 2]);
//! ```

mod board;
mod moves;
mod options;
mod piece;
mod position;
mod rules;
#[cfg(test)]
mod tests;
mod text;
mod why_not;

pub use board::{LINES, SIZE, STRAIGHT};
pub use moves::QuartoMove;
pub use options::QuartoOptions;
pub use piece::{PIECE_COUNT, QuartoPiece};
pub use position::{HAND, Quarto, pool_cell};
