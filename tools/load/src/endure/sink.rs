//! A mail server that stores what it receives, and that can fail in several ways.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use mail_parser::MessageParser;

use super::mail::EndureEmail;
use super::world::EndureWorld;
use crate::now::now;

/// How long a slow server takes for each reply.
const SLOW: Duration = Duration::from_millis(1500);

/// The behaviour of the mail server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum SinkMode {
    /// Accepts everything.
    Accepts,
    /// Hangs up without a greeting.
    Down,
    /// Replies 451 to the recipient.
    ComeBackLater,
    /// Replies slowly.
    Slow,
    /// Replies 550 to the sender.
    RefusesSender,
}

impl SinkMode {
    /// The ways in which a mail server can fail.
    pub const OUTAGES: [Self; 4] = [Self::Down, Self::ComeBackLater, Self::Slow, Self::RefusesSender];
}

/// The server, which runs as long as the process.
#[derive(Clone)]
pub struct EndureSink {
    pub url: String,
    mode: Arc<AtomicU8>,
}

impl EndureSink {
    /// Listens on a free port.
    pub fn open() -> io::Result<(Self, TcpListener)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let url = format!("smtp://{}", listener.local_addr()?);
        Ok((Self { url, mode: Arc::default() }, listener))
    }

    /// Accepts email and records it in the ledger.
    pub fn serve(&self, listener: TcpListener, world: Arc<EndureWorld>) {
        let sink = self.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (sink, world) = (sink.clone(), Arc::clone(&world));
                std::thread::spawn(move || sink.serve_connection(stream, &world));
            }
        });
    }

    pub fn is_now(&self, mode: SinkMode) {
        self.mode.store(mode as u8, Ordering::SeqCst);
    }

    fn is(&self, mode: SinkMode) -> bool {
        self.mode.load(Ordering::SeqCst) == mode as u8
    }

    fn serve_connection(&self, stream: TcpStream, world: &EndureWorld) -> io::Result<()> {
        if self.is(SinkMode::Down) {
            return Ok(());
        }
        let mut lines = BufReader::new(stream.try_clone()?).lines();
        let mut envelope = SinkEnvelope { started: now(), to: String::new() };
        self.say(&stream, "220 sink")?;
        while let Some(line) = lines.next() {
            let line = line?;
            let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            // The program sends several emails by one connection, with pauses between them.
            if verb == "MAIL" {
                envelope.started = now();
            }
            let answer = match verb.as_str() {
                "EHLO" => "250-sink\r\n250 8BITMIME",
                "MAIL" if self.is(SinkMode::RefusesSender) => "550 not from you",
                "RCPT" if self.is(SinkMode::ComeBackLater) => "451 come back later",
                "RCPT" => {
                    envelope.to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    "250 fine"
                }
                "DATA" => {
                    self.say(&stream, "354 go on")?;
                    let message = message(&mut lines)?;
                    self.take(&stream, &envelope, &message, world)?;
                    continue;
                }
                "QUIT" => return self.say(&stream, "221 goodbye"),
                _ => "250 fine",
            };
            self.say(&stream, answer)?;
        }
        Ok(())
    }

    fn say(&self, mut stream: &TcpStream, line: &str) -> io::Result<()> {
        if self.is(SinkMode::Slow) {
            std::thread::sleep(SLOW);
        }
        stream.write_all(format!("{line}\r\n").as_bytes())
    }

    /// A message counts once it was accepted, even if the client does not learn of it.
    fn take(
        &self,
        stream: &TcpStream,
        envelope: &SinkEnvelope,
        message: &str,
        world: &EndureWorld,
    ) -> io::Result<()> {
        let parsed = MessageParser::default().parse(message).unwrap_or_default();
        let number = world.mail.lock().take(EndureEmail {
            to: envelope.to.clone(),
            subject: parsed.subject().unwrap_or_default().to_owned(),
            text: parsed.body_text(0).unwrap_or_default().into_owned(),
            message_id: parsed.message_id().unwrap_or_default().to_owned(),
            started: envelope.started,
            ended: i64::MAX,
        });
        let answered = self.say(stream, "250 taken");
        world.mail.lock().emails[number].ended = now();
        answered
    }
}

/// The recipient of an email, and when its transmission began.
struct SinkEnvelope {
    started: i64,
    to: String,
}

/// The lines up to the terminating dot.
fn message(lines: &mut impl Iterator<Item = io::Result<String>>) -> io::Result<String> {
    let mut message = String::new();
    for line in lines {
        let line = line?;
        if line == "." {
            return Ok(message);
        }
        message.push_str(line.strip_prefix('.').unwrap_or(&line));
        message.push_str("\r\n");
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}
