//! Matches in the database: log, rows for lists, chat, ratings and what players have set for them.

pub(super) mod analyses;
mod archive;
mod authors;
mod bot_choices;
mod bot_matches;
pub(super) mod conditional_moves;
pub(super) mod daily;
mod dashboard;
pub(super) mod deadlines;
mod downtime;
pub(super) mod leaderboards;
mod list_check;
mod lists;
mod load;
mod match_choices;
mod pending_write;
mod players;
mod ratings;
mod reliability;
mod rows;
mod statements;
mod summary;
mod tallies;
mod tips;
mod watch;

pub use list_check::ListCheckPage;
pub use load::{LoggedMatch, ReadableMatches};
pub use pending_write::{BatchTransaction, PendingWrite};
