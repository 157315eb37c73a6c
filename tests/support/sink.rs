//! A mail server on this machine that stores what it receives.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};

/// Longer than anything takes. Only failing tests wait this long.
const TIMEOUT: Duration = Duration::from_secs(40);
/// How long a slow server takes.
const SLOW: Duration = Duration::from_secs(4);
/// How long to wait for an email that should not come: some rounds of the delivery task.
const SILENCE: Duration = Duration::from_millis(3200);

/// The behaviour of the mail server.
#[derive(Clone, Copy)]
#[repr(u8)]
pub enum MailMode {
    /// Accepts email.
    Takes,
    /// Asks to retry later.
    Later,
    /// Unknown recipient.
    Refuses,
    /// Reads messages and never replies.
    Hangs,
    /// Accepts email slowly.
    TakesItsTime,
    /// Refuses the sender.
    RefusesSender,
    /// Refuses the client in its greeting.
    Blocks,
    /// Refuses to relay for the client, in reply to the recipient.
    RefusesRelay,
    /// Refuses the domain of the sender, in reply to the recipient.
    RefusesSenderDomain,
    /// Refuses the sender without a status code that tells so.
    RefusesSenderPlainly,
    /// Closes the connection instead of replying to a message.
    HangsUp,
    /// Accepts email, and closes the connection after each.
    TakesOne,
}

impl MailMode {
    /// The reply to a command that it refuses.
    fn refusal(self, command: &str) -> Option<&'static str> {
        match (self, command) {
            (MailMode::Later, "RCPT") => Some("451 come again\r\n"),
            (MailMode::Refuses, "RCPT") => Some("550 nobody of that name\r\n"),
            (MailMode::RefusesRelay, "RCPT") => Some("554 5.7.1 relay access denied\r\n"),
            (MailMode::RefusesSenderDomain, "RCPT") => Some("550 5.1.8 no such sender domain\r\n"),
            (MailMode::RefusesSenderPlainly, "MAIL") => Some("550 go away\r\n"),
            (MailMode::RefusesSender, "MAIL") => Some("550 5.7.1 no such sender here\r\n"),
            (MailMode::Blocks, "CONNECT") => Some("554 5.7.1 your address is on a block list\r\n"),
            _ => None,
        }
    }
}

impl From<u8> for MailMode {
    fn from(number: u8) -> Self {
        let all = [
            MailMode::Takes,
            MailMode::Later,
            MailMode::Refuses,
            MailMode::Hangs,
            MailMode::TakesItsTime,
            MailMode::RefusesSender,
            MailMode::Blocks,
            MailMode::RefusesRelay,
            MailMode::RefusesSenderDomain,
            MailMode::RefusesSenderPlainly,
            MailMode::HangsUp,
            MailMode::TakesOne,
        ];
        all[usize::from(number)]
    }
}

/// An email that was received.
#[derive(Clone, Debug)]
pub struct ReceivedMail {
    pub to: String,
    pub headers: HashMap<String, String>,
    pub text: String,
    pub html: String,
    /// The attached images by their ids.
    pub images: HashMap<String, Vec<u8>>,
    /// The attached HTML files by their names.
    pub files: HashMap<String, String>,
}

/// The server.
pub struct MailSink {
    pub url: String,
    mode: Arc<AtomicU8>,
    emails: UnboundedReceiver<ReceivedMail>,
    tried: Arc<AtomicU8>,
    connected: Arc<AtomicU8>,
}

impl ReceivedMail {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(&name.to_lowercase()).map_or("", String::as_str)
    }

    /// The subject without the name of the site, with which all subjects begin.
    pub fn subject(&self) -> String {
        let subject = words(self.header("subject"));
        let about = subject.strip_prefix("[Parlour] ");
        about.unwrap_or_else(|| panic!("{subject} does not name the site")).to_owned()
    }

    /// The path of the first link in it with this prefix.
    pub fn link(&self, site: &str, path: &str) -> String {
        let start = format!("{site}{path}");
        let found = self.text.split_whitespace().find(|word| word.starts_with(&start));
        found.unwrap_or_else(|| panic!("no {start} in {}", self.text))[site.len()..].to_owned()
    }
}

impl MailSink {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let (mode, tried) = (Arc::new(AtomicU8::new(0)), Arc::new(AtomicU8::new(0)));
        let (sender, emails) = unbounded_channel();
        let (modes, tries) = (Arc::clone(&mode), Arc::clone(&tried));
        let connected = Arc::new(AtomicU8::new(0));
        let connections = Arc::clone(&connected);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                connections.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serve(stream, Arc::clone(&modes), Arc::clone(&tries), sender.clone()));
            }
        });
        Self { url, mode, emails, tried, connected }
    }

    pub fn set_mode(&self, mode: MailMode) {
        self.mode.store(mode as u8, Ordering::SeqCst);
    }

    /// The next email.
    pub async fn next(&mut self) -> ReceivedMail {
        timeout(TIMEOUT, self.emails.recv()).await.expect("no email was received").unwrap()
    }

    /// The next email that was received already, if any.
    pub fn taken(&mut self) -> Option<ReceivedMail> {
        self.emails.try_recv().ok()
    }

    /// Waits for this number of attempts, successful or not.
    pub async fn wait_for_tries(&self, times: u8) {
        for _ in 0..TIMEOUT.as_millis() / 20 {
            if self.tried.load(Ordering::SeqCst) >= times {
                return;
            }
            sleep(Duration::from_millis(20)).await;
        }
        panic!("not tried in time");
    }

    /// The number of attempts.
    pub fn tries(&self) -> u8 {
        self.tried.load(Ordering::SeqCst)
    }

    /// The number of connections so far.
    pub fn connections(&self) -> u8 {
        self.connected.load(Ordering::SeqCst)
    }

    /// Checks that no email was received.
    pub fn is_empty(&mut self) {
        if let Some(email) = self.taken() {
            panic!("unexpected email: {email:?}");
        }
    }

    /// Checks that no email comes.
    pub async fn assert_stays_empty(&mut self) {
        if let Ok(Some(email)) = timeout(SILENCE, self.emails.recv()).await {
            panic!("unexpected email: {email:?}");
        }
    }
}

