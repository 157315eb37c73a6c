//! Downloads: zip archives that are written while they are read, and matches as files.

pub mod own_data;
pub mod records;
mod replay_file;
mod zip_stream;

pub use replay_file::{ReplayFile, file_name};
pub use zip_stream::ArchivePart;
