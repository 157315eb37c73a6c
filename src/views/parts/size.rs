//! Sizes of files.

use crate::tr_format;

/// A size in words: "12.4 MB".
pub fn size_in_words(bytes: i64) -> String {
    match bytes {
        ..1_000_000 => tr_format!("{n} kB", n = bytes / 1000),
        1_000_000..1_000_000_000 => {
            let tenths = (bytes + 50_000) / 100_000;
            tr_format!("{whole}.{tenths} MB", whole = tenths / 10, tenths = tenths % 10)
        }
        _ => {
            let cents = (bytes + 5_000_000) / 10_000_000;
            tr_format!(
                "{whole}.{hundredths} GB",
                whole = cents / 100,
                hundredths = format!("{:02}", cents % 100)
            )
        }
    }
}
