//! A user with a browser. All requests that change something are recorded in the ledger.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use url::form_urlencoded;

use super::ledger::{AcknowledgedWrite, ExpectedState, RequestOutcome};
use super::world::EndureWorld;
use crate::http::{HttpAnswer, HttpBrowser};
use crate::now::now;

const PASSWORD: &str = "seven brass lamps over felt";
/// How long to wait for a response: longer than the process is suspended.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A signed-in user.
pub struct EndureUser {
    pub name: String,
    pub world: Arc<EndureWorld>,
    browser: HttpBrowser,
    lines: u32,
}

/// A request that was sent, with the two moments between which it was executed, if it was.
pub struct SentRequest {
    pub outcome: RequestOutcome,
    pub sent: i64,
    pub answered: i64,
    pub location: String,
    status: Option<u16>,
    says_when_to_retry: bool,
}

impl EndureUser {
    /// Creates an account. `None` unless the site has confirmed it.
    pub fn register(world: &Arc<EndureWorld>, name: &str) -> Option<Self> {
        let browser = HttpBrowser::open(world.address).ok()?;
        let mut user = Self { name: name.to_owned(), world: Arc::clone(world), browser, lines: 0 };
        let sent = user.post("/register", &[("username", name), ("password", PASSWORD)]);
        world.ledger.lock().accounts.push((name.to_owned(), sent.outcome));
        (sent.outcome == RequestOutcome::Done).then_some(user)
    }

    /// Whether the user with this name can sign in.
    pub fn can_sign_in(world: &EndureWorld, name: &str) -> bool {
        let form = encoded(&[("username", name), ("password", PASSWORD)]);
        let signed_in =
            HttpBrowser::open(world.address).and_then(|mut browser| browser.post("/login", &form));
        signed_in.is_ok_and(|answer| answer.status == 303)
    }

    /// The same user in another browser.
    pub fn again(&self) -> Option<Self> {
        let mut browser = HttpBrowser::open(self.world.address).ok()?;
        browser.cookie.clone_from(&self.browser.cookie);
        Some(Self { name: self.name.clone(), world: Arc::clone(&self.world), browser, lines: 0 })
    }

    /// Sends a form that changes something on disk, once.
    pub fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> SentRequest {
        let sent = self.send(path, fields);
        if sent.status.is_some() && sent.outcome != RequestOutcome::Refused {
            let done = sent.outcome == RequestOutcome::Done;
            let well_refused = sent.status == Some(503) && sent.says_when_to_retry;
            let badly_refused = !(done || well_refused);
            let (sent, answered) = (sent.sent, sent.answered);
            self.world.ledger.lock().writes.push(AcknowledgedWrite { sent, answered, done, badly_refused });
        }
        sent
    }

    fn send(&mut self, path: &str, fields: &[(&str, &str)]) -> SentRequest {
        let sent = now();
        let connected = self.browser.reconnect(TIMEOUT).is_ok();
        let answer = connected.then(|| self.browser.post_once(path, &encoded(fields)).ok()).flatten();
        let header = |name| answer.as_ref().and_then(|answer| answer.header(name));
        let location = header("location").unwrap_or_default().to_owned();
        let status = answer.as_ref().map(|answer| answer.status);
        let outcome = match status {
            _ if !connected => RequestOutcome::Refused,
            Some(200..400) if !location.starts_with("/login") => RequestOutcome::Done,
            Some(200..500) => RequestOutcome::Refused,
            _ => RequestOutcome::Unknown,
        };
        let says_when_to_retry = header("retry-after").is_some();
        SentRequest { outcome, status, sent, answered: now(), location, says_when_to_retry }
    }

    /// Fetches a page, if the site responds.
    pub fn get(&mut self, path: &str) -> Option<HttpAnswer> {
        self.browser.reconnect(TIMEOUT).ok()?;
        self.browser.get(path).ok().filter(|answer| answer.status == 200)
    }

    /// The record of a match, if the site responds.
    pub fn record(&mut self, id: &str) -> Option<Value> {
        serde_json::from_slice(&self.get(&format!("/matches/{id}/record.json"))?.body).ok()
    }

    /// Sends a command on a match.
    pub fn command(
        &mut self,
        id: &str,
        path: &str,
        fields: &[(&str, &str)],
        after: u64,
        expected: ExpectedState,
    ) -> SentRequest {
        let sent = self.post(&format!("/matches/{id}/{path}"), fields);
        self.world.ledger.lock().command(id, after, expected, sent.outcome);
        sent
    }

    /// Plays a move in a match that is at this log entry.
    pub fn play(&mut self, id: &str, seq: u64, seat: u64, notation: &str) -> SentRequest {
        let fields = [("seq", seq.to_string()), ("notation", notation.to_owned())];
        let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
        let expected = ExpectedState::Move { seat, notation: notation.to_owned() };
        self.command(id, "plies", &fields, seq, expected)
    }

    /// Sends a chat message with a unique text.
    pub fn chat(&mut self, id: &str, padding: usize) -> SentRequest {
        self.lines += 1;
        let text = format!("{} {} {:x} {}", self.name, self.lines, now(), "la".repeat(padding));
        let text = text.trim().to_owned();
        let sent = self.post(&format!("/matches/{id}/chat"), &[("text", &text)]);
        self.world.ledger.lock().lines.push((text, sent.outcome));
        sent
    }

    /// Fetches the page of a match and marks it as seen.
    pub fn look(&mut self, id: &str, seq: u64) -> RequestOutcome {
        self.get(&format!("/matches/{id}"));
        let seen = [("seq", seq.to_string()), ("line", i64::MAX.to_string())];
        let fields = seen.each_ref().map(|(name, value)| (*name, value.as_str()));
        self.send(&format!("/matches/{id}/seen"), &fields).outcome
    }
}

fn encoded(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}
