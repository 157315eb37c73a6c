//! Accounts.

use super::{applications, signup_invitations, usernames};
use crate::language::Language;
use crate::now::Moment;
use crate::store::moderation::audit;
use crate::store::moderation::staff::has_admin;
use crate::store::rows::person;
use crate::store::{Store, StoreError, sql};
use crate::users::{AuditActor, AuditNote, Role, StaffActionKind, UserId, UserSummary, look_alike_key};

/// An account to be created.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub name: String,
    /// The name in the form in which names are compared.
    pub key: String,
    /// The password hash.
    pub password: String,
    pub role: Role,
    /// What the user writes to staff, who have to approve the account; `None` if it needs no approval.
    pub application: Option<String>,
    /// The sign-up link that was used.
    pub came_by: Option<i64>,
    /// Whether the account is created only if there is no admin.
    pub only_admin: bool,
    pub language: Language,
    /// Who creates the account, if not the user.
    pub created_by: Option<AuditActor>,
    pub at: Moment,
}

/// Why an account was not created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddAccountError {
    /// The name is taken, or was given up a short time ago.
    Taken,
    /// The sign-up link is no longer valid.
    NotInvited,
    /// There is an admin, so this would not be the only one.
    AdminExists,
}

/// User and password hash of an account.
#[derive(Clone, Debug)]
pub struct Credentials {
    pub person: UserSummary,
    /// The password hash with its parameters.
    pub password: String,
}

/// A user with their date of registration.
#[derive(Clone, Debug)]
pub struct UserProfile {
    pub person: UserSummary,
    /// When the account was created.
    pub since: Moment,
}

impl Store {
    /// Creates an account. In the same transaction, takes a place of the sign-up link, and writes an audit entry if
    /// the account is created by another person.
    pub async fn add_account(
        &self,
        new: NewAccount,
    ) -> Result<Result<UserSummary, AddAccountError>, StoreError> {
        self.write(transaction!(|db| {
            if new.only_admin && has_admin(db, new.at).await? {
                return Ok(Err(AddAccountError::AdminExists));
            }
            if let Some(invitation) = new.came_by
                && !signup_invitations::is_usable(db, invitation, new.at).await?
            {
                return Ok(Err(AddAccountError::NotInvited));
            }
            if !usernames::is_free(db, &new.key, None, new.at).await? {
                return Ok(Err(AddAccountError::Taken));
            }
            let id = insert(db, &new).await?;
            if let Some(invitation) = new.came_by {
                signup_invitations::use_up(db, invitation).await?;
            }
            if new.application.is_some() {
                applications::queue_notices(db, UserId(id), new.at).await?;
            }
            if let Some(by) = new.created_by {
                let note = AuditNote::new(new.at, by, StaffActionKind::CreateAccount);
                let reason = if new.only_admin { "with the link in the log" } else { "" }.to_owned();
                let detail = format!("as {}", new.role);
                let note = AuditNote { target: Some(UserId(id)), reason, detail, ..note };
                audit::insert_entry(db, &note).await?;
            }
            Ok(Ok(person((id, new.name))))
        }))
        .await
    }

    /// The credentials of the account with this name.
    pub async fn credentials(&self, name_key: &str) -> Result<Option<Credentials>, StoreError> {
        let key = name_key.to_owned();
        let row: Option<(i64, String, String)> = self
            .read(|db| async move {
                sql::query_as("SELECT id, name, password FROM users WHERE name_key = $1 AND kind = 'person'")
                    .bind(key)
                    .fetch_optional(&db)
                    .await
            })
            .await?;
        Ok(row.map(|(id, name, password)| Credentials { person: person((id, name)), password }))
    }

    pub async fn user_by_name(&self, name_key: &str) -> Result<Option<UserSummary>, StoreError> {
        let key = name_key.to_owned();
        let row: Option<(i64, String)> = self
            .read(|db| async move {
                let query = sql::query_as("SELECT id, name FROM users WHERE name_key = $1");
                query.bind(key).fetch_optional(&db).await
            })
            .await?;
        Ok(row.map(person))
    }

    /// The account with this name, and its date of registration.
    pub async fn profile(&self, name_key: &str) -> Result<Option<UserProfile>, StoreError> {
        let key = name_key.to_owned();
        let row: Option<(i64, String, i64)> = self
            .read(|db| async move {
                let query = sql::query_as("SELECT id, name, created_at FROM users WHERE name_key = $1");
                query.bind(key).fetch_optional(&db).await
            })
            .await?;
        Ok(row.map(|(id, name, created_at)| UserProfile {
            person: person((id, name)),
            since: Moment(created_at),
        }))
    }

    /// The accounts with these ids, in no order. Unknown ids are left out.
    pub async fn users(&self, ids: &[UserId]) -> Result<Vec<UserSummary>, StoreError> {
        let ids = serde_json::to_string(ids).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let rows: Vec<(i64, String)> = self
            .read(|db| async move {
                sql::query_as("SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each($1))")
                    .bind(ids)
                    .fetch_all(&db)
                    .await
            })
            .await?;
        Ok(rows.into_iter().map(person).collect())
    }
}

pub(super) async fn insert(db: &mut sql::Connection, new: &NewAccount) -> Result<i64, StoreError> {
    let adding =
        "INSERT INTO users (name, name_key, looks_like, password, role, signup_invitation_id, language, created_at,
            application, suspended_at, time_zone)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN CAST($9 AS TEXT) IS NOT NULL THEN CAST($8 AS BIGINT) END,
            coalesce((SELECT value FROM site_settings WHERE key = 'time_zone'), 'UTC')) RETURNING id";
    let query = sql::query_scalar(adding).bind(&new.name).bind(&new.key).bind(look_alike_key(&new.key));
    let query = query.bind(&new.password).bind(new.role.key()).bind(new.came_by).bind(new.language.key());
    let query = query.bind(new.at.0).bind(&new.application);
    Ok(query.fetch_one(db).await?)
}
