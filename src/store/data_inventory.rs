//! How a table with personal data is treated in exports and when an account is deleted.

/// Whether a table is part of a user's download.
#[derive(Clone, Copy, Debug)]
pub enum ExportPolicy {
    /// A file of this name, with an object for each row that the query returns, without data that is another person's
    /// alone. Timestamps are in columns that are `at` or end in `_at`. A name ends in `: bool` or `: json` if the
    /// column is a number or a text that stands for that.
    File(&'static str, &'static str),
    /// A file of this name, with what a user did in matches and was done to them, from the logs.
    Actions(&'static str),
    /// Not included, for this reason.
    Excluded(&'static str),
}

impl ExportPolicy {
    /// The name of the file, without its extension.
    pub const fn file(&self) -> Option<&'static str> {
        match self {
            Self::File(name, _) | Self::Actions(name) => Some(name),
            Self::Excluded(_) => None,
        }
    }
}

/// What becomes of a table when an account is deleted.
#[derive(Clone, Copy, Debug)]
pub enum ErasurePolicy {
    /// The user's rows are deleted by this statement.
    Deleted(&'static str),
    /// Retained, for this reason.
    Retained(&'static str),
}

/// The entry of a table in the inventory.
#[derive(Clone, Copy, Debug)]
pub struct DataHolding {
    pub table: &'static str,
    pub export: ExportPolicy,
    pub erasure: ErasurePolicy,
}
