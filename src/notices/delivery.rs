//! Delivery of queued emails to the mail server.
//!
//! Rows are claimed before they are sent: until the claim expires, no other process takes them. A row is checked
//! again before each attempt, because its content may no longer apply. If the server takes no mail at all, the whole
//! outbox waits and the admins are notified; an error about one message concerns that message alone.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use lettre::Message;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use super::NoticeService;
use super::mailer::{Mailer, Notification};
use super::queued::QueuedEmailCheck;
use super::smtp::{SmtpConnection, SmtpFailure, SmtpVerdict};
use crate::now::Moment;
use crate::now::spans::{DAY, HOUR, MINUTE, SECOND};
use crate::store::{DeliveryResult, OutboxEmail, StoreError};

/// How many emails are claimed at once, and how many of them share a connection.
const BATCH: u32 = 32;
const PER_CONNECTION: usize = 8;
/// For how long emails are claimed. Claims are renewed every [`RENEWAL`] while emails are being sent.
const CLAIM: i64 = 15 * SECOND;
const RENEWAL: Duration = Duration::from_secs(5);
/// Delays between attempts, in minutes; the last one repeats.
const AGAIN: [i64; 8] = [1, 5, 15, 30, 60, 120, 240, 480];
/// How long an email is retried.
const LIFETIME: i64 = 4 * DAY;
/// How long the link in a password reset email is valid.
const RESET_VALID: i64 = HOUR;

/// The result of checking a claimed row.
enum DeliverableEmail {
    Send(Box<Message>),
    Decided(DeliveryResult),
    Gone,
}

/// How an attempt to send an email ended.
enum AttemptEnd {
    /// It was sent, refused or dropped.
    Finished,
    /// It was not sent. The rest of the batch need not be tried.
    NotSent,
    /// The mail server has answered, but that could not be recorded.
    NotRecorded,
}

impl NoticeService {
    /// Sends all emails that are due.
    pub(super) async fn send_due(&self, post: &Mailer, stopping: &watch::Receiver<bool>) {
        while !*stopping.borrow() && self.outages.may_try(self.clock.now()) {
            let now = self.clock.now();
            let claimed = match self.store.claim_emails(now, now.after(CLAIM), BATCH).await {
                Ok(claimed) => claimed,
                Err(error) => return tracing::warn!(code = error.code(), %error, "failed to read the outbox"),
            };
            let all = claimed.len() < BATCH as usize;
            let ids: Vec<_> = claimed.iter().map(|email| email.id).collect();
            let sending = stream::iter(claimed.chunks(PER_CONNECTION))
                .for_each_concurrent(None, |emails| self.send_together(post, emails, stopping));
            tokio::select! {
                () = sending => {}
                () = self.renew_claims(&ids) => {}
            }
            if all {
                return;
            }
        }
    }

