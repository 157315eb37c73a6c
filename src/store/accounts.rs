//! Accounts and sessions in the database.

use std::sync::Arc;

use super::{Store, StoreError, people};
use crate::matches::{Person, UserId};
use crate::now::Moment;

/// How an account is signed in to.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// Whose it is.
    pub person: Person,
    /// The hash of the password, with how it was made.
    pub password: String,
}

/// Somebody, for those who look them up.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Who.
    pub person: Person,
    /// Since when they have an account.
    pub since: Moment,
}

impl Store {
    /// Adds an account; `None` when the name is taken, or was somebody's until lately.
    pub async fn add_account(
        &self,
        name: &str,
        name_key: &str,
        password: String,
        at: Moment,
    ) -> Result<Option<Person>, StoreError> {
        let (name, key): (Arc<str>, String) = (name.into(), name_key.to_owned());
        self.write(move |db| {
            Box::pin(async move {
                if !people::is_free(db, &key, None, at).await? {
                    return Ok(None);
                }
                let id = sqlx::query_scalar::<_, i64>(
                    "INSERT INTO users (name, name_key, password, created_at) VALUES ($1, $2, $3, $4)
                     ON CONFLICT (name_key) DO NOTHING RETURNING id",
                )
                .bind(&*name)
                .bind(key)
                .bind(password)
                .bind(at.0)
                .fetch_optional(db)
                .await?;
                Ok(id.map(|id| Person { id: UserId(id), name }))
            })
        })
        .await
    }

    /// How the account with this name is signed in to.
    pub async fn credentials(&self, name_key: &str) -> Result<Option<Credentials>, StoreError> {
        let key = name_key.to_owned();
        let row: Option<(i64, String, String)> = self
            .read(|db| async move {
                sqlx::query_as("SELECT id, name, password FROM users WHERE name_key = $1")
                    .bind(key)
                    .fetch_optional(&db)
                    .await
            })
            .await?;
        Ok(row.map(|(id, name, password)| Credentials { person: person(id, name), password }))
    }

    /// The account with this name.
    pub async fn person(&self, name_key: &str) -> Result<Option<Person>, StoreError> {
        let key = name_key.to_owned();
        let row: Option<(i64, String)> = self
            .read(|db| async move {
                let query = sqlx::query_as("SELECT id, name FROM users WHERE name_key = $1");
                query.bind(key).fetch_optional(&db).await
            })
            .await?;
        Ok(row.map(|(id, name)| person(id, name)))
    }

    /// The account with this name, and since when there is one.
    pub async fn profile(&self, name_key: &str) -> Result<Option<Profile>, StoreError> {
        let key = name_key.to_owned();
        let row: Option<(i64, String, i64)> = self
            .read(|db| async move {
                let query = sqlx::query_as("SELECT id, name, created_at FROM users WHERE name_key = $1");
                query.bind(key).fetch_optional(&db).await
            })
            .await?;
        Ok(row.map(|(id, name, created_at)| Profile { person: person(id, name), since: Moment(created_at) }))
    }

    /// The accounts with these ids, in no order; an id that is nobody's is left out.
    pub async fn people(&self, ids: &[UserId]) -> Result<Vec<Person>, StoreError> {
        let ids = serde_json::to_string(ids).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let rows: Vec<(i64, String)> = self
            .read(|db| async move {
                sqlx::query_as("SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each($1))")
                    .bind(ids)
                    .fetch_all(&db)
                    .await
            })
            .await?;
        Ok(rows.into_iter().map(|(id, name)| person(id, name)).collect())
    }
}

fn person(id: i64, name: String) -> Person {
    Person { id: UserId(id), name: name.into() }
}
