//! Which secret key a database was last used with, and the signatures of the audit log that are made with it.
//!
//! The database holds no key, only a check value derived from it. The key that signs is in a temporary table of the connection
//! that writes, which is in memory and gone with the connection.

use sqlx::{FromRow, SqliteConnection};

use super::audit_head::{AuditHead, HEAD, move_end};
use super::{Store, StoreError, audit};
use crate::now::Moment;
use crate::users::{AuditActor, AuditKey, AuditLogEnd, AuditNote, StaffActionKind};

/// What a database knows a secret key by, and what signs its audit log: both derived from the secret key.
#[derive(Clone, Debug)]
pub struct SiteSecretKey {
    /// What the database keeps.
    pub check_value: [u8; 32],
    /// What signs the audit log.
    pub audit: AuditKey,
}

impl SiteSecretKey {
    /// What is derived from a secret key, by a function that derives a key for each purpose.
    pub fn derived(derive: impl Fn(&str) -> [u8; 32]) -> Self {
        Self {
            check_value: derive("check value of the secret key"),
            audit: AuditKey::new(derive("audit log")),
        }
    }
}

/// Whether a secret key is the one a database was last used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyCheck {
    /// The database has not been used with any key; with this one from now on.
    First,
    /// It is.
    Same,
    /// It is another one.
    Other,
}

/// What a database says of its secret key.
#[derive(Clone, Debug, FromRow)]
pub struct RecordedKey {
    /// The check value, if it was used with any.
    pub check_value: Option<Vec<u8>>,
    /// Whether the end of the audit log has a signature.
    pub signed: bool,
    /// How many entries the audit log has.
    pub entries: i64,
    /// How many people have an authenticator app: its secrets can be read with the right key only.
    pub apps: i64,
}

const RECORDED: &str = "SELECT (SELECT value FROM secret_key_check) AS check_value,
    EXISTS (SELECT 1 FROM audit_head WHERE mac IS NOT NULL) AS signed,
    (SELECT coalesce(max(seq), 0) FROM audit_log) AS entries,
    (SELECT count(*) FROM totp_secrets WHERE confirmed_at IS NOT NULL) AS apps";
impl RecordedKey {
    /// Whether a key is the one the database was last used with.
    pub fn check(&self, key: &SiteSecretKey) -> KeyCheck {
        match &self.check_value {
            None => KeyCheck::First,
            Some(value) if value[..] == key.check_value => KeyCheck::Same,
            Some(_) => KeyCheck::Other,
        }
    }
}

impl Store {
    /// What the database says of its secret key.
    pub async fn recorded_key(&self) -> Result<RecordedKey, StoreError> {
        self.read(|db| async move { sqlx::query_as(RECORDED).fetch_one(&db).await }).await
    }

    /// Signs the audit log with a key from now on, and checks that it is the one the database was last used with. The first
    /// one is recorded, and the log as it is by then is signed with it.
    pub async fn use_secret_key(&self, key: &SiteSecretKey, at: Moment) -> Result<KeyCheck, StoreError> {
        let recorded = self.recorded_key().await?;
        self.writer.sign_with(&key.audit).await?;
        let check = recorded.check(key);
        if check != KeyCheck::First {
            return Ok(check);
        }
        let key = key.clone();
        self.write(move |db| Box::pin(async move { record_first(db, &key, at).await })).await
    }

    /// Accepts a secret key in the place of the one the database was last used with, and signs the audit log, as it is, with
    /// it. That is noted in the log.
    pub async fn accept_secret_key(&self, key: &SiteSecretKey, at: Moment) -> Result<(), StoreError> {
        self.writer.sign_with(&key.audit).await?;
        let key = key.clone();
        self.write(move |db| {
            Box::pin(async move {
                record(db, &key, at).await?;
                sign_all(db, &key.audit).await?;
                audit::note(db, &AuditNote::new(at, AuditActor::CommandLine, StaffActionKind::AcceptKey))
                    .await
            })
        })
        .await
    }
}

/// Where a check value was removed from a log that is signed, only the key that has signed it is recorded again.
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

/// Signs the end of the log as it is, and so every entry before it.
async fn sign_all(db: &mut SqliteConnection, key: &AuditKey) -> Result<(), StoreError> {
    let head: AuditHead = sqlx::query_as(HEAD).fetch_one(&mut *db).await?;
    let end = head.end()?;
    move_end(db, &AuditLogEnd { signed_after: end.seq, ..end }, Some(key)).await
}

/// Gives a connection that writes the key it signs with, or none.
pub(super) async fn give_key(db: &mut SqliteConnection, key: Option<&AuditKey>) -> sqlx::Result<()> {
    let table = "CREATE TEMP TABLE IF NOT EXISTS audit_key (key BLOB NOT NULL); DELETE FROM temp.audit_key";
    sqlx::raw_sql(table).execute(&mut *db).await?;
    if let Some(key) = key {
        let keeping = sqlx::query("INSERT INTO temp.audit_key (key) VALUES ($1)");
        keeping.bind(&key.bytes()[..]).execute(db).await?;
    }
    Ok(())
}
