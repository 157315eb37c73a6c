//! The live stream of a match.
//!
//! A stream subscribes first and reads second, so nothing falls between; what it has sent already it drops. A reader that
//! was away or too slow is told from the log what it missed. A frame is rendered once for each kind of viewer, also for the page
//! on which the ply was played.

mod frames;
mod pacing;
mod stream;

pub use stream::{END, MatchStream, SIGNED_OUT, StreamStart};
