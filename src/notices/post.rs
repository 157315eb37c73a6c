//! The way to the mail server.

use std::time::{Duration, SystemTime};

use futures_util::StreamExt;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::{AsyncSmtpTransport, Error as SmtpError};
use lettre::{AsyncTransport, Message, Tokio1Executor};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::sync::watch;

use super::Notices;
use crate::config::{PublicUrl, Smtp, SmtpTls};
use crate::matches::FORMER;
use crate::now::Moment;
use crate::now::spans::{DAY, MINUTE};
use crate::people::FactorChange;
use crate::store::{Fate, Letter};
use crate::texts::{Language, in_language};
use crate::views::letters::{self, Body, Written};
use crate::web::paths;

/// So long a mail server may take for each of its answers.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many letters are taken from the outbox at once, and how many are sent at the same time.
const BATCH: u32 = 32;
const AT_ONCE: usize = 4;
/// When a letter is tried again, in minutes after each time in vain; the last goes on.
const AGAIN: [i64; 8] = [1, 5, 15, 30, 60, 120, 240, 480];
/// After so long it is not tried any more.
const GIVEN_UP: i64 = 4 * DAY;

/// The mail server, and whom its letters come from.
#[derive(Debug)]
pub(super) struct Post {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Option<Mailbox>,
    host: String,
}

/// Why a letter was not sent.
#[derive(Debug, Error)]
enum PostError {
    #[error("the letter cannot be written: {0}")]
    Letter(String),
    #[error("{0}")]
    Server(#[from] SmtpError),
}

/// A letter of notices, as it waits in the outbox.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// What it is written in; empty in letters of before there was a choice.
    #[serde(default)]
    pub language: String,
}

impl Post {
    pub fn to(smtp: &Smtp, from: Option<Mailbox>, site: &PublicUrl) -> Self {
        let host = site.host().to_owned();
        let from = from.or_else(|| format!("Parlour <parlour@{host}>").parse().ok());
        let mut transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&smtp.host)
            .port(smtp.port)
            .timeout(Some(PATIENCE))
            .tls(tls(smtp));
        if let Some((user, password)) = &smtp.login {
            transport = transport.credentials(Credentials::new(user.clone(), password.clone()));
        }
        Self { transport: transport.build(), from, host }
    }

    async fn send(&self, letter: &Letter, written: Written, way_out: Option<&str>) -> Result<(), PostError> {
        let message = self.message(letter, written, way_out)?;
        self.transport.send(message).await?;
        Ok(())
    }

    fn message(
        &self,
        letter: &Letter,
        written: Written,
        way_out: Option<&str>,
    ) -> Result<Message, PostError> {
        let wrong = |error: &dyn std::fmt::Display| PostError::Letter(error.to_string());
        let from = self.from.clone().ok_or_else(|| wrong(&"MAIL_FROM is not given"))?;
        let to = letter.address.parse().map_err(|error| wrong(&error))?;
        let sent = SystemTime::UNIX_EPOCH + Duration::from_millis(letter.made_at.0.unsigned_abs());
        let mut message = Message::builder()
            .from(from)
            .to(Mailbox::new(Some(letter.to.name.to_string()).filter(|name| name != FORMER), to))
            .subject(written.subject)
            .date(sent)
            // The same for every try: should the answer of the server be lost, it can tell that it has the letter.
            .message_id(Some(format!("<{}@{}>", letter.key.replace(':', "."), self.host)))
            .raw_header(header("Auto-Submitted", "auto-generated")?);
        if let Some(way_out) = way_out {
            message = message
                .raw_header(header("List-Unsubscribe", &format!("<{way_out}>"))?)
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")?);
        }
        let both = MultiPart::alternative_plain_html(written.text, written.html);
        message.multipart(both).map_err(|error| wrong(&error))
    }
}

fn header(name: &str, value: &str) -> Result<HeaderValue, PostError> {
    let name = HeaderName::new_from_ascii(name.to_owned());
    let name = name.map_err(|error| PostError::Letter(error.to_string()))?;
    Ok(HeaderValue::dangerous_new_pre_encoded(name, value.to_owned(), value.to_owned()))
}

/// Where the name of the server is no name, nothing can be encrypted for it; then it is said when a letter is sent.
fn tls(smtp: &Smtp) -> Tls {
    let parameters = |make: fn(TlsParameters) -> Tls| match TlsParameters::new(smtp.host.clone()) {
        Ok(parameters) => make(parameters),
        Err(error) => {
            tracing::error!(%error, "SMTP_URL names a server that cannot be reached safely");
            Tls::None
        }
    };
    match smtp.tls {
        SmtpTls::Always => parameters(Tls::Wrapper),
        SmtpTls::Required => parameters(Tls::Required),
        SmtpTls::Offered => parameters(Tls::Opportunistic),
        SmtpTls::None => Tls::None,
    }
}

