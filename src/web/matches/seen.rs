//! `/matches/{id}/seen`: read marks of players. A script sends a `POST`; without scripts, the browser loads an empty
//! image.

use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::PathMatchId;
use crate::matches::{MatchId, MatchStatus, ReadMark};
use crate::texts::tr;
use crate::web::http::protection;
use crate::web::{AppState, FormData, HttpResult, RequestOf, SessionUser, WebError};

/// An empty image.
const NOTHING: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"#;

/// The last log entry and chat message that were shown.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenForm {
    seq: u32,
    #[serde(default)]
    line: i64,
}

/// `POST /matches/{id}/seen`: 204. Marks of watchers are ignored.
pub async fn mark_seen(
    state: Data<AppState>,
    member: SessionUser,
    id: PathMatchId,
    shown: FormData<SeenForm>,
) -> HttpResult {
    record(&state, &member, &id, shown.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /matches/{id}/seen?seq=SEQ&line=LINE`: the image, for pages of this site only.
pub async fn seen_image(
    (request, state, member): RequestOf<SessionUser>,
    id: PathMatchId,
    shown: Query<SeenForm>,
) -> HttpResult {
    protection::of_this_site(&request, &state)?;
    record(&state, &member, &id, shown.0).await?;
    Ok(HttpResponse::Ok().content_type("image/svg+xml").body(NOTHING))
}

async fn record(
    state: &AppState,
    member: &SessionUser,
    id: &MatchId,
    shown: SeenForm,
) -> Result<(), WebError> {
    let user = member.0.id;
    let view = state.referee.get(id, Some(user)).await?;
    let concerned = view.m.seat_of(user).is_some() || view.m.invited_seat(user).is_some();
    // The page of an open match may have been rendered for a user whose invitation has been withdrawn since; it is
    // ignored.
    if !concerned && view.m.status != MatchStatus::Open {
        return Err(WebError::Forbidden(tr("You don’t have a seat in this match.").into()));
    }
    let SeenForm { seq, line } = shown;
    state.notices.record(user, &view, ReadMark { seq, message: line });
    Ok(())
}