    /// Renews claims for as long as it is polled.
    async fn renew_claims(&self, ids: &[i64]) {
        let mut ticks = interval(RENEWAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks.tick().await;
        loop {
            ticks.tick().await;
            let until = self.clock.now().after(CLAIM);
            if let Err(error) = self.store.renew_emails(ids, until).await {
                tracing::warn!(code = error.code(), %error, "failed to renew claims of emails");
            }
        }
    }

    /// Sends emails over one connection.
    async fn send_together(&self, post: &Mailer, emails: &[OutboxEmail], stopping: &watch::Receiver<bool>) {
        let mut connection = None;
        let mut unsent = emails.iter();
        while let Some(email) = unsent.as_slice().first().filter(|_| !*stopping.borrow()) {
            match self.attempt(post, &mut connection, email, stopping.clone()).await {
                AttemptEnd::Finished => {}
                AttemptEnd::NotSent => break,
                // Its claim runs out by itself: released, it would be sent again at once.
                AttemptEnd::NotRecorded => {
                    unsent.next();
                    break;
                }
            }
            unsent.next();
        }
        self.release(unsent.as_slice()).await;
        if let Some(connection) = connection {
            connection.close().await;
        }
    }

    /// Sends one email.
    async fn attempt(
        &self,
        post: &Mailer,
        connection: &mut Option<SmtpConnection>,
        email: &OutboxEmail,
        stopping: watch::Receiver<bool>,
    ) -> AttemptEnd {
        let ready = match self.check(post, email).await {
            Ok(ready) => ready,
            Err(error) => {
                tracing::warn!(code = error.code(), %error, email = email.id, "failed to recheck an email");
                return AttemptEnd::NotSent;
            }
        };
        let message = match ready {
            DeliverableEmail::Send(message) => message,
            DeliverableEmail::Decided(fate) => {
                return if self.record_result(email, fate).await {
                    AttemptEnd::Finished
                } else {
                    AttemptEnd::NotSent
                };
            }
            DeliverableEmail::Gone => return AttemptEnd::Finished,
        };
        let Some(sent) = send(post, connection, &message, stopping).await else { return AttemptEnd::NotSent };
        let now = self.clock.now();
        let fate = match sent {
            Ok(()) => DeliveryResult::Sent,
            Err(failure) => {
                let verdict = failure.verdict();
                if matches!(verdict, SmtpVerdict::NoMail | SmtpVerdict::SenderRefused) {
                    self.note_outage(&failure, now).await;
                }
                if verdict == SmtpVerdict::NoMail {
                    return AttemptEnd::NotSent;
                }
                refusal_result(email, &failure, now)
            }
        };
        if fate == DeliveryResult::Sent {
            self.note_mail_works();
        }
        if self.record_result(email, fate).await { AttemptEnd::Finished } else { AttemptEnd::NotRecorded }
    }

    /// Checks a claimed row again and writes the email.
    async fn check(&self, post: &Mailer, email: &OutboxEmail) -> Result<DeliverableEmail, StoreError> {
        // It may have been cancelled, or its address changed, since it was claimed.
        let Some(address) = self.store.email_address(email).await? else { return Ok(DeliverableEmail::Gone) };
        let email = &OutboxEmail { address, ..email.clone() };
        let now = self.clock.now();
        if now.since(email.made_at) > lifetime(email) {
            let problem = email.problem.clone().unwrap_or_else(|| "it was not sent in time".to_owned());
            return Ok(DeliverableEmail::Decided(DeliveryResult::Expired(problem)));
        }
        let written = match email.kind.as_str() {
            "notices" => match self.check_notification(email, now).await? {
                QueuedEmailCheck::Send(written, about) => {
                    let unsubscribe = self.unsubscribe_link(email);
                    Ok((written, Some(Notification { unsubscribe, about })))
                }
                QueuedEmailCheck::Wait(until) => {
                    return Ok(DeliverableEmail::Decided(DeliveryResult::Wait(until)));
                }
                QueuedEmailCheck::Nothing => return Ok(DeliverableEmail::Gone),
                QueuedEmailCheck::Unreadable(problem) => Err(problem),
            },
            "suspension" | "mute" => match self.sanction_email(email, now).await? {
                Some(written) => Ok((written, None)),
                None => return Ok(DeliverableEmail::Gone),
            },
            _ => self.write_account_email(email).map(|written| (written, None)),
        };
        let message = match written {
            Ok((written, headers)) => {
                let images = self.draw(&written.images).await;
                post.message(email, written, images, headers.as_ref())
            }
            Err(problem) => Err(problem),
        };
        Ok(match message {
            Ok(message) => DeliverableEmail::Send(Box::new(message)),
            Err(problem) => DeliverableEmail::Decided(DeliveryResult::Expired(problem.to_string())),
        })
    }

    /// Records the result of an attempt. Returns whether that succeeded.
    async fn record_result(&self, email: &OutboxEmail, fate: DeliveryResult) -> bool {
        match &fate {
            DeliveryResult::Sent => tracing::debug!(email = email.id, "email sent"),
            DeliveryResult::Wait(until) => tracing::debug!(email = email.id, %until, "email queued"),
            DeliveryResult::Again(at, problem) => {
                tracing::warn!(email = email.id, problem, again = %at, "email not accepted");
            }
            DeliveryResult::Refused(problem) => {
                tracing::warn!(email = email.id, problem, "email refused")
            }
            DeliveryResult::Expired(problem) => {
                tracing::warn!(email = email.id, problem, "email dropped after the last attempt")
            }
        }
        let noted = self.store.record_delivery(email, fate, self.clock.now()).await;
        if let Err(error) = &noted {
            tracing::error!(code = error.code(), %error, email = email.id, "failed to record the delivery of an email");
        }
        noted.is_ok()
    }

    /// Gives up the claims on emails that were not tried.
    async fn release(&self, emails: &[OutboxEmail]) {
        let ids: Vec<_> = emails.iter().map(|email| email.id).collect();
        if ids.is_empty() {
            return;
        }
        if let Err(error) = self.store.release_emails(&ids, self.clock.now()).await {
            tracing::warn!(code = error.code(), %error, "failed to release claimed emails");
        }
    }
}

/// Hands a message to the server; `None` if the site stops before the server is responsible for it.
async fn send(
    post: &Mailer,
    connection: &mut Option<SmtpConnection>,
    message: &Message,
    mut stopping: watch::Receiver<bool>,
) -> Option<Result<(), SmtpFailure>> {
    let open = connection.take();
    let announcing = async {
        let mut open = match open {
            Some(open) => open,
            None => post.server.connect(&mut |_, _| {}).await.map_err(|failure| (failure, None))?,
        };
        match open.begin_message(message, &mut |_, _| {}).await {
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
            let result = open.send_message(message, &mut |_, _| {}).await;
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

fn lifetime(email: &OutboxEmail) -> i64 {
    match email.kind.as_str() {
        "confirmation" => super::CONFIRMABLE,
        "reset" => RESET_VALID,
        _ => LIFETIME,
    }
}

/// The new state of an email that the server refused although it takes others.
fn refusal_result(email: &OutboxEmail, failure: &SmtpFailure, now: Moment) -> DeliveryResult {
    let problem = failure.to_string();
    let again = now.after(retry_delay(email.tries));
    match failure.verdict() {
        SmtpVerdict::Refused => DeliveryResult::Refused(problem),
        _ if again.since(email.made_at) > lifetime(email) => DeliveryResult::Expired(problem),
        _ => DeliveryResult::Again(again, problem),
    }
}

/// The delay after a number of attempts, in milliseconds.
fn retry_delay(attempts: u32) -> i64 {
    let attempts = usize::try_from(attempts).unwrap_or(usize::MAX);
    AGAIN[attempts.min(AGAIN.len() - 1)] * MINUTE
}
