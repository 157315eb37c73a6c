//! The analysis of a finished match: its request and its progress.

use actix_web::web::Query;

use super::PathMatchId;
use super::analysis::{AnalysisLine, AnalysisQuery, may_try, report};
use crate::matches::{MatchError, MatchView};
use crate::store::AnalysisRequest;
use crate::texts::tr;
use crate::urls;
use crate::users::UserId;
use crate::views::analysis::{self, AnalysisReport};
use crate::web::{AppState, Caller, HttpResult, RequestOf, WebError, is_fragment, ok, see_other};

/// The `Retry-After` in seconds if the account has too many waiting analyses.
const RETRY: u64 = 60;

/// `POST /matches/{id}/analysis`: requests the analysis, unless there is one, and redirects to its page. That tells visitors
/// to sign in.
pub async fn request((request, state, caller): RequestOf<Caller>, id: PathMatchId) -> HttpResult {
    let view = state.referee.get(&id, caller.user()).await?;
    if view.m.ending().is_none() {
        return Err(MatchError::NotOver.into());
    }
    if view.m.plies.is_empty() {
        return Err(WebError::Conflict(tr("There are no moves to analyse.").into()));
    }
    if let Some(user) = caller.user()
        && matches!(report(&state, &view).await?, AnalysisReport::Offered | AnalysisReport::Failed)
    {
        state.limits.analysis(state.client_subnet(&request), user)?;
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

/// `GET /matches/{id}/analysis/progress`: the section of the analysis page with the progress, and all of the page once the
/// analysis is done; without htmx, a redirect to that page.
pub async fn progress(
    (request, state, caller): RequestOf<Caller>,
    id: PathMatchId,
    line: Query<AnalysisQuery>,
) -> HttpResult {
    let view = state.referee.get(&id, caller.user()).await?;
    if !is_fragment(&request) {
        return Ok(see_other(&request, &urls::MatchAnalysis { id: id.as_str() }.to_string()));
    }
    state.limits.costly_page(state.client_subnet(&request), caller.user())?;
    may_try(&view, &caller)?;
    let report = report(&state, &view).await?;
    let tried = AnalysisLine::of(&view, &line.into_inner().opening(&view, &caller, &report))?;
    ok(analysis::progress(&tried.page(&view, &caller, &report)?))
}
