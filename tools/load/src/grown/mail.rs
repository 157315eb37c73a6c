//! Mail that is due for thousands of users at once.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::site::GrownSite;
use super::traffic::{MoveTraffic, boards};
use super::upkeep::memory;
use super::{Grown, line, mib, section};

/// Moves per second that are played at the same time.
const RATE: u32 = 40;
/// How many users get mail at most.
const PEOPLE: i64 = 10_000;
/// Mail has stopped, or never begins, if none has come for this long.
const SILENCE: Duration = Duration::from_secs(30);
const TIMEOUT: Duration = Duration::from_secs(180);

/// A mail server that counts what it accepts.
#[derive(Default)]
struct CountingSink {
    count: AtomicU64,
    bytes: AtomicU64,
    first: AtomicU64,
    last: AtomicU64,
}

impl CountingSink {
    /// Starts to listen, and returns the address.
    fn open(self: &Arc<Self>) -> io::Result<String> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("smtp://{}?tls=none", listener.local_addr()?);
        let (sink, begun) = (Arc::clone(self), Instant::now());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let sink = Arc::clone(&sink);
                thread::spawn(move || sink.serve(stream, begun));
            }
        });
        Ok(url)
    }

    fn serve(&self, mut stream: TcpStream, begun: Instant) -> io::Result<()> {
        let mut lines = BufReader::new(stream.try_clone()?).lines();
        stream.write_all(b"220 sink\r\n")?;
        while let Some(line) = lines.next() {
            let answer: &[u8] = match line?.split([' ', ':']).next().unwrap_or_default() {
                "EHLO" => b"250-sink\r\n250 8BITMIME\r\n",
                "DATA" => {
                    stream.write_all(b"354 go on\r\n")?;
                    let mut bytes = 0;
                    for line in lines.by_ref() {
                        let line = line?;
                        bytes += line.len() as u64 + 2;
                        if line == "." {
                            break;
                        }
                    }
                    self.note(bytes, begun.elapsed());
                    b"250 taken\r\n"
                }
                "QUIT" => return stream.write_all(b"221 bye\r\n"),
                _ => b"250 fine\r\n",
            };
            stream.write_all(answer)?;
        }
        Ok(())
    }

    fn note(&self, bytes: u64, at: Duration) {
        let at = at.as_millis() as u64;
        if self.count.fetch_add(1, Ordering::SeqCst) == 0 {
            self.first.store(at, Ordering::SeqCst);
        }
        self.last.store(at, Ordering::SeqCst);
        self.bytes.fetch_add(bytes, Ordering::SeqCst);
    }

    fn read(&self, number: &AtomicU64) -> u64 {
        number.load(Ordering::SeqCst)
    }
}

pub fn measure(grown: &Grown, site: &mut GrownSite) -> io::Result<()> {
    section(&format!("Mail due for many people, {RATE} moves/s"));
    let people = want_mail(site)?;
    let sink = Arc::new(CountingSink::default());
    let settings = [("SMTP_URL", sink.open()?), ("MAIL_FROM", "parlour@example.org".to_owned())];
    let begun = Instant::now();
    let server = site.serve_with(&settings)?;
    let traffic = MoveTraffic::start(&server, boards(site, 5_000)?, RATE)?;
    let (mut count, mut since) = (0, Instant::now());
    while begun.elapsed() < TIMEOUT.max(grown.span()) && since.elapsed() < SILENCE && count < people {
        thread::sleep(Duration::from_millis(200));
        let now = sink.read(&sink.count);
        if now > count {
            (count, since) = (now, Instant::now());
        }
    }
    let mut moves = traffic.stop()?;
    let (first, last) = (sink.read(&sink.first) as f64 / 1000.0, sink.read(&sink.last) as f64 / 1000.0);
    line("to notify, notified", &format!("{people}, {count}"));
    line(
        "first after, last after",
        &format!("{first:.1} s, {last:.1} s ({:.0}/s)", count as f64 / (last - first).max(0.1)),
    );
    line("a mail", &format!("{} bytes", sink.read(&sink.bytes) / count.max(1)));
    line("moves", &moves.in_words());
    line("peak memory", &mib(memory(server.id()).1));
    server.stop()
}

/// Gives addresses to users who have not seen that it is their turn in some match. Returns how many.
fn want_mail(site: &GrownSite) -> io::Result<u64> {
    site.change(&format!(
        "INSERT OR REPLACE INTO email_settings (user_id, address, frequency, notices_from)
        SELECT user, 'p' || user || '@example.org', 'instant', 0
        FROM (SELECT DISTINCT to_act AS user FROM matches WHERE status = 'playing' AND to_act IS NOT NULL
            ORDER BY to_act LIMIT {PEOPLE});
        UPDATE read_marks SET seq = 1 WHERE user_id IN (SELECT user_id FROM email_settings)
            AND match_id IN (SELECT id FROM matches WHERE status = 'playing')"
    ))?;
    let count: i64 =
        site.ask(async |db| sqlx::query_scalar("SELECT count(*) FROM email_settings").fetch_one(db).await)?;
    Ok(count.unsigned_abs())
}
