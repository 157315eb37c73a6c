//! The signed head of the audit log, which the next entry continues.

use sqlx::{FromRow, SqliteConnection};

use super::StoreError;
use crate::users::{AuditHash, AuditKey, AuditLogEnd};

#[derive(FromRow)]
pub(super) struct AuditHead {
    seq: i64,
    hash: Vec<u8>,
    signed_after: Option<i64>,
    pub mac: Option<Vec<u8>>,
}

pub(super) const HEAD: &str = "SELECT seq, hash, signed_after, mac FROM audit_head WHERE one = 1";

impl AuditHead {
    pub fn end(&self) -> Result<AuditLogEnd, StoreError> {
        let hash = hash(self.hash.clone())?;
        Ok(AuditLogEnd { seq: self.seq, hash, signed_after: self.signed_after.unwrap_or(0) })
    }
}

/// A hash from the database.
pub(super) fn hash(bytes: Vec<u8>) -> Result<AuditHash, StoreError> {
    bytes.try_into().map_err(|_| StoreError::Corrupt("a hash in the audit log".to_owned()))
}

/// The end of the log, and the key for signing what follows: `None` if the site has no key, or this end is not signed
/// with it.
pub(super) async fn end_to_continue(
    db: &mut SqliteConnection,
) -> Result<(AuditLogEnd, Option<AuditKey>), StoreError> {
    let head: AuditHead = sqlx::query_as(HEAD).fetch_one(&mut *db).await?;
    let key: Option<Vec<u8>> =
        sqlx::query_scalar("SELECT key FROM temp.audit_key").fetch_optional(db).await?;
    let end = head.end()?;
    let key = key.and_then(|bytes| bytes.try_into().ok()).map(AuditKey::new);
    let mac = head.mac.unwrap_or_default();
    Ok((end, key.filter(|key| key.has_signed_end(&end, &mac))))
}

/// Stores the end of the log.
pub(super) async fn store_end(
    db: &mut SqliteConnection,
    end: &AuditLogEnd,
    key: Option<&AuditKey>,
) -> Result<(), StoreError> {
    let mac = key.map(|key| key.sign_end(end));
    // `signed_after` is known only once the log has been signed.
    let moving = "UPDATE audit_head SET seq = $1, hash = $2, mac = $3,
        signed_after = iif($3 IS NULL, signed_after, $4) WHERE one = 1";
    sqlx::query(moving)
        .bind(end.seq)
        .bind(&end.hash[..])
        .bind(mac.as_ref().map(|mac| &mac[..]))
        .bind(end.signed_after)
        .execute(db)
        .await?;
    Ok(())
}
