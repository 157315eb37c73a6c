//! `/admin`: where staff look after the house, a file per resource.

pub mod announcements;
pub mod invitations;
pub mod log;
pub mod mutes;
pub mod numbers;
pub mod people;
pub mod reports;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use super::{Answer, Caller, Moderator, State, html, reader};
use crate::views::admin::{self, MailOutage};

/// `GET /admin`
pub async fn entrance(request: HttpRequest, state: Data<State>, staff: Moderator) -> Answer {
    let caller = Caller::from(staff);
    let outage = state.notices.mail_outage();
    let outage = outage.as_ref().map(|outage| MailOutage { since: outage.since, problem: &outage.problem });
    Ok(html(StatusCode::OK, admin::entrance(reader(&request, &state, &caller).await?, outage)))
}
