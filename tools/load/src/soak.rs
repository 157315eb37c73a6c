//! A site with many matches, some of which run out of time every second, while others are played.
//!
//! One match of each kind is played by users; its rows are then copied, with other users in the seats and the clocks
//! set so that the copies become due one after the other.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::clones::{copy, count_again, numbers, open, run};
use super::latency::Latencies;
use super::now::now;
use super::process::{ServerProcess, new_folder};
use super::{parlour, plies};

/// A day, the time for each turn.
const DAY: i64 = 24 * 3_600_000;
/// Users in the copies, in two ranges.
const PEOPLE: i64 = 1000;
/// One of this number of copies has vacation: its clock continues when it has run out.
const VACATION_EVERY: i64 = 10;
/// How long it may take until a due match is handled, in milliseconds.
const PROMISED: i64 = 2000;
/// The pause of a player between two plies.
const PLAYER_PAUSE: Duration = Duration::from_millis(8);

/// What is measured.
pub struct SoakArgs {
    pub matches: i64,
    pub due_a_second: i64,
    pub seconds: i64,
}

/// A match that is copied.
struct SoakPattern {
    id: String,
    /// Its last entry.
    seq: i64,
}

/// Fills a site, lets the matches become due, and prints how late that was noticed and how long moves took.
pub fn soak(soak: &SoakArgs) -> io::Result<()> {
    let folder = new_folder("soak")?;
    let file = folder.join("parlour.db");
    let patterns = play_patterns(&folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let filling = Instant::now();
    runtime.block_on(fill(&file, &patterns, soak)).map_err(io::Error::other)?;
    count_again(&file)?;
    // As if the server had just stopped: a downtime would be credited to all matches.
    runtime.block_on(note_alive(&file)).map_err(io::Error::other)?;
    println!("{} running matches written in {:.1} s", soak.matches, filling.elapsed().as_secs_f64());

    let server = ServerProcess::parlour_in(&folder, None)?;
    let mut people =
        [parlour::register(server.address, "north")?, parlour::register(server.address, "south")?];
    let mut before = play(&mut people, Duration::from_secs(10))?;
    println!("moves with nothing due  {}", before.in_words());
    let first = now() + 2_000;
    runtime.block_on(set_deadlines(&file, soak, first)).map_err(io::Error::other)?;
    let (processor, span) = (server.processor_time()?, Duration::from_secs(soak.seconds.unsigned_abs() + 2));
    let mut during = play(&mut people, span)?;
    let used = (server.processor_time()? - processor).as_secs_f64() / span.as_secs_f64();
    println!("moves meanwhile         {}", during.in_words());
    println!(
        "processor               {:.0} % of one core, {} MiB held",
        used * 100.0,
        server.resident_kib()? / 1024
    );
    runtime.block_on(wait_until_done(&file)).map_err(io::Error::other)?;
    runtime.block_on(report_delays(&file, soak, patterns[0].seq)).map_err(io::Error::other)?;
    // The times of the copies differ from their logs.
    server.examine("Soak")
}

/// A match with and one without vacation, both after two plies.
fn play_patterns(folder: &Path) -> io::Result<Vec<SoakPattern>> {
    let server = ServerProcess::parlour_in(folder, None)?;
    let mut people =
        [parlour::register(server.address, "host")?, parlour::register(server.address, "opponent")?];
    let game = &plies::long_games(1)[0];
    let mut patterns = Vec::new();
    for vacation in ["off", "on"] {
        let [host, guest] = &mut people;
        let form = format!(
            "game=sternhalma&seats=2&visibility=public&first=creator&time=days&time.days=1&time.holidays={vacation}"
        );
        let opened = host.post("/matches", &form)?;
        let location =
            opened.header("location").unwrap_or_else(|| panic!("{}\n{}", opened.head, opened.text()));
        let id = location.rsplit('/').next().unwrap_or_default().to_owned();
        assert_eq!(guest.post(&format!("/matches/{id}/seats"), "")?.status, 303);
        let seq = parlour::record(host, &id)?["seq"].as_u64().unwrap_or_default();
        let created = parlour::LoadMatch { id, seq };
        for (ply, notation) in game.iter().take(2).enumerate() {
            parlour::play(&mut people[ply % 2], &created, ply, notation)?;
        }
        patterns.push(SoakPattern { id: created.id, seq: seq as i64 + 2 });
    }
    server.stop()?;
    Ok(patterns)
}

/// Copies the matches in one transaction.
async fn fill(file: &Path, patterns: &[SoakPattern], soak: &SoakArgs) -> sqlx::Result<()> {
    let mut db = open(file).await?;
    run(&mut db, "BEGIN").await?;
    run(&mut db, &format!("CREATE TEMP TABLE numbers AS {}", numbers(2 * PEOPLE))).await?;
    for (row, name) in ["host", "opponent"].into_iter().enumerate() {
        let id = format!("n + {}", 1000 + row as i64 * PEOPLE);
        let names = format!("'{name}-' || n");
        let people = [("id", id.as_str()), ("name", &names), ("name_key", &names)];
        let rows = format!("users t, numbers WHERE t.name = '{name}' AND n < {PEOPLE}");
        copy(&mut db, "users", &people, &rows).await?;
    }
    run(&mut db, "DROP TABLE numbers").await?;
    run(&mut db, &format!("CREATE TEMP TABLE numbers AS {}", numbers(soak.matches))).await?;
    for (which, pattern) in patterns.iter().enumerate() {
        copy_match(&mut db, pattern, which == 1).await?;
    }
    run(&mut db, "COMMIT").await
}

async fn copy_match(db: &mut SqliteConnection, pattern: &SoakPattern, vacation: bool) -> sqlx::Result<()> {
    let id = &pattern.id;
    let [host, guest] =
        ["host", "opponent"].map(|name| format!("(SELECT id FROM users WHERE name = '{name}')"));
    let sign = if vacation { "=" } else { "<>" };
    let id_of = "replace(printf('Soak%08d', n), '0', 'z')";
    let other = |column: &str| {
        format!(
            "CASE {column} WHEN {host} THEN 1000 + n % {PEOPLE} WHEN {guest} THEN {} + n % {PEOPLE} END",
            1000 + PEOPLE
        )
    };
    let rows = |table: &str, column: &str| {
        format!("{table} t, numbers WHERE t.{column} = '{id}' AND n % {VACATION_EVERY} {sign} 0")
    };
    let (to_act, opened_by, actor, user) =
        (other("to_act"), other("opened_by"), other("actor_id"), other("user_id"));
    let body = format!(
        "CASE kind WHEN 'joined' THEN json_set(body, '$.user', {}) ELSE body END",
        other("(body ->> 'user')")
    );
    let matches = [("id", id_of), ("to_act", &to_act), ("opened_by", &opened_by)];
    copy(db, "matches", &matches, &rows("matches", "id")).await?;
    let events = [("match_id", id_of), ("actor_id", &actor), ("body", &body)];
    copy(db, "match_events", &events, &rows("match_events", "match_id")).await?;
    let seats = [("match_id", id_of), ("user_id", &user)];
    copy(db, "match_seats", &seats, &rows("match_seats", "match_id")).await
}

/// Sets the clocks: from `first` on, a number of them become due every second, the others in a week.
async fn set_deadlines(file: &Path, soak: &SoakArgs, first: i64) -> sqlx::Result<()> {
    let mut db = open(file).await?;
    let due_count = soak.due_a_second * soak.seconds;
    let number = |id: &str| format!("CAST(replace(substr({id}, 5), 'z', '0') AS INTEGER)");
    let due = |id: &str| {
        let number = number(id);
        format!(
            "CASE WHEN {number} < {due_count} THEN {first} + {number} * 1000 / {} ELSE {first} + 7 * {DAY} END",
            soak.due_a_second
        )
    };
    run(&mut db, "BEGIN IMMEDIATE").await?;
    let (of_match, of_entry) = (due("id"), due("match_id"));
    let matches = format!(
        "UPDATE matches SET deadline = {of_match}, changed_at = {of_match} - {DAY} WHERE id LIKE 'Soak%'"
    );
    run(&mut db, &matches).await?;
    run(&mut db, &format!("UPDATE match_events SET at = {of_entry} - {DAY} WHERE match_id LIKE 'Soak%'"))
        .await?;
    run(&mut db, "COMMIT").await
}

async fn note_alive(file: &Path) -> sqlx::Result<()> {
    run(&mut open(file).await?, &format!("UPDATE server_status SET alive_at = {}", now())).await
}

/// Waits until nothing is due, for a minute at most.
async fn wait_until_done(file: &Path) -> sqlx::Result<()> {
    let mut db = open(file).await?;
    for _ in 0..60 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let due = sqlx::query("SELECT count(*) FROM matches WHERE deadline <= $1").bind(now() - PROMISED);
        if due.fetch_one(&mut db).await?.try_get::<i64, _>(0)? == 0 {
            break;
        }
    }
    Ok(())
}

