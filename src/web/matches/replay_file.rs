//! `GET /matches/{id}/replay.html`: a match as one HTML file that shows its moves without this site.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, ContentType};

use super::PathMatchId;
use super::record::rated;
use crate::downloads::ReplayFile;
use crate::texts::{current_language, tr};
use crate::web::{Caller, HttpResult, RequestOf, WebError};

/// The file, the same for everyone who may see the match.
pub async fn show((request, state, caller): RequestOf<Caller>, id: PathMatchId) -> HttpResult {
    state.limits.costly_page(state.client_subnet(&request), caller.user())?;
    let (view, ratings) = rated(&state, &caller, &id).await?;
    let origin = state.public_url.origin().to_owned();
    let file = ReplayFile::of(view, ratings, current_language(), origin, state.clock.now()).await;
    let busy = || WebError::Unavailable(tr("The file can’t be created right now.").into());
    let ReplayFile { name, html } = file.ok_or_else(busy)?;
    let mut answer = HttpResponse::Ok();
    let named = format!("attachment; filename=\"{name}\"");
    answer.insert_header((CACHE_CONTROL, "private, no-store")).insert_header((CONTENT_DISPOSITION, named));
    Ok(answer.insert_header(ContentType::html()).body(html))
}
