//! `/admin`: where staff look after the house, a file per resource.

pub mod announcements;
pub mod mutes;
pub mod numbers;
pub mod reports;
pub mod invitations;
pub mod log;
pub mod people;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use super::{Answer, Caller, Error, Moderator, State, html, reader};
use crate::people::{Fault, Refused};
use crate::views::admin;

/// `GET /admin`
pub async fn entrance(request: HttpRequest, state: Data<State>, staff: Moderator) -> Answer {
    let caller = Caller::from(staff);
    Ok(html(StatusCode::OK, admin::entrance(reader(&request, &state, &caller).await?)))
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        let words = refused.to_string().into();
        match refused.fault() {
            Fault::Forbidden => Error::Forbidden(words),
            Fault::Missing => Error::NotFound(words),
            Fault::Conflict => Error::Conflict(words),
            Fault::Invalid => Error::Unprocessable(words),
        }
    }
}
