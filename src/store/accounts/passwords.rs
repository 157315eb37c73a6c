//! Password changes and reset links.

use super::email_settings::{confirm, forget_unconfirmed};
use super::sessions::delete_all_of;
use crate::now::Moment;
use crate::store::rows::person;
use crate::store::{Store, StoreError, sql};
use crate::users::{UserId, UserSummary, name_key};

/// A password reset link.
#[derive(Clone, Debug)]
pub struct PasswordLink {
    pub user: UserId,
    /// The hash of its key.
    pub key_hash: [u8; 32],
    pub at: Moment,
    pub expires_at: Moment,
}

/// The user of a link.
#[derive(Clone, Debug)]
pub struct PasswordLinkUser {
    pub person: UserSummary,
    /// Whether they have a password; that of a new account may be chosen with the link.
    pub has_password: bool,
}

/// A new password.
#[derive(Clone, Debug)]
pub struct NewPassword {
    pub hash: String,
    /// The outbox key of the confirmation; `None` if no mail is sent.
    pub email: Option<String>,
    pub at: Moment,
}

const WITH_MAIL: &str = "SELECT u.id FROM users u JOIN email_settings b ON b.user_id = u.id
    WHERE b.address IS NOT NULL AND u.name_key = $1
    UNION SELECT b.user_id FROM email_settings b WHERE b.address IS NOT NULL AND lower(b.address) = $1
    ORDER BY 1 LIMIT 5";

impl Store {
    /// The users with this name or confirmed address who can get email. At most five.
    pub async fn people_with_mail(&self, name_or_address: &str) -> Result<Vec<UserId>, StoreError> {
        let key = name_key(name_or_address);
        let ids: Vec<i64> = self
            .read(move |db| async move { sql::query_scalar(WITH_MAIL).bind(key).fetch_all(&db).await })
            .await?;
        Ok(ids.into_iter().map(UserId).collect())
    }

    /// Stores a reset link and queues the email with it. Does nothing for a user without a confirmed address.
    pub async fn send_password_link(&self, link: PasswordLink, email: String) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            if queue(db, link.user, ("reset", ""), &email, link.at).await? {
                insert(db, &link).await?;
            }
            Ok(())
        }))
        .await
    }

    /// The user whose password the key with this hash sets.
    pub async fn password_link(
        &self,
        key_hash: [u8; 32],
        now: Moment,
    ) -> Result<Option<PasswordLinkUser>, StoreError> {
        let row: Option<(i64, String, bool)> = self
            .read(move |db| async move {
                sql::query_as(
                    "SELECT u.id, u.name, u.password <> '' FROM password_links l JOIN users u ON u.id = l.user_id
                     WHERE l.key_hash = $1 AND l.expires_at > $2",
                )
                .bind(&key_hash[..])
                .bind(now.0)
                .fetch_optional(&db)
                .await
            })
            .await?;
        Ok(row.map(|(id, name, has_password)| PasswordLinkUser { person: person((id, name)), has_password }))
    }

    /// Sets the password and uses up the key. Ends all sessions. If the key was emailed with a new account, confirms
    /// the address. Returns the user, if the key was valid.
    pub async fn reset_password(
        &self,
        key_hash: [u8; 32],
        new: NewPassword,
    ) -> Result<Option<UserId>, StoreError> {
        self.write(transaction!(|db| {
            let using =
                "DELETE FROM password_links WHERE key_hash = $1 AND expires_at > $2 RETURNING user_id";
            let user: Option<i64> =
                sql::query_scalar(using).bind(&key_hash[..]).bind(new.at.0).fetch_optional(&mut *db).await?;
            let Some(user) = user.map(UserId) else { return Ok(None) };
            // Who confirms their address with the link need not be told at it.
            let is_confirmed = confirm(db, user, key_hash, new.at).await?.is_some();
            let email = new.email.filter(|_| !is_confirmed);
            change(db, user, &NewPassword { email, ..new }, &[]).await?;
            Ok(Some(user))
        }))
        .await
    }

    /// Sets a password and ends all sessions of the user but one, in one transaction.
    pub async fn change_password(
        &self,
        user: UserId,
        new: NewPassword,
        but: [u8; 32],
    ) -> Result<(), StoreError> {
        self.write(transaction!(|db| { change(db, user, &new, &but).await })).await
    }

    /// Deletes expired reset links and pending logins.
    pub async fn forget_password_links(&self, now: Moment) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            for outdated in [
                "DELETE FROM password_links WHERE expires_at <= $1",
                "DELETE FROM pending_logins WHERE expires_at <= $1",
            ] {
                sql::query(outdated).bind(now.0).execute(&mut *db).await?;
            }
            Ok(())
        }))
        .await
    }
}

pub(in crate::store) async fn insert(
    db: &mut sql::Connection,
    link: &PasswordLink,
) -> Result<(), StoreError> {
    sql::query("INSERT INTO password_links (key_hash, user_id, expires_at) VALUES ($1, $2, $3)")
        .bind(&link.key_hash[..])
        .bind(link.user.0)
        .bind(link.expires_at.0)
        .execute(db)
        .await?;
    Ok(())
}

/// Deletes the links of a user, and the emails with them.
pub(super) async fn delete_links(db: &mut sql::Connection, user: UserId) -> Result<(), StoreError> {
    for pending in [
        "DELETE FROM password_links WHERE user_id = $1",
        "DELETE FROM outbox WHERE user_id = $1 AND kind IN ('reset', 'created') AND state = 'waiting'",
    ] {
        sql::query(pending).bind(user.0).execute(&mut *db).await?;
    }
    Ok(())
}

/// Sets a password. Ends everything that began with the previous one: sessions, pending logins, reset links. Feeds
/// get new URLs.
pub(in crate::store) async fn change(
    db: &mut sql::Connection,
    user: UserId,
    new: &NewPassword,
    but: &[u8],
) -> Result<(), StoreError> {
    let changing = sql::query("UPDATE users SET password = $2 WHERE id = $1");
    changing.bind(user.0).bind(&new.hash).execute(&mut *db).await?;
    delete_all_of(db, user, but).await?;
    delete_links(db, user).await?;
    for pending in [
        "DELETE FROM pending_logins WHERE user_id = $1",
        "UPDATE feeds SET number = random() WHERE user_id = $1",
    ] {
        sql::query(pending).bind(user.0).execute(&mut *db).await?;
    }
    forget_unconfirmed(db, user).await?;
    if let Some(email) = &new.email {
        queue(db, user, ("password", ""), email, new.at).await?;
    }
    Ok(())
}

/// Queues an email to a user's confirmed address. Returns whether they have one.
pub(in crate::store) async fn queue(
    db: &mut sql::Connection,
    user: UserId,
    (kind, body): (&str, &str),
    email: &str,
    at: Moment,
) -> Result<bool, StoreError> {
    let queueing =
        "INSERT INTO outbox (email_key, user_id, address, kind, body, state, created_at, next_at, tries)
        SELECT $1, user_id, address, $2, $5, 'waiting', $3, $3, 0 FROM email_settings
        WHERE user_id = $4 AND address IS NOT NULL";
    let query = sql::query(queueing).bind(email).bind(kind).bind(at.0).bind(user.0).bind(body);
    Ok(query.execute(db).await? > 0)
}
