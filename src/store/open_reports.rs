//! Which reports are open. Every page of a staff member shows how many they can handle, so it is kept in memory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::{Store, StoreError};
use crate::users::{Ranked, Report};

/// How long what was read is believed: who sits at a match, and who is staff, may change without any report changing.
const BELIEVED: Duration = Duration::from_secs(60);
/// So many are counted at most.
const MOST: u32 = 1000;

/// The open reports as they were read last.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenReports(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    reports: Option<(Arc<[Report]>, Instant)>,
    /// Counts what has changed, so that a look-up under way does not remember what was before.
    changes: u64,
}

impl OpenReports {
    /// Something about open reports has changed.
    pub fn forget(&self) {
        let mut known = self.0.lock();
        known.reports = None;
        known.changes += 1;
    }

    fn recall(&self) -> (Option<Arc<[Report]>>, u64) {
        let known = self.0.lock();
        let fresh = known.reports.as_ref().filter(|(_, read_at)| read_at.elapsed() < BELIEVED);
        (fresh.map(|(reports, _)| Arc::clone(reports)), known.changes)
    }

    fn keep(&self, reports: &Arc<[Report]>, changes: u64) {
        let mut known = self.0.lock();
        if known.changes == changes {
            known.reports = Some((Arc::clone(reports), Instant::now()));
        }
    }
}

impl Store {
    /// Every open report, the oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open_reports(&self) -> Result<Arc<[Report]>, StoreError> {
        let (known, changes) = self.open_reports.recall();
        if let Some(reports) = known {
            return Ok(reports);
        }
        let reports: Arc<[Report]> = self.waiting_reports(MOST).await?.into();
        self.open_reports.keep(&reports, changes);
        Ok(reports)
    }

    /// How many open reports a staff member can handle.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open_reports_for(&self, staff: Ranked) -> Result<usize, StoreError> {
        Ok(count(&self.open_reports().await?, staff))
    }

    /// The same as far as it is known without asking.
    pub fn known_open_reports_for(&self, staff: Ranked) -> usize {
        self.open_reports.recall().0.map_or(0, |reports| count(&reports, staff))
    }
}

fn count(reports: &[Report], staff: Ranked) -> usize {
    reports.iter().filter(|report| report.parties.leave_it_to(staff)).count()
}
