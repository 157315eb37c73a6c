//! Notices to staff about what waits for them, queued together with it: about a report, one push and one email to everyone who
//! may handle it; about an account that awaits approval, one email to each.

use serde_json::json;

use super::emails::{self, WrittenEmail};
use super::mailer::Notification;
use super::push::clipped_push;
use super::queued::QueuedEmailCheck;
use super::schedule::send_time;
use super::service::NoticeService;
use crate::now::Moment;
use crate::store::{DeliveryResult, OutboxEmail, QueuedPush, StoreError};
use crate::texts::in_language;
use crate::urls;
use crate::users::preferences::{EmailFrequency, NoticePreferences};
use crate::users::{Report, StaffRank, UserId};

impl NoticeService {
    /// Wakes the delivery of the notices about a new report.
    pub fn has_report(&self) {
        self.mailing.wake();
        self.pushing.wake();
    }

    /// Checks a queued email about a report again and writes its text.
    pub(super) async fn check_report_email(
        &self,
        email: &OutboxEmail,
        report: i64,
        now: Moment,
    ) -> Result<QueuedEmailCheck, StoreError> {
        let open = self.open_report(report, email.to.id, now).await?;
        let due = open.and_then(|(report, prefers)| {
            let at = due_at(&report, &prefers, prefers.frequency, now)?;
            Some((report, at))
        });
        match due {
            None => {
                self.store.withdraw_email(email).await?;
                Ok(QueuedEmailCheck::Nothing)
            }
            Some((_, at)) if at > now => Ok(QueuedEmailCheck::Wait(at)),
            Some((report, _)) => {
                let link = format!("{}{}", self.site, urls::AdminReports);
                let written = in_language(email.language, || emails::new_report(&report, &link));
                Ok(self.to_staff(email, written))
            }
        }
    }

    /// Checks a queued email about an account that awaits approval again and writes its text.
    pub(super) async fn check_application_email(
        &self,
        email: &OutboxEmail,
        applicant: UserId,
        now: Moment,
    ) -> Result<QueuedEmailCheck, StoreError> {
        let (user, prefers) = (email.to.id, self.store.notice_preferences(email.to.id, now).await?);
        let due = send_time(email.created_at, prefers.time_zone.zone(), prefers.frequency, prefers.quiet);
        let is_staff = self.store.role_of(user, now).await?.is_staff();
        match (self.store.applicant(applicant).await?.filter(|_| is_staff), due) {
            (Some(_), Some(at)) if at > now => Ok(QueuedEmailCheck::Wait(at)),
            (Some(applicant), Some(_)) => {
                let link = format!("{}{}", self.site, urls::AdminUsers.waiting());
                let written = in_language(email.language, || emails::new_applicant(&applicant.name, &link));
                Ok(self.to_staff(email, written))
            }
            _ => {
                self.store.withdraw_email(email).await?;
                Ok(QueuedEmailCheck::Nothing)
            }
        }
    }

    /// An email to staff, with its footer.
    fn to_staff(&self, email: &OutboxEmail, written: WrittenEmail) -> QueuedEmailCheck {
        let unsubscribe = self.unsubscribe_link(email);
        let notification = Notification { unsubscribe, about: None, replays: Vec::new() };
        QueuedEmailCheck::Send(self.with_footer(email, written), notification)
    }

    /// Checks a queued push about a report again and writes its text. Returns its new state, unless it has to be sent now.
    pub(super) async fn check_report_push(
        &self,
        push: &mut QueuedPush,
        now: Moment,
    ) -> Result<Option<DeliveryResult>, StoreError> {
        let open = match push.body.parse() {
            Ok(report) => self.open_report(report, push.user, now).await?,
            Err(_) => None,
        };
        let Some((report, prefers)) = open else { return Ok(Some(DeliveryResult::Obsolete)) };
        let language = self.store.user_settings(push.user).await?.look.language;
        let (title, text) = in_language(language, || emails::new_report_push(&report));
        let (title, text) = clipped_push(&title, &text);
        let url = urls::AdminReports.to_string();
        push.body = json!({ "title": title, "body": text, "url": url, "tag": push.topic }).to_string();
        let due = due_at(&report, &prefers, EmailFrequency::Instant, now);
        Ok(due.filter(|at| *at > now).map(DeliveryResult::Wait))
    }

    /// The report with this id and the preferences of a user, if it is open and they may handle it.
    async fn open_report(
        &self,
        id: i64,
        user: UserId,
        now: Moment,
    ) -> Result<Option<(Report, NoticePreferences)>, StoreError> {
        let staff = StaffRank::new(user, self.store.role_of(user, now).await?);
        let report = self.store.report_of(id).await?;
        let open = report.filter(|it| it.settled.is_none() && it.parties.may_be_handled_by(staff));
        let Some(report) = open else { return Ok(None) };
        Ok(Some((report, self.store.notice_preferences(user, now).await?)))
    }
}

/// When a notice about a report may be sent, checked again `now`; `None` if they want none.
fn due_at(report: &Report, prefers: &NoticePreferences, pace: EmailFrequency, now: Moment) -> Option<Moment> {
    let at = |from, pace| send_time(from, prefers.time_zone.zone(), pace, prefers.quiet);
    Some(at(report.at, pace)?.max(at(now, EmailFrequency::Instant)?))
}
