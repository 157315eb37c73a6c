//! Sessions in the database.

use std::fmt;

use crate::now::Moment;
use crate::store::rows::{person, standing};
use crate::store::{Store, StoreError, sql};
use crate::users::{AccountStanding, ActiveChatBan, UserId, UserKind, UserSummary};

#[derive(Clone, Debug)]
pub struct StoredSession {
    pub person: UserSummary,
    pub standing: AccountStanding,
    /// When it was opened.
    pub opened_at: Moment,
    /// When it was last used, to the hour.
    pub last_seen_at: Moment,
    /// When the user last gave their password, passkey or code.
    pub reauthenticated_at: Moment,
}

/// A session as its user sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSession {
    /// The hash of its token.
    pub hash: Vec<u8>,
    pub device: String,
    pub opened_at: Moment,
    /// When it was last used, to the hour.
    pub last_seen_at: Moment,
}

/// A session to be opened.
#[derive(Clone, Debug)]
pub struct NewSession {
    pub token_hash: [u8; 32],
    pub user: UserId,
    pub device: String,
    /// What the session is opened with.
    pub proof: SessionProof,
}

/// What a session is opened with. Verifying it takes time, in which it may become invalid, so it is checked again in
/// the transaction.
#[derive(Clone)]
pub enum SessionProof {
    /// The password with this hash.
    Password(String),
    /// A pending login, by the hash of its token; opening the session uses it up.
    PendingLogin([u8; 32]),
    /// Something that needs no further check, such as a passkey.
    Verified,
}

impl SessionProof {
    /// Whether it is still valid.
    pub(in crate::store) async fn is_valid(
        &self,
        db: &mut sql::Connection,
        user: UserId,
        at: Moment,
    ) -> Result<bool, StoreError> {
        if let SessionProof::PendingLogin(token_hash) = self {
            let using =
                "DELETE FROM pending_logins WHERE token_hash = $1 AND user_id = $2 AND expires_at > $3";
            let query = sql::query(using).bind(&token_hash[..]).bind(user.0).bind(at.0);
            return Ok(query.execute(db).await? > 0);
        }
        let password = if let SessionProof::Password(hash) = self { Some(hash) } else { None };
        let here = "SELECT EXISTS (SELECT 1 FROM users
            WHERE id = $1 AND deletion_state IS NULL AND kind <> 'bot' AND coalesce(password = $2, TRUE))";
        Ok(sql::query_scalar(here).bind(user.0).bind(password).fetch_one(db).await?)
    }
}

impl fmt::Debug for SessionProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionProof(…)")
    }
}

/// Sessions last used, or opened, before these moments have expired.
#[derive(Clone, Copy, Debug)]
pub struct SessionCutoffs {
    pub used: Moment,
    /// Opened by a player.
    pub opened: Moment,
    /// Opened by a moderator or admin.
    pub opened_by_staff: Moment,
}

type SessionRow = (
    i64,
    String,
    String,
    i64,
    i64,
    i64,
    String,
    Option<i64>,
    Option<i64>,
    Option<String>,
    Option<i64>,
    Option<String>,
);

const SESSION: &str = "SELECT users.id, users.name, users.kind, sessions.created_at, sessions.last_seen_at, sessions.reauthenticated_at,
        users.role, users.suspended_at, users.suspended_until, users.suspension_reason, users.muted_until, users.mute_reason
    FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.token_hash = $1";

const OWN: &str = "SELECT token_hash, device, created_at, last_seen_at FROM sessions
    WHERE user_id = $1 AND last_seen_at > $2
        AND created_at > (SELECT CASE WHEN role = 'player' THEN CAST($3 AS BIGINT) ELSE CAST($4 AS BIGINT) END
            FROM users WHERE id = $1)
    ORDER BY last_seen_at DESC, created_at DESC";

const END_SURPLUS: &str = "DELETE FROM sessions WHERE user_id = $1 AND token_hash NOT IN (
    SELECT token_hash FROM sessions WHERE user_id = $1 ORDER BY token_hash = $2 DESC, created_at DESC LIMIT $3)";

const DELETE_DEVICES: &str = "DELETE FROM devices WHERE session = $1";

const MOVE_DEVICES: &str = "UPDATE devices SET session = $2 WHERE session = $1";

const END_UNUSED: &str = "DELETE FROM sessions WHERE last_seen_at < $1";

