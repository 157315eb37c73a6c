//! Which secret key a database was last used with, and the signatures of the audit log that are made with it.
//!
//! The database holds no key, only a check value derived from it. The key that signs is in a temporary table of the connection
//! that writes, which is in memory and gone with the connection.

use sqlx::{FromRow, SqliteConnection};

use super::{Store, StoreError, audit};
use crate::now::Moment;
use crate::people::{Act, AuditKey, By, LogEnd, Note};

/// What a database knows a secret key by, and what signs its audit log: both derived from the secret key.
#[derive(Clone, Debug)]
pub struct SiteKey {
    /// What the database keeps.
    pub check_value: [u8; 32],
    /// What signs the audit log.
    pub audit: AuditKey,
}

impl SiteKey {
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

#[derive(FromRow)]
struct Head {
    seq: i64,
    hash: Vec<u8>,
    signed_after: Option<i64>,
    mac: Option<Vec<u8>>,
}

const RECORDED: &str = "SELECT (SELECT value FROM secret_key_check) AS check_value,
    EXISTS (SELECT 1 FROM audit_head WHERE mac IS NOT NULL) AS signed,
    (SELECT coalesce(max(seq), 0) FROM audit) AS entries,
    (SELECT count(*) FROM code_apps WHERE confirmed_at IS NOT NULL) AS apps";
const HEAD: &str = "SELECT seq, hash, signed_after, mac FROM audit_head WHERE one = 1";

impl RecordedKey {
    /// Whether a key is the one the database was last used with.
    pub fn check(&self, key: &SiteKey) -> KeyCheck {
        match &self.check_value {
            None => KeyCheck::First,
            Some(value) if value[..] == key.check_value => KeyCheck::Same,
            Some(_) => KeyCheck::Other,
        }
    }
}

impl Store {
    /// What the database says of its secret key.
    ///
    /// # Errors
    /// The database failed.
    pub async fn recorded_key(&self) -> Result<RecordedKey, StoreError> {
        self.read(|db| async move { sqlx::query_as(RECORDED).fetch_one(&db).await }).await
    }

    /// Signs the audit log with a key from now on, and checks that it is the one the database was last used with. The first
    /// one is recorded, and the log as it is by then is signed with it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn use_secret_key(&self, key: &SiteKey, at: Moment) -> Result<KeyCheck, StoreError> {
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
    ///
    /// # Errors
    /// The database failed; nothing was changed.
    pub async fn accept_secret_key(&self, key: &SiteKey, at: Moment) -> Result<(), StoreError> {
        self.writer.sign_with(&key.audit).await?;
        let key = key.clone();
        self.write(move |db| {
            Box::pin(async move {
                record(db, &key, at).await?;
                sign_all(db, &key.audit).await?;
                audit::note(db, &Note::new(at, By::CommandLine, Act::AcceptKey)).await
            })
        })
        .await
    }
}

/// Where a check value was removed from a log that is signed, only the key that has signed it is recorded again.
async fn record_first(db: &mut SqliteConnection, key: &SiteKey, at: Moment) -> Result<KeyCheck, StoreError> {
    let head: Head = sqlx::query_as(HEAD).fetch_one(&mut *db).await?;
    match &head.mac {
        Some(mac) if !key.audit.has_signed_end(&head.end()?, mac) => return Ok(KeyCheck::Other),
        Some(_) => {}
        None => sign_all(db, &key.audit).await?,
    }
    record(db, key, at).await?;
    Ok(KeyCheck::First)
}

async fn record(db: &mut SqliteConnection, key: &SiteKey, at: Moment) -> Result<(), StoreError> {
    let recording = "INSERT INTO secret_key_check (id, value, since) VALUES (1, $1, $2)
        ON CONFLICT (id) DO UPDATE SET value = excluded.value, since = excluded.since";
    sqlx::query(recording).bind(&key.check_value[..]).bind(at.0).execute(db).await?;
    Ok(())
}

/// Signs the end of the log as it is, and so every entry before it.
async fn sign_all(db: &mut SqliteConnection, key: &AuditKey) -> Result<(), StoreError> {
    let head: Head = sqlx::query_as(HEAD).fetch_one(&mut *db).await?;
    let end = head.end()?;
    move_end(db, &LogEnd { signed_after: end.seq, ..end }, Some(key)).await
}

impl Head {
    fn end(&self) -> Result<LogEnd, StoreError> {
        let hash = audit::hash(self.hash.clone())?;
        Ok(LogEnd { seq: self.seq, hash, signed_after: self.signed_after.unwrap_or(0) })
    }
}

/// The end of the log, and the key that signs what follows it: none, where the site has none or has not signed this end.
pub(super) async fn end_to_continue(
    db: &mut SqliteConnection,
) -> Result<(LogEnd, Option<AuditKey>), StoreError> {
    let head: Head = sqlx::query_as(HEAD).fetch_one(&mut *db).await?;
    let key: Option<Vec<u8>> =
        sqlx::query_scalar("SELECT key FROM temp.audit_key").fetch_optional(db).await?;
    let end = head.end()?;
    let key = key.and_then(|bytes| bytes.try_into().ok()).map(AuditKey::new);
    let mac = head.mac.unwrap_or_default();
    Ok((end, key.filter(|key| key.has_signed_end(&end, &mac))))
}

/// Writes down where the log ends.
pub(super) async fn move_end(
    db: &mut SqliteConnection,
    end: &LogEnd,
    key: Option<&AuditKey>,
) -> Result<(), StoreError> {
    let mac = key.map(|key| key.sign_end(end));
    // How far the log was not signed is known only once it has been signed.
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
