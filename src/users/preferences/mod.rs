//! What users have chosen: how the site looks, how they play, and how they are notified. Pure.

mod likes;
mod look;
mod notices;
mod play;

pub use likes::Likes;
pub use look::{Look, Motion, Theme};
pub use notices::{Address, AddressError, Area, Feed, Pace, Quiet, Wanted, Way, Zone};
pub use play::{Manner, MoveConfirmation};
