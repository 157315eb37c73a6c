//! The settings of backups by schedule.

use std::path::{Path, PathBuf};

use jiff::civil::Time;

/// How many copies are kept by default.
const KEEP: usize = 7;
/// The default time of day, 03:30, in minutes.
const AT: i64 = 3 * 60 + 30;

/// How the site backs itself up every day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupConfig {
    /// The folder of the copies, as an absolute path.
    pub folder: PathBuf,
    /// How many copies are kept.
    pub keep: usize,
    /// The time of day in UTC, in minutes since midnight.
    pub at: i64,
    /// The program that is run with each finished copy.
    pub then: Option<PathBuf>,
}

impl BackupConfig {
    /// Every day at the default time into a folder.
    pub fn daily(folder: &Path) -> Self {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        Self { folder, keep: KEEP, at: AT, then: None }
    }
}

/// The minutes since midnight of a text such as `03:30`.
pub(super) fn time_of_day(text: &str) -> Option<i64> {
    let time = Time::strptime("%H:%M", text).ok()?;
    Some(i64::from(time.hour()) * 60 + i64::from(time.minute()))
}
