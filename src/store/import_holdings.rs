//! The inventory of personal data about imports of accounts.

use super::data_inventory::{DataHolding, ErasurePolicy, ExportPolicy};

/// The imports that an admin made.
pub(super) const IMPORTS: DataHolding = DataHolding {
    table: "account_imports",
    export: ExportPolicy::File(
        "account-imports",
        "SELECT created_at, accounts, undone_at FROM account_imports WHERE created_by = $1 ORDER BY id",
    ),
    erasure: ErasurePolicy::Retained("accounts of others refer to it"),
};

/// The accounts of imports.
pub(super) const IMPORTED: DataHolding = DataHolding {
    table: "imported_accounts",
    export: ExportPolicy::Excluded("says only that an admin created the account"),
    erasure: ErasurePolicy::Deleted("DELETE FROM imported_accounts WHERE user_id = $1"),
};