/// Reads from the logs when each due match was handled.
async fn report_delays(file: &Path, soak: &SoakArgs, last: i64) -> sqlx::Result<()> {
    let mut db = open(file).await?;
    let ends = "SELECT (SELECT min(at) FROM match_events WHERE match_id = m.id AND seq > e.seq AND kind <> 'downtime') - e.at - $1,
            m.status = 'ended'
        FROM matches m JOIN match_events e ON e.match_id = m.id AND e.seq = $3
        WHERE m.id LIKE 'Soak%' AND e.at + $1 <= $2";
    let rows = sqlx::query(ends).bind(DAY).bind(now()).bind(last).fetch_all(&mut db).await?;
    let mut late = Latencies::default();
    let (mut flagged, mut missed, mut too_late) = (0, 0, 0);
    for row in &rows {
        let (lateness, ended): (Option<i64>, bool) = (row.try_get(0)?, row.try_get(1)?);
        flagged += i64::from(ended);
        match lateness {
            Some(lateness) => {
                too_late += i64::from(lateness > PROMISED);
                late.add(Duration::from_millis(lateness.max(0).unsigned_abs()));
            }
            None => missed += 1,
        }
    }
    println!(
        "{} fell due, {} a second: {flagged} flagged, {} went on with vacation, {missed} not looked at",
        rows.len(),
        soak.due_a_second,
        rows.len() as i64 - flagged - missed
    );
    println!("noticed after           {}  ({too_late} after more than {PROMISED} ms)", late.in_words());
    Ok(())
}

/// Two users play one match after the other for a while. Returns the latencies of plies.
fn play(people: &mut [super::http::HttpBrowser; 2], span: Duration) -> io::Result<Latencies> {
    let (started, mut took) = (Instant::now(), Latencies::default());
    let game = &plies::long_games(1)[0];
    while started.elapsed() < span {
        let [host, guest] = people;
        let created = parlour::create_matches(host, guest, 1)?;
        for (ply, notation) in game.iter().enumerate() {
            let asked = Instant::now();
            parlour::play(&mut people[ply % 2], &created[0], ply, notation)?;
            took.add(asked.elapsed());
            std::thread::sleep(PLAYER_PAUSE);
            if started.elapsed() >= span {
                break;
            }
        }
    }
    Ok(took)
}
