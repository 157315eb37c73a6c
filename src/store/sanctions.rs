//! What somebody is kept from at the moment, and the email that tells them.

use sqlx::SqliteConnection;

use super::{Letter, Store, StoreError};
use crate::now::Moment;
use crate::users::{Mute, Sanctions, Suspension, UserId};

type Row = (Option<i64>, Option<i64>, Option<String>, Option<i64>, Option<String>);

const SANCTIONS: &str =
    "SELECT suspended_at, suspended_until, suspended_why, muted_until, muted_why FROM users WHERE id = $1";
const QUEUE: &str =
    "INSERT INTO outbox (letter_key, user_id, address, kind, body, state, made_at, next_at, tries)
    SELECT $2, user_id, address, $3, '', 'waiting', $4, $4, 0 FROM letterboxes
    WHERE user_id = $1 AND address IS NOT NULL";

impl Store {
    /// What a user is kept from at a moment.
    ///
    /// # Errors
    /// The database failed.
    pub async fn sanctions_of(&self, user: UserId, at: Moment) -> Result<Sanctions, StoreError> {
        let row: Option<Row> = self
            .read(move |db| async move { sqlx::query_as(SANCTIONS).bind(user.0).fetch_optional(&db).await })
            .await?;
        Ok(row.map(|row| sanctions(row, at)).unwrap_or_default())
    }

    /// Removes an email from the outbox that has nothing left to tell.
    ///
    /// # Errors
    /// The database failed.
    pub async fn withdraw_letter(&self, letter: &Letter) -> Result<(), StoreError> {
        let (id, key) = (letter.id, letter.key.clone());
        self.write(move |db| {
            Box::pin(async move {
                let removing = "DELETE FROM outbox WHERE id = $1 AND letter_key = $2";
                sqlx::query(removing).bind(id).bind(key).execute(db).await?;
                Ok(())
            })
        })
        .await
    }
}

/// What a user is kept from at a moment, as it stands in this transaction.
pub(super) async fn sanctions_in(
    db: &mut SqliteConnection,
    user: UserId,
    at: Moment,
) -> Result<Sanctions, StoreError> {
    let row: Option<Row> = sqlx::query_as(SANCTIONS).bind(user.0).fetch_optional(db).await?;
    Ok(row.map(|row| sanctions(row, at)).unwrap_or_default())
}

fn sanctions((since, until, reason, muted_until, why): Row, at: Moment) -> Sanctions {
    let suspension = since.map(|since| Suspension {
        since: Moment(since),
        until: until.map(Moment),
        reason: reason.unwrap_or_default().into(),
    });
    let mute = muted_until.map(|until| Mute { until: Moment(until), why: why.unwrap_or_default() });
    Sanctions {
        suspension: suspension.filter(|suspension| suspension.holds_at(at)),
        mute: mute.filter(|mute| mute.holds_at(at)),
    }
}

/// Which sanction an email tells of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Told {
    Suspension,
    Mute,
}

/// Queues the email that tells somebody of a sanction, in the place of an earlier one that still waits. It is written when it
/// is sent, from what holds by then.
pub(super) async fn queue_email(
    db: &mut SqliteConnection,
    whom: UserId,
    told: Told,
    at: Moment,
) -> Result<(), StoreError> {
    let kind = match told {
        Told::Suspension => "suspension",
        Told::Mute => "mute",
    };
    let earlier = "DELETE FROM outbox WHERE user_id = $1 AND kind = $2 AND state = 'waiting'";
    sqlx::query(earlier).bind(whom.0).bind(kind).execute(&mut *db).await?;
    let key = format!("{kind}:{}:{}:{:016x}", whom.0, at.0, rand::random::<u64>());
    sqlx::query(QUEUE).bind(whom.0).bind(key).bind(kind).bind(at.0).execute(db).await?;
    Ok(())
}
