//! What is cached of the database, and for how long. Changes invalidate the cache: those of this process at once, and those of
//! others once they are followed.

use std::sync::Arc;
use std::time::Duration;

use crate::cached::Cached;
use crate::games::Game;
use crate::matches::{MatchId, RatingPool, Reliability};
use crate::users::preferences::{PlayPreferences, TimeZoneName, UserSettings};
use crate::users::{Announcement, Report, SiteStatistics, UserId};

/// Personal data, which another process may have changed.
const PERSONAL_TTL: Duration = Duration::from_secs(60);
const PERSONAL_CAPACITY: usize = 20_000;
/// Counting takes longer the more rows there are.
const MONITORED_TTL: Duration = Duration::from_secs(15);
/// Another process may have changed them.
const ANNOUNCEMENTS_TTL: Duration = Duration::from_secs(60);
const STATISTICS_TTL: Duration = Duration::from_secs(60);
const POPULARITY_TTL: Duration = Duration::from_secs(10 * 60);
/// Players of a match and staff may change without a change of reports.
const OPEN_REPORTS_TTL: Duration = Duration::from_secs(60);
const WRITABLE_TTL: Duration = Duration::from_secs(1);
const PAGE_STARTS_TTL: Duration = Duration::from_secs(60);
/// More than there are lists.
const PAGE_STARTS_CAPACITY: usize = 1000;

/// The personal part of a match page.
#[derive(Clone, Debug)]
pub struct MatchPageData {
    pub time_zone: TimeZoneName,
    pub play_preferences: PlayPreferences,
    /// The user's note about the match; empty if there is none.
    pub note: String,
}

/// Figures about the database for the metrics.
#[derive(Clone, Debug, Default)]
pub struct MonitoredCounts {
    /// Number of matches by status.
    pub matches: Vec<(String, i64)>,
    /// Number of emails by state: waiting, sent, dead (refused), expired.
    pub emails: Vec<(String, i64)>,
    /// Number of pushes by state: waiting, sent, dead.
    pub pushes: Vec<(String, i64)>,
    /// For how many milliseconds the longest overdue match has been overdue.
    pub overdue: i64,
    /// Size of the database.
    pub bytes: i64,
}

/// Rating and user of a row, after which the next page begins.
pub(super) type LeaderboardKey = (i64, i64);
pub(super) type RankedList = (Game, RatingPool, RatingCertainty);

/// Which ratings a list is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatingCertainty {
    Settled,
    Provisional,
}

/// The row after which each page but the first begins.
pub(in crate::store) type PageStarts = Cached<RankedList, Arc<[LeaderboardKey]>>;

/// The caches of the database. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct StoreCaches {
    pub page_data: Cached<(UserId, MatchId), MatchPageData>,
    pub user_settings: Cached<UserId, Arc<UserSettings>>,
    pub reliability: Cached<UserId, Reliability>,
    pub monitored_counts: Cached<(), MonitoredCounts>,
    pub announcements: Cached<(), Arc<[Announcement]>>,
    pub statistics: Cached<(), SiteStatistics>,
    /// All games, those with most matches first.
    pub games_by_popularity: Cached<(), Arc<[Game]>>,
    pub open_reports: Cached<(), Arc<[Report]>>,
    /// Whether writes work.
    pub writable: Cached<(), bool>,
    pub page_starts: PageStarts,
}

impl Default for StoreCaches {
    fn default() -> Self {
        Self {
            page_data: Cached::new(PERSONAL_CAPACITY, PERSONAL_TTL),
            user_settings: Cached::new(PERSONAL_CAPACITY, PERSONAL_TTL),
            reliability: Cached::new(PERSONAL_CAPACITY, PERSONAL_TTL),
            monitored_counts: Cached::new(1, MONITORED_TTL),
            announcements: Cached::new(1, ANNOUNCEMENTS_TTL),
            statistics: Cached::new(1, STATISTICS_TTL),
            games_by_popularity: Cached::new(1, POPULARITY_TTL),
            open_reports: Cached::new(1, OPEN_REPORTS_TTL),
            writable: Cached::new(1, WRITABLE_TTL),
            page_starts: Cached::new(PAGE_STARTS_CAPACITY, PAGE_STARTS_TTL),
        }
    }
}
