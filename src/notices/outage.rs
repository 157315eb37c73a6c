//! Outages of the mail server, and notifying the admins of them.

use parking_lot::Mutex;
use serde_json::json;

use super::NoticeService;
use super::smtp::{SmtpFailure, SmtpVerdict};
use crate::now::Moment;
use crate::now::spans::{DAY, MINUTE};
use crate::texts::{Language, in_language, tr};
use crate::urls;

/// Delays between attempts, in minutes; the last one repeats.
const AGAIN: [i64; 5] = [1, 2, 5, 10, 15];
/// Admins are notified of a permanent refusal at once, and of other outages after this time.
const ALERT_AFTER: i64 = 10 * MINUTE;

/// The mail server does not take mail from this site.
#[derive(Clone, Debug)]
pub struct MailOutage {
    pub since: Moment,
    /// The step that failed last, and the reply of the server.
    pub problem: String,
    attempts: usize,
    /// When to try again.
    next: Moment,
    alerted: bool,
}

/// The current outage, if any. It is in memory only: after a restart, the first attempt finds it again.
#[derive(Debug, Default)]
pub(super) struct OutageTracker(Mutex<Option<MailOutage>>);

impl OutageTracker {
    pub fn current(&self) -> Option<MailOutage> {
        self.0.lock().clone()
    }

    /// Whether to try the server now.
    pub fn may_try(&self, now: Moment) -> bool {
        self.0.lock().as_ref().is_none_or(|outage| outage.next <= now)
    }

    /// Ends the outage, if there is one. Returns whether there was.
    pub fn end(&self) -> bool {
        self.0.lock().take().is_some()
    }

    /// Records a failure. Returns whether the admins have to be notified now.
    fn record(&self, failure: &SmtpFailure, now: Moment) -> bool {
        let mut current = self.0.lock();
        let problem = failure.to_string();
        let outage =
            current.get_or_insert(MailOutage { since: now, problem, attempts: 0, next: now, alerted: false });
        outage.problem = failure.to_string();
        // Connections that fail at the same time count as one attempt.
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
    /// The current outage, if there is one.
    pub fn mail_outage(&self) -> Option<MailOutage> {
        self.outages.current()
    }

    /// Records that the server refused this site, and notifies the admins if that is serious.
    pub(super) async fn note_outage(&self, failure: &SmtpFailure, now: Moment) {
        let problem = failure.to_string();
        if !self.outages.record(failure, now) {
            return tracing::warn!(problem, "mail delivery failing");
        }
        tracing::error!(problem, "mail delivery failing; emails are kept until the mail server accepts them");
        for language in Language::ALL.iter().copied() {
            let body = in_language(language, || alert(&problem));
            let expires = now.after(DAY);
            if let Err(error) = self.store.push_to_admins(language, body, now, expires).await {
                tracing::warn!(code = error.code(), %error, "failed to notify admins of the mail outage");
            }
        }
        self.pushing.wake();
    }

    /// Records that the server takes mail.
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
