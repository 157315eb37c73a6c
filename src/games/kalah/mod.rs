//! Mancala by the rules called Kalah: seeds are sown around the board, and the seat with more seeds in its store wins.
//!
//! Each seat has a row of houses, numbered from its left, and a store to the right of them. A ply sows all seeds of one
//! house, one in each place: through the houses to the mover's store, then through the opponent's houses, skipping the
//! opponent's store, and around again.
//!
//! * If the last seed falls in the mover's store, the mover moves again.
//! * If it falls in a house of the mover that was empty, and the house opposite has seeds, both go to the mover's
//!   store. The house that was sown from counts as empty.
//! * When all houses of one side are empty after a ply, the match ends, and the seeds left on the other side go to the
//!   store of their seat. More seeds in store wins; equal is a draw.
//!
//! With `swap=on`, seat 1 may take over seat 0's side instead of making its first move.
//!
//! ```
//! use parlour::games::{Game, Seat, ToAct};
//! let game = Game::Kalah;
//! let mut position = game.opening(&game.options([]).unwrap(), 2).unwrap();
//! position.play("3").unwrap();
//! assert_eq!(position.text(), "4,4,0,5,5,5/1/4,4,4,4,4,4/0 0");
//! assert_eq!(position.to_act(), ToAct::Seat(Seat::new(0)));
//! assert_eq!(position.play("3").unwrap_err().to_string(), "house 3 is empty");
//! ```

mod moves;
mod options;
mod position;
mod rules;
mod sowing;
#[cfg(test)]
mod tests;
mod text;

pub use moves::KalahMove;
pub use options::{Captured, KalahOptions, LEAST_HOUSES, MOST_HOUSES, MOST_SEEDS};
pub use position::{Kalah, Pit, cell, place};
