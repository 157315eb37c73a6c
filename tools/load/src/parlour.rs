//! A client of Parlour like its pages: posted forms, and a stream of events for each match.

use std::io;
use std::net::SocketAddr;
use std::rc::Rc;

use clap::ValueEnum;
use memchr::memmem;
use mio::{Registry, Token};

use super::http::{self, ChunkedBody, HttpBrowser};
use super::link::ShapedLink;
use super::pairs::{HeardMove, LoadPlayer, LoadProgress};

const PASSWORD: &str = "seven brass lamps over felt";

/// A match, and its last event when it had started.
pub struct LoadMatch {
    pub id: String,
    pub seq: u64,
}

/// Registers a user, who is then signed in.
pub fn register(address: SocketAddr, name: &str) -> io::Result<HttpBrowser> {
    let mut browser = HttpBrowser::open(address)?;
    let form = format!("username={name}&password={}", PASSWORD.replace(' ', "+"));
    let answer = browser.post("/register", &form)?;
    assert_eq!(answer.status, 303, "{name} was not registered: {}\n{}", answer.head, answer.text());
    assert!(!browser.cookie.is_empty(), "{name} was registered without being signed in: {}", answer.head);
    Ok(browser)
}

/// Creates matches of Sternhalma between two users.
pub fn create_matches(
    host: &mut HttpBrowser,
    guest: &mut HttpBrowser,
    count: usize,
) -> io::Result<Vec<LoadMatch>> {
    (0..count)
        .map(|_| {
            let opened = host.post("/matches", "game=sternhalma&seats=2&visibility=public&first=creator")?;
            let location =
                opened.header("location").unwrap_or_else(|| panic!("{}\n{}", opened.head, opened.text()));
            let id = location.rsplit('/').next().unwrap_or_default().to_owned();
            let joined = guest.post(&format!("/matches/{id}/seats"), "")?;
            assert_eq!(joined.status, 303, "{}\n{}", joined.head, joined.text());
            let record = record(guest, &id)?;
            assert_eq!(record["status"], "playing", "the match has not started: {record}");
            let seq = record["seq"].as_u64().unwrap_or_else(|| panic!("no seq: {record}"));
            Ok(LoadMatch { id, seq })
        })
        .collect()
}

/// Creates an open two-player match of Sternhalma.
pub fn create_match(host: &mut HttpBrowser) -> io::Result<String> {
    let opened = host.post("/matches", "game=sternhalma&seats=2&visibility=public&first=creator")?;
    let location = opened.header("location").unwrap_or_else(|| panic!("{}\n{}", opened.head, opened.text()));
    Ok(location.rsplit('/').next().unwrap_or_default().to_owned())
}

/// Plays the ply with this number, from 0.
pub fn play(mover: &mut HttpBrowser, m: &LoadMatch, ply: usize, notation: &str) -> io::Result<()> {
    let form = format!("seq={}&notation={notation}", m.seq + ply as u64);
    let answer = mover.post(&format!("/matches/{}/plies", m.id), &form)?;
    assert_eq!(answer.status, 303, "{notation} was refused: {}\n{}", answer.head, answer.text());
    Ok(())
}

pub fn record(browser: &mut HttpBrowser, id: &str) -> io::Result<serde_json::Value> {
    Ok(browser.get(&format!("/matches/{id}/record.json"))?.json())
}

