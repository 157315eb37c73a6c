//! From the outbox to the mail server.
//!
//! Rows are claimed before they are sent: until the claim expires, no other process takes them. A row is looked at again
//! before each attempt, because what it tells may no longer apply. When the server takes no mail at all, the whole outbox
//! waits and the admins are told; what the server says about one message concerns that message alone.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use lettre::Message;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use super::Notices;
use super::post::{Notification, Post};
use super::queued::Checked;
use super::smtp::{Connection, SmtpFailure, Verdict};
use crate::now::Moment;
use crate::now::spans::{DAY, HOUR, MINUTE, SECOND};
use crate::store::{Fate, Letter, StoreError};

/// How many emails are claimed at once, and how many of them share a connection.
const BATCH: u32 = 32;
const PER_CONNECTION: usize = 8;
/// For how long emails are claimed, and how often the claim is renewed while they are being sent.
const CLAIM: i64 = 15 * SECOND;
const RENEWAL: Duration = Duration::from_secs(5);
/// When an email is tried again, in minutes after each attempt; the last one repeats.
const AGAIN: [i64; 8] = [1, 5, 15, 30, 60, 120, 240, 480];
/// When an email is no longer tried.
const LIFETIME: i64 = 4 * DAY;
/// The link in an email that resets a password works no longer than this.
const RESET_VALID: i64 = HOUR;

/// What has to be done with a claimed row.
enum Ready {
    Send(Box<Message>),
    Decided(Fate),
    Gone,
}

impl Notices {
    /// Sends every email that is due.
    pub(super) async fn send_due(&self, post: &Post, stopping: &watch::Receiver<bool>) {
        while !*stopping.borrow() && self.outages.may_try(self.clock.now()) {
            let now = self.clock.now();
            let claimed = match self.store.claim_letters(now, now.after(CLAIM), BATCH).await {
                Ok(claimed) => claimed,
                Err(error) => return tracing::warn!(%error, "the outbox could not be read"),
            };
            let all = claimed.len() < BATCH as usize;
            let ids: Vec<_> = claimed.iter().map(|letter| letter.id).collect();
            let sending = stream::iter(claimed.chunks(PER_CONNECTION))
                .for_each_concurrent(None, |letters| self.send_together(post, letters, stopping));
            tokio::select! {
                () = sending => {}
                () = self.renew_claims(&ids) => {}
            }
            if all {
                return;
            }
        }
    }

