//! Read models: matches, players and counts as lists and dashboards show them. Pure.

mod archive;
mod bookmark;
mod bots;
mod daily;
mod matches;
mod open_filter;
mod players;
mod watch;

pub use archive::{ArchiveEnding, ArchiveFilter, ArchiveOrder, ArchivePlayers, ArchiveResult};
pub use bookmark::Bookmark;
pub use bots::{BotAccount, BotChoice, BotDirectory, BotKey, BotScore, DEVICE_PLAYERS, MatchChoice};
pub use daily::{DailyAnswer, DailyPosition, streak};
pub use matches::{
    HeadToHead, ListPage, ListedMatch, ListedSeat, OwnMatches, PageCursor, PlayerTally, RunningCounts,
};
pub use open_filter::{OpenFilter, PaceFilter};
pub use players::ListedPlayer;
pub use watch::{WatchFilter, WatchableMatch};
