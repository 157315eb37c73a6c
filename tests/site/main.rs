//! Drives the real site on a port of its own, by named people, and looks at what they are answered.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cross_site;
mod endings;
mod forms;
mod harness;
mod headers;
mod health;
mod limits;
mod opening;
mod playing;
mod records;
mod registering;
mod seats;
mod sessions;
mod signing_in;
mod talking;
