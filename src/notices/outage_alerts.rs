//! Notifying the admins of outages of the mail server.

use serde_json::json;

use super::outage::MailOutage;
use super::service::NoticeService;
use super::smtp::SmtpFailure;
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::texts::{Language, in_language, tr};
use crate::urls;

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
