//! Drives the real site on a port of its own, by named people, and looks at what they are answered.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cross_site;
mod endings;
mod forms;
mod harness;
mod headers;
mod health;
mod limits;
mod match_doors;
mod opening;
mod playing;
mod private;
mod records;
mod registering;
mod seats;
mod sessions;
mod signing_in;
mod streams;
mod talking;
