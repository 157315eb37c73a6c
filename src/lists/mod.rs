//! Read models: matches, players and counts as lists and dashboards show them. Pure.

mod listed;

pub use listed::{Before, Duel, Listed, ListedSeat, Mine, Page, RunningCounts, Tally};
