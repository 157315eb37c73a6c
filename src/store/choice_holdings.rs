//! The inventory of personal data about what users have chosen for their matches.

use super::data_inventory::{DataHolding, ErasurePolicy, ExportPolicy};

/// The last form for a new match.
pub(super) const MATCH_CHOICES: DataHolding = DataHolding {
    table: "match_choices",
    export: ExportPolicy::File(
        "match-choices",
        "SELECT game, fields AS \"fields: json\", at FROM match_choices WHERE user_id = $1",
    ),
    erasure: ErasurePolicy::Deleted("DELETE FROM match_choices WHERE user_id = $1"),
};

/// The games whose tips are not shown again.
pub(super) const DISMISSED_TIPS: DataHolding = DataHolding {
    table: "dismissed_tips",
    export: ExportPolicy::File(
        "dismissed-tips",
        "SELECT game FROM dismissed_tips WHERE user_id = $1 ORDER BY game",
    ),
    erasure: ErasurePolicy::Deleted("DELETE FROM dismissed_tips WHERE user_id = $1"),
};
