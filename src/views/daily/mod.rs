//! The positions of the day.

mod board;
mod context;
mod day;
mod verdict;

pub use board::{fragment, page};
pub use context::{DailyBoardPage, DailyVerdict, TriedPly};
pub use day::{DailyDayPage, DailyTile, day_page, entry};
