//! Sternhalma, also called Chinese Checkers: ten marbles for each seat, from one point of the star to the opposite one.
//!
//! A ply is a step to an empty neighbour or a chain of hops, each over one marble of any seat to the empty hole
//! straight beyond; nothing is captured. A seat finishes when, after its own ply, its target is full and contains seven
//! of its marbles. The match ends with the first finisher, with the third occurrence of a position, or when every seat
//! has taken 200 turns. Seats that have not finished are placed by the distance left.
//!
//! ```
//! use parlour::games::Game;
//! let game = Game::Sternhalma;
//! let mut position = game.opening(&game.options([("target", "free")]).unwrap(), 2).unwrap();
//! let played = position.play("d2-f3").unwrap_err();
//! assert_eq!(played.to_string(), "d2 can’t reach f3: no chain of hops leads there");
//! assert_eq!(position.perft(2), 196);
//! ```

pub mod board;
mod chain;
mod ending;
mod history;
mod moves;
mod options;
mod position;
mod rules;
#[cfg(test)]
mod tests;
mod text;
mod why_not;

pub use ending::{MOST_TURNS, OWN_IN_TARGET};
pub use moves::{SternhalmaMove, reachable};
pub use options::{Finish, Points, SternhalmaOptions, Target};
pub use position::Sternhalma;
