//! Open reports. Every page of staff shows how many there are to handle, so they are cached.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::{Store, StoreError};
use crate::users::{Report, StaffRank};

/// How long the cache is valid: players of a match and staff may change without a change of reports.
const CACHE_TTL: Duration = Duration::from_secs(60);
/// How many are counted at most.
const MAX: u32 = 1000;

/// The cached open reports.
#[derive(Clone, Debug, Default)]
pub(super) struct CachedReports(Arc<Mutex<KnownReports>>);

#[derive(Debug, Default)]
struct KnownReports {
    reports: Option<(Arc<[Report]>, Instant)>,
    /// Counts changes, so that a read in progress does not cache an outdated result.
    changes: u64,
}

impl CachedReports {
    /// Call after open reports have changed.
    pub fn invalidate(&self) {
        let mut known = self.0.lock();
        known.reports = None;
        known.changes += 1;
    }

    fn get(&self) -> (Option<Arc<[Report]>>, u64) {
        let known = self.0.lock();
        let fresh = known.reports.as_ref().filter(|(_, read_at)| read_at.elapsed() < CACHE_TTL);
        (fresh.map(|(reports, _)| Arc::clone(reports)), known.changes)
    }

    fn insert(&self, reports: &Arc<[Report]>, changes: u64) {
        let mut known = self.0.lock();
        if known.changes == changes {
            known.reports = Some((Arc::clone(reports), Instant::now()));
        }
    }
}

impl Store {
    /// All open reports, oldest first.
    pub async fn open_reports(&self) -> Result<Arc<[Report]>, StoreError> {
        let (known, changes) = self.open_reports.get();
        if let Some(reports) = known {
            return Ok(reports);
        }
        let reports: Arc<[Report]> = self.waiting_reports(MAX).await?.into();
        self.open_reports.insert(&reports, changes);
        Ok(reports)
    }

    /// How many open reports a member of staff may handle.
    pub async fn open_reports_for(&self, staff: StaffRank) -> Result<usize, StoreError> {
        Ok(count(&self.open_reports().await?, staff))
    }

    /// [`Self::open_reports_for`] from the cache; 0 if it is empty.
    pub fn known_open_reports_for(&self, staff: StaffRank) -> usize {
        self.open_reports.get().0.map_or(0, |reports| count(&reports, staff))
    }
}

fn count(reports: &[Report], staff: StaffRank) -> usize {
    reports.iter().filter(|report| report.parties.may_be_handled_by(staff)).count()
}
