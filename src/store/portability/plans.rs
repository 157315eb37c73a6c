//! PostgreSQL finds an index for what every statement reads.

use std::path::Path;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, Statement};

use super::super::database::postgres;
use super::super::database::schema::MIGRATIONS;
use super::{prepare, texts};
use crate::postgres_server::PostgresServer;

/// Tables that grow as long as a site is used.
const LARGE: [&str; 9] = [
    "users",
    "matches",
    "match_events",
    "match_seats",
    "chat_messages",
    "rating_changes",
    "ratings",
    "read_marks",
    "notices_sent",
];

/// The steps of a plan that fits any parameters, chosen as if reading a whole table took forever.
/// `None` for the beginning of a longer statement.
async fn plan(db: &mut PgConnection, sql: &str) -> Option<Vec<String>> {
    let (typed, statement) = prepare(db, sql).await.ok()?;
    db.execute(AssertSqlSafe(format!("PREPARE explained AS {typed}"))).await.ok()?;
    let parameters = statement.parameters().map_or(0, |known| known.map_left(<[_]>::len).left().unwrap());
    let call =
        if parameters > 0 { format!("({})", vec!["NULL"; parameters].join(", ")) } else { String::new() };
    let explain = format!("EXPLAIN (COSTS OFF) EXECUTE explained{call}");
    let steps = sqlx::query_scalar(AssertSqlSafe(explain)).fetch_all(&mut *db).await;
    db.execute("DEALLOCATE explained").await.unwrap();
    steps.ok()
}

/// Beginnings of statements that read a whole table: those of `parlour doctor`.
const WHOLE: [&str; 7] = [
    "SELECT user_id, game, pool, number, at, value, deviation, volatility FROM ratings",
    "SELECT count(*) FROM matches m WHERE m.average_rating IS DISTINCT FROM",
    "SELECT count(*) FROM ( SELECT game, status FROM (SELECT game, status, matches FROM match_counts",
    "DELETE FROM ratings",
    "INSERT INTO ratings (game, pool, user_id, number, at, value, deviation, volatility) SELECT",
    "INSERT INTO match_counts (game, status, matches) SELECT game, status, count(*) FROM matches",
    "UPDATE matches AS m SET average_rating = ",
];

#[tokio::test]
async fn large_tables_are_read_by_an_index() {
    let server = PostgresServer::start();
    postgres::migrate(&server.options(), &MIGRATIONS).await.unwrap();
    let mut db = server.options().connect().await.unwrap();
    db.execute("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off").await.unwrap();
    let (mut explained, mut slow) = (0, Vec::new());
    for text in texts::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store")) {
        let Some(steps) = plan(&mut db, &text.sql).await else { continue };
        explained += 1;
        let reads_all = |step: &&String| {
            let read = step.split_once("Seq Scan on ").map(|(_, read)| read.split(' ').next().unwrap());
            read.is_some_and(|table| LARGE.contains(&table))
        };
        let sql = text.sql.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(step) = steps.iter().find(reads_all)
            && !WHOLE.iter().any(|whole| sql.starts_with(whole))
        {
            slow.push(format!("{}: {step}\n{sql}", text.file.display()));
        }
    }
    assert!(explained > 450, "only {explained} statements were explained");
    assert!(slow.is_empty(), "{}", slow.join("\n\n"));
}
