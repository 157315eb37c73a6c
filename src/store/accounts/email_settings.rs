//! The email settings of users.

use sqlx::FromRow;

use super::applications::end_waiting;
use crate::now::Moment;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;
use crate::users::preferences::{EmailAddress, EmailFrequency, NoticePreferences, QuietHours, TimeZoneName};

#[derive(FromRow)]
struct EmailSettingsRow {
    time_zone: String,
    address: Option<String>,
    unconfirmed: Option<String>,
    frequency: Option<String>,
    quiet_from: Option<i64>,
    quiet_to: Option<i64>,
    attaches_replays: Option<bool>,
}

const NOTICE_PREFERENCES: &str = "SELECT u.time_zone, b.address, b.frequency, b.quiet_from, b.quiet_to,
        b.attaches_replays,
        (SELECT c.address FROM address_confirmations c WHERE c.user_id = u.id AND c.expires_at > $2) AS unconfirmed
    FROM users u LEFT JOIN email_settings b ON b.user_id = u.id WHERE u.id = $1";

/// An address to be confirmed, and the email that asks for it.
#[derive(Clone, Debug)]
pub struct ConfirmationRequest {
    pub user: UserId,
    pub address: EmailAddress,
    /// The hash of the key that confirms it.
    pub key_hash: [u8; 32],
    /// The outbox key of the email.
    pub email: String,
    pub at: Moment,
    /// When the key expires.
    pub expires_at: Moment,
}

impl Store {
    /// A user's notice preferences.
    pub async fn notice_preferences(
        &self,
        user: UserId,
        now: Moment,
    ) -> Result<NoticePreferences, StoreError> {
        let row: Option<EmailSettingsRow> = self
            .read(move |db| async move {
                sql::query_as(NOTICE_PREFERENCES).bind(user.0).bind(now.0).fetch_optional(&db).await
            })
            .await?;
        let row = row.ok_or_else(|| StoreError::Corrupt(format!("user {} is gone", user.0)))?;
        let address = |text: Option<String>| text.and_then(|text| EmailAddress::parse(&text).ok());
        Ok(NoticePreferences {
            time_zone: zone_or_default(&row.time_zone),
            address: address(row.address),
            unconfirmed: address(row.unconfirmed),
            frequency: row.frequency.as_deref().and_then(EmailFrequency::from_key).unwrap_or_default(),
            quiet: row.quiet_from.zip(row.quiet_to).and_then(|(from, to)| QuietHours::new(from, to)),
            attaches_replays: row.attaches_replays.unwrap_or_default(),
        })
    }