    /// Keeps rows claimed for as long as it is polled.
    async fn renew_claims(&self, ids: &[i64]) {
        let mut ticks = interval(RENEWAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks.tick().await;
        loop {
            ticks.tick().await;
            let until = self.clock.now().after(CLAIM);
            if let Err(error) = self.store.renew_letters(ids, until).await {
                tracing::warn!(%error, "claimed emails could not be kept claimed");
            }
        }
    }

    /// Sends some emails over one connection.
    async fn send_together(&self, post: &Post, letters: &[Letter], stopping: &watch::Receiver<bool>) {
        let mut connection = None;
        let mut unsent = letters.iter();
        while let Some(letter) = unsent.as_slice().first().filter(|_| !*stopping.borrow()) {
            if !self.attempt(post, &mut connection, letter, stopping.clone()).await {
                break;
            }
            unsent.next();
        }
        self.release(unsent.as_slice()).await;
        if let Some(connection) = connection {
            connection.close().await;
        }
    }

    /// Sends one email; `false` when the others of its batch need not be tried.
    async fn attempt(
        &self,
        post: &Post,
        connection: &mut Option<Connection>,
        letter: &Letter,
        stopping: watch::Receiver<bool>,
    ) -> bool {
        let ready = match self.check(post, letter).await {
            Ok(ready) => ready,
            Err(error) => {
                tracing::warn!(%error, letter = letter.id, "an email could not be looked at again");
                return false;
            }
        };
        let message = match ready {
            Ready::Send(message) => message,
            Ready::Decided(fate) => return self.note(letter, fate).await,
            Ready::Gone => return true,
        };
        let Some(sent) = send(post, connection, &message, stopping).await else { return false };
        let now = self.clock.now();
        let fate = match sent {
            Ok(()) => Fate::Sent,
            Err(failure) => {
                let verdict = failure.verdict();
                if matches!(verdict, Verdict::NoMail | Verdict::SenderRefused) {
                    self.note_outage(&failure, now).await;
                }
                if verdict == Verdict::NoMail {
                    return false;
                }
                fate(letter, &failure, now)
            }
        };
        if fate == Fate::Sent {
            self.note_mail_works();
        }
        self.note(letter, fate).await
    }

    /// Looks at a claimed row again: what has to be sent now, if anything.
    async fn check(&self, post: &Post, letter: &Letter) -> Result<Ready, StoreError> {
        // It may have been withdrawn, or its address changed, since it was claimed.
        let Some(address) = self.store.letter_address(letter).await? else { return Ok(Ready::Gone) };
        let letter = &Letter { address, ..letter.clone() };
        let now = self.clock.now();
        if now.since(letter.made_at) > lifetime(letter) {
            let problem = letter.problem.clone().unwrap_or_else(|| "it was not sent in time".to_owned());
            return Ok(Ready::Decided(Fate::Expired(problem)));
        }
        let written = match letter.kind.as_str() {
            "notices" => match self.check_notification(letter, now).await? {
                Checked::Send(written, about) => {
                    let unsubscribe = self.unsubscribe_link(letter);
                    Ok((written, Some(Notification { unsubscribe, about })))
                }
                Checked::Wait(until) => return Ok(Ready::Decided(Fate::Wait(until))),
                Checked::Nothing => return Ok(Ready::Gone),
                Checked::Unreadable(problem) => Err(problem),
            },
            "suspension" | "mute" => match self.sanction_email(letter, now).await? {
                Some(written) => Ok((written, None)),
                None => return Ok(Ready::Gone),
            },
            _ => self.write_account_email(letter).map(|written| (written, None)),
        };
        let message = written.and_then(|(written, headers)| post.message(letter, written, headers.as_ref()));
        Ok(match message {
            Ok(message) => Ready::Send(Box::new(message)),
            Err(problem) => Ready::Decided(Fate::Expired(problem.to_string())),
        })
    }

    async fn note(&self, letter: &Letter, fate: Fate) -> bool {
        match &fate {
            Fate::Sent => tracing::debug!(letter = letter.id, "an email was sent"),
            Fate::Wait(until) => tracing::debug!(letter = letter.id, %until, "an email waits"),
            Fate::Again(at, problem) => {
                tracing::warn!(letter = letter.id, problem, again = %at, "an email was not taken");
            }
            Fate::Refused(problem) => tracing::warn!(letter = letter.id, problem, "an email was refused"),
            Fate::Expired(problem) => tracing::warn!(letter = letter.id, problem, "an email was given up"),
        }
        let noted = self.store.note_fate(letter, fate, self.clock.now()).await;
        if let Err(error) = &noted {
            tracing::error!(%error, letter = letter.id, "what became of an email could not be written down");
        }
        noted.is_ok()
    }

    /// Gives up the claim on what was not tried.
    async fn release(&self, letters: &[Letter]) {
        let ids: Vec<_> = letters.iter().map(|letter| letter.id).collect();
        if ids.is_empty() {
            return;
        }
        if let Err(error) = self.store.release_letters(&ids, self.clock.now()).await {
            tracing::warn!(%error, "claimed emails could not be released");
        }
    }
}

/// Hands a message to the server; `None` when the site stops before the server is responsible for it.
async fn send(
    post: &Post,
    connection: &mut Option<Connection>,
    message: &Message,
    mut stopping: watch::Receiver<bool>,
) -> Option<Result<(), SmtpFailure>> {
    let open = connection.take();
    let announcing = async {
        let mut open = match open {
            Some(open) => open,
            None => post.server.connect(&mut |_, _| {}).await.map_err(|failure| (failure, None))?,
        };
        match open.announce(message, &mut |_, _| {}).await {
            Ok(()) => Ok(open),
            Err(failure) => Err((failure, Some(open))),
        }
    };
    let announced = tokio::select! {
        announced = announcing => announced,
        _ = stopping.wait_for(|stopping| *stopping) => return None,
    };
    let (mut open, result) = match announced {
        Ok(mut open) => {
            let result = open.hand_over(message, &mut |_, _| {}).await;
            (open, result)
        }
        Err((failure, None)) => return Some(Err(failure)),
        Err((failure, Some(open))) => (open, Err(failure)),
    };
    let usable = match &result {
        Ok(()) => true,
        Err(failure) => failure.is_answer() && open.reset().await,
    };
    if usable {
        *connection = Some(open);
    }
    Some(result)
}

fn lifetime(letter: &Letter) -> i64 {
    match letter.kind.as_str() {
        "confirmation" => super::CONFIRMABLE,
        "reset" => RESET_VALID,
        _ => LIFETIME,
    }
}

/// What becomes of an email that the server did not take, others being taken.
fn fate(letter: &Letter, failure: &SmtpFailure, now: Moment) -> Fate {
    let problem = failure.to_string();
    let again = now.after(pause(letter.tries));
    match failure.verdict() {
        Verdict::Refused => Fate::Refused(problem),
        _ if again.since(letter.made_at) > lifetime(letter) => Fate::Expired(problem),
        _ => Fate::Again(again, problem),
    }
}

/// How long to wait after so many attempts, in milliseconds.
fn pause(attempts: u32) -> i64 {
    let attempts = usize::try_from(attempts).unwrap_or(usize::MAX);
    AGAIN[attempts.min(AGAIN.len() - 1)] * MINUTE
}
