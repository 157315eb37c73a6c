//! Verification of the audit log: its hashes, its signatures and its end.

use super::audit_head::hash;
use super::{Store, StoreError};
use crate::users::{AuditHash, AuditKey, AuditLogEnd};

/// A valid audit log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedAuditLog {
    /// Number of entries.
    pub entries: i64,
    /// The hash of the last entry; zeros if there is none.
    pub last: AuditHash,
    /// The last entry that was written before the log was signed with the given key; `None` if it was checked without
    /// a key.
    pub signed_after: Option<i64>,
}

/// The progress of a check.
#[derive(Default)]
struct AuditProgress {
    seq: i64,
    last: AuditHash,
    /// The first entry that should be signed with this key and is not.
    unsigned: Option<i64>,
}

/// The stored end of the log, and the triggers that protect entries from changes.
struct StoredAuditEnd {
    /// The number of the last entry.
    end: i64,
    head: Option<CheckedHead>,
    /// Number of triggers on the log.
    triggers: i64,
}

type CheckedHead = (i64, Vec<u8>, Option<i64>, Option<Vec<u8>>);

impl Store {
    /// Verifies the log from the first entry to the last. Returns what is wrong with the first invalid entry. With a
    /// key, signatures are verified too. Entries may be added while it runs.
    pub async fn verify_audit_log(
        &self,
        key: Option<&AuditKey>,
    ) -> Result<Result<VerifiedAuditLog, String>, StoreError> {
        let signed_after = self.audit_signed_after().await?.unwrap_or(0);
        let mut progress = AuditProgress::default();
        loop {
            let entries = self.audit_after(progress.seq).await?;
            if entries.is_empty() {
                match self.compare_end(&progress, key).await? {
                    Some(compared) => return Ok(compared),
                    None => continue,
                }
            }
            for shown in entries {
                let (before, seq) = (progress.last, progress.seq + 1);
                if shown.entry.seq != seq {
                    return Ok(Err(format!("entry {seq} of the audit log is missing")));
                }
                (progress.seq, progress.last) = (seq, shown.entry.hash(&before));
                if shown.hash != progress.last {
                    return Ok(Err(format!("entry {seq} of the audit log was changed")));
                }
                let mac = shown.mac.unwrap_or_default();
                if key.is_some_and(|key| !key.has_signed_entry(&shown.hash, &mac)) && seq > signed_after {
                    progress.unsigned.get_or_insert(seq);
                }
            }
        }
    }

    async fn audit_signed_after(&self) -> Result<Option<i64>, StoreError> {
        let after = "SELECT max(signed_after) FROM audit_head";
        self.read(move |db| async move { sqlx::query_scalar(after).fetch_one(&db).await }).await
    }

    /// Compares the last entry with the stored end of the log; `None` if entries were added in the meantime.
    async fn compare_end(
        &self,
        progress: &AuditProgress,
        key: Option<&AuditKey>,
    ) -> Result<Option<Result<VerifiedAuditLog, String>>, StoreError> {
        let kept = self.stored_end().await?;
        if kept.end > progress.seq {
            return Ok(None);
        }
        kept.compare(progress, key).map(Some)
    }

    async fn stored_end(&self) -> Result<StoredAuditEnd, StoreError> {
        self.read(|db| async move {
            let mut snapshot = db.begin().await?;
            let end = sqlx::query_scalar("SELECT coalesce(max(seq), 0) FROM audit_log");
            let end = end.fetch_one(&mut *snapshot).await?;
            let head = sqlx::query_as("SELECT seq, hash, signed_after, mac FROM audit_head");
            let head = head.fetch_optional(&mut *snapshot).await?;
            let triggers = "SELECT count(*) FROM sqlite_schema
                WHERE type = 'trigger' AND name IN ('audit_stays', 'audit_keeps_all')";
            Ok(StoredAuditEnd {
                end,
                head,
                triggers: sqlx::query_scalar(triggers).fetch_one(&mut *snapshot).await?,
            })
        })
        .await
    }
}

impl StoredAuditEnd {
    fn compare(
        self,
        AuditProgress { seq, last, unsigned }: &AuditProgress,
        key: Option<&AuditKey>,
    ) -> Result<Result<VerifiedAuditLog, String>, StoreError> {
        let Some((kept, kept_hash, signed_after, mac)) = self.head else {
            return Ok(Err("the stored end of the audit log is missing".to_owned()));
        };
        let end = AuditLogEnd { seq: kept, hash: hash(kept_hash)?, signed_after: signed_after.unwrap_or(0) };
        let unsigned = unsigned.filter(|unsigned| *unsigned > end.signed_after);
        let is_signed = key.is_none_or(|key| key.has_signed_end(&end, &mac.unwrap_or_default()));
        Ok(if end.seq > *seq {
            Err(format!("the audit log was cut off before entry {}", seq + 1))
        } else if end.seq < *seq || end.hash != *last {
            Err(format!("entry {seq} of the audit log does not match the stored end"))
        } else if self.triggers != 2 {
            Err("the triggers that protect the audit log are missing".to_owned())
        } else if let Some(unsigned) = unsigned {
            Err(format!("entry {unsigned} of the audit log is not signed with the secret key"))
        } else if !is_signed {
            Err(format!("the end of the audit log, entry {seq}, is not signed with the secret key"))
        } else {
            Ok(VerifiedAuditLog { entries: *seq, last: *last, signed_after: key.map(|_| end.signed_after) })
        })
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use tokio::runtime::Handle;

    use super::*;
    use crate::now::Moment;
    use crate::store::audit::insert_entry;
    use crate::users::{AuditActor, AuditNote, StaffActionKind};

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn entries_added_during_a_check_are_not_reported() {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("parlour.db").display());
        let store = Store::open(&url, Handle::current()).await.unwrap();
        let looker = Store::open_read_only(&url, Handle::current()).await.unwrap();
        let adding = tokio::spawn(async move {
            for number in 0..300 {
                let entry =
                    AuditNote::new(Moment(number), AuditActor::CommandLine, StaffActionKind::Announce);
                let adding = store.write(|db| Box::pin(async move { insert_entry(db, &entry).await }));
                adding.await.unwrap();
            }
        });
        while !adding.is_finished() {
            looker.verify_audit_log(None).await.unwrap().unwrap();
        }
        adding.await.unwrap();
        assert_eq!(looker.verify_audit_log(None).await.unwrap().unwrap().entries, 300);
    }
}
