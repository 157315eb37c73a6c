//! The one writer of matches: load, decide, append, commit, publish.
//!
//! Commands are queued; all that are queued are decided and written as one transaction, so that one `fsync` serves
//! many moves. Results are returned and published only after the commit.

mod adjudications;
mod admission;
mod batch;
mod bot_matches;
mod conditional;
mod downtime;
mod error;
mod follower;
mod following;
mod handle;
mod job;
mod match_cache;
mod match_setup;
mod messages;
mod ratings;
mod read_marks;
mod renewal;
mod roles;
mod standing_hosts;
mod sweeping;
mod takeovers;
#[cfg(test)]
mod tests;
mod time_zones;
mod turn_counts;
mod vacating;
mod vacation;
mod withdrawal;
mod writer;

pub use self::error::RefereeError;
pub use self::follower::Follower;
pub use self::handle::Referee;
pub use self::match_setup::{MatchSetup, MatchStart};
pub use self::ratings::{RecalculatedRatings, Recalculation};
