//! What the house has to say to somebody, and muting.

use sqlx::SqliteConnection;

use super::people::act;
use super::staff::Decided;
use super::{Store, StoreError, sanctions};
use crate::now::Moment;
use crate::users::UserId;
use crate::users::{Act, By, Note, Reason, Refused, Remark, RemarkContent, to_the_minute};

impl Store {
    /// What the house has to say to somebody that they have not put away yet.
    ///
    /// # Errors
    /// The database failed.
    pub async fn remarks_for(&self, user: UserId) -> Result<Vec<Remark>, StoreError> {
        let rows: Vec<(i64, i64, String, String)> = self
            .read(move |db| async move {
                let unread = "SELECT id, at, kind, text FROM remarks WHERE user_id = $1 AND read_at IS NULL
                    ORDER BY id LIMIT 10";
                sqlx::query_as(unread).bind(user.0).fetch_all(&db).await
            })
            .await?;
        let remark = |(id, at, kind, text): (i64, i64, String, String)| Remark {
            id,
            at: Moment(at),
            content: RemarkContent::from_stored(&kind, text),
        };
        Ok(rows.into_iter().map(remark).collect())
    }

    /// Puts away what the house had to say; `false` when it was said to nobody or to somebody else.
    ///
    /// # Errors
    /// The database failed.
    pub async fn put_away(&self, user: UserId, remark: i64, at: Moment) -> Result<bool, StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let reading =
                    "UPDATE remarks SET read_at = coalesce(read_at, $3) WHERE id = $1 AND user_id = $2";
                let query = sqlx::query(reading).bind(remark).bind(user.0).bind(at.0);
                Ok(query.execute(db).await?.rows_affected() == 1)
            })
        })
        .await
    }

    /// Keeps somebody from talking until a moment, or says why not.
    ///
    /// # Errors
    /// The database failed; nothing was changed.
    pub async fn mute(
        &self,
        by: UserId,
        whom: UserId,
        until: Moment,
        why: Reason,
        at: Moment,
    ) -> Result<Decided, StoreError> {
        self.write(move |db| Box::pin(async move { mute(db, by, whom, until, &why, at).await })).await
    }

    /// Lets somebody talk again before the time, or says why not.
    ///
    /// # Errors
    /// The database failed; nothing was changed.
    pub async fn end_mute(&self, by: UserId, whom: UserId, at: Moment) -> Result<Decided, StoreError> {
        let note = Note { whom: Some(whom), ..Note::new(at, By::Person(by), Act::EndMute) };
        self.act(note, move |db, _, _| {
            Box::pin(async move {
                let ending = "UPDATE users SET muted_until = NULL, muted_why = NULL
                    WHERE id = $1 AND muted_until > $2";
                let ended = sqlx::query(ending).bind(whom.0).bind(at.0).execute(db).await?;
                Ok(if ended.rows_affected() == 0 { Err(Refused::AlreadySo) } else { Ok(()) })
            })
        })
        .await
    }
}

/// Says something to somebody.
pub(super) async fn say(
    db: &mut SqliteConnection,
    to: UserId,
    content: &RemarkContent,
    at: Moment,
) -> Result<(), StoreError> {
    let (kind, text) = content.stored();
    let saying = "INSERT INTO remarks (user_id, at, kind, text) VALUES ($1, $2, $3, $4)";
    sqlx::query(saying).bind(to.0).bind(at.0).bind(kind).bind(text).execute(db).await?;
    Ok(())
}

/// Warns somebody, or says why not.
pub(super) async fn warn(
    db: &mut SqliteConnection,
    by: UserId,
    whom: UserId,
    why: &Reason,
    at: Moment,
) -> Result<Decided, StoreError> {
    let why = why.to_string();
    let note = Note { whom: Some(whom), why, ..Note::new(at, By::Person(by), Act::Warn) };
    act(db, note, move |db, note, _| {
        Box::pin(async move {
            say(db, whom, &RemarkContent::Warning(note.why.clone()), at).await?;
            Ok(Ok(()))
        })
    })
    .await
}

/// Keeps somebody from talking, or says why not.
pub(super) async fn mute(
    db: &mut SqliteConnection,
    by: UserId,
    whom: UserId,
    until: Moment,
    why: &Reason,
    at: Moment,
) -> Result<Decided, StoreError> {
    let (why, detail) = (why.to_string(), format!("until {}", to_the_minute(until)));
    let note = Note { whom: Some(whom), why, detail, ..Note::new(at, By::Person(by), Act::Mute) };
    act(db, note, move |db, note, _| {
        Box::pin(async move {
            if until <= at {
                return Ok(Err(Refused::Past));
            }
            let muting = "UPDATE users SET muted_until = $2, muted_why = $3 WHERE id = $1";
            sqlx::query(muting).bind(whom.0).bind(until.0).bind(&note.why).execute(&mut *db).await?;
            sanctions::queue_email(db, whom, sanctions::Told::Mute, at).await?;
            Ok(Ok(()))
        })
    })
    .await
}