/// Checks that the records contain all plies that were seen, in order.
pub fn check_records(
    browser: &mut HttpBrowser,
    matches: &[LoadMatch],
    game: &[String],
    progress: LoadProgress,
) -> io::Result<usize> {
    let mut plies = 0;
    for (number, m) in matches.iter().enumerate().take(progress.current + 1) {
        let seen = if number < progress.current { game.len() } else { progress.plies };
        let record = record(browser, &m.id)?;
        let written: Vec<_> =
            record["plies"].as_array().into_iter().flatten().map(|ply| &ply["notation"]).collect();
        assert!(written.len() >= seen, "{}: {seen} plies were seen and {} are written", m.id, written.len());
        for (ply, (written, played)) in written.iter().zip(game).enumerate() {
            assert_eq!(*written, played, "{} ply {}", m.id, ply + 1);
        }
        plies += written.len();
    }
    Ok(plies)
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub enum MoveSource {
    /// By a page with a stream, which is answered 204 and shown by the stream.
    #[default]
    Page,
    /// By a page without a stream, which gets a fragment.
    Fragment,
    /// By a plain form, which is redirected.
    Form,
}

impl MoveSource {
    fn headers(self) -> String {
        let htmx = "HX-Request: true\r\nHX-Request-Type: partial\r\n";
        match self {
            MoveSource::Page => format!("{htmx}Parlour-Stream: open\r\n"),
            MoveSource::Fragment => htmx.to_owned(),
            MoveSource::Form => String::new(),
        }
    }
}

/// A player with one connection for posts and one for the stream.
pub struct LoadSeat {
    address: SocketAddr,
    number: usize,
    cookie: String,
    way: MoveSource,
    matches: Rc<Vec<LoadMatch>>,
    posts: ShapedLink,
    stream: Option<LoadStream>,
    head: String,
    seq: u64,
}

struct LoadStream {
    link: ShapedLink,
    open: bool,
    chunks: ChunkedBody,
    text: Vec<u8>,
}

impl LoadSeat {
    /// Connects.
    pub fn open(
        browser: &HttpBrowser,
        registry: &Registry,
        number: usize,
        matches: Rc<Vec<LoadMatch>>,
        way: MoveSource,
    ) -> io::Result<Self> {
        Ok(Self {
            address: browser.address,
            number,
            cookie: browser.cookie.clone(),
            way,
            matches,
            posts: ShapedLink::open(browser.address, registry, Token(2 * number))?,
            stream: None,
            head: String::new(),
            seq: 0,
        })
    }

    fn receive_answers(&mut self, heard: &mut HeardMove) -> io::Result<()> {
        self.posts.receive()?;
        while let Some((length, status)) = http::whole_answer(self.posts.input()) {
            if !matches!(status, 200 | 204 | 303) {
                let text = String::from_utf8_lossy(&self.posts.input()[..length.min(1000)]).into_owned();
                return Err(io::Error::other(format!("a ply was refused: {text}")));
            }
            self.posts.take(length);
            heard.answered = true;
        }
        Ok(())
    }

    fn receive_news(&mut self, heard: &mut HeardMove) -> io::Result<()> {
        let Some(stream) = &mut self.stream else {
            return Ok(());
        };
        if !stream.receive()? {
            return Ok(());
        }
        heard.ready = true;
        let mut ids = Vec::new();
        while let Some(end) = memmem::find(&stream.text, b"\n\n") {
            let id = id_of(&stream.text[..end]);
            stream.text.drain(..end + 2);
            ids.extend(id);
        }
        for id in ids {
            self.hear(id, heard);
        }
        Ok(())
    }

    /// Notes that the match is known up to this entry: while it goes on, each is a ply.
    fn hear(&mut self, seq: u64, heard: &mut HeardMove) {
        heard.plies += usize::try_from(seq.saturating_sub(self.seq)).unwrap_or(0);
        self.seq = self.seq.max(seq);
    }
}

impl LoadStream {
    /// False while the response has not begun.
    fn receive(&mut self) -> io::Result<bool> {
        self.link.receive()?;
        if !self.open {
            let Some(head) = memmem::find(self.link.input(), b"\r\n\r\n") else {
                return Ok(false);
            };
            let status = http::status(self.link.input());
            if status != 200 {
                return Err(io::Error::other(format!("a stream was answered with {status}")));
            }
            self.link.take(head + 4);
            self.open = true;
        }
        let used = self.chunks.decode(self.link.input(), &mut self.text);
        self.link.take(used);
        Ok(true)
    }
}

impl LoadPlayer for LoadSeat {
    const IS_ANSWERED: bool = true;

    fn matches(&self) -> usize {
        self.matches.len()
    }

    fn join(&mut self, registry: &Registry, m: usize) -> io::Result<()> {
        let LoadMatch { id, seq } = &self.matches[m];
        self.seq = *seq;
        self.head = format!(
            "POST /matches/{id}/plies HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\n{}\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ",
            self.address,
            self.cookie,
            self.way.headers()
        );
        self.stream = None;
        let mut link = ShapedLink::open(self.address, registry, Token(2 * self.number + 1))?;
        let path = format!("/matches/{id}/events?after={seq}&calm=1");
        link.send(http::request(self.address, "GET", &path, &self.cookie, "", "").as_bytes())?;
        self.stream =
            Some(LoadStream { link, open: false, chunks: ChunkedBody::default(), text: Vec::new() });
        Ok(())
    }

    fn post(&mut self, notation: &str) -> io::Result<()> {
        let form = format!("seq={}&notation={notation}", self.seq);
        self.posts.send(format!("{}{}\r\n\r\n{form}", self.head, form.len()).as_bytes())
    }

    fn receive(&mut self, connection: usize) -> io::Result<HeardMove> {
        let mut heard = HeardMove::default();
        if connection == 0 {
            self.receive_answers(&mut heard)?;
        } else {
            self.receive_news(&mut heard)?;
        }
        Ok(heard)
    }
}

/// The `id:` of a message of the stream.
fn id_of(frame: &[u8]) -> Option<u64> {
    let at = if frame.starts_with(b"id:") { 0 } else { memmem::find(frame, b"\nid:")? + 1 };
    Some(number(frame[at + 3..].trim_ascii_start()))
}

/// The number at the beginning of these bytes.
fn number(bytes: &[u8]) -> u64 {
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number, digit| number * 10 + u64::from(digit - b'0'))
}
