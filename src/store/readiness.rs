//! Whether the database can be written to.

use std::convert::Infallible;
use std::time::Duration;

use super::{Store, StoreError};

/// How long a result is reused.
pub(super) const CACHE_TTL: Duration = Duration::from_secs(1);

impl Store {
    /// Whether writes work: a row is changed and committed. (A rollback would not reach the disk and so succeed on a
    /// full one.) The result may be a second old.
    pub async fn is_writable(&self) -> bool {
        let check = async {
            let written = self.write_check().await;
            if let Err(error) = &written {
                tracing::error!(code = error.code(), %error, "database not writable");
            }
            Ok::<_, Infallible>(written.is_ok())
        };
        let Ok(writable) = self.writable.get_or_load_once((), check).await;
        writable
    }

    /// Records a failed write as the result of a check.
    pub(super) fn note_failure<T>(&self, written: &Result<T, StoreError>) {
        if written.as_ref().is_err_and(StoreError::is_temporary) {
            self.writable.insert((), false, self.writable.start_load());
        }
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
