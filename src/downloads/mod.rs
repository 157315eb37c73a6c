//! Downloads: zip archives that are written while they are read.

pub mod own_data;
pub mod records;
mod zip_stream;

pub use zip_stream::ArchivePart;
