//! Notices to staff about open reports: once, by push or email as they chose, until they have opened the queue.

use std::sync::atomic::Ordering;

use serde_json::json;

use super::NoticeService;
use super::dispatch::{ALL, NoticeAgenda};
use super::emails;
use super::push::{USEFUL, clipped_push};
use super::queued::QueuedEmailCheck;
use super::retry::{HEAD_START, RetrySchedule, send_time};
use crate::now::Moment;
use crate::store::{OutboxEmail, PushResult, QueuedPush, StaffFacts, StoreError};
use crate::texts::in_language;
use crate::urls;
use crate::users::preferences::{EmailFrequency, NoticeChannel};
use crate::users::{Report, StaffRank, UserId};

impl NoticeService {
    /// Call after a report was made.
    pub fn has_report(&self) {
        self.reported.store(true, Ordering::SeqCst);
    }

    /// Records that a member of staff has opened the queue with these reports.
    pub async fn record_reports_seen(&self, staff: StaffRank, open: &[Report]) -> Result<(), StoreError> {
        let own = open.iter().filter(|report| report.parties.may_be_handled_by(staff));
        match own.map(|report| report.at).max() {
            Some(newest) => self.store.note_reports_seen(staff.user, newest, self.clock.now()).await,
            None => Ok(()),
        }
    }

    /// Queues the notices to staff that are due.
    pub(super) async fn notify_reports(
        &self,
        agenda: &mut NoticeAgenda,
        now: Moment,
    ) -> Result<(), StoreError> {
        if self.reported.swap(false, Ordering::SeqCst) {
            agenda.reports = None;
        }
        if agenda.reports.is_some_and(|at| at > now) {
            return Ok(());
        }
        let open = self.store.open_reports().await?;
        let mut next = now.after(ALL);
        if !open.is_empty() {
            for staff in self.staff_facts(now).await? {
                let fresh = fresh(&staff, &open);
                for (way, at) in due_channels(&staff, &fresh) {
                    if at > now {
                        next = next.min(at);
                    } else {
                        self.notify_staff(&staff, &fresh, way, now).await?;
                    }
                }
            }
        }
        agenda.reports = Some(next);
        Ok(())
    }

    async fn notify_staff(
        &self,
        staff: &StaffFacts,
        fresh: &[&Report],
        way: NoticeChannel,
        now: Moment,
    ) -> Result<(), StoreError> {
        let Some(newest) = fresh.iter().map(|report| report.at).max() else { return Ok(()) };
        let user = staff.staff.user;
        match way {
            NoticeChannel::Mail if self.store.mail_reports(user, newest, now).await? => self.mailing.wake(),
            NoticeChannel::Push => {
                let body = push_body(staff, fresh);
                if self.store.push_reports(user, newest, body, now, now.after(USEFUL)).await? {
                    self.pushing.wake();
                }
            }
            NoticeChannel::Mail => {}
        }
        Ok(())
    }

    /// All staff, with the channels that the site has.
    async fn staff_facts(&self, now: Moment) -> Result<Vec<StaffFacts>, StoreError> {
        let mut staff = self.store.staff_facts(now).await?;
        if !self.sends_mail() {
            staff.iter_mut().for_each(|facts| facts.mail = None);
        }
        Ok(staff)
    }

    /// Checks a queued email about reports again and writes its text.
    pub(super) async fn check_report_email(
        &self,
        email: &OutboxEmail,
        now: Moment,
    ) -> Result<QueuedEmailCheck, StoreError> {
        let open = self.store.open_reports().await?;
        let staff = self.staff_member(email.to.id, now).await?;
        let due = staff.as_ref().and_then(|staff| {
            // What this email is about has been marked as sent when it was queued.
            let untold = StaffFacts { mailed: None, ..staff.clone() };
            let fresh = fresh(&untold, &open);
            let (_, at) = due_channels(&untold, &fresh).find(|(way, _)| *way == NoticeChannel::Mail)?;
            Some((fresh, at.max(after_quiet_hours(staff, now)?)))
        });
        match due {
            None => {
                self.store.withdraw_report_notices(email.to.id, NoticeChannel::Mail).await?;
                self.store.withdraw_email(email).await?;
                Ok(QueuedEmailCheck::Nothing)
            }
            Some((_, at)) if at > now => Ok(QueuedEmailCheck::Wait(at)),
            Some((fresh, _)) => {
                let link = format!("{}{}", self.site, urls::AdminReports);
                let written = in_language(email.language, || emails::open_reports(&fresh, &link));
                Ok(QueuedEmailCheck::Send(self.with_footer(email, written), None))
            }
        }
    }

    /// Checks a queued push about reports again. Returns its new state, unless it has to be sent now.
    pub(super) async fn check_report_push(
        &self,
        push: &mut QueuedPush,
        now: Moment,
    ) -> Result<Option<PushResult>, StoreError> {
        let open = self.store.open_reports().await?;
        let staff = self.staff_member(push.user, now).await?;
        let fresh = staff.as_ref().map(|staff| fresh(staff, &open)).unwrap_or_default();
        let Some(staff) = staff.as_ref().filter(|_| !fresh.is_empty()) else {
            self.store.withdraw_report_notices(push.user, NoticeChannel::Push).await?;
            return Ok(Some(PushResult::Useless));
        };
        push.body = push_body(staff, &fresh);
        Ok(after_quiet_hours(staff, now).filter(|at| *at > now).map(PushResult::Wait))
    }

    async fn staff_member(&self, user: UserId, now: Moment) -> Result<Option<StaffFacts>, StoreError> {
        Ok(self.staff_facts(now).await?.into_iter().find(|facts| facts.staff.user == user))
    }
}

/// The open reports that a member of staff may handle and has not seen.
fn fresh<'a>(facts: &StaffFacts, open: &'a [Report]) -> Vec<&'a Report> {
    let is_fresh =
        |report: &&Report| report.at.0 > facts.seen && report.parties.may_be_handled_by(facts.staff);
    open.iter().filter(is_fresh).collect()
}

/// The channels and times of a notice about these reports.
fn due_channels(facts: &StaffFacts, fresh: &[&Report]) -> impl Iterator<Item = (NoticeChannel, Moment)> {
    let newest = fresh.iter().map(|report| report.at).max();
    let ladder = newest.map(|newest| RetrySchedule {
        number: newest.0,
        at: newest,
        looked: facts.seen,
        push: facts.push,
        pushed: facts.pushed,
        mail: facts.mail,
        mailed: facts.mailed,
        zone: facts.zone.zone(),
        quiet: facts.quiet,
    });
    ladder.into_iter().flat_map(|ladder| ladder.due_channels(HEAD_START, send_time))
}

fn after_quiet_hours(facts: &StaffFacts, now: Moment) -> Option<Moment> {
    send_time(now, facts.zone.zone(), EmailFrequency::Instant, facts.quiet)
}

fn push_body(staff: &StaffFacts, fresh: &[&Report]) -> String {
    let (title, text) = in_language(staff.language, || emails::open_reports_push(fresh));
    let (title, text) = clipped_push(&title, &text);
    json!({ "title": title, "body": text, "url": urls::AdminReports.to_string(), "tag": "reports" })
        .to_string()
}
