//! Whether the database can be written to, and how much space there is.

use std::convert::Infallible;

use crate::store::{Store, StoreError, sql};

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
        let Ok(writable) = self.caches.writable.get_or_load_once((), check).await;
        writable
    }

    /// Free space for this process on the disk of the database, in bytes; `None` if the system does not say.
    pub fn free_bytes(&self) -> Option<u64> {
        self.writer.file()?.free_bytes()
    }

    /// Records a failed write as the result of a check.
    pub(in crate::store) fn note_failure<T>(&self, written: &Result<T, StoreError>) {
        if written.as_ref().is_err_and(StoreError::is_temporary) {
            self.caches.writable.insert((), false, self.caches.writable.start_load());
        }
    }

    async fn write_check(&self) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let changed = sql::query("UPDATE write_check SET writes = writes + 1").execute(db).await?;
            match changed {
                1 => Ok(()),
                _ => Err(StoreError::Corrupt("write_check has no row".to_owned())),
            }
        }))
        .await
    }
}
