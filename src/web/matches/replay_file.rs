//! `GET /matches/{id}/replay.html`: a match as one HTML file that shows its moves without this site.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, ContentType};
use actix_web::rt::task::spawn_blocking;

use super::PathMatchId;
use super::record::{file_name, rated};
use crate::matches::{MatchRecord, MatchViewer};
use crate::rasterizer;
use crate::texts::{current_language, in_language, tr};
use crate::views::match_page::{self, MatchPage};
use crate::web::{Caller, HttpResult, RequestOf, WebError};

/// The file, the same for everyone who may see the match.
pub async fn show((request, state, caller): RequestOf<Caller>, id: PathMatchId) -> HttpResult {
    state.limits.costly_page(state.client_subnet(&request), caller.user())?;
    let (view, ratings) = rated(&state, &caller, &id).await?;
    let name = format!("attachment; filename=\"{}.html\"", file_name(&view));
    let (language, origin, now) =
        (current_language(), state.public_url.origin().to_owned(), state.clock.now());
    let file = spawn_blocking(move || {
        in_language(language, || {
            let page_context =
                MatchPage { origin: &origin, ..MatchPage::now(&view, MatchViewer::Watcher, now) };
            let steps = rasterizer::drawn_steps(&match_page::replay_steps(&page_context)?)?;
            Some(match_page::replay_file(&page_context, &ratings, &MatchRecord::of(&view), &steps))
        })
    });
    let file = file.await.ok().flatten();
    let file = file.ok_or_else(|| WebError::Unavailable(tr("The file can’t be made right now.").into()))?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CACHE_CONTROL, "private, no-store")).insert_header((CONTENT_DISPOSITION, name));
    Ok(answer.insert_header(ContentType::html()).body(file.into_string()))
}
