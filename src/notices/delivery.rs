//! Delivery of queued emails to the mail server.
//!
//! Rows are claimed before they are sent: until the claim expires, no other process takes them. A row is checked
//! again before each attempt, because its content may no longer apply. If the server takes no mail at all, the whole
//! outbox waits and the admins are notified; an error about one message concerns that message alone.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use lettre::Message;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use super::mailer::Mailer;
use super::queued::QueuedEmailCheck;
use super::service::{CONFIRMABLE, NoticeService};
use super::smtp::{CONNECTIONS, SmtpFailure, SmtpPool, SmtpVerdict};
use crate::now::Moment;
use crate::now::spans::{DAY, HOUR, MINUTE, SECOND};
use crate::store::{DeliveryResult, OutboxEmail, StoreError};

/// How many emails are claimed at once.
const BATCH: u32 = 32;
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

impl NoticeService {
    /// Sends all emails that are due.
    pub(super) async fn send_due(
        &self,
        post: &Mailer,
        pool: &SmtpPool<'_>,
        stopping: &watch::Receiver<bool>,
    ) {
        while !*stopping.borrow() && self.outages.may_try(self.clock.now()) {
            let now = self.clock.now();
            let claimed = match self.store.claim_emails(now, now.after(CLAIM), BATCH).await {
                Ok(claimed) => claimed,
                Err(error) => return tracing::warn!(code = error.code(), %error, "failed to read the outbox"),
            };
            if claimed.is_empty() {
                return;
            }
            let ids: Vec<_> = claimed.iter().map(|email| email.id).collect();
            tokio::select! {
                () = self.send_batch(post, pool, &claimed, stopping) => {}
                () = self.renew_claims(&ids) => {}
            }
            if claimed.len() < BATCH as usize {
                return;
            }
        }
    }

    /// Sends emails, until the site stops or no mail gets through. The claims of those that were not sent run out.
    async fn send_batch(
        &self,
        post: &Mailer,
        pool: &SmtpPool<'_>,
        emails: &[OutboxEmail],
        stopping: &watch::Receiver<bool>,
    ) {
        let mut stops = stopping.clone();
        let connected = tokio::select! {
            connected = pool.connect() => connected,
            _ = stops.wait_for(|stopping| *stopping) => return,
        };
        if let Err(failure) = &connected {
            return self.note_outage(failure, self.clock.now()).await;
        }
        let goes_on = AtomicBool::new(true);
        let sending = stream::iter(emails).for_each_concurrent(usize::from(CONNECTIONS), async |email| {
            let goes_on = &goes_on;
            if goes_on.load(Ordering::SeqCst) && !*stopping.borrow() && !self.attempt(post, pool, email).await
            {
                goes_on.store(false, Ordering::SeqCst);
            }
        });
        sending.await;
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

    /// Sends one email. Returns whether the rest of the batch should be tried.
    async fn attempt(&self, post: &Mailer, pool: &SmtpPool<'_>, email: &OutboxEmail) -> bool {
        let ready = match self.check(post, email).await {
            Ok(ready) => ready,
            Err(error) => {
                tracing::warn!(code = error.code(), %error, email = email.id, "failed to recheck an email");
                return false;
            }
        };
        let message = match ready {
            DeliverableEmail::Send(message) => message,
            DeliverableEmail::Decided(fate) => return self.record_result(email, fate).await,
            DeliverableEmail::Gone => return true,
        };
        let sent = pool.send(&message).await;
        let now = self.clock.now();
        let fate = match sent {
            Ok(()) => {
                self.note_mail_works();
                DeliveryResult::Sent
            }
            Err(failure) => {
                let verdict = failure.verdict();
                if matches!(verdict, SmtpVerdict::NoMail | SmtpVerdict::SenderRefused) {
                    self.note_outage(&failure, now).await;
                }
                if verdict == SmtpVerdict::NoMail {
                    return false;
                }
                refusal_result(email, &failure, now)
            }
        };
        self.record_result(email, fate).await
    }

    /// Checks a claimed row again and writes the email.
    async fn check(&self, post: &Mailer, email: &OutboxEmail) -> Result<DeliverableEmail, StoreError> {
        // It may have been cancelled, or its address changed, since it was claimed.
        let Some(address) = self.store.email_address(email).await? else { return Ok(DeliverableEmail::Gone) };
        let email = &OutboxEmail { address, ..email.clone() };
        let now = self.clock.now();
        if now.since(email.created_at) > lifetime(email) {
            let problem = email.problem.clone().unwrap_or_else(|| "it was not sent in time".to_owned());
            return Ok(DeliverableEmail::Decided(DeliveryResult::Expired(problem)));
        }
        let written = match email.kind.as_str() {
            "notices" => match self.check_notification(email, now).await? {
                QueuedEmailCheck::Send(written, notification) => Ok((written, Some(notification))),
                QueuedEmailCheck::Wait(until) => {
                    return Ok(DeliverableEmail::Decided(DeliveryResult::Wait(until)));
                }
                QueuedEmailCheck::Nothing => return Ok(DeliverableEmail::Gone),
                QueuedEmailCheck::Unreadable(problem) => Err(problem),
            },
            "suspension" | "mute" | "approval" => match self.sanction_email(email, now).await? {
                Some(written) => Ok((written, None)),
                None => return Ok(DeliverableEmail::Gone),
            },
            _ => self.write_account_email(email).map(|written| (written, None)),
        };
        let message = match written {
            Ok((written, notification)) => {
                let (images, site) = (self.draw(&written.images).await, self.settings.now());
                post.message(&site.name, email, written, images, notification)
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
        log_result("email", email.id, &fate);
        let noted = self.store.record_delivery(email, fate, self.clock.now()).await;
        if let Err(error) = &noted {
            tracing::error!(code = error.code(), %error, email = email.id, "failed to record the delivery of an email");
        }
        noted.is_ok()
    }
}

/// Logs the result of an attempt to deliver an email or a push.
pub(super) fn log_result(what: &str, id: i64, result: &DeliveryResult) {
    match result {
        DeliveryResult::Sent => tracing::debug!(what, id, "delivered"),
        DeliveryResult::Wait(until) => tracing::debug!(what, id, %until, "delivery postponed"),
        DeliveryResult::Again(at, problem) => {
            tracing::warn!(what, id, problem, again = %at, "delivery not accepted");
        }
        DeliveryResult::Refused(problem) => tracing::warn!(what, id, problem, "delivery refused"),
        DeliveryResult::Expired(problem) => {
            tracing::warn!(what, id, problem, "delivery given up after the last attempt");
        }
        DeliveryResult::Obsolete => tracing::debug!(what, id, "delivery no longer needed"),
        DeliveryResult::Gone => tracing::info!(what, id, "push device gone"),
    }
}

fn lifetime(email: &OutboxEmail) -> i64 {
    match email.kind.as_str() {
        "confirmation" => CONFIRMABLE,
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
        _ if again.since(email.created_at) > lifetime(email) => DeliveryResult::Expired(problem),
        _ => DeliveryResult::Again(again, problem),
    }
}

/// The delay after a number of attempts, in milliseconds.
fn retry_delay(attempts: u32) -> i64 {
    let attempts = usize::try_from(attempts).unwrap_or(usize::MAX);
    AGAIN[attempts.min(AGAIN.len() - 1)] * MINUTE
}
