//! Changes of what servers keep in memory, for those that have not made them: other servers on the same database, and the server
//! beside which a command has written. Triggers of the schema record them.

use crate::store::{Store, StoreError, sql};
use crate::users::UserId;

const AFTER: &str = "SELECT id, changed, user_id FROM shared_changes WHERE id > $1 ORDER BY id LIMIT $2";
const LAST: &str = "SELECT max(id) FROM shared_changes";
const DELETE: &str = "DELETE FROM shared_changes WHERE id <= $1";
/// How many are read at once.
const BATCH: i64 = 1000;

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedChange {
    /// A session of a user, their role, settings or notes.
    User(UserId),
    Name(UserId),
    /// A suspension or a mute of a user.
    Sanctions(UserId),
    Announcements,
    Reports,
    /// The settings of the site.
    Settings,
}

impl SharedChange {
    fn read(changed: &str, user: Option<i64>) -> Option<Self> {
        match (changed, user.map(UserId)) {
            ("user", Some(user)) => Some(Self::User(user)),
            ("name", Some(user)) => Some(Self::Name(user)),
            ("sanctions", Some(user)) => Some(Self::Sanctions(user)),
            ("announcements", None) => Some(Self::Announcements),
            ("reports", None) => Some(Self::Reports),
            ("settings", None) => Some(Self::Settings),
            _ => None,
        }
    }
}

impl Store {
    /// The last change; 0 if there is none.
    pub async fn last_shared_change(&self) -> Result<i64, StoreError> {
        let last: Option<i64> =
            self.read(|db| async move { sql::query_scalar(LAST).fetch_one(&db).await }).await?;
        Ok(last.unwrap_or(0))
    }

    /// The first changes after one, in order, and the last of them.
    pub async fn shared_changes_after(&self, last: i64) -> Result<(Vec<SharedChange>, i64), StoreError> {
        let rows: Vec<(i64, String, Option<i64>)> = self
            .read(move |db| async move { sql::query_as(AFTER).bind(last).bind(BATCH).fetch_all(&db).await })
            .await?;
        let last = rows.last().map_or(last, |(id, ..)| *id);
        let changes = rows.into_iter().filter_map(|(_, changed, user)| SharedChange::read(&changed, user));
        Ok((changes.collect(), last))
    }

    /// Deletes the changes up to one.
    pub async fn forget_shared_changes(&self, last: i64) -> Result<(), StoreError> {
        self.write(transaction!(|db| { Ok(sql::query(DELETE).bind(last).execute(db).await.map(drop)?) }))
            .await
    }

    /// Drops what is cached of what has changed.
    pub fn drop_cached(&self, change: SharedChange) {
        match change {
            SharedChange::User(user) => self.invalidate_settings_of(user),
            SharedChange::Announcements => self.caches.announcements.invalidate(&()),
            SharedChange::Reports => self.caches.open_reports.invalidate(&()),
            SharedChange::Name(_) | SharedChange::Sanctions(_) | SharedChange::Settings => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tempfile::TempDir;

    use super::*;
    use crate::store::database::schema::migrated_in_memory;

    /// The columns of users whose changes no server needs to know of: the id, and the last visit.
    const UNNOTED: [&str; 2] = ["id", "last_seen_at"];

    #[tokio::test]
    async fn a_change_of_any_column_of_a_user_is_noted() {
        let mut db = migrated_in_memory().await;
        sqlx::raw_sql(
            "INSERT INTO users (name, name_key, password, created_at) VALUES ('Ada', 'ada', '', 0)",
        )
        .execute(&mut db)
        .await
        .unwrap();
        let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_info('users')")
            .fetch_all(&mut db)
            .await
            .unwrap();
        let mut unnoted = BTreeSet::new();
        for column in columns {
            let update = format!("UPDATE users SET {column} = {column}");
            sqlx::raw_sql(sqlx::AssertSqlSafe(update)).execute(&mut db).await.unwrap();
            let noted = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM shared_changes");
            if noted.fetch_one(&mut db).await.unwrap() == 0 {
                unnoted.insert(column);
            }
            sqlx::raw_sql("DELETE FROM shared_changes").execute(&mut db).await.unwrap();
        }
        assert_eq!(unnoted.iter().map(String::as_str).collect::<Vec<_>>(), UNNOTED);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn changes_are_noted_with_their_users_and_forgotten() {
        let folder = TempDir::new().unwrap();
        let store = Store::open_for_test(folder.path()).await;
        for name in ["Ada", "Ben"] {
            store.add_person_for_test(name).await;
        }
        let ada = UserId(1);
        let mut last = store.last_shared_change().await.unwrap();
        for (sql, change) in [
            ("UPDATE users SET name = 'Ade' WHERE id = 1", SharedChange::Name(ada)),
            ("UPDATE users SET role = 'moderator' WHERE id = 1", SharedChange::User(ada)),
            ("UPDATE users SET muted_until = 1 WHERE id = 1", SharedChange::Sanctions(ada)),
            ("INSERT INTO blocks (user_id, blocked_id, since) VALUES (1, 2, 0)", SharedChange::User(ada)),
            ("DELETE FROM blocks", SharedChange::User(ada)),
            (
                "INSERT INTO muted_players (user_id, muted_id, since) VALUES (1, 2, 0)",
                SharedChange::User(ada),
            ),
            ("DELETE FROM muted_players", SharedChange::User(ada)),
            ("INSERT INTO follows (user_id, followed_id, since) VALUES (1, 2, 0)", SharedChange::User(ada)),
            ("DELETE FROM follows", SharedChange::User(ada)),
            ("INSERT INTO site_settings (key, value) VALUES ('name', 'Club')", SharedChange::Settings),
            ("UPDATE site_settings SET value = 'The Club'", SharedChange::Settings),
            (
                "INSERT INTO announcements (created_by, created_at, kind, text, shown_from, shown_until)
                    VALUES (1, 0, 'news', '', 0, 0)",
                SharedChange::Announcements,
            ),
            ("UPDATE announcements SET withdrawn_at = 1", SharedChange::Announcements),
            (
                "INSERT INTO reports (created_by, created_at, subject, reason, message) VALUES (1, 0, 'user', 'abuse', '')",
                SharedChange::Reports,
            ),
            ("UPDATE reports SET message = 'rude'", SharedChange::Reports),
        ] {
            store.execute_for_test(sql).await;
            let (changes, now) = store.shared_changes_after(last).await.unwrap();
            assert_eq!(changes, [change], "{sql}");
            last = now;
        }
        store.forget_shared_changes(last).await.unwrap();
        assert_eq!(store.shared_changes_after(0).await.unwrap(), (Vec::new(), 0));
        store.execute_for_test("UPDATE users SET role = 'player' WHERE id = 1").await;
        assert_eq!(store.shared_changes_after(0).await.unwrap(), (vec![SharedChange::User(ada)], last + 1));
    }
}
