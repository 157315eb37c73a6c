//! Reading the live stream of a match.

use std::time::Duration;

use reqwest::Response;
use tokio::time::timeout;

use super::TestPerson;
use super::answer::unmarked;

/// Longer than anything takes. Only failing tests wait this long.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How long to listen to a stream that should be silent.
const SILENCE: Duration = Duration::from_millis(700);

/// A message of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListenerMessage {
    pub id: Option<u64>,
    pub event: Option<String>,
    pub data: String,
}

impl ListenerMessage {
    /// Whether it is only a heartbeat.
    pub fn is_heartbeat(&self) -> bool {
        self.event.as_deref() == Some("heartbeat")
    }
}

/// An open stream.
pub struct StreamListener {
    response: Response,
    unread: Vec<u8>,
}

impl TestPerson {
    /// Opens the stream of a match as its page does that was rendered at this entry.
    pub async fn listens(&self, id: &str, after: u64) -> StreamListener {
        self.listens_again(id, after, None).await
    }

    /// Opens it as a browser that reconnects.
    pub async fn listens_again(&self, id: &str, after: u64, last: Option<u64>) -> StreamListener {
        self.opens_stream(&format!("/matches/{id}/events?after={after}"), last).await
    }

    /// Opens it for a user without motion.
    pub async fn listens_calmly(&self, id: &str, after: u64) -> StreamListener {
        self.opens_stream(&format!("/matches/{id}/events?after={after}&calm=1"), None).await
    }

    /// Opens the stream at a path.
    pub async fn opens_stream(&self, path: &str, last: Option<u64>) -> StreamListener {
        let request = self.request(reqwest::Method::GET, path).header("Accept", "text/event-stream");
        let request = last.into_iter().fold(request, |request, last| request.header("Last-Event-ID", last));
        let response = request.send().await.unwrap();
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        StreamListener { response, unread: Vec::new() }
    }
}

impl StreamListener {
    /// A header of the response.
    pub fn header(&self, name: &str) -> &str {
        self.response.headers().get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The next message that is not a heartbeat; `None` if the stream ends.
    pub async fn next(&mut self) -> Option<ListenerMessage> {
        loop {
            let message = self.any().await?;
            if !message.is_heartbeat() {
                return Some(message);
            }
        }
    }

    /// The next message that is not about presence; `None` if the stream ends.
    pub async fn any(&mut self) -> Option<ListenerMessage> {
        loop {
            let message = self.message().await?;
            if message.event.as_deref() != Some("presence") {
                return Some(message);
            }
        }
    }

    /// Waits until the stream says that the players of these seats are present: "0 1".
    pub async fn presence(&mut self, seats: &str) {
        loop {
            let message = self.message().await.expect("the stream has ended");
            if message.event.as_deref() == Some("presence") && message.data == seats {
                return;
            }
        }
    }

    /// The next message; `None` if the stream ends.
    async fn message(&mut self) -> Option<ListenerMessage> {
        loop {
            if let Some(end) = self.unread.windows(2).position(|pair| pair == b"\n\n") {
                let block: Vec<u8> = self.unread.drain(..end + 2).collect();
                match parse(std::str::from_utf8(&block[..end]).unwrap()) {
                    Some(message) => return Some(message),
                    None => continue,
                }
            }
            let chunk = timeout(TIMEOUT, self.response.chunk()).await.expect("the stream sent nothing");
            self.unread.extend_from_slice(&chunk.unwrap()?);
        }
    }

    /// All messages up to the one with this id.
    pub async fn until(&mut self, id: u64) -> Vec<ListenerMessage> {
        let mut messages = Vec::new();
        while messages.last().and_then(|message: &ListenerMessage| message.id) != Some(id) {
            messages.push(self.next().await.expect("the stream has ended"));
        }
        messages
    }

    /// All messages up to the end.
    pub async fn rest(mut self) -> Vec<ListenerMessage> {
        let mut messages = Vec::new();
        while let Some(message) = self.next().await {
            messages.push(message);
        }
        messages
    }

    /// All messages up to the end, also about presence.
    pub async fn everything(mut self) -> Vec<ListenerMessage> {
        let mut messages = Vec::new();
        while let Some(message) = self.message().await {
            messages.push(message);
        }
        messages
    }

    /// A message that comes without a cause, if any. The stream must stay open.
    pub async fn stray(&mut self) -> Option<ListenerMessage> {
        let next = timeout(SILENCE, self.next()).await.ok()?;
        Some(next.expect("the stream has ended"))
    }
}

/// Parses a block of lines; `None` for a comment.
fn parse(block: &str) -> Option<ListenerMessage> {
    let mut message = ListenerMessage::default();
    let mut data = Vec::new();
    for line in block.lines().filter(|line| !line.starts_with(':')) {
        match line.split_once(':').unwrap_or((line, "")) {
            ("id", value) => message.id = Some(value.trim().parse().unwrap()),
            ("event", value) => message.event = Some(value.trim().to_owned()),
            ("data", value) => data.push(value.strip_prefix(' ').unwrap_or(value)),
            (other, _) => panic!("a stream says {other}"),
        }
    }
    message.data = unmarked(&data.join("\n"));
    let silent = message == ListenerMessage::default() && !block.contains("data");
    (!silent).then_some(message)
}
