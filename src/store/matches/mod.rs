//! Matches in the database: the log, the summary that lists read, and what was said.

mod append;
mod audit;
mod company;
mod lists;
mod load;
mod players;
mod rows;
mod statements;

pub use append::{Append, Appended};
pub use audit::Looked;
pub use load::Readable;
