//! The copies in the folder: their names, when one is due, and which are deleted.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::now::spans::{DAY, MINUTE};
use crate::now::{Moment, UtcDay};

/// To the second: there can be several copies a day, one made up for after a start, and one at its time.
const NAME: &str = "parlour-%Y-%m-%dT%H%M%SZ.db";

/// A copy that the site has written, recognised by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupCopy {
    pub path: PathBuf,
    /// When it was begun, to the second.
    pub at: Moment,
    /// Its size.
    pub bytes: u64,
}

impl BackupCopy {
    /// The file that says that the program of `BACKUP_THEN` has not yet taken the copy.
    pub fn pending_mark(copy: &Path) -> PathBuf {
        copy.with_extension("pending")
    }

    /// Deletes the copy.
    pub fn delete(&self) -> io::Result<()> {
        delete_if_present(&Self::pending_mark(&self.path))?;
        delete_if_present(&self.path)
    }
}

pub fn delete_if_present(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The name of a copy that is begun at a moment.
pub fn name_of(at: Moment) -> String {
    let at = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
    at.to_zoned(TimeZone::UTC).strftime(NAME).to_string()
}

/// When the copy with a name was begun; `None` if it is another file.
fn moment_of(name: &str) -> Option<Moment> {
    let at = DateTime::strptime(NAME, name).ok()?.to_zoned(TimeZone::UTC).ok()?;
    let at = Moment(at.timestamp().as_millisecond());
    (name_of(at) == name).then_some(at)
}

/// The copies in a folder, oldest first. Other files are left out.
///
/// # Errors
/// The folder cannot be read.
pub fn list(folder: &Path) -> io::Result<Vec<BackupCopy>> {
    let mut copies = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if let Some(at) = entry.file_name().to_str().and_then(moment_of)
            && let Ok(found) = entry.metadata()
            && found.is_file()
        {
            copies.push(BackupCopy { path: entry.path(), at, bytes: found.len() });
        }
    }
    copies.sort_by_key(|copy| copy.at);
    Ok(copies)
}

/// The newest copy. One from the future does not count: the clock has been set back since.
pub fn newest(copies: &[BackupCopy], now: Moment) -> Option<&BackupCopy> {
    copies.iter().rfind(|copy| copy.at <= now)
}

/// The last moment at which a copy was due, at so many minutes after midnight in UTC.
pub fn last_due(now: Moment, at: i64) -> Moment {
    let today = UtcDay::of(now).start().after(at * MINUTE);
    if today <= now { today } else { today.after(-DAY) }
}

/// Whether a copy is due, given when the newest one was begun.
pub fn is_due(newest: Option<Moment>, now: Moment, at: i64) -> bool {
    newest.is_none_or(|newest| newest < last_due(now, at))
}

/// The copies to delete so that `keep` remain: the oldest, and before them those from the future.
pub fn superfluous(copies: &[BackupCopy], keep: usize, now: Moment) -> Vec<&BackupCopy> {
    let mut copies: Vec<_> = copies.iter().collect();
    copies.sort_by_key(|copy| (copy.at <= now, copy.at));
    copies.truncate(copies.len().saturating_sub(keep));
    copies
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn at(text: &str) -> Moment {
        Moment(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    fn copies(times: &[&str]) -> Vec<BackupCopy> {
        times
            .iter()
            .map(|time| BackupCopy { path: name_of(at(time)).into(), at: at(time), bytes: 0 })
            .collect()
    }

    #[test]
    fn a_copy_is_due_once_after_each_time_of_day() {
        let half_past_three = 3 * 60 + 30;
        for (newest, now, due) in [
            (None, "2026-11-21T00:00:00Z", true),
            (Some("2026-11-20T03:30:00Z"), "2026-11-21T03:29:59.999Z", false),
            (Some("2026-11-20T03:30:00Z"), "2026-11-21T03:30:00Z", true),
            (Some("2026-11-21T03:30:00Z"), "2026-11-21T03:30:00Z", false),
            (Some("2026-11-21T03:30:00Z"), "2026-11-22T03:29:00Z", false),
            // The site was off at that time.
            (Some("2026-11-20T03:30:00Z"), "2026-11-21T23:00:00Z", true),
            (Some("2026-11-11T03:30:00Z"), "2026-11-21T02:00:00Z", true),
            (Some("2026-11-21T02:00:00Z"), "2026-11-21T03:00:00Z", false),
            (Some("2026-11-21T02:00:00Z"), "2026-11-21T03:30:00Z", true),
        ] {
            assert_eq!(is_due(newest.map(at), at(now), half_past_three), due, "{newest:?} {now}");
        }
        assert_eq!(last_due(at("2026-11-21T00:00:00Z"), 0), at("2026-11-21T00:00:00Z"));
    }

    #[test]
    fn a_clock_that_was_set_back_does_not_keep_copies_away() {
        let all = copies(&["2026-11-19T03:30:00Z", "2026-11-20T03:30:00Z", "2031-01-01T03:30:00Z"]);
        let now = at("2026-11-21T04:00:00Z");
        let newest = newest(&all, now).map(|copy| copy.at);
        assert_eq!(newest, Some(at("2026-11-20T03:30:00Z")));
        assert!(is_due(newest, now, 210));
        assert_eq!(superfluous(&all, 2, now), [&all[2]]);
        assert_eq!(superfluous(&all, 1, now), [&all[2], &all[0]]);
    }

    #[test]
    fn only_the_oldest_copies_beyond_those_to_keep_are_deleted() {
        let all = copies(&["2026-11-19T03:30:00Z", "2026-11-20T03:30:00Z", "2026-11-21T03:30:00Z"]);
        let now = at("2026-11-21T04:00:00Z");
        assert_eq!(superfluous(&all, 3, now), [&all[0]; 0]);
        assert_eq!(superfluous(&all, 2, now), [&all[0]]);
        assert_eq!(superfluous(&all, 1, now), [&all[0], &all[1]]);
    }

    #[test]
    fn other_files_are_no_copies() {
        let folder = TempDir::new().unwrap();
        let name = name_of(at("2026-11-21T03:30:05.700Z"));
        assert_eq!(name, "parlour-2026-11-21T033005Z.db");
        let others = [
            "parlour.db",
            "parlour-backup.partial",
            "parlour-2026-11-21.db",
            "parlour-2026-11-21T033005Z.db.gz",
            "parlour-2026-11-21T033005Z.pending",
            "parlour-2026-11-1T033005Z.db",
            "parlour-2026-13-21T033005Z.db",
            "my-parlour-2026-11-21T033005Z.db",
            "before-0001.db",
        ];
        for other in others.into_iter().chain([name.as_str()]) {
            fs::write(folder.path().join(other), "1234").unwrap();
        }
        fs::create_dir(folder.path().join("parlour-2026-11-20T033005Z.db")).unwrap();
        let path = folder.path().join(name);
        let found = list(folder.path()).unwrap();
        assert_eq!(found, [BackupCopy { path, at: at("2026-11-21T03:30:05Z"), bytes: 4 }]);
        fs::write(folder.path().join("parlour-2026-11-21T033005Z.pending"), "").unwrap();
        found[0].delete().unwrap();
        assert_eq!(list(folder.path()).unwrap(), []);
        let remaining = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(remaining, others.len(), "the folder, and all others but the mark of the copy");
    }
}
