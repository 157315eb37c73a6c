//! Fills a database by copying rows of a few matches.

use std::io;
use std::time::Instant;

use sqlx::sqlite::SqliteConnection;

use super::super::clones::{copy, count_again, numbers, run};
use super::super::now::now;
use super::site::{ADMIN, GrownSite, HEAVY, NORMAL};
use super::{GrownAmounts, ratings, templates};

/// The first id of copied users.
const FIRST: i64 = 1001;
/// How many running matches the heavy user has, and how many finished ones at most.
const HEAVY_RUNNING: i64 = 300;
const HEAVY_FINISHED: i64 = 20_000;
/// The same for the normal user.
const NORMAL_RUNNING: i64 = 5;
const NORMAL_FINISHED: i64 = 200;

const DAY: i64 = 24 * 3_600_000;
/// Over how many days matches of each kind began; most of them recently, as on a growing site.
const DAYS_OF_RUNNING: i64 = 2;
/// How many days after the end of a match its read marks and sent notices are there: fewer than the site keeps them.
const DAYS_OF_NOTICES: i64 = 80;
const DAYS_OF_FINISHED: i64 = 730;
const DAYS_OF_OPEN: i64 = 3;

/// Tables whose indexes are created after they were filled, which is faster than row by row.
const INDEXED: [&str; 3] = ["matches", "match_seats", "rating_changes"];

/// The kinds of matches, as `status` names them.
#[derive(Clone, Copy)]
struct FilledMatchKind {
    status: &'static str,
    count: i64,
    heavy: i64,
    normal: i64,
    days: i64,
}