async fn serve(
    stream: TcpStream,
    mode: Arc<AtomicU8>,
    tried: Arc<AtomicU8>,
    emails: UnboundedSender<ReceivedMail>,
) -> Option<()> {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    let mut to = String::new();
    if let Some(refusal) = MailMode::from(mode.load(Ordering::SeqCst)).refusal("CONNECT") {
        tried.fetch_add(1, Ordering::SeqCst);
        writer.write_all(refusal.as_bytes()).await.ok()?;
        return None;
    }
    writer.write_all(b"220 sink\r\n").await.ok()?;
    loop {
        let line = lines.next_line().await.ok()??;
        let mode = MailMode::from(mode.load(Ordering::SeqCst));
        let command = line.split([' ', ':']).next().unwrap_or_default();
        if let Some(refusal) = mode.refusal(command) {
            tried.fetch_add(1, Ordering::SeqCst);
            writer.write_all(refusal.as_bytes()).await.ok()?;
            continue;
        }
        let answer = match command {
            "EHLO" => "250-sink\r\n250 8BITMIME\r\n",
            "RCPT" => {
                line.split(['<', '>']).nth(1)?.clone_into(&mut to);
                "250 fine\r\n"
            }
            "DATA" => {
                writer.write_all(b"354 go on\r\n").await.ok()?;
                let mut data = String::new();
                loop {
                    let line = lines.next_line().await.ok()??;
                    if line == "." {
                        break;
                    }
                    data.push_str(line.strip_prefix('.').unwrap_or(&line));
                    data.push_str("\r\n");
                }
                tried.fetch_add(1, Ordering::SeqCst);
                if matches!(mode, MailMode::HangsUp) {
                    return None;
                }
                emails.send(received(&to, &data)).ok()?;
                match mode {
                    MailMode::Hangs => {
                        sleep(TIMEOUT).await;
                        return None;
                    }
                    MailMode::TakesItsTime => sleep(SLOW).await,
                    MailMode::TakesOne => {
                        writer.write_all(b"250 taken\r\n").await.ok()?;
                        return None;
                    }
                    _ => {}
                }
                "250 taken\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 fine\r\n",
        };
        writer.write_all(answer.as_bytes()).await.ok()?;
    }
}

fn received(to: &str, data: &str) -> ReceivedMail {
    let (headers, _) = split(data);
    let mut mail = ReceivedMail {
        to: to.to_owned(),
        headers,
        text: String::new(),
        html: String::new(),
        images: HashMap::new(),
        files: HashMap::new(),
    };
    read_part(data, &mut mail);
    mail
}

/// Adds a part and the parts within it to an email.
fn read_part(part: &str, mail: &mut ReceivedMail) {
    let (headers, body) = split(part);
    let header = |name: &str| headers.get(name).map_or("", String::as_str);
    let kind = header("content-type");
    if let Some((_, boundary)) = kind.split_once("boundary=\"") {
        let boundary = format!("--{}", boundary.split('"').next().unwrap());
        body.split(&boundary).skip(1).for_each(|part| read_part(part.trim_start(), mail));
        return;
    }
    let content = || decode(header("content-transfer-encoding"), &body);
    let text = || String::from_utf8(content()).unwrap().replace("\r\n", "\n");
    if header("content-disposition").starts_with("attachment") {
        // There, long names are cut into several parameters.
        let name = kind.strip_prefix("text/html; charset=utf-8; name=").unwrap();
        mail.files.insert(name.trim_matches('"').to_owned(), text());
        return;
    }
    match kind.split(';').next().unwrap() {
        "text/plain" => mail.text = text(),
        "text/html" => mail.html = text(),
        "image/png" => {
            assert_eq!(header("content-disposition"), "inline");
            let id = header("content-id").trim_matches(['<', '>']).to_owned();
            mail.images.insert(id, content());
        }
        _ => {}
    }
}

/// The unfolded headers, and the body.
fn split(text: &str) -> (HashMap<String, String>, String) {
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
    let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let header = |line: &str| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_lowercase(), value.trim().to_owned()))
    };
    (unfolded.lines().filter_map(header).collect(), body.to_owned())
}

fn decode(encoding: &str, body: &str) -> Vec<u8> {
    match encoding {
        "base64" => BASE64_STANDARD.decode(body.replace("\r\n", "")).unwrap(),
        "quoted-printable" => unquote(&body.replace("=\r\n", "")),
        _ => body.as_bytes().to_vec(),
    }
}

fn unquote(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if *first == b'=' {
            let code = std::str::from_utf8(&after[..2]).unwrap();
            bytes.push(u8::from_str_radix(code, 16).unwrap());
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    bytes
}

/// A header with encoded words decoded.
fn words(value: &str) -> String {
    let mut text = String::new();
    for (number, part) in value.split("=?utf-8?b?").enumerate() {
        if number == 0 {
            text.push_str(part);
            continue;
        }
        let (encoded, plain) = part.split_once("?=").unwrap();
        text.push_str(&String::from_utf8(BASE64_STANDARD.decode(encoded).unwrap()).unwrap());
        text.push_str(if plain.trim().is_empty() { "" } else { plain });
    }
    text
}
