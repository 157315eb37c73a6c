//! The check value of the secret key that a database was last used with. The database does not contain the key itself.

use sqlx::FromRow;

use super::audit;
use crate::now::Moment;
use crate::store::{Store, StoreError, sql};
use crate::users::{AuditActor, AuditNote, StaffActionKind};

/// The result of comparing a secret key with the one a database was last used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyCheck {
    /// The database had none.
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
    /// Number of users with an authenticator app, whose secrets are encrypted with the key.
    pub apps: i64,
}

const RECORDED: &str = "SELECT (SELECT value FROM secret_key_check) AS check_value,
    (SELECT count(*) FROM totp_secrets WHERE confirmed_at IS NOT NULL) AS apps";

impl RecordedKey {
    /// Compares the check value of a key with the one of the key the database was last used with.
    pub fn check(&self, value: &[u8; 32]) -> KeyCheck {
        match &self.check_value {
            None => KeyCheck::First,
            Some(recorded) if recorded[..] == value[..] => KeyCheck::Same,
            Some(_) => KeyCheck::Other,
        }
    }
}

impl Store {
    pub async fn recorded_key(&self) -> Result<RecordedKey, StoreError> {
        self.read(|db| async move { sql::query_as(RECORDED).fetch_one(&db).await }).await
    }

    /// Compares the check value of a key with the one of the key the database was last used with. The first one is
    /// recorded.
    pub async fn use_secret_key(&self, value: [u8; 32], at: Moment) -> Result<KeyCheck, StoreError> {
        let check = self.recorded_key().await?.check(&value);
        if check == KeyCheck::First {
            self.write(transaction!(|db| { record(db, value, at).await })).await?;
        }
        Ok(check)
    }

    /// Records the check value of another secret key, with an entry in the audit log.
    pub async fn accept_secret_key(&self, value: [u8; 32], at: Moment) -> Result<(), StoreError> {
        let note = AuditNote::new(at, AuditActor::CommandLine, StaffActionKind::AcceptKey);
        self.write(transaction!(|db| {
            record(db, value, at).await?;
            audit::insert_entry(db, &note).await
        }))
        .await
    }
}

async fn record(db: &mut sql::Connection, value: [u8; 32], at: Moment) -> Result<(), StoreError> {
    let recording = "INSERT INTO secret_key_check (id, value, since) VALUES (1, $1, $2)
        ON CONFLICT (id) DO UPDATE SET value = excluded.value, since = excluded.since";
    sql::query(recording).bind(&value[..]).bind(at.0).execute(db).await?;
    Ok(())
}
