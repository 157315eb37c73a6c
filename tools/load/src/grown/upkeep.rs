//! Maintenance of a large database: start, backup, doctor, disk space.

use std::fs;
use std::io;
use std::process::{self, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::site::GrownSite;
use super::traffic::{MoveTraffic, boards};
use super::{Grown, line, mib, section};

/// How often a process and the log are sampled.
const SAMPLE: Duration = Duration::from_millis(20);
const HOUR: i64 = 3_600_000;
/// The table with the last moment at which the server worked: of this build, and of earlier ones.
const ALIVE: [&str; 2] = ["server_status", "house"];

/// Commands that run beside the server.
#[derive(Clone, Copy)]
pub enum UpkeepCommand {
    Backup,
    Doctor,
}

/// From the start of the program until it is ready: as it is, and after an hour of downtime.
pub fn start(site: &mut GrownSite) -> io::Result<()> {
    section("Start to /readyz");
    start_once(site, "plain")?;
    let dated_back = ALIVE
        .iter()
        .find_map(|table| site.change(&format!("UPDATE {table} SET alive_at = alive_at - {HOUR}")).ok());
    match dated_back {
        Some(()) => start_once(site, "after an hour's downtime"),
        None => {
            line("after an hour's downtime", "not measured: no table says when the server was last alive");
            Ok(())
        }
    }
}

fn start_once(site: &GrownSite, what: &str) -> io::Result<()> {
    let begun = Instant::now();
    let server = site.start(&[])?;
    let took = begun.elapsed().as_secs_f64();
    let (held, peak) = memory(server.id());
    line(what, &format!("{took:.2} s, {} (peak {}), WAL {}", mib(held), mib(peak), mib(site.wal_bytes())));
    server.stop()
}

/// A command while moves are played: the time of both.
pub fn beside(grown: &Grown, site: &mut GrownSite, command: UpkeepCommand) -> io::Result<()> {
    let server = site.serve()?;
    let copy = site.folder.join("copy.db");
    let arguments = match command {
        UpkeepCommand::Backup => vec!["backup".to_owned(), copy.display().to_string()],
        UpkeepCommand::Doctor => vec!["doctor".to_owned()],
    };
    section(&format!("{} beside {} moves/s", arguments[0], grown.rate));
    let traffic = MoveTraffic::start(&server, boards(site, 50_000)?, grown.rate)?;
    let begun = Instant::now();
    let mut child = process::Command::new(&site.program)
        .args(&arguments)
        .env("DATABASE_URL", format!("sqlite://{}", site.file().display()))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (mut peak, mut wal) = (0, 0);
    let status = loop {
        peak = memory(child.id()).1.max(peak);
        wal = site.wal_bytes().max(wal);
        if let Some(status) = child.try_wait()? {
            break status;
        }
        sleep(SAMPLE);
    };
    let took = begun.elapsed();
    sleep(grown.span().saturating_sub(took).max(Duration::from_secs(2)));
    let mut moves = traffic.stop()?;
    line("took", &format!("{:.1} s, peak {}, longest WAL {}", took.as_secs_f64(), mib(peak), mib(wal)));
    line("moves", &moves.in_words());
    if !status.success() {
        let mut output = String::new();
        io::Read::read_to_string(&mut child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?, &mut output)?;
        line("it found problems", output.lines().last().unwrap_or_default());
    }
    let _ = fs::remove_file(copy);
    server.stop()
}

/// The size of each table, with its indexes.
pub fn bytes(site: &mut GrownSite) -> io::Result<()> {
    section("Bytes");
    let (tables, matches): (Vec<(String, i64)>, i64) = site.ask(async |db| {
        let sizes = "SELECT s.tbl_name, sum(d.pgsize) FROM dbstat d JOIN sqlite_schema s ON s.name = d.name
            WHERE d.aggregate = 1 GROUP BY s.tbl_name ORDER BY 2 DESC LIMIT 12";
        let sizes = sqlx::query_as(sizes).fetch_all(&mut *db).await?;
        let matches = sqlx::query_scalar("SELECT count(*) FROM matches").fetch_one(db).await?;
        Ok((sizes, matches))
    })?;
    for (table, bytes) in tables {
        line(
            &table,
            &format!("{}, {:.0} bytes a match", mib(bytes.unsigned_abs()), bytes as f64 / matches as f64),
        );
    }
    Ok(())
}

/// The resident memory of a process and its peak, in bytes; zero once it has ended.
pub fn memory(id: u32) -> (u64, u64) {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let of = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) * 1024
    };
    (of("VmRSS:"), of("VmHWM:"))
}