impl Notices {
    /// Sends every letter that is due.
    pub(super) async fn send_due(&self, post: &Post, stopping: &watch::Receiver<bool>) {
        loop {
            let due = match self.store.letters_due(self.clock.now(), BATCH).await {
                Ok(due) => due,
                Err(error) => return tracing::warn!(%error, "the outbox could not be read"),
            };
            let all = due.len() == BATCH as usize;
            let open = due.into_iter().take_while(|_| !*stopping.borrow());
            futures_util::stream::iter(open)
                .for_each_concurrent(AT_ONCE, |letter| self.send_one(post, letter))
                .await;
            if !all || *stopping.borrow() {
                return;
            }
        }
    }

    async fn send_one(&self, post: &Post, letter: Letter) {
        let way_out = letter.since.filter(|_| letter.kind == "notices").map(|since| {
            let key = self.keys.unsubscribing(letter.to.id, since);
            format!("{}{}", self.site, paths::Unsubscribe { key: &key })
        });
        let written = in_language(letter.language, || self.write(&letter, way_out.as_deref()));
        let done = match written {
            Ok(written) => post.send(&letter, written, way_out.as_deref()).await,
            Err(error) => Err(error),
        };
        let fate = fate(&letter, done, self.clock.now());
        match &fate {
            Fate::Sent => tracing::debug!(letter = letter.id, "a letter was sent"),
            Fate::Again(at, problem) => {
                tracing::warn!(letter = letter.id, problem, again = %at, "a letter was not taken");
            }
            Fate::Dead(problem) => tracing::warn!(letter = letter.id, problem, "a letter will not arrive"),
        }
        if let Err(error) = self.store.note_fate(&letter, fate, self.clock.now()).await {
            tracing::error!(%error, letter = letter.id, "what became of a letter could not be written down");
        }
    }

    fn write(&self, letter: &Letter, way_out: Option<&str>) -> Result<Written, PostError> {
        let name = &letter.to.name;
        if letter.kind == "confirmation" {
            let key = self.keys.confirmation(&letter.key).text();
            let link = format!("{}{}", self.site, paths::Confirmation { key: &key });
            return Ok(letters::confirmation(name, &self.site.to_string(), &link));
        }
        if letter.kind == "reset" {
            let key = self.keys.reset(&letter.key).text();
            let link = format!("{}{}", self.site, paths::NewPassword { key: &key });
            return Ok(letters::reset(name, &self.site.to_string(), &link));
        }
        if letter.kind == "password" {
            let reset = format!("{}{}", self.site, paths::Reset);
            return Ok(letters::password_changed(name, &self.site.to_string(), &reset));
        }
        if letter.kind == "factors" {
            let change = FactorChange::from_key(&letter.body)
                .ok_or_else(|| PostError::Letter(format!("nothing is known of {:?}", letter.body)))?;
            let reset = format!("{}{}", self.site, paths::Reset);
            return Ok(letters::factors_changed(name, &self.site.to_string(), &reset, change));
        }
        if letter.kind == "goodbye" {
            // Whom it is for has no settings any more.
            let spoken =
                letter.body.split_once(':').and_then(|(key, name)| Some((Language::from_key(key)?, name)));
            let (language, name) = spoken.unwrap_or((Language::default(), &letter.body));
            return Ok(in_language(language, || letters::goodbye(name, &self.site.to_string())));
        }
        let kept: Kept =
            serde_json::from_str(&letter.body).map_err(|error| PostError::Letter(error.to_string()))?;
        let settings = format!("{}{}", self.site, paths::Settings);
        let body = Body { subject: &kept.subject, text: &kept.text, html: &kept.html };
        // They may have chosen another language since it was written.
        let language = Language::from_key(&kept.language).unwrap_or(letter.language);
        Ok(in_language(language, || letters::notices(name, body, &settings, way_out.unwrap_or(&settings))))
    }
}

fn fate(letter: &Letter, done: Result<(), PostError>, now: Moment) -> Fate {
    let Err(error) = done else { return Fate::Sent };
    let problem = error.to_string();
    let next = usize::try_from(letter.tries).unwrap_or(usize::MAX).min(AGAIN.len() - 1);
    let again = now.after(AGAIN[next] * MINUTE);
    let useless = letter.kind == "confirmation" && again.since(letter.made_at) > super::CONFIRMABLE;
    if is_final(&error) || useless || again.since(letter.made_at) > GIVEN_UP {
        return Fate::Dead(problem);
    }
    Fate::Again(again, problem)
}

/// Whether another try would end the same way. That a server does not know us is no fault of the letter.
fn is_final(error: &PostError) -> bool {
    match error {
        PostError::Letter(_) => true,
        PostError::Server(error) => {
            let code = error.status().map(u16::from);
            error.is_permanent() && !matches!(code, Some(530 | 534 | 535 | 538))
        }
    }
}