    /// Sets a user's email frequency, and whether replays are attached. Users who had no email so far are notified of what
    /// happens from now on.
    pub async fn set_frequency(
        &self,
        user: UserId,
        frequency: EmailFrequency,
        quiet: Option<QuietHours>,
        attaches_replays: bool,
        now: Moment,
    ) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
                sql::query(
                    "INSERT INTO email_settings (user_id, frequency, quiet_from, quiet_to, notices_from,
                    attaches_replays)
                 VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (user_id) DO UPDATE SET
                    notices_from = CASE WHEN email_settings.frequency = 'off' THEN excluded.notices_from
                        ELSE email_settings.notices_from END,
                    frequency = excluded.frequency, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
                    attaches_replays = excluded.attaches_replays",
                )
                .bind(user.0)
                .bind(frequency.key())
                .bind(quiet.map(QuietHours::from))
                .bind(quiet.map(QuietHours::to))
                .bind(now.0)
                .bind(attaches_replays)
                .execute(&mut *db)
                .await?;
                if frequency == EmailFrequency::Off { cancel_queued(db, user).await } else { Ok(()) }
            }))
        .await
    }

    /// Sets a user's quiet hours.
    pub async fn set_quiet(
        &self,
        user: UserId,
        quiet: Option<QuietHours>,
        now: Moment,
    ) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            sql::query(
                "INSERT INTO email_settings (user_id, frequency, quiet_from, quiet_to, notices_from)
                 VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (user_id) DO UPDATE SET
                    quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to",
            )
            .bind(user.0)
            .bind(EmailFrequency::default().key())
            .bind(quiet.map(QuietHours::from))
            .bind(quiet.map(QuietHours::to))
            .bind(now.0)
            .execute(db)
            .await?;
            Ok(())
        }))
        .await
    }

    /// Stores an unconfirmed address, which replaces an earlier one, and queues the email to it.
    pub async fn ask_to_confirm(&self, confirmation: ConfirmationRequest) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
                forget_unconfirmed(db, confirmation.user).await?;
                sql::query(
                    "INSERT INTO address_confirmations (user_id, key_hash, address, expires_at)
                 VALUES ($1, $2, $3, $4)",
                )
                .bind(confirmation.user.0)
                .bind(&confirmation.key_hash[..])
                .bind(confirmation.address.as_str())
                .bind(confirmation.expires_at.0)
                .execute(&mut *db)
                .await?;
                sql::query(
                    "INSERT INTO outbox (email_key, user_id, address, kind, body, state, created_at, next_at, tries)
                 VALUES ($1, $2, $3, 'confirmation', '', 'waiting', $4, $4, 0)",
                )
                .bind(confirmation.email)
                .bind(confirmation.user.0)
                .bind(confirmation.address.as_str())
                .bind(confirmation.at.0)
                .execute(db)
                .await?;
                Ok(())
            }))
        .await
    }

    /// The user's unconfirmed address, if the key with this hash confirms it.
    pub async fn unconfirmed_email(
        &self,
        user: UserId,
        key_hash: [u8; 32],
        now: Moment,
    ) -> Result<Option<EmailAddress>, StoreError> {
        let found: Option<(String,)> = self
            .read(move |db| async move {
                sql::query_as(
                    "SELECT address FROM address_confirmations
                     WHERE user_id = $1 AND key_hash = $2 AND expires_at > $3",
                )
                .bind(user.0)
                .bind(&key_hash[..])
                .bind(now.0)
                .fetch_optional(&db)
                .await
            })
            .await?;
        Ok(found.and_then(|(text,)| EmailAddress::parse(&text).ok()))
    }

    /// Confirms the address and uses up the key; the account needs no approval any more if the address satisfies a
    /// condition. Returns whether the key was valid.
    pub async fn confirm(
        &self,
        user: UserId,
        key_hash: [u8; 32],
        now: Moment,
        is_admitted: impl Fn(&EmailAddress) -> bool + Send + 'static,
    ) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let Some(address) = confirm(db, user, key_hash, now).await? else { return Ok(false) };
            if EmailAddress::parse(&address).is_ok_and(|address| is_admitted(&address)) {
                end_waiting(db, user).await?;
            }
            Ok(true)
        }))
        .await
    }

    /// Removes a user's address, confirmed or not, and the emails to it.
    pub async fn forget_address(&self, user: UserId) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            forget_unconfirmed(db, user).await?;
            let query = sql::query("UPDATE email_settings SET address = NULL WHERE user_id = $1");
            query.bind(user.0).execute(&mut *db).await?;
            let query = sql::query("DELETE FROM outbox WHERE user_id = $1 AND state = 'waiting'");
            query.bind(user.0).execute(db).await?;
            Ok(())
        }))
        .await
    }

    /// Unsubscribes a user, if their address satisfies a condition. Returns whether it does.
    pub async fn unsubscribe(
        &self,
        user: UserId,
        is_same: impl Fn(&str) -> bool + Send + 'static,
    ) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query_scalar("SELECT address FROM email_settings WHERE user_id = $1");
            let found: Option<Option<String>> = query.bind(user.0).fetch_optional(&mut *db).await?;
            let is_subscribed = found.flatten().is_some_and(|address| is_same(&address));
            if is_subscribed {
                let query = sql::query("UPDATE email_settings SET frequency = 'off' WHERE user_id = $1");
                query.bind(user.0).execute(&mut *db).await?;
                cancel_queued(db, user).await?;
            }
            Ok(is_subscribed)
        }))
        .await
    }
}

