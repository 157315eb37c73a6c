//! Many rated matches that become due at one moment.

use std::io;
use std::thread::sleep;
use std::time::Duration;

use super::super::clones::run;
use super::super::latency::Latencies;
use super::super::now::now;
use super::site::GrownSite;
use super::traffic::{MoveTraffic, boards};
use super::{Grown, line, section};

/// Moves per second that are played at the same time.
const RATE: u32 = 40;
/// How long after the clocks were set the matches are due, in milliseconds.
const AHEAD: i64 = 5_000;
/// How long to wait for them.
const TIMEOUT: u32 = 60;

pub fn measure(grown: &Grown, site: &mut GrownSite) -> io::Result<()> {
    section(&format!("{} rated matches due at one moment, {RATE} moves/s", grown.due));
    // A server that was just started has none of them in memory.
    let server = site.serve()?;
    let at = now() + AHEAD;
    site.change(
        "DROP TABLE IF EXISTS due_at_once; CREATE TABLE due_at_once (id TEXT PRIMARY KEY, seq INTEGER)",
    )?;
    site.ask(async |db| {
        let set = format!(
            "BEGIN IMMEDIATE;
            INSERT INTO due_at_once SELECT id, 0 FROM matches WHERE status = 'playing' AND rated = 1 AND deadline > {at}
                ORDER BY random() LIMIT {due};
            UPDATE due_at_once SET seq = (SELECT max(seq) FROM match_events WHERE match_id = due_at_once.id);
            UPDATE match_events SET at = at - (SELECT deadline - {at} FROM matches WHERE id = match_id)
                WHERE match_id IN (SELECT id FROM due_at_once);
            UPDATE matches SET opened_at = opened_at - (deadline - {at}), changed_at = changed_at - (deadline - {at}),
                expires_at = expires_at - (deadline - {at}), deadline = {at} WHERE id IN (SELECT id FROM due_at_once);
            COMMIT",
            due = grown.due
        );
        run(db, &set).await
    })?;
    let traffic = MoveTraffic::start(&server, boards(site, 5_000)?, RATE)?;
    wait(site, at)?;
    let mut moves = traffic.stop()?;
    let (mut late, missed) = lateness(site, at)?;
    line("late", &late.in_words());
    line("", &format!("{} looked at, {missed} not", late.count()));
    line("moves", &moves.in_words());
    site.change("DROP TABLE due_at_once")?;
    server.stop()
}

/// Waits until nothing is due any more.
fn wait(site: &GrownSite, at: i64) -> io::Result<()> {
    sleep(Duration::from_millis((at - now()).max(0).unsigned_abs() + 2_000));
    for _ in 0..TIMEOUT {
        let due: i64 = site.ask(async |db| {
            sqlx::query_scalar("SELECT count(*) FROM matches WHERE deadline <= $1")
                .bind(at)
                .fetch_one(db)
                .await
        })?;
        if due == 0 {
            break;
        }
        sleep(Duration::from_secs(1));
    }
    Ok(())
}

/// How long after the moment each match ended, from its log, and how many did not.
fn lateness(site: &GrownSite, at: i64) -> io::Result<(Latencies, usize)> {
    let ended: Vec<Option<i64>> = site.ask(async |db| {
        let query = "SELECT (SELECT min(at) FROM match_events WHERE match_id = d.id AND seq > d.seq) FROM due_at_once d";
        sqlx::query_scalar(query).fetch_all(db).await
    })?;
    let mut late = Latencies::default();
    for ended in ended.iter().flatten() {
        late.add(Duration::from_millis((ended - at).max(0).unsigned_abs()));
    }
    let missed = ended.len() - late.count();
    Ok((late, missed))
}
