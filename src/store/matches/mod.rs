//! Matches in the database: the log, the summary that lists read, and what was said.

mod append;
mod audit;
mod authors;
mod company;
mod dashboard;
mod guards;
mod lists;
mod load;
mod players;
mod repair;
mod rows;
mod statements;
mod summary;
mod tallies;

pub use append::{Append, Appended};
pub use audit::Looked;
pub use load::Readable;
