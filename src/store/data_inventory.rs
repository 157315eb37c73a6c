//! How a table with personal data is treated in exports and when an account is deleted.

/// What becomes of a table when somebody takes along what is theirs.
#[derive(Clone, Copy, Debug)]
pub enum ExportPolicy {
    /// A file of this name. The query gives a JSON object a row, and never what is another person's alone; moments are in
    /// keys that are `at` or end in `_at`.
    File(&'static str, &'static str),
    /// It stays here, for this reason.
    Stays(&'static str),
}

/// What becomes of a table when somebody leaves for good.
#[derive(Clone, Copy, Debug)]
pub enum ErasurePolicy {
    /// What is theirs goes. The statement does it.
    Goes(&'static str),
    /// It is kept, for this reason.
    Kept(&'static str),
}

/// A table of the database.
#[derive(Clone, Copy, Debug)]
pub struct DataHolding {
    pub table: &'static str,
    /// What somebody takes along of it.
    pub takes: ExportPolicy,
    /// What becomes of it when they leave.
    pub leaves: ErasurePolicy,
}
