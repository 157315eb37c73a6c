//! Whether the database can be written to.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::{Store, StoreError};

/// For so long an answer is given again, however many ask.
const FRESH: Duration = Duration::from_secs(1);

/// Whether the last check succeeded.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadinessResult(Arc<ReadinessCache>);

#[derive(Debug, Default)]
struct ReadinessCache {
    last: Mutex<Option<(bool, Instant)>>,
    /// Held by the one check under way.
    checking: tokio::sync::Mutex<()>,
}

impl ReadinessResult {
    fn last(&self) -> Option<bool> {
        let (writable, _) = self.0.last.lock().filter(|(_, at)| at.elapsed() < FRESH)?;
        Some(writable)
    }

    fn note(&self, writable: bool) {
        *self.0.last.lock() = Some((writable, Instant::now()));
    }

    /// Takes a write that failed for the last check.
    pub fn note_failure<T>(&self, written: &Result<T, StoreError>) {
        if written.as_ref().is_err_and(StoreError::is_temporary) {
            self.note(false);
        }
    }
}

impl Store {
    /// Whether writes work: a row is changed and committed. (One that is rolled back never reaches the disk, so it succeeds
    /// on a full one.) The answer may be a second old.
    pub async fn is_writable(&self) -> bool {
        let _one_at_a_time = self.checked.0.checking.lock().await;
        if let Some(writable) = self.checked.last() {
            return writable;
        }
        let written = self.write_check().await;
        if let Err(error) = &written {
            tracing::error!(%error, "database not writable");
        }
        self.checked.note(written.is_ok());
        written.is_ok()
    }

    async fn write_check(&self) -> Result<(), StoreError> {
        self.write(|db| {
            Box::pin(async move {
                let changed = sqlx::query("UPDATE write_check SET writes = writes + 1").execute(db).await?;
                match changed.rows_affected() {
                    1 => Ok(()),
                    _ => Err(StoreError::Corrupt("write_check has no row".to_owned())),
                }
            })
        })
        .await
    }
}
