//! Streams that are open at once, each on another match.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

use super::super::http::request;
use super::site::GrownSite;
use super::upkeep::memory;
use super::{Grown, line, mib, section};

/// How long streams are idle before the memory is read.
const REST: Duration = Duration::from_secs(4);
const TIMEOUT: Duration = Duration::from_secs(30);

pub fn measure(grown: &Grown, site: &mut GrownSite) -> io::Result<()> {
    let server = site.serve()?;
    let matches: Vec<(String, i64)> = site.ask(async |db| {
        let query = "SELECT m.id, (SELECT max(seq) FROM match_events WHERE match_id = m.id) FROM matches m
            WHERE m.status = 'playing' ORDER BY m.id LIMIT $1";
        sqlx::query_as(query).bind(grown.streams).fetch_all(db).await
    })?;
    section(&format!("{} streams, each on another match under way", matches.len()));
    let before = memory(server.id()).0;
    let mut streams = Vec::new();
    for (id, seq) in &matches {
        let mut stream = TcpStream::connect(server.address)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        let asked = request(server.address, "GET", &format!("/matches/{id}/events?after={seq}"), "", "", "");
        stream.write_all(asked.as_bytes())?;
        streams.push(stream);
    }
    let mut answered = 0;
    for stream in &mut streams {
        let mut head = [0; 12];
        answered += usize::from(stream.read_exact(&mut head).is_ok() && head.ends_with(b"200"));
    }
    sleep(REST);
    let (held, _) = memory(server.id());
    let each = held.saturating_sub(before) / streams.len().max(1) as u64 / 1024;
    line(
        "memory",
        &format!("{} before, {} with them, {each} KiB each, {answered} answered", mib(before), mib(held)),
    );
    drop(streams);
    sleep(REST);
    line("4 s after they were closed", &mib(memory(server.id()).0));
    server.stop()
}
