//! Open reports. Every page of staff shows how many there are to handle, so they are cached.

use std::sync::Arc;

use crate::store::{Store, StoreError};
use crate::users::{Report, StaffRank};

/// How many are counted at most.
const MAX: u32 = 1000;

impl Store {
    /// All open reports, oldest first.
    pub async fn open_reports(&self) -> Result<Arc<[Report]>, StoreError> {
        let read = async { Ok(self.waiting_reports(MAX).await?.into()) };
        self.caches.open_reports.get_or_load_once((), read).await
    }

    /// How many open reports a member of staff may handle.
    pub async fn open_reports_for(&self, staff: StaffRank) -> Result<usize, StoreError> {
        Ok(count(&self.open_reports().await?, staff))
    }

    /// [`Self::open_reports_for`] from the cache; 0 if it is empty.
    pub fn known_open_reports_for(&self, staff: StaffRank) -> usize {
        self.caches.open_reports.get(&()).map_or(0, |reports| count(&reports, staff))
    }
}

fn count(reports: &[Report], staff: StaffRank) -> usize {
    reports.iter().filter(|report| report.parties.may_be_handled_by(staff)).count()
}