impl Store {
    /// Opens a session, and in the same transaction ends the one it replaces and the user's oldest sessions beyond
    /// `most`. Returns the number of those; `None` if the proof is no longer valid.
    pub async fn open_session(
        &self,
        new: NewSession,
        at: Moment,
        replaces: Option<[u8; 32]>,
        most: u32,
    ) -> Result<Option<u64>, StoreError> {
        self.write(transaction!(|db| {
            let NewSession { token_hash, user, device, proof } = new;
            if !proof.is_valid(db, user, at).await? {
                return Ok(None);
            }
            if let Some(replaced) = replaces {
                let devices = "UPDATE devices SET session = $1 WHERE session = $2 AND user_id = $3";
                let query = sql::query(devices).bind(&token_hash[..]).bind(&replaced[..]);
                query.bind(user.0).execute(&mut *db).await?;
                delete(db, &replaced).await?;
            }
            insert(db, &token_hash, user, &device, at).await?;
            end_surplus(db, user, &token_hash, most).await.map(Some)
        }))
        .await
    }

    /// The session with this token.
    pub async fn session(&self, token_hash: [u8; 32]) -> Result<Option<StoredSession>, StoreError> {
        let row: Option<SessionRow> = self
            .read(|db| async move { sql::query_as(SESSION).bind(&token_hash[..]).fetch_optional(&db).await })
            .await?;
        row.map(stored_session).transpose()
    }

    /// A user's sessions that have not expired, most recently used first.
    pub async fn sessions_of(
        &self,
        user: UserId,
        cutoffs: SessionCutoffs,
    ) -> Result<Vec<ListedSession>, StoreError> {
        let rows: Vec<(Vec<u8>, String, i64, i64)> = self
            .read(move |db| async move {
                let query = sql::query_as(OWN).bind(user.0).bind(cutoffs.used.0);
                query.bind(cutoffs.opened.0).bind(cutoffs.opened_by_staff.0).fetch_all(&db).await
            })
            .await?;
        let own = |(hash, device, opened_at, last_seen_at): (_, _, i64, i64)| ListedSession {
            hash,
            device,
            opened_at: Moment(opened_at),
            last_seen_at: Moment(last_seen_at),
        };
        Ok(rows.into_iter().map(own).collect())
    }

    /// Records that a session was used.
    pub async fn touch_session(&self, token_hash: [u8; 32], at: Moment) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let touching = "UPDATE sessions SET last_seen_at = $1 WHERE token_hash = $2 RETURNING user_id";
            let query = sql::query_scalar(touching).bind(at.0).bind(&token_hash[..]);
            let user: Option<i64> = query.fetch_optional(&mut *db).await?;
            match user {
                Some(user) => note_seen(db, user, at).await,
                None => Ok(()),
            }
        }))
        .await
    }

    /// Records a reauthentication: the session continues under a new token. Returns whether it existed.
    pub async fn reauthenticate_session(
        &self,
        token_hash: [u8; 32],
        other: [u8; 32],
        at: Moment,
    ) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
                let query = sql::query(MOVE_DEVICES).bind(&token_hash[..]).bind(&other[..]);
                query.execute(&mut *db).await?;
                let proving =
                    "UPDATE sessions SET token_hash = $2, reauthenticated_at = $3, last_seen_at = $3 WHERE token_hash = $1";
                let query = sql::query(proving).bind(&token_hash[..]).bind(&other[..]).bind(at.0);
                Ok(query.execute(db).await? > 0)
            }))
        .await
    }

    pub async fn end_session(&self, token_hash: [u8; 32]) -> Result<(), StoreError> {
        self.write(transaction!(|db| { delete(db, &token_hash).await })).await
    }

    /// Ends one of the user's sessions. Returns whether it was theirs.
    pub async fn end_session_of(&self, user: UserId, token_hash: Vec<u8>) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query("DELETE FROM sessions WHERE user_id = $1 AND token_hash = $2");
            let ended = query.bind(user.0).bind(token_hash).execute(&mut *db).await?;
            delete_devices_of_ended_sessions(db, user).await?;
            Ok(ended > 0)
        }))
        .await
    }

    /// Ends all of the user's sessions but one.
    pub async fn end_sessions_of(&self, user: UserId, but: [u8; 32]) -> Result<(), StoreError> {
        self.write(transaction!(|db| { delete_all_of(db, user, &but).await })).await
    }

    /// Deletes the sessions that were last used before this moment.
    pub async fn end_sessions_unused_since(&self, moment: Moment) -> Result<u64, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query(END_UNUSED);
            Ok(query.bind(moment.0).execute(db).await?)
        }))
        .await
    }
}

