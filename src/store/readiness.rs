//! Whether the database can be written to.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::{Store, StoreError};

/// How long a result is reused.
const FRESH: Duration = Duration::from_secs(1);

/// The result of the last check.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadinessResult(Arc<ReadinessCache>);

#[derive(Debug, Default)]
struct ReadinessCache {
    last: Mutex<Option<(bool, Instant)>>,
    /// Held by the check in progress.
    checking: tokio::sync::Mutex<()>,
}

impl ReadinessResult {
    fn last_writable(&self) -> Option<bool> {
        let (writable, _) = self.0.last.lock().filter(|(_, at)| at.elapsed() < FRESH)?;
        Some(writable)
    }

    fn record(&self, writable: bool) {
        *self.0.last.lock() = Some((writable, Instant::now()));
    }

    /// Records a failed write as the result of a check.
    pub fn note_failure<T>(&self, written: &Result<T, StoreError>) {
        if written.as_ref().is_err_and(StoreError::is_temporary) {
            self.record(false);
        }
    }
}

impl Store {
    /// Whether writes work: a row is changed and committed. (A rollback would not reach the disk and so succeed on a
    /// full one.) The result may be a second old.
    pub async fn is_writable(&self) -> bool {
        let _one_at_a_time = self.checked.0.checking.lock().await;
        if let Some(writable) = self.checked.last_writable() {
            return writable;
        }
        let written = self.write_check().await;
        if let Err(error) = &written {
            tracing::error!(code = error.code(), %error, "database not writable");
        }
        self.checked.record(written.is_ok());
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
