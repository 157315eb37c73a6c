//! The live stream of a match.
//!
//! A stream subscribes before it reads the match, so that no change is lost, and drops changes it has sent already. A
//! reader who was disconnected or too slow catches up from the log. A frame is rendered once for each kind of viewer,
//! which includes the page on which the ply was played.

mod frames;
mod pacing;
mod stream;

pub use stream::{END, MatchStream, SIGNED_OUT, StreamStart};
