//! The scripts of the page of a match.

/// The scripts of the page of a match; the first imports the others.
pub const MODULES: &[&str] = &[
    "js/match/main.js",
    "js/match/clock.js",
    "js/match/connection.js",
    "js/match/dom.js",
    "js/match/ahead.js",
    "js/match/drag.js",
    "js/match/ghost.js",
    "js/match/overlay.js",
    "js/match/presence.js",
    "js/match/recap.js",
    "js/match/second-press.js",
    "js/match/seen.js",
    "js/match/stream.js",
    "js/match/updates.js",
];
