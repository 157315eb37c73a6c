//! `/admin`: the staff pages. Each resource has its file.

pub mod announcements;
pub mod audit_log;
pub mod chat_bans;
pub mod invitations;
pub mod reports;
pub mod site;
pub mod statistics;
pub mod users;

use super::{Caller, HttpResult, ModeratorCaller, RequestOf, ok, reader};
use crate::views::admin::{self, BackupNotice, MailOutageNotice};

/// `GET /admin`
pub async fn index((request, state, staff): RequestOf<ModeratorCaller>) -> HttpResult {
    let caller = Caller::from(staff);
    let outage = state.notices.mail_outage();
    let outage =
        outage.as_ref().map(|outage| MailOutageNotice { since: outage.since, problem: &outage.problem });
    let status = state.backups.as_ref().map(|backups| backups.status());
    let backups = status.as_ref().map(|status| BackupNotice {
        newest: status.newest.as_ref().map(|copy| (copy.at, copy.bytes)),
        problem: status.problem.as_ref().map(|problem| (problem.since, &*problem.text)),
        now: state.clock.now(),
    });
    let waiting = state.store.applicants().await?;
    ok(admin::overview(reader(&request, &state, &caller).await?, outage, backups, waiting))
}
