//! Announced absences.

use std::collections::HashMap;

use crate::now::{Moment, UtcDay};
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;
use crate::users::preferences::Absence;

const OF: &str = "SELECT id, away_from, away_until FROM users
    WHERE id IN (SELECT value FROM json_each($1)) AND away_from IS NOT NULL AND away_until >= $2";

impl Store {
    /// The absences of these users that are not over.
    pub async fn absences(
        &self,
        users: &[UserId],
        now: Moment,
    ) -> Result<HashMap<UserId, Absence>, StoreError> {
        if users.is_empty() {
            return Ok(HashMap::new());
        }
        let ids = sql::list(users.iter().map(|user| user.0));
        let today = UtcDay::of(now).0;
        let rows: Vec<(i64, i64, i64)> = self
            .read(move |db| async move { sql::query_as(OF).bind(ids).bind(today).fetch_all(&db).await })
            .await?;
        let absence =
            |(user, first, last)| (UserId(user), Absence { first: UtcDay(first), last: UtcDay(last) });
        Ok(rows.into_iter().map(absence).collect())
    }

    /// Announces an absence in place of the one before, or takes it back.
    pub async fn set_absence(&self, user: UserId, absence: Option<Absence>) -> Result<(), StoreError> {
        let [first, last] = [absence.map(|absence| absence.first.0), absence.map(|absence| absence.last.0)];
        self.write(transaction!(|db| {
            let sql = "UPDATE users SET away_from = $2, away_until = $3 WHERE id = $1";
            sql::query(sql).bind(user.0).bind(first).bind(last).execute(db).await?;
            Ok(())
        }))
        .await
    }
}
