//! Compares counts with the matches they count: results of users, scores between two users, and the number of
//! matches.

use crate::store::database::connection::execute_all;
use crate::store::{Store, StoreError, sql};

/// Queries for the counts of users. Each takes the first and the last user id.
struct TallyCounts {
    differ: &'static str,
    delete: &'static str,
    insert: &'static str,
}

macro_rules! counts {
    ($table:literal, $key:literal, $user:literal, $columns:literal, $gathered:literal) => {
        TallyCounts {
            differ: concat!(
                "WITH gathered (",
                $columns,
                ") AS MATERIALIZED (",
                $gathered,
                "),
                kept AS MATERIALIZED (SELECT ",
                $columns,
                " FROM ",
                $table,
                " WHERE ",
                $user,
                " BETWEEN $1 AND $2)
                SELECT count(*) FROM (SELECT ",
                $key,
                " FROM (SELECT * FROM gathered EXCEPT SELECT * FROM kept) AS missing UNION SELECT ",
                $key,
                " FROM (SELECT * FROM kept EXCEPT SELECT * FROM gathered) AS surplus) AS wrong"
            ),
            delete: concat!("DELETE FROM ", $table, " WHERE ", $user, " BETWEEN $1 AND $2"),
            insert: concat!("INSERT INTO ", $table, " (", $columns, ") ", $gathered),
        }
    };
}

const TALLIES: TallyCounts = counts!(
    "tallies",
    "user_id, game, visibility",
    "user_id",
    "user_id, game, visibility, played, won, shared",
    "SELECT user_id, game, visibility, count(*), count(*) FILTER (WHERE place = 1 AND firsts = 1),
        count(*) FILTER (WHERE place = 1 AND firsts > 1)
    FROM (SELECT mine.user_id, m.game, m.visibility, mine.place,
            (SELECT count(*) FROM match_seats s WHERE s.match_id = m.id AND s.place = 1) AS firsts
        FROM users u CROSS JOIN match_seats mine CROSS JOIN matches m
        WHERE u.id BETWEEN $1 AND $2 AND mine.user_id = u.id AND m.id = mine.match_id
            AND mine.ended_at IS NOT NULL AND m.end_reason <> 'aborted') AS finished
    GROUP BY user_id, game, visibility"
);
const DUELS: TallyCounts = counts!(
    "head_to_head",
    "lower_id, higher_id, game",
    "lower_id",
    "lower_id, higher_id, game, lower_won, drawn, higher_won",
    "SELECT mine.user_id, theirs.user_id, m.game, count(*) FILTER (WHERE mine.place < theirs.place),
        count(*) FILTER (WHERE mine.place = theirs.place), count(*) FILTER (WHERE mine.place > theirs.place)
    FROM users u CROSS JOIN match_seats mine CROSS JOIN matches m CROSS JOIN match_seats theirs
    WHERE u.id BETWEEN $1 AND $2 AND mine.user_id = u.id AND m.id = mine.match_id
        AND theirs.match_id = mine.match_id AND theirs.user_id > mine.user_id
        AND mine.ended_at IS NOT NULL AND mine.place IS NOT NULL
        AND theirs.place IS NOT NULL AND m.end_reason <> 'aborted' AND m.visibility = 'public'
    GROUP BY mine.user_id, theirs.user_id, m.game"
);
const MATCH_COUNTS_DIFFER: &str = "SELECT count(*) FROM (
    SELECT game, status FROM (SELECT game, status, matches FROM match_counts WHERE matches <> 0
        EXCEPT SELECT game, status, count(*) FROM matches GROUP BY game, status) AS surplus
    UNION SELECT game, status FROM (SELECT game, status, count(*) FROM matches GROUP BY game, status
        EXCEPT SELECT game, status, matches FROM match_counts) AS missing) AS wrong";
const COUNT_MATCHES: [&str; 2] = [
    "DELETE FROM match_counts",
    "INSERT INTO match_counts (game, status, matches) SELECT game, status, count(*) FROM matches GROUP BY game, status",
];

impl Store {
    /// The highest user id.
    pub async fn last_user(&self) -> Result<i64, StoreError> {
        let last = "SELECT coalesce(max(id), 0) FROM users";
        self.read(move |db| async move { sql::query_scalar(last).fetch_one(&db).await }).await
    }

    /// How many results and scores of users with ids from first to last differ from their matches.
    pub async fn wrong_tallies(&self, first: i64, last: i64) -> Result<i64, StoreError> {
        self.read(move |db| async move {
            let mut wrong = 0;
            for counts in [TALLIES, DUELS] {
                let differ = sql::query_scalar::<i64>(counts.differ).bind(first).bind(last);
                wrong += differ.fetch_one(&db).await?;
            }
            Ok(wrong)
        })
        .await
    }

    /// How many counts of matches by game and status are wrong.
    pub async fn wrong_match_counts(&self) -> Result<i64, StoreError> {
        self.read(|db| async move { sql::query_scalar(MATCH_COUNTS_DIFFER).fetch_one(&db).await }).await
    }

    /// Counts the results and scores of these users again.
    pub async fn repair_tallies(&self, first: i64, last: i64) -> Result<(), StoreError> {
        self.write(move |db| Box::pin(repair_tallies(db, first, last))).await
    }

    /// Counts the matches of each game and status again.
    pub async fn repair_match_counts(&self) -> Result<(), StoreError> {
        self.write(|db| Box::pin(execute_all(db, &COUNT_MATCHES))).await
    }
}

async fn repair_tallies(db: &mut sql::Connection, first: i64, last: i64) -> Result<(), StoreError> {
    for counts in [TALLIES, DUELS] {
        for statement in [counts.delete, counts.insert] {
            sql::query(statement).bind(first).bind(last).execute(&mut *db).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{players, reliability};
    use super::{COUNT_MATCHES, DUELS, MATCH_COUNTS_DIFFER, TALLIES};
    use crate::store::database::connection::execute_all;
    use crate::store::database::schema::migrated_in_memory;
    use crate::store::plan;
    use crate::store::sql::{self, Connection};

    type TallyRows = Vec<(String, i64, i64, i64)>;

    /// Results and scores counted from all matches.
    const FROM_MATCHES: [&str; 2] = [
        "SELECT game, count(*) AS played, sum(CASE WHEN place = 1 AND firsts = 1 THEN 1 ELSE 0 END) AS won,
            sum(CASE WHEN place = 1 AND firsts > 1 THEN 1 ELSE 0 END) AS shared
        FROM (SELECT m.game, mine.place,
                (SELECT count(*) FROM match_seats s WHERE s.match_id = m.id AND s.place = 1) AS firsts
            FROM match_seats mine JOIN matches m ON m.id = mine.match_id
            WHERE mine.user_id = $1 AND mine.ended_at IS NOT NULL AND m.end_reason <> 'aborted'
                AND (m.visibility = 'public' OR $2)) AS finished
        GROUP BY game ORDER BY played DESC, game",
        "SELECT m.game, sum(mine.place < theirs.place), sum(mine.place = theirs.place), sum(mine.place > theirs.place)
        FROM match_seats mine JOIN match_seats theirs ON theirs.match_id = mine.match_id AND theirs.user_id = $2
        JOIN matches m ON m.id = mine.match_id
        WHERE mine.user_id = $1 AND mine.ended_at IS NOT NULL AND mine.place IS NOT NULL AND theirs.place IS NOT NULL
            AND m.end_reason <> 'aborted' AND m.visibility = 'public'
        GROUP BY m.game ORDER BY count(*) DESC, m.game",
    ];

    async fn rows(db: &mut Connection, sql: &'static str, one: i64, other: i64) -> TallyRows {
        sql::query_as(sql).bind(one).bind(other).fetch_all(db).await.unwrap()
    }

    async fn wrong(db: &mut Connection) -> [i64; 3] {
        let mut wrong = [0; 3];
        for (number, sql) in [TALLIES.differ, DUELS.differ, MATCH_COUNTS_DIFFER].into_iter().enumerate() {
            let query = sql::query_scalar(sql).bind(1).bind(200);
            wrong[number] = query.fetch_one(&mut *db).await.unwrap();
        }
        wrong
    }

    /// A database with matches whose counts were lost, repaired.
    async fn repaired() -> Connection {
        let mut db = Connection::from(migrated_in_memory().await);
        db.execute_script(plan::FILL).await.unwrap();
        super::repair_tallies(&mut db, 1, 200).await.unwrap();
        execute_all(&mut db, &COUNT_MATCHES).await.unwrap();
        db
    }

    #[tokio::test]
    async fn lost_tallies_are_counted_from_every_match() {
        let mut db = repaired().await;
        let mut seen = 0;
        for user in 1..=200 {
            for private in [0, 1] {
                let before = rows(&mut db, FROM_MATCHES[0], user, private).await;
                assert_eq!(rows(&mut db, players::TALLIES, user, private).await, before, "user {user}");
            }
            let pairs = [(1, user), (user, 1), (user, 2 + user * 7 % 199)];
            for (one, other) in pairs.into_iter().filter(|(one, other)| one != other) {
                let before = rows(&mut db, FROM_MATCHES[1], one, other).await;
                seen += before.len();
                assert_eq!(
                    rows(&mut db, reliability::DUELS, one, other).await,
                    before,
                    "users {one} and {other}"
                );
            }
        }
        assert!(seen > 400, "{seen} scores were compared");
        assert_eq!(wrong(&mut db).await, [0; 3]);
    }

    #[tokio::test]
    async fn wrong_tallies_are_found_and_repaired() {
        let mut db = repaired().await;
        let mut damaged = Vec::new();
        for damage in [
            "UPDATE tallies SET won = won + 1 WHERE user_id IN (1, 5)",
            "DELETE FROM head_to_head WHERE lower_id = 1 AND higher_id < 20",
            "UPDATE match_counts SET matches = 7 WHERE status = 'ended'",
        ] {
            let rows = sql::query(damage).execute(&mut db).await.unwrap();
            assert!(rows > 0, "{damage}");
            damaged.push(i64::try_from(rows).unwrap());
        }
        assert_eq!(wrong(&mut db).await, *damaged);
        super::repair_tallies(&mut db, 1, 200).await.unwrap();
        execute_all(&mut db, &COUNT_MATCHES).await.unwrap();
        assert_eq!(wrong(&mut db).await, [0; 3]);
    }

    #[tokio::test]
    async fn tallies_are_computed_user_by_user() {
        for counts in [TALLIES, DUELS] {
            for steps in plan::of(counts.differ).await {
                assert!(
                    steps.contains("SEARCH u USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
                    "{steps}"
                );
                assert!(steps.contains("SEARCH mine USING INDEX match_seats_by_user (user_id=?"), "{steps}");
                assert!(!steps.contains("SCAN mine"), "{steps}");
            }
        }
    }
}
