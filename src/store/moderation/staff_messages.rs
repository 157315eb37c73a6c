//! Messages from staff to users, and chat bans.

use super::sanctions;
use super::staff::StaffDecision;
use crate::now::Moment;
use crate::store::accounts::users::act;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;
use crate::users::{
    AuditActor, AuditNote, StaffActionError, StaffActionKind, StaffMessage, StaffMessageContent, StaffReason,
    to_the_minute,
};

impl Store {
    /// The messages that a user has not dismissed. At most ten, oldest first.
    pub async fn staff_messages_for(&self, user: UserId) -> Result<Vec<StaffMessage>, StoreError> {
        let rows: Vec<(i64, i64, String, String)> = self
            .read(move |db| async move {
                let unread =
                    "SELECT id, at, kind, text FROM staff_messages WHERE user_id = $1 AND read_at IS NULL
                    ORDER BY id LIMIT 10";
                sql::query_as(unread).bind(user.0).fetch_all(&db).await
            })
            .await?;
        let staff_message = |(id, at, kind, text): (i64, i64, String, String)| StaffMessage {
            id,
            at: Moment(at),
            content: StaffMessageContent::from_stored(&kind, text),
        };
        Ok(rows.into_iter().map(staff_message).collect())
    }

    /// Dismisses a message; `false` if it is not the user's.
    pub async fn dismiss_message(
        &self,
        user: UserId,
        staff_message: i64,
        at: Moment,
    ) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let reading =
                "UPDATE staff_messages SET read_at = coalesce(read_at, $3) WHERE id = $1 AND user_id = $2";
            let query = sql::query(reading).bind(staff_message).bind(user.0).bind(at.0);
            Ok(query.execute(db).await? == 1)
        }))
        .await
    }

    /// Mutes a user until a moment, or returns why not.
    pub async fn mute(
        &self,
        by: UserId,
        target: UserId,
        until: Moment,
        why: StaffReason,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        self.write(transaction!(|db| { mute(db, by, target, until, &why, at).await })).await
    }

    /// Ends a mute, or returns why not.
    pub async fn end_mute(
        &self,
        by: UserId,
        target: UserId,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let note = AuditNote {
            target: Some(target),
            ..AuditNote::new(at, AuditActor::Person(by), StaffActionKind::EndMute)
        };
        self.act(note, move |db, _, _| {
            Box::pin(async move {
                let ending = "UPDATE users SET muted_until = NULL, mute_reason = NULL
                    WHERE id = $1 AND muted_until > $2";
                let ended = sql::query(ending).bind(target.0).bind(at.0).execute(db).await?;
                Ok(if ended == 0 { Err(StaffActionError::AlreadySo) } else { Ok(()) })
            })
        })
        .await
    }
}

/// Writes a message to a user.
pub(in crate::store) async fn insert(
    db: &mut sql::Connection,
    to: UserId,
    content: &StaffMessageContent,
    at: Moment,
) -> Result<(), StoreError> {
    let (kind, text) = content.stored();
    let query = "INSERT INTO staff_messages (user_id, at, kind, text) VALUES ($1, $2, $3, $4)";
    sql::query(query).bind(to.0).bind(at.0).bind(kind).bind(text).execute(db).await?;
    Ok(())
}

/// Warns a user, or returns why not.
pub(in crate::store) async fn warn(
    db: &mut sql::Connection,
    by: UserId,
    target: UserId,
    why: &StaffReason,
    at: Moment,
) -> Result<StaffDecision, StoreError> {
    let note =
        AuditNote::new(at, AuditActor::Person(by), StaffActionKind::Warn).about(target, why.to_string());
    act(db, note, move |db, note, _| {
        Box::pin(async move {
            insert(db, target, &StaffMessageContent::Warning(note.reason.clone()), at).await?;
            Ok(Ok(()))
        })
    })
    .await
}

/// Mutes a user in a larger transaction, or returns why not.
pub(in crate::store) async fn mute(
    db: &mut sql::Connection,
    by: UserId,
    target: UserId,
    until: Moment,
    why: &StaffReason,
    at: Moment,
) -> Result<StaffDecision, StoreError> {
    let (why, detail) = (why.to_string(), format!("until {}", to_the_minute(until)));
    let note = AuditNote::new(at, AuditActor::Person(by), StaffActionKind::Mute).about(target, why);
    let note = AuditNote { detail, ..note };
    act(db, note, move |db, note, _| {
        Box::pin(async move {
            if until <= at {
                return Ok(Err(StaffActionError::Past));
            }
            let muting = "UPDATE users SET muted_until = $2, mute_reason = $3 WHERE id = $1";
            sql::query(muting).bind(target.0).bind(until.0).bind(&note.reason).execute(&mut *db).await?;
            sanctions::queue_email(db, target, sanctions::SanctionNotice::Mute, at).await?;
            Ok(Ok(()))
        })
    })
    .await
}
