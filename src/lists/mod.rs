//! Read models: matches, players and counts as lists and dashboards show them. Pure.

mod matches;

pub use matches::{
    HeadToHead, ListPage, ListedMatch, ListedSeat, OwnMatches, PageCursor, PlayerTally, RunningCounts,
};
