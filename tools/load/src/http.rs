//! A minimal HTTP/1.1 client.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use memchr::memmem;

/// A response.
#[derive(Debug)]
pub struct HttpAnswer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl HttpAnswer {
    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers(name).next()
    }

    /// All values of a header, by its name in lower case.
    pub fn headers<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let name = name.to_owned();
        self.head.lines().filter_map(move |line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(&name).then(|| value.trim())
        })
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("not JSON ({error}): {}", self.text()))
    }
}

/// A browser for setup: one blocking connection, and cookies.
pub struct HttpBrowser {
    pub address: SocketAddr,
    pub cookie: String,
    reader: BufReader<TcpStream>,
}

impl HttpBrowser {
    /// Connects.
    pub fn open(address: SocketAddr) -> io::Result<Self> {
        Ok(Self { address, cookie: String::new(), reader: connect(address)? })
    }

    /// Adds a session cookie.
    pub fn with_cookie(mut self, cookie: &str) -> Self {
        self.cookie = cookie.to_owned();
        self
    }

    /// Fetches a page.
    pub fn get(&mut self, path: &str) -> io::Result<HttpAnswer> {
        self.ask("GET", path, "", "")
    }

    /// Fetches a page with additional header lines, each with its line end.
    pub fn get_with(&mut self, path: &str, lines: &str) -> io::Result<HttpAnswer> {
        let request = request(self.address, "GET", path, &self.cookie, "", "");
        self.exchange(&request.replacen("\r\n", &format!("\r\n{lines}"), 1))
    }

    /// Sends a form.
    pub fn post(&mut self, path: &str, form: &str) -> io::Result<HttpAnswer> {
        self.ask("POST", path, "application/x-www-form-urlencoded", form)
    }

    /// Sends a form with additional header lines, each with its line end.
    pub fn post_with(&mut self, path: &str, form: &str, lines: &str) -> io::Result<HttpAnswer> {
        let kind = "application/x-www-form-urlencoded";
        let request = request(self.address, "POST", path, &self.cookie, kind, form);
        let answer = self.exchange(&request.replacen("\r\n", &format!("\r\n{lines}"), 1))?;
        self.store_cookies(&answer);
        Ok(answer)
    }

    /// Sends JSON.
    pub fn post_json(&mut self, path: &str, body: &serde_json::Value) -> io::Result<HttpAnswer> {
        self.ask("POST", path, "application/json", &body.to_string())
    }

    /// Reconnects with this timeout for all further reads.
    pub fn reconnect(&mut self, patience: Duration) -> io::Result<()> {
        self.reader = connect(self.address)?;
        self.reader.get_ref().set_read_timeout(Some(patience))
    }

    /// Sends a form, and never retries: without a response it is unknown whether it was accepted.
    pub fn post_once(&mut self, path: &str, form: &str) -> io::Result<HttpAnswer> {
        let kind = "application/x-www-form-urlencoded";
        let answer = self.exchange(&request(self.address, "POST", path, &self.cookie, kind, form))?;
        self.store_cookies(&answer);
        Ok(answer)
    }

    fn ask(&mut self, method: &str, path: &str, kind: &str, body: &str) -> io::Result<HttpAnswer> {
        let request = request(self.address, method, path, &self.cookie, kind, body);
        let answer = match self.exchange(&request) {
            // The server has closed the idle connection.
            Err(error) if is_closed(&error) => {
                self.reader = connect(self.address)?;
                self.exchange(&request)?
            }
            answer => answer?,
        };
        self.store_cookies(&answer);
        Ok(answer)
    }

    fn exchange(&mut self, request: &str) -> io::Result<HttpAnswer> {
        self.reader.get_mut().write_all(request.as_bytes())?;
        self.answer()
    }

    fn store_cookies(&mut self, answer: &HttpAnswer) {
        for cookie in answer.headers("set-cookie") {
            self.store_cookie(cookie.split(';').next().unwrap_or_default());
        }
    }

