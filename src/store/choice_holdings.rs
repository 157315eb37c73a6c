//! The inventory of personal data about what users have chosen for themselves.

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

/// The pages that a user keeps.
pub(super) const BOOKMARKS: DataHolding = DataHolding {
    table: "bookmarks",
    export: ExportPolicy::File(
        "bookmarks",
        "SELECT path, title, tags, created_at AS at FROM bookmarks WHERE user_id = $1 ORDER BY id",
    ),
    erasure: ErasurePolicy::Deleted("DELETE FROM bookmarks WHERE user_id = $1"),
};

/// The players that a user follows.
pub(super) const FOLLOWS: DataHolding = DataHolding {
    table: "follows",
    export: ExportPolicy::File(
        "follows",
        "SELECT u.name, f.since AS at FROM follows f JOIN users u ON u.id = f.followed_id
         WHERE f.user_id = $1 ORDER BY f.since",
    ),
    erasure: ErasurePolicy::Deleted("DELETE FROM follows WHERE user_id = $1 OR followed_id = $1"),
};
