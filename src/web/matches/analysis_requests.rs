//! The analysis of a finished match: its request and its progress.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};

use super::PathMatchId;
use super::analysis::{AnalysisLine, AnalysisQuery, report};
use crate::matches::{MatchError, MatchView};
use crate::store::AnalysisRequest;
use crate::texts::tr;
use crate::urls;
use crate::users::UserId;
use crate::views::analysis::{self, AnalysisReport};
use crate::web::http::client_address::ClientSubnet;
use crate::web::{AppState, Caller, HttpResult, SessionUser, WebError, html, is_fragment, see_other};

/// The `Retry-After` in seconds if the account has too many waiting analyses.
const RETRY: u64 = 60;

/// `POST /matches/{id}/analysis`: requests the analysis, unless there is one, and redirects to its page.
pub async fn request(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    id: PathMatchId,
) -> HttpResult {
    let user = member.0.id;
    let view = state.referee.get(&id, Some(user)).await?;
    if view.m.ending().is_none() {
        return Err(MatchError::NotOver.into());
    }
    if view.m.plies.is_empty() {
        return Err(WebError::Conflict(tr("There are no moves to analyse.").into()));
    }
    if matches!(report(&state, &view).await?, AnalysisReport::Offered | AnalysisReport::Failed) {
        state.limits.analysis(ClientSubnet::asking(&request, &state.config.trusted_proxies), user)?;
        add(&state, user, &view).await?;
    }
    Ok(see_other(&request, &urls::MatchAnalysis { id: id.as_str() }.to_string()))
}

async fn add(state: &AppState, user: UserId, view: &MatchView) -> Result<(), WebError> {
    let (m, now) = (&view.m, state.clock.now());
    match state.store.request_analysis(&m.id, user, m.plies.len() + 1, now).await? {
        AnalysisRequest::Added => state.analyses.wake(),
        AnalysisRequest::Known => {}
        AnalysisRequest::AccountFull => return Err(WebError::TooMany(RETRY)),
        AnalysisRequest::Full => {
            return Err(WebError::Unavailable(tr("Too many matches are being analysed right now.").into()));
        }
    }
    Ok(())
}

/// `GET /matches/{id}/analysis/progress`: the section of the analysis page with the progress; without htmx, a redirect to that
/// page.
pub async fn progress(
    request: HttpRequest,
    state: Data<AppState>,
    caller: Caller,
    id: PathMatchId,
    line: Query<AnalysisQuery>,
) -> HttpResult {
    let view = state.referee.get(&id, caller.user()).await?;
    if !is_fragment(&request) {
        return Ok(see_other(&request, &urls::MatchAnalysis { id: id.as_str() }.to_string()));
    }
    state.limits.costly_page(ClientSubnet::asking(&request, &state.config.trusted_proxies), caller.user())?;
    let tried = AnalysisLine::of(&view, &line)?;
    let report = report(&state, &view).await?;
    Ok(html(StatusCode::OK, analysis::report(&tried.page(&view, &caller, &report)?)))
}
