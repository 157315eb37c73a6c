//! `GET /matches/{id}/trails`: the path of each move on the board, for the script that highlights them.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, ContentType};

use super::PathMatchId;
use crate::views::match_page;
use crate::web::{Caller, HttpResult, RequestOf};

/// `GET /matches/{id}/trails`: a line for each ply with the data of an SVG path, empty for rolls.
pub async fn show((request, state, caller): RequestOf<Caller>, id: PathMatchId) -> HttpResult {
    state.limits.costly_page(state.client_subnet(&request), caller.user())?;
    let view = state.referee.get(&id, caller.user()).await?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CACHE_CONTROL, "private, no-store")).insert_header(ContentType::plaintext());
    Ok(answer.body(match_page::trails(&view.m)))
}
