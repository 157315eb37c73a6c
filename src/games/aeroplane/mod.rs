//! Aeroplane Chess: four planes for each seat, from the hangar once around the ring and home.
//!
//! Chance rolls the die (`d1` to `d6`), then the seat moves one of its planes (`1` to `4`). A six lets a plane leave
//! its hangar for the pad, and a six that was used earns another roll; the third six in one turn sends back the planes
//! that the first two have moved. A plane that ends on a cell of its own colour jumps to the next one, on its shortcut
//! it flies across, and it captures opposing planes on the ring cell where it ends. The first seat with all four planes
//! home wins; the others are placed by the progress of their planes.
//!
//! When no plane can move the turn passes without a ply.
//!
//! ```
//! use parlour::games::{Game, Seat, ToAct};
//! let game = Game::Aeroplane;
//! let mut position = game.opening(&game.options([]).unwrap(), 2).unwrap();
//! for ply in ["d3", "d6", "2", "d2", "2"] {
//!     position.play(ply).unwrap();
//! }
//! // Seat 0 rolled a three, which allows no move. Seat 1 left its hangar, rolled again, and jumped from 2 to 6.
//! assert_eq!(position.text(), "H,H,H,H/H,6,H,H c0 - -");
//! assert_eq!(position.to_act(), ToAct::Chance { for_seat: Seat::new(0) });
//! assert_eq!(position.roll_for_byte(255).unwrap(), "d6");
//! ```

pub mod board;
mod ending;
mod moves;
mod options;
mod position;
pub mod route;
mod rules;
pub mod sixes;
#[cfg(test)]
mod tests;
mod text;
mod turn;
mod why_not;

pub use board::PLANES;
pub use moves::AeroplaneMove;
pub use options::{AeroplaneOptions, Finish, Launch};
pub use position::Aeroplane;