    /// Stores a cookie, which replaces one of its name.
    fn store_cookie(&mut self, pair: &str) {
        let name = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
        let others = self.cookie.split("; ").filter(|kept| !kept.is_empty() && name(kept) != name(pair));
        self.cookie = others
            .chain([pair].into_iter().filter(|pair| !pair.ends_with('=')))
            .collect::<Vec<_>>()
            .join("; ");
    }

    fn answer(&mut self) -> io::Result<HttpAnswer> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.reader.read_line(&mut head)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let mut answer = HttpAnswer { status: status(head.as_bytes()), head, body: Vec::new() };
        if let Some(length) = answer.header("content-length") {
            answer.body = vec![0; length.parse().map_err(io::Error::other)?];
            self.reader.read_exact(&mut answer.body)?;
        } else if answer.header("transfer-encoding").is_some() {
            let mut decoder = ChunkedBody::default();
            while !decoder.ended {
                let room = self.reader.fill_buf()?;
                if room.is_empty() {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                let used = decoder.decode(room, &mut answer.body);
                self.reader.consume(used);
            }
        }
        Ok(answer)
    }
}

fn connect(address: SocketAddr) -> io::Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    Ok(BufReader::new(stream))
}

fn is_closed(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe | ErrorKind::ConnectionReset)
}

/// The bytes of a request.
pub fn request(host: SocketAddr, method: &str, path: &str, cookie: &str, kind: &str, body: &str) -> String {
    let cookie = if cookie.is_empty() { String::new() } else { format!("Cookie: {cookie}\r\n") };
    let about = if method == "GET" {
        String::new()
    } else {
        format!("Content-Type: {kind}\r\nContent-Length: {}\r\n", body.len())
    };
    format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{cookie}{about}\r\n{body}")
}

/// The status in the first line of a response.
pub fn status(head: &[u8]) -> u16 {
    let digits = head.get(9..12).unwrap_or_default();
    std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The length and status of the first response in these bytes, once it is complete.
pub fn whole_answer(bytes: &[u8]) -> Option<(usize, u16)> {
    let head = memmem::find(bytes, b"\r\n\r\n")? + 4;
    let text = std::str::from_utf8(&bytes[..head]).unwrap_or_default();
    let header = |name: &str| {
        text.split("\r\n").find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    };
    let length = match header("content-length").and_then(|length| length.parse::<usize>().ok()) {
        Some(length) => length,
        None if header("transfer-encoding").is_some() => {
            let mut decoder = ChunkedBody::default();
            let used = decoder.decode(&bytes[head..], &mut Vec::new());
            decoder.ended.then_some(used)?
        }
        None => 0,
    };
    (bytes.len() >= head + length).then(|| (head + length, status(bytes)))
}

/// Decodes the chunked transfer coding incrementally.
#[derive(Default)]
pub struct ChunkedBody {
    pub ended: bool,
    left: usize,
    size_line: Vec<u8>,
}

impl ChunkedBody {
    /// Appends the decoded bytes to `out`. Returns how many of them belong to this body.
    pub fn decode(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> usize {
        let mut at = 0;
        while at < bytes.len() && !self.ended {
            if self.left > 0 {
                let count = self.left.min(bytes.len() - at);
                out.extend_from_slice(&bytes[at..at + count]);
                self.left -= count;
                at += count;
                continue;
            }
            self.size_line.push(bytes[at]);
            at += 1;
            self.read_size_line();
        }
        at
    }

    /// A size line may be preceded by the line end of the previous chunk.
    fn read_size_line(&mut self) {
        if self.size_line == b"\r\n" {
            self.size_line.clear();
        }
        if self.size_line == b"0\r\n\r\n" {
            self.ended = true;
        } else if self.size_line.ends_with(b"\r\n") && self.size_line != b"0\r\n" {
            let digits = &self.size_line[..self.size_line.len() - 2];
            let text = std::str::from_utf8(digits).unwrap_or_default();
            let text = text.split(';').next().unwrap_or_default();
            self.left = usize::from_str_radix(text, 16).unwrap_or_else(|_| panic!("no chunk size: {text:?}"));
            self.size_line.clear();
        }
    }
}
