//! Passkeys of users.

use sqlx::FromRow;

use super::two_factor::{FactorChangeNote, add_first_codes, forget_useless_codes, queue_change_email};
use crate::now::Moment;
use crate::store::rows::person;
use crate::store::{Store, StoreError, sql};
use crate::users::{FactorChange, UserId, UserSummary};

/// How many passkeys a user may have.
const MAX: u32 = 20;

#[derive(Clone, Debug)]
pub struct StoredPasskey {
    pub id: i64,
    /// The name its owner gave it.
    pub name: String,
    /// The WebAuthn user handle.
    pub handle: Vec<u8>,
    /// The credential as JSON: public key and counter.
    pub credential: String,
    pub created_at: Moment,
    pub used_at: Option<Moment>,
}

/// A passkey to be added.
#[derive(Clone, Debug)]
pub struct NewPasskey {
    pub user: UserId,
    /// The WebAuthn credential id.
    pub credential_id: Vec<u8>,
    /// The WebAuthn user handle.
    pub handle: Vec<u8>,
    /// The name its owner gave it.
    pub name: String,
    /// The credential as JSON: public key and counter.
    pub credential: String,
    /// Time and confirmation of the change.
    pub changed: FactorChangeNote,
}

#[derive(FromRow)]
struct PasskeyRow {
    id: i64,
    name: String,
    handle: Vec<u8>,
    credential: String,
    created_at: i64,
    used_at: Option<i64>,
}

const OWN: &str =
    "SELECT id, name, handle, credential, created_at, used_at FROM passkeys WHERE user_id = $1 ORDER BY id";
const ONE: &str =
    "SELECT id, name, handle, credential, created_at, used_at FROM passkeys WHERE credential_id = $1";
const WHOSE: &str =
    "SELECT u.id, u.name FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.credential_id = $1";

impl Store {
    /// A user's passkeys, oldest first.
    pub async fn passkeys_of(&self, user: UserId) -> Result<Vec<StoredPasskey>, StoreError> {
        let rows: Vec<PasskeyRow> =
            self.read(move |db| async move { sql::query_as(OWN).bind(user.0).fetch_all(&db).await }).await?;
        Ok(rows.into_iter().map(stored_passkey).collect())
    }

    /// The passkey with this credential id, and its owner.
    pub async fn passkey(
        &self,
        credential_id: &[u8],
    ) -> Result<Option<(UserSummary, StoredPasskey)>, StoreError> {
        let id = credential_id.to_vec();
        let found = self
            .read(|db| async move {
                let row: Option<PasskeyRow> = sql::query_as(ONE).bind(&id).fetch_optional(&db).await?;
                let whose: Option<(i64, String)> = sql::query_as(WHOSE).bind(&id).fetch_optional(&db).await?;
                Ok(whose.zip(row))
            })
            .await?;
        Ok(found.map(|(whose, row)| (person(whose), stored_passkey(row))))
    }

    /// Adds a passkey, and recovery codes if the user has none. Returns whether these codes were stored; `None` if
    /// the passkey exists already, or the user has too many.
    pub async fn add_passkey(
        &self,
        new: NewPasskey,
        codes: Vec<Vec<u8>>,
    ) -> Result<Option<bool>, StoreError> {
        self.write(transaction!(|db| {
            let added = sql::query(
                "INSERT INTO passkeys (user_id, credential_id, handle, name, credential, created_at)
                 SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM passkeys WHERE user_id = $1) < $7
                 ON CONFLICT (credential_id) DO NOTHING",
            )
            .bind(new.user.0)
            .bind(new.credential_id)
            .bind(new.handle)
            .bind(new.name)
            .bind(new.credential)
            .bind(new.changed.at.0)
            .bind(MAX)
            .execute(&mut *db)
            .await?;
            if added == 0 {
                return Ok(None);
            }
            queue_change_email(db, new.user, FactorChange::PasskeyOn, &new.changed).await?;
            add_first_codes(db, new.user, codes).await.map(Some)
        }))
        .await
    }

    /// Records the use of a passkey and its new counter. Returns whether it still exists.
    pub async fn use_passkey(&self, id: i64, credential: String, at: Moment) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query("UPDATE passkeys SET credential = $2, used_at = $3 WHERE id = $1");
            Ok(query.bind(id).bind(credential).bind(at.0).execute(db).await? > 0)
        }))
        .await
    }

    /// Removes one of the user's passkeys. Returns whether it was theirs.
    pub async fn remove_passkey(
        &self,
        user: UserId,
        id: i64,
        changed: FactorChangeNote,
    ) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query("DELETE FROM passkeys WHERE user_id = $1 AND id = $2");
            let removed = query.bind(user.0).bind(id).execute(&mut *db).await? > 0;
            forget_useless_codes(db, user).await?;
            if removed {
                queue_change_email(db, user, FactorChange::PasskeyOff, &changed).await?;
            }
            Ok(removed)
        }))
        .await
    }
}

fn stored_passkey(row: PasskeyRow) -> StoredPasskey {
    StoredPasskey {
        id: row.id,
        name: row.name,
        handle: row.handle,
        credential: row.credential,
        created_at: Moment(row.created_at),
        used_at: row.used_at.map(Moment),
    }
}
