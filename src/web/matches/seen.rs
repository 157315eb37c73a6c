//! `/matches/{id}/seen`: what has been on the screen of somebody who plays. A script says so by POST; where no script runs,
//! the browser fetches a picture of nothing as it shows the page.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::PathMatchId;
use crate::matches::{MatchId, MatchStatus, ReadMark};
use crate::texts::tr;
use crate::web::http::protection;
use crate::web::{AppState, FormData, HttpResult, SessionUser, WebError};

/// A picture of nothing.
const NOTHING: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"#;

/// The last entry of the log that was shown, and the last line of the talk.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenForm {
    seq: u32,
    #[serde(default)]
    line: i64,
}

/// `POST /matches/{id}/seen`: 204; watchers have nothing to be told, and nothing to say here.
pub async fn note(
    state: Data<AppState>,
    member: SessionUser,
    id: PathMatchId,
    shown: FormData<SeenForm>,
) -> HttpResult {
    keep(&state, &member, &id, shown.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /matches/{id}/seen?seq=SEQ&line=LINE`, as a picture; only for pages of the site.
pub async fn picture(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    id: PathMatchId,
    shown: Query<SeenForm>,
) -> HttpResult {
    protection::of_this_site(&request, &state)?;
    keep(&state, &member, &id, shown.0).await?;
    Ok(HttpResponse::Ok().content_type("image/svg+xml").body(NOTHING))
}

async fn keep(state: &AppState, member: &SessionUser, id: &MatchId, shown: SeenForm) -> Result<(), WebError> {
    let user = member.0.id;
    let table = state.referee.get(id, Some(user)).await?;
    let concerned = table.m.seat_of(user).is_some() || table.m.kept_for(user).is_some();
    // At an open table a page may still speak that was drawn while a seat was kept; nothing of it is noted.
    if !concerned && table.m.status != MatchStatus::Open {
        return Err(WebError::Forbidden(tr("You don’t have a seat in this match.").into()));
    }
    let SeenForm { seq, line } = shown;
    state.notices.saw(user, &table, ReadMark { seq, line });
    Ok(())
}
