//! Two-factor authentication: authenticator apps, recovery codes and pending logins.

use super::passwords::queue;
use crate::now::Moment;
use crate::store::rows::person;
use crate::store::sql::{self, Int};
use crate::store::{SessionProof, Store, StoreError};
use crate::users::{FactorChange, UserId, UserSummary};

/// The second factors of a user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TwoFactorState {
    /// Whether they have an authenticator app.
    pub app: bool,
    /// Number of passkeys.
    pub passkeys: u32,
    /// Number of unused recovery codes.
    pub codes: u32,
    /// Whether there are recovery codes that the user has not confirmed as kept.
    pub has_new_codes: bool,
}

impl TwoFactorState {
    /// Whether a password alone is not enough to sign in.
    pub const fn is_enabled(self) -> bool {
        self.app || self.passkeys > 0
    }
}

/// A change of two-factor authentication.
#[derive(Clone, Debug)]
pub struct FactorChangeNote {
    pub at: Moment,
    /// The outbox key of the confirmation; `None` if no mail is sent.
    pub email: Option<String>,
}

/// The secret of an authenticator app.
#[derive(Clone, Debug)]
pub struct TotpSecretRow {
    /// Encrypted.
    pub secret: Vec<u8>,
    /// Whether it has been activated with a code.
    pub confirmed: bool,
}

const FACTORS: &str = "SELECT EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = $1 AND confirmed_at IS NOT NULL),
    (SELECT count(*) FROM passkeys WHERE user_id = $1), (SELECT count(*) FROM recovery_codes WHERE user_id = $1),
    EXISTS (SELECT 1 FROM recovery_codes WHERE user_id = $1 AND NOT is_kept)";

impl Store {
    /// The second factors of a user.
    pub async fn two_factor_state(&self, user: UserId) -> Result<TwoFactorState, StoreError> {
        let (app, Int(passkeys), Int(codes), has_new_codes): (bool, Int<u32>, Int<u32>, bool) = self
            .read(move |db| async move { sql::query_as(FACTORS).bind(user.0).fetch_one(&db).await })
            .await?;
        Ok(TwoFactorState { app, passkeys, codes, has_new_codes })
    }

    /// The secret of a user's authenticator app.
    pub async fn totp_secret(&self, user: UserId) -> Result<Option<TotpSecretRow>, StoreError> {
        let row: Option<(Vec<u8>, Option<i64>)> = self
            .read(move |db| async move {
                let query = sql::query_as("SELECT secret, confirmed_at FROM totp_secrets WHERE user_id = $1");
                query.bind(user.0).fetch_optional(&db).await
            })
            .await?;
        Ok(row.map(|(secret, confirmed)| TotpSecretRow { secret, confirmed: confirmed.is_some() }))
    }

