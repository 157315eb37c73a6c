//! Tic-Tac-Toe: a number of marks in a line, on boards from three by three up to fifteen by fifteen (gomoku).
//!
//! Seat 0 is X and begins. The first seat with `line` or more of its marks in a row, a column or a diagonal wins; a
//! full board without a line is a draw.
//!
//! ```
//! use parlour::games::Game;
//! let game = Game::TicTacToe;
//! let mut position = game.opening(&game.options([]).unwrap(), 2).unwrap();
//! for ply in ["a1", "b1", "a2", "b2", "a3"] {
//!     position.play(ply).unwrap();
//! }
//! assert_eq!(position.outcome().unwrap().places(), [1, 2]);
//! ```

mod marks;
mod options;
mod position;
mod rules;
#[cfg(test)]
mod tests;
mod text;

pub use options::TicTacToeOptions;
pub use position::TicTacToe;
