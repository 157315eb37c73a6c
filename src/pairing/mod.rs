//! Quick pairing: users who wait for an opponent are paired with each other.
//!
//! Who waits is kept in memory only: a wait ends when the user leaves its page, so a restart ends all of them.

mod choice;
mod opponent;
mod queue;
mod service;
#[cfg(test)]
mod tests;

pub use choice::{PairingChoice, PairingPace};
pub use queue::{HeldWait, PairingStatus};
pub use service::Pairing;
