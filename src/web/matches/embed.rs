//! `GET /embed/matches/{id}`: a public match in a frame on another site.

use actix_web::HttpRequest;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::ply_number::ply_number;
use super::{PathMatchId, public_match};
use crate::matches::MatchViewer;
use crate::users::preferences::Theme;
use crate::views::match_page::{self, MatchPage};
use crate::web::{AppState, FRAMEABLE_POLICY, HttpResult, WebError, is_fragment, ok, set_accepted_language};

#[derive(Debug, Deserialize)]
pub struct EmbedQuery {
    /// The ply after which the position is shown; by default the current one, or the opening of a match that is over.
    #[serde(default, deserialize_with = "ply_number")]
    ply: Option<usize>,
    /// `light` or `dark`; by default that of the device.
    theme: Option<String>,
}

/// The page and its updates, for visitors and users alike: the session is ignored.
pub async fn show(
    request: HttpRequest,
    state: Data<AppState>,
    id: PathMatchId,
    query: Query<EmbedQuery>,
) -> HttpResult {
    let theme = query.theme.as_deref().map_or(Some(Theme::Auto), Theme::from_key);
    let theme = theme.ok_or_else(|| WebError::BadRequest("".into()))?;
    if query.ply.is_some() {
        state.limits.costly_page(state.client_subnet(&request), None)?;
    }
    let view = public_match(&state, &id).await?;
    set_accepted_language(&request);
    let last = view.m.plies.len();
    let start = if view.m.ending().is_some() { 0 } else { last };
    let page_context = MatchPage {
        ply: Some(query.ply.map_or(start, |ply| ply.min(last))),
        embed: Some(theme),
        ..MatchPage::now(&view, MatchViewer::Watcher, state.clock.now())
    };
    let page = if is_fragment(&request) { match_page::embed_fragment } else { match_page::embed };
    let mut answer = ok(page(&page_context))?;
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(FRAMEABLE_POLICY));
    Ok(answer)
}
