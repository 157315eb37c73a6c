//! How a table with personal data is treated in exports and when an account is deleted.

/// Whether a table is part of a user's download.
#[derive(Clone, Copy, Debug)]
pub enum ExportPolicy {
    /// A file of this name. The query returns one JSON object per row, without data that is another person's alone.
    /// Timestamps are in keys that are `at` or end in `_at`.
    File(&'static str, &'static str),
    /// Not included, for this reason.
    Stays(&'static str),
}

/// What becomes of a table when an account is deleted.
#[derive(Clone, Copy, Debug)]
pub enum ErasurePolicy {
    /// The user's rows are deleted by this statement.
    Goes(&'static str),
    /// Retained, for this reason.
    Kept(&'static str),
}

/// The entry of a table in the inventory.
#[derive(Clone, Copy, Debug)]
pub struct DataHolding {
    pub table: &'static str,
    pub takes: ExportPolicy,
    pub leaves: ErasurePolicy,
}
