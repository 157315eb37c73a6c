//! Moves at a steady rate, each in another match than the one before.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::super::http::HttpBrowser;
use super::super::latency::Latencies;
use super::super::plies;
use super::super::process::ServerProcess;
use super::site::{GrownSite, cookie};
use super::{Grown, line, section};

/// Number of connections for moves.
const CONNECTIONS: usize = 32;
/// Number of consecutive moves.
const LONE: usize = 200;

/// A running match of Sternhalma that follows the script.
#[derive(Clone)]
pub struct TrafficBoard {
    pub id: String,
    people: [i64; 2],
    plies: usize,
    seq: u64,
}

impl TrafficBoard {
    /// Plays the next move of the script; false once there is none.
    fn play(&mut self, browser: &mut HttpBrowser, script: &[String]) -> io::Result<bool> {
        let Some(notation) = script.get(self.plies) else { return Ok(false) };
        browser.cookie = cookie(self.people[self.plies % 2], browser.address.port());
        let form = format!("seq={}&notation={notation}", self.seq);
        let answer = browser.post(&format!("/matches/{}/plies", self.id), &form)?;
        if answer.status != 303 {
            return Err(io::Error::other(format!("{} {notation}: {}", self.id, answer.head)));
        }
        self.plies += 1;
        self.seq += 1;
        Ok(true)
    }
}

/// Running matches in random order, without those that are due soon.
pub fn boards(site: &GrownSite, limit: i64) -> io::Result<Vec<TrafficBoard>> {
    let rows: Vec<(String, i64, i64, i64, i64)> = site.ask(async |db| {
        // Reads the log, because the rows of lists are derived from it.
        let query = "SELECT m.id, (SELECT count(*) FROM match_events WHERE match_id = m.id AND kind = 'played'),
                (SELECT max(seq) FROM match_events WHERE match_id = m.id),
                (SELECT user_id FROM match_seats WHERE match_id = m.id AND seat = 0),
                (SELECT user_id FROM match_seats WHERE match_id = m.id AND seat = 1)
            FROM matches m WHERE m.id IN (SELECT id FROM matches WHERE status = 'playing' AND game = 'sternhalma'
                AND deadline > $2 ORDER BY random() LIMIT $1)";
        let soon = super::super::now::now() + 3_600_000;
        sqlx::query_as(query).bind(limit).bind(soon).fetch_all(db).await
    })?;
    let board = |(id, plies, seq, host, guest): (String, i64, i64, i64, i64)| TrafficBoard {
        id,
        people: [host, guest],
        plies: plies as usize,
        seq: seq.unsigned_abs(),
    };
    Ok(rows.into_iter().map(board).collect())
}

/// Players that move until they are stopped.
pub struct MoveTraffic {
    stop: Arc<AtomicBool>,
    players: Vec<JoinHandle<io::Result<Latencies>>>,
}

impl MoveTraffic {
    /// Starts to play this number of moves per second. Latencies are measured from when a move was due, so waiting
    /// for the response to another one is included.
    pub fn start(server: &ServerProcess, boards: Vec<TrafficBoard>, rate: u32) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let connections = CONNECTIONS.min(boards.len()).max(1);
        let mut hands = vec![Vec::new(); connections];
        for (number, board) in boards.into_iter().enumerate() {
            hands[number % connections].push(board);
        }
        let script = Arc::new(plies::long_games(1).swap_remove(0));
        let every = Duration::from_secs(connections as u64) / rate.max(1);
        let begun = Instant::now();
        let players = hands.into_iter().enumerate().map(|(number, boards)| {
            let browser = HttpBrowser::open(server.address)?;
            let (stop, script) = (Arc::clone(&stop), Arc::clone(&script));
            let first = begun + every * number as u32 / connections as u32;
            Ok(thread::spawn(move || play(browser, boards, &script, first, every, &stop)))
        });
        Ok(Self { players: players.collect::<io::Result<_>>()?, stop })
    }

    /// Stops, and returns the latencies.
    pub fn stop(self) -> io::Result<Latencies> {
        self.stop.store(true, Ordering::SeqCst);
        let mut all = Latencies::default();
        for player in self.players {
            all.add_all(player.join().unwrap_or_else(|_| Err(io::Error::other("a player panicked")))?);
        }
        Ok(all)
    }
}

fn play(
    mut browser: HttpBrowser,
    mut boards: Vec<TrafficBoard>,
    script: &[String],
    first: Instant,
    every: Duration,
    stop: &AtomicBool,
) -> io::Result<Latencies> {
    let (mut took, mut due, mut next) = (Latencies::default(), first, 0);
    while !stop.load(Ordering::SeqCst) && !boards.is_empty() {
        thread::sleep(due.saturating_duration_since(Instant::now()));
        let number = next % boards.len();
        if boards[number].play(&mut browser, script)? {
            took.add(due.elapsed());
            due += every;
            next = number + 1;
        } else {
            boards.swap_remove(number);
        }
    }
    Ok(took)
}

/// Moves without other traffic.
pub fn measure(grown: &Grown, site: &mut GrownSite) -> io::Result<()> {
    let server = site.serve()?;
    section("Moves");
    let mut lone = boards(site, LONE as i64)?;
    let (mut browser, mut took) = (HttpBrowser::open(server.address)?, Latencies::default());
    let script = plies::long_games(1).swap_remove(0);
    for number in 0..LONE {
        let index = number % lone.len();
        let asked = Instant::now();
        if lone[index].play(&mut browser, &script)? {
            took.add(asked.elapsed());
        }
    }
    line("one after the other", &took.in_words());
    let (wal, processor) = (site.wal_bytes(), server.processor_time()?);
    let traffic = MoveTraffic::start(&server, boards(site, 50_000)?, grown.rate)?;
    thread::sleep(grown.span());
    let mut took = traffic.stop()?;
    line(&format!("{}/s, spread", grown.rate), &took.in_words());
    let used = (server.processor_time()? - processor).as_secs_f64() / grown.span().as_secs_f64();
    let wal = site.wal_bytes().max(wal);
    line("", &format!("{} moves, {:.0} % of a core, WAL {}", took.count(), 100.0 * used, super::mib(wal)));
    server.stop()
}
