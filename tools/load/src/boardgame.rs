//! A client of boardgame.io: its lobby over HTTP, its matches over socket.io on a websocket.

use std::io;
use std::net::SocketAddr;

use memchr::memmem;
use mio::{Registry, Token};
use serde_json::json;

use super::http::HttpBrowser;
use super::link::ShapedLink;
use super::pairs::{HeardMove, LoadPlayer};

/// A seat in a match, as assigned by the lobby.
pub struct BoardgamePlace {
    pub match_id: String,
    pub credentials: String,
}

/// Creates `count` two-player matches. Returns the places of each seat.
pub fn create_matches(lobby: &mut HttpBrowser, count: usize) -> io::Result<[Vec<BoardgamePlace>; 2]> {
    let mut places = [Vec::new(), Vec::new()];
    for _ in 0..count {
        let created = lobby.post_json("/games/sternhalma/create", &json!({"numPlayers": 2}))?.json();
        let match_id =
            created["matchID"].as_str().unwrap_or_else(|| panic!("no match: {created}")).to_owned();
        for (seat, places) in places.iter_mut().enumerate() {
            let join = json!({"playerID": seat.to_string(), "playerName": format!("player{seat}")});
            let joined = lobby.post_json(&format!("/games/sternhalma/{match_id}/join"), &join)?.json();
            let credentials =
                joined["playerCredentials"].as_str().unwrap_or_else(|| panic!("not joined: {joined}"));
            places.push(BoardgamePlace { match_id: match_id.clone(), credentials: credentials.to_owned() });
        }
    }
    Ok(places)
}

/// A player with one websocket.
pub struct BoardgameSeat {
    link: ShapedLink,
    seat: usize,
    places: Vec<BoardgamePlace>,
    current: usize,
    upgraded: bool,
    connected: bool,
    synced: bool,
    news: Vec<u8>,
    state: u64,
}

impl BoardgameSeat {
    /// Connects. Handshakes are made as their messages arrive.
    pub fn open(
        to: SocketAddr,
        registry: &Registry,
        number: usize,
        places: Vec<BoardgamePlace>,
    ) -> io::Result<Self> {
        let mut link = ShapedLink::open(to, registry, Token(2 * number))?;
        let upgrade = format!(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {to}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        link.send(upgrade.as_bytes())?;
        Ok(Self {
            link,
            seat: number % 2,
            places,
            current: 0,
            upgraded: false,
            connected: false,
            synced: false,
            news: Vec::new(),
            state: 0,
        })
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        let length = text.len();
        let mut frame = vec![0x81];
        match (u8::try_from(length), u16::try_from(length)) {
            (Ok(short), _) if short < 126 => frame.push(0x80 | short),
            (_, Ok(long)) => {
                frame.push(0x80 | 126);
                frame.extend(long.to_be_bytes());
            }
            _ => return Err(io::Error::other("a message of over 64 KiB")),
        }
        // A masking key of zeros leaves the text unchanged, and so costs neither side anything.
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.link.send(&frame)
    }

    fn sync(&mut self) -> io::Result<()> {
        let place = &self.places[self.current];
        let message = json!(["sync", place.match_id, self.seat.to_string(), place.credentials, 2]);
        self.say(&format!("42/sternhalma,{message}"))
    }

    fn hear(&mut self, text: &[u8], heard: &mut HeardMove) -> io::Result<()> {
        match text {
            [b'2', ..] => self.say("3")?,
            [b'0', ..] => self.say("40/sternhalma,")?,
            [b'4', b'0', ..] => {
                self.connected = true;
                self.sync()?;
            }
            _ if text.starts_with(&self.news) => {
                let state = number_after(text, b"\"_stateID\":");
                heard.plies += usize::from(state > self.state);
                self.state = state;
            }
            _ if text.starts_with(b"42/sternhalma,[\"sync\"") => self.synced = true,
            _ if text.starts_with(b"42/sternhalma,[\"matchData\"") => heard.ready = self.synced,
            _ if text.starts_with(b"42/sternhalma,[\"update\"") => {}
            _ => return Err(io::Error::other(format!("unexpected: {}", String::from_utf8_lossy(text)))),
        }
        Ok(())
    }
}

impl LoadPlayer for BoardgameSeat {
    const IS_ANSWERED: bool = false;

    fn matches(&self) -> usize {
        self.places.len()
    }

    fn join(&mut self, _: &Registry, current: usize) -> io::Result<()> {
        self.current = current;
        self.synced = false;
        self.state = 0;
        self.news = format!("42/sternhalma,[\"update\",\"{}\"", self.places[current].match_id).into_bytes();
        if self.connected { self.sync() } else { Ok(()) }
    }

    fn post(&mut self, notation: &str) -> io::Result<()> {
        let BoardgamePlace { match_id, credentials } = &self.places[self.current];
        let (seat, state) = (self.seat, self.state);
        let message = format!(
            "42/sternhalma,[\"update\",{{\"type\":\"MAKE_MOVE\",\"payload\":{{\"type\":\"play\",\"args\":[\"{notation}\"],\
             \"playerID\":\"{seat}\",\"credentials\":\"{credentials}\"}}}},{state},\"{match_id}\",\"{seat}\"]"
        );
        self.say(&message)
    }

    fn receive(&mut self, _: usize) -> io::Result<HeardMove> {
        let mut heard = HeardMove::default();
        self.link.receive()?;
        if !self.upgraded {
            let Some(head) = memmem::find(self.link.input(), b"\r\n\r\n") else {
                return Ok(heard);
            };
            self.link.take(head + 4);
            self.upgraded = true;
        }
        while let Some((head, length)) = frame(self.link.input()) {
            let text = self.link.input()[head..head + length].to_vec();
            self.link.take(head + length);
            self.hear(&text, &mut heard)?;
        }
        Ok(heard)
    }
}

/// The lengths of the header and the text of the first websocket frame in these bytes, once it is complete.
fn frame(bytes: &[u8]) -> Option<(usize, usize)> {
    let (head, length) = match *bytes {
        [_, 126, high, low, ..] => (4, usize::from(u16::from_be_bytes([high, low]))),
        [_, 127, a, b, c, d, e, f, g, h, ..] => {
            (10, usize::try_from(u64::from_be_bytes([a, b, c, d, e, f, g, h])).unwrap_or(usize::MAX))
        }
        [_, short, ..] if short < 126 => (2, usize::from(short)),
        _ => return None,
    };
    (bytes.len() >= head + length).then_some((head, length))
}

fn number_after(text: &[u8], key: &[u8]) -> u64 {
    let Some(found) = memmem::find(text, key) else {
        return 0;
    };
    text[found + key.len()..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .fold(0, |number, digit| number * 10 + u64::from(digit - b'0'))
}
