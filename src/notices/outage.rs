//! Outages of the mail server.

use parking_lot::Mutex;

use super::smtp::{SmtpFailure, SmtpVerdict};
use crate::now::Moment;
use crate::now::spans::MINUTE;

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
    pub fn record(&self, failure: &SmtpFailure, now: Moment) -> bool {
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
