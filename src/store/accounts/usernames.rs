//! Previous and reserved usernames.

use crate::now::Moment;
use crate::now::spans::DAY;
use crate::store::{Store, StoreError, sql};
use crate::users::{UserId, look_alike_key};

/// How long a previous name is reserved: 90 days.
pub(in crate::store) const RESERVED_FOR: i64 = 90 * DAY;

/// Whether a user has a name that looks like this one, or another user had it in the last 90 days.
const TAKEN: &str = "SELECT EXISTS (SELECT 1 FROM users WHERE looks_like = $1 AND id IS DISTINCT FROM $3)
    OR EXISTS (SELECT 1 FROM previous_usernames WHERE looks_like = $1 AND given_up_at > $2
        AND user_id IS DISTINCT FROM $3)
    OR EXISTS (SELECT 1 FROM reserved_usernames WHERE looks_like = $1 AND free_at > $4)";

/// Whether a name can be taken: no other user has one that looks like it, or had it in the last 90 days.
pub(in crate::store) async fn is_free(
    db: &mut sql::Connection,
    key: &str,
    by: Option<UserId>,
    at: Moment,
) -> Result<bool, StoreError> {
    let query = sql::query_scalar(TAKEN).bind(look_alike_key(key)).bind(at.after(-RESERVED_FOR).0);
    let query = query.bind(by.map(|user| user.0));
    Ok(!query.bind(at.0).fetch_one(db).await?)
}

/// Reserves the current and previous names of a user who is being deleted. To be called in the transaction that
/// deletes them.
pub(in crate::store) async fn reserve(
    db: &mut sql::Connection,
    user: UserId,
    at: Moment,
) -> Result<(), StoreError> {
    // Rounded to whole days, so that the time does not reveal whose name it was.
    let keeping = "INSERT INTO reserved_usernames (name_key, free_at, looks_like)
        SELECT name_key, (CAST($2 AS BIGINT) + $3) / $4 * $4 + $4, looks_like FROM users
            WHERE id = $1 AND looks_like IS NOT NULL
        UNION ALL SELECT name_key, (given_up_at + $3) / $4 * $4 + $4, looks_like FROM previous_usernames WHERE user_id = $1
        ON CONFLICT (name_key) DO UPDATE SET free_at = excluded.free_at
            WHERE excluded.free_at > reserved_usernames.free_at";
    sql::query(keeping).bind(user.0).bind(at.0).bind(RESERVED_FOR).bind(DAY).execute(db).await?;
    Ok(())
}

impl Store {
    /// Releases expired reservations.
    pub async fn release_usernames(&self, now: Moment) -> Result<u64, StoreError> {
        self.write(transaction!(|db| {
            let freeing = sql::query("DELETE FROM reserved_usernames WHERE free_at <= $1");
            Ok(freeing.bind(now.0).execute(db).await?)
        }))
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::database::schema::migrated_in_memory;
    use crate::store::plan;
    use crate::store::sql::Connection;

    #[tokio::test]
    async fn look_alikes_of_present_and_former_names_are_taken() {
        let mut db = Connection::from(migrated_in_memory().await);
        db.execute_script("INSERT INTO users (id, name, name_key, password, created_at) VALUES
                (1, 'Limes11', 'limes11', '', 0), (2, 'modem', 'modem', '', 0), (3, 'Wolf0', 'wolf0', '', 0);
            INSERT INTO previous_usernames (name_key, user_id, given_up_at, looks_like) VALUES ('bill', 2, 0, '');
            INSERT INTO reserved_usernames (name_key, free_at, looks_like) VALUES ('zoo', 9, '')",
        )
        .await
        .unwrap();
        for table in ["users", "previous_usernames", "reserved_usernames"] {
            let keys = sql::query_scalar(sqlx::AssertSqlSafe(format!("SELECT name_key FROM {table}")));
            let keys: Vec<String> = keys.fetch_all(&mut db).await.unwrap();
            for key in keys {
                let change = format!("UPDATE {table} SET looks_like = $2 WHERE name_key = $1");
                let change = sql::query(sqlx::AssertSqlSafe(change)).bind(&key).bind(look_alike_key(&key));
                change.execute(&mut db).await.unwrap();
            }
        }
        for key in ["iimes11", "1imeslI", "limesii", "rnodern", "modern", "vvolfo", "b1ll", "bi11", "z0o"] {
            let key = key.to_ascii_lowercase();
            assert!(!is_free(&mut db, &key, None, Moment(1)).await.unwrap(), "{key}");
        }
        for (key, by) in [("limes12", None), ("iimes11", Some(UserId(1))), ("b1ll", Some(UserId(2)))] {
            assert!(is_free(&mut db, key, by, Moment(1)).await.unwrap(), "{key}");
        }
    }

    #[tokio::test]
    async fn look_alikes_are_found_by_indexes() {
        for steps in plan::of(TAKEN).await {
            assert!(!steps.contains("SCAN users") && steps.matches("_by_look").count() == 3, "{steps}");
        }
    }
}
