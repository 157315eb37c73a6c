//! The version of the program.

use std::sync::LazyLock;

/// The version, such as `0.2.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that it was built from, if `PARLOUR_COMMIT` was set then.
pub const COMMIT: Option<&str> = option_env!("PARLOUR_COMMIT");

/// The version with the commit, such as `0.2.0 (3bf90325)`.
pub static FULL_VERSION: LazyLock<String> = LazyLock::new(|| match COMMIT {
    Some(commit) => format!("{VERSION} ({commit})"),
    None => VERSION.to_owned(),
});