pub fn fill(site: &GrownSite, amounts: GrownAmounts) -> io::Result<()> {
    let begun = Instant::now();
    templates::play_all(site)?;
    site.ask(async |db| {
        run(
            db,
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;
            PRAGMA cache_size = -300000; PRAGMA temp_store = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN",
        )
        .await?;
        add_people(db, amounts.people).await?;
        plan(db, amounts).await?;
        let indexes = drop_indexes(db).await?;
        copy_matches(db).await?;
        add_notices(db).await?;
        ratings::add(db).await?;
        ratings::add_audit(db, amounts).await?;
        run(db, &indexes.join(";")).await?;
        run(db, "COMMIT").await
    })?;
    count_again(&site.file())?;
    println!("filled in {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}

async fn add_people(db: &mut SqliteConnection, people: i64) -> sqlx::Result<()> {
    run(db, &format!("CREATE TEMP TABLE numbers AS {}", numbers(people))).await?;
    let id = format!("{FIRST} + n");
    let changes = [("id", id.as_str()), ("name", "'player' || n"), ("name_key", "'player' || n")];
    copy(db, "users", &changes, "users t, numbers WHERE t.name = 'host'").await?;
    run(db, "DROP TABLE numbers; UPDATE users SET created_at = created_at - 730 * 86400000").await?;
    run(db, &format!("UPDATE users SET role = 'admin' WHERE name = '{ADMIN}'")).await
}

/// Plans which match is copied to which, with its id, users, and how many milliseconds earlier.
async fn plan(db: &mut SqliteConnection, amounts: GrownAmounts) -> sqlx::Result<()> {
    run(
        db,
        "CREATE TEMP TABLE templates AS SELECT id, status, seq, row_number() OVER (PARTITION BY status ORDER BY ply_count, id) - 1 AS number,
            count(*) OVER (PARTITION BY status) AS of
        FROM (SELECT m.id, m.status, m.ply_count, (SELECT max(seq) FROM match_events WHERE match_id = m.id) AS seq FROM matches m
            WHERE m.ply_count <= 100);
        CREATE TEMP TABLE clones (id TEXT PRIMARY KEY, template TEXT, seq INTEGER, status TEXT, host INTEGER, guest INTEGER,
            shift INTEGER, code TEXT) WITHOUT ROWID;",
    )
    .await?;
    let kinds = [
        FilledMatchKind {
            status: "playing",
            count: amounts.running,
            heavy: HEAVY_RUNNING,
            normal: NORMAL_RUNNING,
            days: DAYS_OF_RUNNING,
        },
        FilledMatchKind {
            status: "ended",
            count: amounts.finished,
            heavy: HEAVY_FINISHED.min(amounts.finished / 2),
            normal: NORMAL_FINISHED,
            days: DAYS_OF_FINISHED,
        },
        FilledMatchKind { status: "open", count: amounts.open, heavy: 0, normal: 0, days: DAYS_OF_OPEN },
    ];
    for kind in kinds {
        plan_kind(db, kind, amounts.people).await?;
    }
    Ok(())
}

async fn plan_kind(db: &mut SqliteConnection, kind: FilledMatchKind, people: i64) -> sqlx::Result<()> {
    let FilledMatchKind { status, count, heavy, normal, days } = kind;
    // Two different users, each pair of them rarely.
    let (host, others) = (format!("(n * 7919) % {people}"), people - 1);
    let guest = format!("({host} + 1 + (n * 104729 + n / {people}) % {others}) % {people}");
    let known = |name: &str| format!("(SELECT id FROM users WHERE name = '{name}')");
    let digits = "abs(random()) % 58 + 1, 1)";
    let id =
        vec![format!("substr('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', {digits}"); 12];
    // A different code for each: the factor is prime to the number of codes.
    let code: Vec<_> = (0..6)
        .map(|place| {
            let place = 31_i64.pow(place);
            format!(
                "substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', (n * 5915587 % 887503681) / {place} % 31 + 1, 1)"
            )
        })
        .collect();
    let sql = format!(
        "INSERT INTO clones SELECT {id}, t.id, t.seq, t.status,
            CASE WHEN n < {heavy} THEN {heavy_id} WHEN n < {heavy} + {normal} THEN {normal_id} ELSE {FIRST} + {host} END,
            {FIRST} + {guest}, -CAST({days} * {DAY} * {share} * {share} * {share} AS INTEGER), {code}
        FROM ({numbers}) JOIN templates t ON t.status = '{status}' AND t.number = n % t.of",
        id = id.join("||"),
        share = "(abs(random() % 1000000) / 1e6)",
        heavy_id = known(HEAVY),
        normal_id = known(NORMAL),
        code = code.join("||"),
        numbers = numbers(count),
    );
    run(db, &sql).await
}

async fn drop_indexes(db: &mut SqliteConnection) -> sqlx::Result<Vec<String>> {
    let mut made = Vec::new();
    for table in INDEXED {
        let query =
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = $1";
        let indexes: Vec<(String, String)> = sqlx::query_as(query).bind(table).fetch_all(&mut *db).await?;
        for (name, sql) in indexes {
            run(db, &format!("DROP INDEX {name}")).await?;
            made.push(sql);
        }
    }
    Ok(made)
}

/// Copies the rows of matches.
async fn copy_matches(db: &mut SqliteConnection) -> sqlx::Result<()> {
    let person = |column: &str| {
        format!(
            "CASE {column} WHEN (SELECT id FROM users WHERE name = 'host') THEN c.host
                WHEN (SELECT id FROM users WHERE name = 'opponent') THEN c.guest END"
        )
    };
    let body = format!(
        "CASE t.kind WHEN 'joined' THEN json_set(t.body, '$.user', {}) WHEN 'opened' THEN json_set(t.body, '$.code', c.code)
            ELSE t.body END",
        person("(t.body ->> 'user')")
    );
    let rows = |table: &str, column: &str, order: &str| {
        format!("clones c CROSS JOIN {table} t ON t.{column} = c.template ORDER BY c.id{order}")
    };
    let (to_act, opened_by, actor, user) =
        (person("t.to_act"), person("t.opened_by"), person("t.actor_id"), person("t.user_id"));
    let matches = [
        ("id", "c.id"),
        ("code", "c.code"),
        ("to_act", &to_act),
        ("opened_by", &opened_by),
        ("opened_at", "t.opened_at + c.shift"),
        ("changed_at", "t.changed_at + c.shift"),
        ("ended_at", "t.ended_at + c.shift"),
        ("deadline", "t.deadline + c.shift"),
        ("expires_at", "t.expires_at + c.shift"),
    ];
    copy(db, "matches", &matches, &rows("matches", "id", "")).await?;
    let seats = [("match_id", "c.id"), ("user_id", &user), ("ended_at", "t.ended_at + c.shift")];
    copy(db, "match_seats", &seats, &rows("match_seats", "match_id", ", t.seat")).await?;
    let events = [("match_id", "c.id"), ("at", "t.at + c.shift"), ("actor_id", &actor), ("body", &body)];
    copy(db, "match_events", &events, &rows("match_events", "match_id", ", t.seq")).await
}

/// Everyone has seen everything, and was notified of turns and ends. For matches that ended long ago there are no such
/// rows, because the site deletes them.
async fn add_notices(db: &mut SqliteConnection) -> sqlx::Result<()> {
    let recent = now() - DAYS_OF_NOTICES * DAY;
    let people = format!(
        "(SELECT c.id, c.seq, c.status, c.user FROM (
            SELECT id, seq, status, host AS user FROM clones
            UNION ALL SELECT id, seq, status, guest FROM clones WHERE status <> 'open') c
        JOIN matches m ON m.id = c.id AND coalesce(m.ended_at, {recent}) >= {recent})"
    );
    run(
        db,
        &format!("INSERT INTO read_marks (user_id, match_id, seq, chat_message_id) SELECT user, id, seq, 0 FROM {people} ORDER BY 1, 2"),
    )
    .await?;
    run(
        db,
        &format!(
            "INSERT INTO notices_sent (user_id, match_id, channel, kind, number, at)
            SELECT user, id, 'mail', kind, seq, 0 FROM {people} JOIN (SELECT 'ended' AS kind UNION SELECT 'turn')
            WHERE status = 'ended' ORDER BY 1, 2, 3, 4"
        ),
    )
    .await
}