fn stored_session(row: SessionRow) -> Result<StoredSession, StoreError> {
    let (
        id,
        name,
        kind,
        opened_at,
        last_seen_at,
        reauthenticated_at,
        role,
        since,
        until,
        why,
        muted_until,
        mute_reason,
    ) = row;
    let kind =
        UserKind::from_key(&kind).ok_or_else(|| StoreError::Corrupt(format!("user {id} is a {kind}")))?;
    let muted = muted_until
        .map(|until| ActiveChatBan { until: Moment(until), reason: mute_reason.unwrap_or_default() });
    Ok(StoredSession {
        person: person((id, name)),
        standing: AccountStanding { kind, muted, ..standing(&role, since, until, why)? },
        opened_at: Moment(opened_at),
        last_seen_at: Moment(last_seen_at),
        reauthenticated_at: Moment(reauthenticated_at),
    })
}

/// Push subscriptions belong to the session, so they are deleted too.
async fn delete(db: &mut sql::Connection, token_hash: &[u8]) -> Result<(), StoreError> {
    sql::query(DELETE_DEVICES).bind(token_hash).execute(&mut *db).await?;
    sql::query("DELETE FROM sessions WHERE token_hash = $1").bind(token_hash).execute(db).await?;
    Ok(())
}

/// Records that a user has used the site.
async fn note_seen(db: &mut sql::Connection, user: i64, at: Moment) -> Result<(), StoreError> {
    sql::query("UPDATE users SET last_seen_at = $2 WHERE id = $1").bind(user).bind(at.0).execute(db).await?;
    Ok(())
}

/// Ends all of the user's sessions but one; all of them if that one is not theirs.
pub(in crate::store) async fn delete_all_of(
    db: &mut sql::Connection,
    user: UserId,
    but: &[u8],
) -> Result<(), StoreError> {
    let query = sql::query("DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2");
    query.bind(user.0).bind(but).execute(&mut *db).await?;
    delete_devices_of_ended_sessions(db, user).await
}

/// Adds a session.
pub(in crate::store) async fn insert(
    db: &mut sql::Connection,
    token_hash: &[u8; 32],
    user: UserId,
    device: &str,
    at: Moment,
) -> Result<(), StoreError> {
    let opening =
        "INSERT INTO sessions (token_hash, user_id, device, created_at, last_seen_at, reauthenticated_at)
        VALUES ($1, $2, $3, $4, $4, $4)";
    let query = sql::query(opening).bind(&token_hash[..]).bind(user.0).bind(device).bind(at.0);
    query.execute(&mut *db).await?;
    note_seen(db, user.0, at).await
}

/// Ends the user's oldest sessions beyond `most`, but never this one. Returns how many.
async fn end_surplus(
    db: &mut sql::Connection,
    user: UserId,
    newest: &[u8],
    most: u32,
) -> Result<u64, StoreError> {
    let query = sql::query(END_SURPLUS).bind(user.0).bind(newest).bind(most);
    let ended = query.execute(&mut *db).await?;
    if ended > 0 {
        delete_devices_of_ended_sessions(db, user).await?;
    }
    Ok(ended)
}

/// Removes the push subscriptions of sessions that have ended.
async fn delete_devices_of_ended_sessions(db: &mut sql::Connection, user: UserId) -> Result<(), StoreError> {
    let silencing = "DELETE FROM devices WHERE user_id = $1 AND session IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE token_hash = devices.session)";
    sql::query(silencing).bind(user.0).execute(db).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{DELETE_DEVICES, END_UNUSED, MOVE_DEVICES};
    use crate::store::plan;

    #[tokio::test]
    async fn the_devices_of_a_session_are_found_by_it() {
        for sql in [DELETE_DEVICES, MOVE_DEVICES] {
            for steps in plan::of(sql).await {
                assert!(steps.first().contains("INDEX devices_by_session (session=?)"), "{sql}\n{steps}");
            }
        }
    }

    #[tokio::test]
    async fn unused_sessions_are_found_by_their_last_use() {
        for steps in plan::of(END_UNUSED).await {
            assert_eq!(
                steps.first(),
                "SEARCH sessions USING INDEX sessions_by_use (last_seen_at<?)",
                "{steps}"
            );
        }
    }
}