/// Confirms the address of a user with the key with this hash, and returns it; `None` if the key was not valid.
pub(super) async fn confirm(
    db: &mut sql::Connection,
    user: UserId,
    key_hash: [u8; 32],
    now: Moment,
) -> Result<Option<String>, StoreError> {
    let found: Option<(String,)> = sql::query_as(
        "DELETE FROM address_confirmations WHERE user_id = $1 AND key_hash = $2 AND expires_at > $3
         RETURNING address",
    )
    .bind(user.0)
    .bind(&key_hash[..])
    .bind(now.0)
    .fetch_optional(&mut *db)
    .await?;
    let Some((address,)) = found else { return Ok(None) };
    // Emails about changes of password and two-factor authentication warn the owner of the previous address.
    let under_way = "UPDATE outbox SET address = $2 WHERE user_id = $1 AND state = 'waiting'
        AND kind NOT IN ('password', 'factors')";
    sql::query(under_way).bind(user.0).bind(&address).execute(&mut *db).await?;
    // Events since the last email are not lost when the address changes.
    sql::query(
        "INSERT INTO email_settings (user_id, address, frequency, notices_from)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO UPDATE SET address = excluded.address,
            notices_from = CASE WHEN email_settings.address IS NULL THEN excluded.notices_from
                ELSE email_settings.notices_from END",
    )
    .bind(user.0)
    .bind(&address)
    .bind(EmailFrequency::default().key())
    .bind(now.0)
    .execute(db)
    .await?;
    Ok(Some(address))
}

pub(in crate::store) async fn forget_unconfirmed(
    db: &mut sql::Connection,
    user: UserId,
) -> Result<(), StoreError> {
    let query = sql::query("DELETE FROM address_confirmations WHERE user_id = $1");
    query.bind(user.0).execute(&mut *db).await?;
    let emails = "DELETE FROM outbox WHERE user_id = $1 AND kind = 'confirmation' AND state = 'waiting'";
    sql::query(emails).bind(user.0).execute(db).await?;
    Ok(())
}

/// Cancels queued notifications of a user who has turned them off.
async fn cancel_queued(db: &mut sql::Connection, user: UserId) -> Result<(), StoreError> {
    let emails = "DELETE FROM outbox WHERE user_id = $1 AND kind = 'notices' AND state = 'waiting'";
    sql::query(emails).bind(user.0).execute(db).await?;
    Ok(())
}

/// The zone with this name. Unknown ones are replaced by the default.
pub(in crate::store) fn zone_or_default(name: &str) -> TimeZoneName {
    TimeZoneName::parse(name).unwrap_or_else(TimeZoneName::utc)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    const MAILS: &str = "INSERT INTO email_settings (user_id, address, frequency, notices_from)
            VALUES (1, 'old@example.org', 'daily', 5);
        INSERT INTO outbox (email_key, user_id, address, kind, body, state, created_at, next_at, tries)
            VALUES ('notices', 1, 'old@example.org', 'notices', '', 'waiting', 0, 0, 0),
                ('password', 1, 'old@example.org', 'password', '', 'waiting', 0, 0, 0),
                ('factors', 1, 'old@example.org', 'factors', '', 'waiting', 0, 0, 0)";
    const NEW_ADDRESS: &str = "INSERT INTO address_confirmations (user_id, key_hash, address, expires_at)
        VALUES (1, $1, 'new@example.org', 1000)";

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn warnings_about_an_account_go_to_the_address_it_had_and_no_notice_is_lost() {
        let folder = TempDir::new().unwrap();
        let store = Store::open_for_test(folder.path()).await;
        store.add_person_for_test("Ada").await;
        store.execute_for_test(MAILS).await;
        let asking = store
            .write(transaction!(|db| { Ok(sql::query(NEW_ADDRESS).bind(&[0; 32][..]).execute(db).await?) }));
        asking.await.unwrap();
        assert!(store.confirm(UserId(1), [0; 32], Moment(100), |_| false).await.unwrap());
        let addresses = "SELECT kind || ' ' || address FROM outbox ORDER BY kind";
        let addresses: Vec<String> =
            store.read(|db| async move { sql::query_scalar(addresses).fetch_all(&db).await }).await.unwrap();
        assert_eq!(
            addresses,
            ["factors old@example.org", "notices new@example.org", "password old@example.org"]
        );
        let from = "SELECT notices_from FROM email_settings";
        let from: i64 =
            store.read(|db| async move { sql::query_scalar(from).fetch_one(&db).await }).await.unwrap();
        assert!(from < 10, "events after {from} are notified");
        let old_link = store.unsubscribe(UserId(1), |address| address == "old@example.org").await.unwrap();
        assert!(!old_link, "a link sent to the previous address is no longer valid");
    }
}
