//! Sanctions of users, and the emails about them.

use crate::now::Moment;
use crate::store::rows::person;
use crate::store::{OutboxEmail, Store, StoreError, sql};
use crate::users::{ActiveChatBan, Sanctions, Suspension, UserId, UserSummary};

type SanctionsRow = (Option<i64>, Option<i64>, Option<String>, Option<i64>, Option<String>);

const SANCTIONS: &str = "SELECT suspended_at, suspended_until, suspension_reason, muted_until, mute_reason FROM users WHERE id = $1";
const MAY_PLAY: &str = "SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each($1))
    AND deletion_state IS NULL AND (suspended_at IS NULL OR suspended_until <= $2)";
const QUEUE: &str =
    "INSERT INTO outbox (email_key, user_id, address, kind, body, state, created_at, next_at, tries)
    SELECT $2, user_id, address, $3, '', 'waiting', $4, $4, 0 FROM email_settings
    WHERE user_id = $1 AND address IS NOT NULL";

impl Store {
    /// The sanctions of a user at a moment.
    pub async fn sanctions_of(&self, user: UserId, at: Moment) -> Result<Sanctions, StoreError> {
        let row: Option<SanctionsRow> = self
            .read(move |db| async move { sql::query_as(SANCTIONS).bind(user.0).fetch_optional(&db).await })
            .await?;
        Ok(row.map(|row| sanctions(row, at)).unwrap_or_default())
    }

    /// Those of these users who may play: whose accounts are neither deleted nor suspended at a moment.
    pub async fn users_who_may_play(
        &self,
        users: &[UserId],
        at: Moment,
    ) -> Result<Vec<UserSummary>, StoreError> {
        let users = sql::list(users.iter().copied());
        let rows: Vec<(i64, String)> = self
            .read(
                move |db| async move { sql::query_as(MAY_PLAY).bind(users).bind(at.0).fetch_all(&db).await },
            )
            .await?;
        Ok(rows.into_iter().map(person).collect())
    }

    /// Deletes a queued email that no longer applies.
    pub async fn withdraw_email(&self, email: &OutboxEmail) -> Result<(), StoreError> {
        let (id, key) = (email.id, email.key.clone());
        self.write(transaction!(|db| {
            let removing = "DELETE FROM outbox WHERE id = $1 AND email_key = $2";
            sql::query(removing).bind(id).bind(key).execute(db).await?;
            Ok(())
        }))
        .await
    }
}

/// The sanctions of a user at a moment, in this transaction.
pub(in crate::store) async fn sanctions_in(
    db: &mut sql::Connection,
    user: UserId,
    at: Moment,
) -> Result<Sanctions, StoreError> {
    let row: Option<SanctionsRow> = sql::query_as(SANCTIONS).bind(user.0).fetch_optional(db).await?;
    Ok(row.map(|row| sanctions(row, at)).unwrap_or_default())
}

fn sanctions((since, until, reason, muted_until, why): SanctionsRow, at: Moment) -> Sanctions {
    let suspension = since.map(|since| Suspension {
        since: Moment(since),
        until: until.map(Moment),
        reason: reason.map(Into::into),
    });
    let mute =
        muted_until.map(|until| ActiveChatBan { until: Moment(until), reason: why.unwrap_or_default() });
    Sanctions {
        suspension: suspension.filter(|suspension| suspension.holds_at(at)),
        mute: mute.filter(|mute| mute.holds_at(at)),
    }
}

/// The kind of sanction that an email is about.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) enum SanctionNotice {
    Suspension,
    Mute,
    /// The account was approved.
    Approval,
}

/// Queues the email about a sanction or its end, which replaces a queued one. Its text is written when it is sent, from the
/// sanction at that time.
pub(in crate::store) async fn queue_email(
    db: &mut sql::Connection,
    target: UserId,
    notice: SanctionNotice,
    at: Moment,
) -> Result<(), StoreError> {
    let kind = match notice {
        SanctionNotice::Suspension => "suspension",
        SanctionNotice::Mute => "mute",
        SanctionNotice::Approval => "approval",
    };
    let earlier = "DELETE FROM outbox WHERE user_id = $1 AND kind = $2 AND state = 'waiting'";
    sql::query(earlier).bind(target.0).bind(kind).execute(&mut *db).await?;
    let key = format!("{kind}:{}:{}:{:016x}", target.0, at.0, rand::random::<u64>());
    sql::query(QUEUE).bind(target.0).bind(key).bind(kind).bind(at.0).execute(db).await?;
    Ok(())
}
