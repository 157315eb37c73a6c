//! The record of a match, as JSON for programs and as text for people.

use std::sync::Arc;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, ContentType};
use actix_web::web::Data;
use actix_web::{HttpResponse, HttpResponseBuilder};

use super::PathMatchId;
use crate::downloads::file_name;
use crate::matches::{MatchId, MatchRecord, MatchView, RatingChange};
use crate::views::match_page::record_text;
use crate::web::{AppState, Caller, HttpResult, WebError};

/// `GET /matches/{id}/record.json`
pub async fn json(state: Data<AppState>, caller: Caller, id: PathMatchId) -> HttpResult {
    let (view, ratings) = rated(&state, &caller, &id).await?;
    let record = MatchRecord::for_viewer(&view, view.viewer(caller.user()), &ratings);
    Ok(download(&view, "json").json(record))
}

/// `GET /matches/{id}/record.txt`
pub async fn text(state: Data<AppState>, caller: Caller, id: PathMatchId) -> HttpResult {
    let (view, ratings) = rated(&state, &caller, &id).await?;
    Ok(download(&view, "txt").insert_header(ContentType::plaintext()).body(record_text(&view, &ratings)))
}

/// A match that the caller may see, with the ratings around it.
pub(super) async fn rated(
    state: &AppState,
    caller: &Caller,
    id: &MatchId,
) -> Result<(Arc<MatchView>, Vec<RatingChange>), WebError> {
    let view = state.referee.get(id, caller.user()).await?;
    let is_rated = view.m.rating_update().is_some();
    let ratings = if is_rated { state.store.ratings_around(id).await? } else { Vec::new() };
    Ok((view, ratings))
}

/// A response that browsers save as a file.
fn download(view: &MatchView, extension: &str) -> HttpResponseBuilder {
    let file = file_name(view, extension);
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")));
    answer
}
