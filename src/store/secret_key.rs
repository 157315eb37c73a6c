//! The secret key that a database was last used with, and the key that signs its audit log.
//!
//! The database contains no key, only a check value derived from it. The signing key is in a temporary table of the
//! write connection, which is in memory and gone with the connection.

use sqlx::{FromRow, SqliteConnection};

use super::audit_head::{AuditHead, HEAD, store_end};
use super::{Store, StoreError, audit};
use crate::now::Moment;
use crate::users::{AuditActor, AuditKey, AuditLogEnd, AuditNote, StaffActionKind};

/// What is derived from the secret key for the database: the check value, and the key of the audit log.
#[derive(Clone, Debug)]
pub struct SiteSecretKey {
    /// The value in the database.
    pub check_value: [u8; 32],
    /// The key that signs the audit log.
    pub audit: AuditKey,
}

impl SiteSecretKey {
    /// Derives both by a function that derives a key for each purpose.
    pub fn derive(derive: impl Fn(&str) -> [u8; 32]) -> Self {
        Self {
            check_value: derive("check value of the secret key"),
            audit: AuditKey::new(derive("audit log")),
        }
    }
}

/// The result of comparing a secret key with the one a database was last used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyCheck {
    /// The database had none; this one was recorded.
    First,
    /// The same key.
    Same,
    /// Another key.
    Other,
}

/// What a database knows about its secret key.
#[derive(Clone, Debug, FromRow)]
pub struct RecordedKey {
    /// The check value, if it was used with any.
    pub check_value: Option<Vec<u8>>,
    /// Whether the end of the audit log is signed.
    pub signed: bool,
    /// Number of entries of the audit log.
    pub entries: i64,
    /// Number of users with an authenticator app, whose secrets are encrypted with the key.
    pub apps: i64,
}

const RECORDED: &str = "SELECT (SELECT value FROM secret_key_check) AS check_value,
    EXISTS (SELECT 1 FROM audit_head WHERE mac IS NOT NULL) AS signed,
    (SELECT coalesce(max(seq), 0) FROM audit_log) AS entries,
    (SELECT count(*) FROM totp_secrets WHERE confirmed_at IS NOT NULL) AS apps";
impl RecordedKey {
    /// Compares a key with the one the database was last used with.
    pub fn check(&self, key: &SiteSecretKey) -> KeyCheck {
        match &self.check_value {
            None => KeyCheck::First,
            Some(value) if value[..] == key.check_value => KeyCheck::Same,
            Some(_) => KeyCheck::Other,
        }
    }
}

impl Store {
    pub async fn recorded_key(&self) -> Result<RecordedKey, StoreError> {
        self.read(|db| async move { sqlx::query_as(RECORDED).fetch_one(&db).await }).await
    }

    /// Signs the audit log with a key from now on, and compares it with the one the database was last used with. The
    /// first key is recorded, and the existing log is signed with it.
    pub async fn use_secret_key(&self, key: &SiteSecretKey, at: Moment) -> Result<KeyCheck, StoreError> {
        let recorded = self.recorded_key().await?;
        self.writer.set_audit_key(&key.audit).await?;
        let check = recorded.check(key);
        if check != KeyCheck::First {
            return Ok(check);
        }
        let key = key.clone();
        self.write(move |db| Box::pin(async move { record_first(db, &key, at).await })).await
    }

    /// Accepts another secret key: signs the existing audit log with it, and writes an entry about that.
    pub async fn accept_secret_key(&self, key: &SiteSecretKey, at: Moment) -> Result<(), StoreError> {
        self.writer.set_audit_key(&key.audit).await?;
        let key = key.clone();
        self.write(move |db| {
            Box::pin(async move {
                record(db, &key, at).await?;
                sign_all(db, &key.audit).await?;
                audit::insert_entry(
                    db,
                    &AuditNote::new(at, AuditActor::CommandLine, StaffActionKind::AcceptKey),
                )
                .await
            })
        })
        .await
    }
}

/// Without a check value, a signed log is only accepted from the key that has signed it: the value may have been
/// removed.
async fn record_first(
    db: &mut SqliteConnection,
    key: &SiteSecretKey,
    at: Moment,
) -> Result<KeyCheck, StoreError> {
    let head: AuditHead = sqlx::query_as(HEAD).fetch_one(&mut *db).await?;
    match &head.mac {
        Some(mac) if !key.audit.has_signed_end(&head.end()?, mac) => return Ok(KeyCheck::Other),
        Some(_) => {}
        None => sign_all(db, &key.audit).await?,
    }
    record(db, key, at).await?;
    Ok(KeyCheck::First)
}

async fn record(db: &mut SqliteConnection, key: &SiteSecretKey, at: Moment) -> Result<(), StoreError> {
    let recording = "INSERT INTO secret_key_check (id, value, since) VALUES (1, $1, $2)
        ON CONFLICT (id) DO UPDATE SET value = excluded.value, since = excluded.since";
    sqlx::query(recording).bind(&key.check_value[..]).bind(at.0).execute(db).await?;
    Ok(())
}

/// Signs the current end of the log, and so all entries before it.
async fn sign_all(db: &mut SqliteConnection, key: &AuditKey) -> Result<(), StoreError> {
    let head: AuditHead = sqlx::query_as(HEAD).fetch_one(&mut *db).await?;
    let end = head.end()?;
    store_end(db, &AuditLogEnd { signed_after: end.seq, ..end }, Some(key)).await
}

/// Gives a write connection the signing key, or none.
pub(super) async fn give_key(db: &mut SqliteConnection, key: Option<&AuditKey>) -> sqlx::Result<()> {
    let table = "CREATE TEMP TABLE IF NOT EXISTS audit_key (key BLOB NOT NULL); DELETE FROM temp.audit_key";
    sqlx::raw_sql(table).execute(&mut *db).await?;
    if let Some(key) = key {
        let keeping = sqlx::query("INSERT INTO temp.audit_key (key) VALUES ($1)");
        keeping.bind(&key.bytes()[..]).execute(db).await?;
    }
    Ok(())
}
