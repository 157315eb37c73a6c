//! Sanctions of users, and the emails about them.

use sqlx::SqliteConnection;

use super::{OutboxEmail, Store, StoreError};
use crate::now::Moment;
use crate::users::{ActiveChatBan, Sanctions, Suspension, UserId};

type SanctionsRow = (Option<i64>, Option<i64>, Option<String>, Option<i64>, Option<String>);

const SANCTIONS: &str =
    "SELECT suspended_at, suspended_until, suspended_why, muted_until, muted_why FROM users WHERE id = $1";
const QUEUE: &str =
    "INSERT INTO outbox (email_key, user_id, address, kind, body, state, made_at, next_at, tries)
    SELECT $2, user_id, address, $3, '', 'waiting', $4, $4, 0 FROM email_settings
    WHERE user_id = $1 AND address IS NOT NULL";

impl Store {
    /// The sanctions of a user at a moment.
    pub async fn sanctions_of(&self, user: UserId, at: Moment) -> Result<Sanctions, StoreError> {
        let row: Option<SanctionsRow> = self
            .read(move |db| async move { sqlx::query_as(SANCTIONS).bind(user.0).fetch_optional(&db).await })
            .await?;
        Ok(row.map(|row| sanctions(row, at)).unwrap_or_default())
    }

    /// Deletes a queued email that no longer applies.
    pub async fn withdraw_email(&self, email: &OutboxEmail) -> Result<(), StoreError> {
        let (id, key) = (email.id, email.key.clone());
        self.write(move |db| {
            Box::pin(async move {
                let removing = "DELETE FROM outbox WHERE id = $1 AND email_key = $2";
                sqlx::query(removing).bind(id).bind(key).execute(db).await?;
                Ok(())
            })
        })
        .await
    }
}

/// The sanctions of a user at a moment, in this transaction.
pub(super) async fn sanctions_in(
    db: &mut SqliteConnection,
    user: UserId,
    at: Moment,
) -> Result<Sanctions, StoreError> {
    let row: Option<SanctionsRow> = sqlx::query_as(SANCTIONS).bind(user.0).fetch_optional(db).await?;
    Ok(row.map(|row| sanctions(row, at)).unwrap_or_default())
}

fn sanctions((since, until, reason, muted_until, why): SanctionsRow, at: Moment) -> Sanctions {
    let suspension = since.map(|since| Suspension {
        since: Moment(since),
        until: until.map(Moment),
        reason: reason.unwrap_or_default().into(),
    });
    let mute = muted_until.map(|until| ActiveChatBan { until: Moment(until), why: why.unwrap_or_default() });
    Sanctions {
        suspension: suspension.filter(|suspension| suspension.holds_at(at)),
        mute: mute.filter(|mute| mute.holds_at(at)),
    }
}

/// The kind of sanction that an email is about.
#[derive(Clone, Copy, Debug)]
pub(super) enum SanctionNotice {
    Suspension,
    Mute,
}

/// Queues the email about a sanction, which replaces a queued one. Its text is written when it is sent, from the
/// sanction at that time.
pub(super) async fn queue_email(
    db: &mut SqliteConnection,
    whom: UserId,
    notice: SanctionNotice,
    at: Moment,
) -> Result<(), StoreError> {
    let kind = match notice {
        SanctionNotice::Suspension => "suspension",
        SanctionNotice::Mute => "mute",
    };
    let earlier = "DELETE FROM outbox WHERE user_id = $1 AND kind = $2 AND state = 'waiting'";
    sqlx::query(earlier).bind(whom.0).bind(kind).execute(&mut *db).await?;
    let key = format!("{kind}:{}:{}:{:016x}", whom.0, at.0, rand::random::<u64>());
    sqlx::query(QUEUE).bind(whom.0).bind(key).bind(kind).bind(at.0).execute(db).await?;
    Ok(())
}
