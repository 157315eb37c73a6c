//! Read models: matches, players and counts as lists and dashboards show them. Pure.

mod bots;
mod matches;

pub use bots::{BotAccount, BotChoice, BotDirectory, BotKey, MatchChoice};
pub use matches::{
    HeadToHead, ListPage, ListedMatch, ListedSeat, OwnMatches, PageCursor, PlayerTally, RunningCounts,
};
