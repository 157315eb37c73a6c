//! Matches in the database: log, rows for lists, and chat.

mod append;
mod authors;
mod dashboard;
mod list_check;
mod lists;
mod load;
mod players;
mod reliability;
mod rows;
mod statements;
mod summary;
mod tallies;

pub use append::{AppendEntries, BatchTransaction};
pub use list_check::ListCheckPage;
pub use load::ReadableMatches;
pub(super) use statements::add_rating_changes;
