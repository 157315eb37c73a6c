//! Accounts and sessions in the database.

use sqlx::SqliteConnection;

use super::rows::person;
use super::usernames;
use super::{Store, StoreError, audit, signup_invitations};
use crate::language::Language;
use crate::now::Moment;
use crate::users::{AuditActor, AuditNote, Role, StaffActionKind, UserId, UserSummary};

/// Somebody who is to have an account.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub name: String,
    /// What it is compared by.
    pub key: String,
    /// The hash of their password.
    pub password: String,
    /// What they are.
    pub role: Role,
    /// The invitation they come by.
    pub came_by: Option<i64>,
    /// What the site speaks to them.
    pub language: Language,
    /// Who makes the account, if not they themselves.
    pub made_by: Option<AuditActor>,
    pub at: Moment,
}

/// Why there is no new account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddAccountError {
    /// Somebody has the name, or had it until lately.
    Taken,
    /// Their invitation counts no more.
    NotInvited,
}

/// How an account is signed in to.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// Whose it is.
    pub person: UserSummary,
    /// The hash of the password, with how it was made.
    pub password: String,
}

/// Somebody, for those who look them up.
#[derive(Clone, Debug)]
pub struct UserProfile {
    pub person: UserSummary,
    /// Since when they have an account.
    pub since: Moment,
}

impl Store {
    /// Adds an account, and what goes with it: a place on the invitation they come by, and an entry in the log of the site
    /// when somebody else makes it for them.
    pub async fn add_account(
        &self,
        new: NewAccount,
    ) -> Result<Result<UserSummary, AddAccountError>, StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                if let Some(invitation) = new.came_by
                    && !signup_invitations::counts(db, invitation, new.at).await?
                {
                    return Ok(Err(AddAccountError::NotInvited));
                }
                if !usernames::is_free(db, &new.key, None, new.at).await? {
                    return Ok(Err(AddAccountError::Taken));
                }
                let id = insert(db, &new).await?;
                if let Some(invitation) = new.came_by {
                    signup_invitations::take_place(db, invitation).await?;
                }
                if let Some(by) = new.made_by {
                    let note = AuditNote::new(new.at, by, StaffActionKind::CreateAccount);
                    let detail = format!("as {}", new.role);
                    audit::note(db, &AuditNote { whom: Some(UserId(id)), detail, ..note }).await?;
                }
                Ok(Ok(person((id, new.name))))
            })
        })
        .await
    }

    /// How the account with this name is signed in to.
    pub async fn credentials(&self, name_key: &str) -> Result<Option<Credentials>, StoreError> {
        let key = name_key.to_owned();
        let row: Option<(i64, String, String)> = self
            .read(|db| async move {
                sqlx::query_as("SELECT id, name, password FROM users WHERE name_key = $1 AND kind = 'person'")
                    .bind(key)
                    .fetch_optional(&db)
                    .await
            })
            .await?;
        Ok(row.map(|(id, name, password)| Credentials { person: person((id, name)), password }))
    }

    /// The account with this name.
    pub async fn person(&self, name_key: &str) -> Result<Option<UserSummary>, StoreError> {
        let key = name_key.to_owned();
        let row: Option<(i64, String)> = self
            .read(|db| async move {
                let query = sqlx::query_as("SELECT id, name FROM users WHERE name_key = $1");
                query.bind(key).fetch_optional(&db).await
            })
            .await?;
        Ok(row.map(person))
    }

    /// The account with this name, and since when there is one.
    pub async fn profile(&self, name_key: &str) -> Result<Option<UserProfile>, StoreError> {
        let key = name_key.to_owned();
        let row: Option<(i64, String, i64)> = self
            .read(|db| async move {
                let query = sqlx::query_as("SELECT id, name, created_at FROM users WHERE name_key = $1");
                query.bind(key).fetch_optional(&db).await
            })
            .await?;
        Ok(row.map(|(id, name, created_at)| UserProfile {
            person: person((id, name)),
            since: Moment(created_at),
        }))
    }

    /// The accounts with these ids, in no order; an id that is nobody's is left out.
    pub async fn people(&self, ids: &[UserId]) -> Result<Vec<UserSummary>, StoreError> {
        let ids = serde_json::to_string(ids).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let rows: Vec<(i64, String)> = self
            .read(|db| async move {
                sqlx::query_as("SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each($1))")
                    .bind(ids)
                    .fetch_all(&db)
                    .await
            })
            .await?;
        Ok(rows.into_iter().map(person).collect())
    }
}

async fn insert(db: &mut SqliteConnection, new: &NewAccount) -> Result<i64, StoreError> {
    let adding =
        "INSERT INTO users (name, name_key, password, role, signup_invitation_id, language, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id";
    let query = sqlx::query_scalar(adding).bind(&new.name).bind(&new.key).bind(&new.password);
    let query = query.bind(new.role.key()).bind(new.came_by).bind(new.language.key()).bind(new.at.0);
    Ok(query.fetch_one(db).await?)
}