    /// Stores the secret of an app that is being added, and replaces an earlier one. `false` if an app is active
    /// already.
    pub async fn begin_totp_setup(&self, user: UserId, secret: Vec<u8>) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query(
                "INSERT INTO totp_secrets (user_id, secret, last_step) VALUES ($1, $2, 0)
                 ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret
                 WHERE totp_secrets.confirmed_at IS NULL",
            );
            Ok(query.bind(user.0).bind(secret).execute(db).await? > 0)
        }))
        .await
    }

    /// Activates an app. Stores recovery codes unless there are some. Returns whether it was waiting, and whether
    /// these codes were stored.
    pub async fn confirm_totp(
        &self,
        user: UserId,
        step: i64,
        changed: FactorChangeNote,
        codes: Vec<Vec<u8>>,
    ) -> Result<Option<bool>, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query(
                "UPDATE totp_secrets SET confirmed_at = $3, last_step = $2
                 WHERE user_id = $1 AND confirmed_at IS NULL",
            );
            let query = query.bind(user.0).bind(step).bind(changed.at.0);
            if query.execute(&mut *db).await? == 0 {
                return Ok(None);
            }
            queue_change_email(db, user, FactorChange::AppOn, &changed).await?;
            add_first_codes(db, user, codes).await.map(Some)
        }))
        .await
    }

    /// Uses up a time step, unless it or a later one was used. Returns whether it was unused.
    pub async fn use_step(&self, user: UserId, step: i64) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query(
                "UPDATE totp_secrets SET last_step = $2
                 WHERE user_id = $1 AND last_step < $2 AND confirmed_at IS NOT NULL",
            );
            Ok(query.bind(user.0).bind(step).execute(db).await? > 0)
        }))
        .await
    }

    /// Removes the app, and the recovery codes if no other factor is left. Returns whether there was one.
    pub async fn remove_totp(&self, user: UserId, changed: FactorChangeNote) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query_scalar(
                "DELETE FROM totp_secrets WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL",
            );
            let counted: Option<bool> = query.bind(user.0).fetch_optional(&mut *db).await?;
            forget_useless_codes(db, user).await?;
            if counted == Some(true) {
                queue_change_email(db, user, FactorChange::AppOff, &changed).await?;
            }
            Ok(counted.is_some())
        }))
        .await
    }

    /// Replaces the recovery codes of a user.
    pub async fn set_recovery_codes(
        &self,
        user: UserId,
        codes: Vec<Vec<u8>>,
        changed: FactorChangeNote,
    ) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query("DELETE FROM recovery_codes WHERE user_id = $1");
            query.bind(user.0).execute(&mut *db).await?;
            insert_codes(db, user, codes).await?;
            queue_change_email(db, user, FactorChange::Codes, &changed).await
        }))
        .await
    }

    /// Remembers that a user has kept their recovery codes.
    pub async fn keep_recovery_codes(&self, user: UserId) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query("UPDATE recovery_codes SET is_kept = TRUE WHERE user_id = $1");
            query.bind(user.0).execute(db).await?;
            Ok(())
        }))
        .await
    }

    /// Uses up a recovery code. Returns whether it was valid.
    pub async fn use_recovery_code(&self, user: UserId, code: Vec<u8>) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query("DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2");
            Ok(query.bind(user.0).bind(code).execute(db).await? > 0)
        }))
        .await
    }

    /// Stores a pending login. Returns `false` if the password has changed.
    pub async fn add_pending_login(
        &self,
        token_hash: [u8; 32],
        user: UserId,
        proof: SessionProof,
        at: Moment,
        expires_at: Moment,
    ) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            if !proof.is_valid(db, user, at).await? {
                return Ok(false);
            }
            let adding = "INSERT INTO pending_logins (token_hash, user_id, expires_at) VALUES ($1, $2, $3)";
            let query = sql::query(adding).bind(&token_hash[..]).bind(user.0).bind(expires_at.0);
            query.execute(db).await?;
            Ok(true)
        }))
        .await
    }

    /// The pending login with this token.
    pub async fn pending_login(
        &self,
        token_hash: [u8; 32],
        now: Moment,
    ) -> Result<Option<UserSummary>, StoreError> {
        let row: Option<(i64, String)> = self
            .read(move |db| async move {
                sql::query_as(
                    "SELECT u.id, u.name FROM pending_logins h JOIN users u ON u.id = h.user_id
                     WHERE h.token_hash = $1 AND h.expires_at > $2",
                )
                .bind(&token_hash[..])
                .bind(now.0)
                .fetch_optional(&db)
                .await
            })
            .await?;
        Ok(row.map(person))
    }
}

/// Queues the confirmation of a change.
pub(in crate::store) async fn queue_change_email(
    db: &mut sql::Connection,
    user: UserId,
    what: FactorChange,
    changed: &FactorChangeNote,
) -> Result<(), StoreError> {
    if let Some(email) = &changed.email {
        queue(db, user, ("factors", what.key()), email, changed.at).await?;
    }
    Ok(())
}

/// Stores recovery codes for a user who has none. Returns whether it did.
pub(in crate::store) async fn add_first_codes(
    db: &mut sql::Connection,
    user: UserId,
    codes: Vec<Vec<u8>>,
) -> Result<bool, StoreError> {
    let query = sql::query_scalar("SELECT EXISTS (SELECT 1 FROM recovery_codes WHERE user_id = $1)");
    let some: bool = query.bind(user.0).fetch_one(&mut *db).await?;
    if !some {
        insert_codes(db, user, codes).await?;
    }
    Ok(!some)
}

/// Deletes recovery codes if no other factor is left.
pub(in crate::store) async fn forget_useless_codes(
    db: &mut sql::Connection,
    user: UserId,
) -> Result<(), StoreError> {
    sql::query(
        "DELETE FROM recovery_codes WHERE user_id = $1
            AND NOT EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = $1 AND confirmed_at IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = $1)",
    )
    .bind(user.0)
    .execute(db)
    .await?;
    Ok(())
}

async fn insert_codes(db: &mut sql::Connection, user: UserId, codes: Vec<Vec<u8>>) -> Result<(), StoreError> {
    for code in codes {
        let query = sql::query("INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)");
        query.bind(user.0).bind(code).execute(&mut *db).await?;
    }
    Ok(())
}

/// Removes all second factors, and pending logins. Returns `false`, and changes nothing, if there were no factors.
pub(in crate::store) async fn forget_all(db: &mut sql::Connection, user: UserId) -> Result<bool, StoreError> {
    let query = sql::query_as(FACTORS).bind(user.0);
    let (app, Int(passkeys), Int(codes)): (bool, Int<u32>, Int<u32>) = query.fetch_one(&mut *db).await?;
    if !app && passkeys == 0 && codes == 0 {
        return Ok(false);
    }
    for factor in [
        "DELETE FROM totp_secrets WHERE user_id = $1",
        "DELETE FROM passkeys WHERE user_id = $1",
        "DELETE FROM recovery_codes WHERE user_id = $1",
        "DELETE FROM pending_logins WHERE user_id = $1",
    ] {
        sql::query(factor).bind(user.0).execute(&mut *db).await?;
    }
    Ok(true)
}
