//! Whether the mail server takes mail from this site at all, and telling the admins when it does not.

use parking_lot::Mutex;
use serde_json::json;

use super::NoticeService;
use super::smtp::{SmtpFailure, SmtpVerdict};
use crate::now::Moment;
use crate::now::spans::{DAY, MINUTE};
use crate::texts::{Language, in_language, tr};
use crate::urls;

/// When the server is tried again, in minutes after each attempt; the last one repeats.
const AGAIN: [i64; 5] = [1, 2, 5, 10, 15];
/// Admins are told of a permanent refusal at once, and of anything else when it lasts this long.
const ALERT_AFTER: i64 = 10 * MINUTE;

/// The mail server does not take mail from this site.
#[derive(Clone, Debug)]
pub struct MailOutage {
    pub since: Moment,
    /// Which step failed last, and what the server said.
    pub problem: String,
    attempts: usize,
    /// When the server is tried again.
    next: Moment,
    alerted: bool,
}

/// The current outage, if there is one. It is forgotten when the program stops and found again by its first attempt.
#[derive(Debug, Default)]
pub(super) struct OutageTracker(Mutex<Option<MailOutage>>);

impl OutageTracker {
    pub fn current(&self) -> Option<MailOutage> {
        self.0.lock().clone()
    }

    /// Whether the server is to be tried now.
    pub fn may_try(&self, now: Moment) -> bool {
        self.0.lock().as_ref().is_none_or(|outage| outage.next <= now)
    }

    /// A message was taken; whether that ends an outage.
    pub fn end(&self) -> bool {
        self.0.lock().take().is_some()
    }

    /// Notes a failure; whether the admins are to be told of it now.
    fn note(&self, failure: &SmtpFailure, now: Moment) -> bool {
        let mut current = self.0.lock();
        let problem = failure.to_string();
        let outage =
            current.get_or_insert(MailOutage { since: now, problem, attempts: 0, next: now, alerted: false });
        outage.problem = failure.to_string();
        // Connections that fail at the same time are one attempt.
        if failure.verdict() == SmtpVerdict::NoMail && outage.next <= now {
            let pause = AGAIN[outage.attempts.min(AGAIN.len() - 1)] * MINUTE;
            outage.attempts += 1;
            outage.next = now.after(pause);
        }
        let serious = failure.is_permanent() || now.since(outage.since) >= ALERT_AFTER;
        let alerts = serious && !outage.alerted;
        outage.alerted |= alerts;
        alerts
    }
}

impl NoticeService {
    /// Why no mail can be sent at the moment, and since when.
    pub fn mail_outage(&self) -> Option<MailOutage> {
        self.outages.current()
    }

    /// Notes that the server refused this site, and tells the admins if that is serious.
    pub(super) async fn note_outage(&self, failure: &SmtpFailure, now: Moment) {
        let problem = failure.to_string();
        if !self.outages.note(failure, now) {
            return tracing::warn!(problem, "mail delivery failing");
        }
        tracing::error!(problem, "mail delivery failing; emails are kept until the mail server accepts them");
        for language in Language::ALL.iter().copied() {
            let body = in_language(language, || alert(&problem));
            let expires = now.after(DAY);
            if let Err(error) = self.store.push_to_admins(language, body, now, expires).await {
                tracing::warn!(%error, "failed to notify admins of the mail outage");
            }
        }
        self.pushing.wake();
    }

    /// Notes that the server takes mail.
    pub(super) fn note_mail_works(&self) {
        if self.outages.end() {
            tracing::info!("mail delivery restored");
        }
    }
}

fn alert(problem: &str) -> String {
    json!({
        "title": tr("Emails can’t be sent"),
        "body": problem,
        "url": urls::Admin.to_string(),
        "tag": "mail",
    })
    .to_string()
}
