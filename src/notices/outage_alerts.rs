//! Notifying the admins of outages of the mail server, and of other problems of the site.

use serde_json::json;

use super::outage::MailOutage;
use super::service::NoticeService;
use super::smtp::SmtpFailure;
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::texts::{Language, in_language, later, tr};
use crate::urls;

/// How many characters of a problem are sent: a push has room for 4 KB.
const MOST: usize = 500;

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
        self.alert_admins("outage", later("Emails can’t be sent"), &problem, now).await;
    }

    /// Notifies the devices of all admins of a problem of the site. The title is translated. A later push of the same
    /// topic replaces this one.
    pub async fn alert_admins(&self, topic: &'static str, title: &'static str, problem: &str, now: Moment) {
        let problem: String = problem.chars().take(MOST).collect();
        for language in Language::ALL.iter().copied() {
            let body = in_language(language, || alert(topic, tr(title), &problem));
            let expires = now.after(DAY);
            if let Err(error) = self.store.push_to_admins(topic, language, body, now, expires).await {
                tracing::warn!(code = error.code(), %error, topic, "failed to notify admins of a problem");
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

fn alert(topic: &str, title: &str, problem: &str) -> String {
    json!({ "title": title, "body": problem, "url": urls::Admin.to_string(), "tag": topic }).to_string()
}
