//! The live stream of a match.
//!
//! A stream subscribes before it reads the match, so that no change is lost, and drops changes it has sent already. A
//! reader who was disconnected or too slow catches up from the log. A frame is rendered once for each kind of viewer,
//! which includes the page on which the ply was played.
//!
//! Frames depend on nothing but two states of the match, before and after the change. Both are folds of its log up to
//! an entry, so a process that is only sent the numbers of these entries builds the same frames.

mod beside_log;
mod frames;
mod pacing;
mod reply;
mod results;
mod stream;
#[cfg(test)]
mod tests;
mod watch_stream;

pub use reply::event_stream;
pub use results::{bot_scores, vacation_left};
pub use stream::{END, MatchStream, SIGNED_OUT, StreamStart, stopped};
pub use watch_stream::{WatchStart, WatchStream};
