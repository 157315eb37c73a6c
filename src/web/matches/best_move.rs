//! `POST /matches/{id}/analysis/best-move`: a short search on the analysis board. Hints are searched for in the same way.

use std::time::Duration;

use actix_web::HttpRequest;

use super::PathMatchId;
use super::analysis::{AnalysisLine, AnalysisQuery, may_try, report};
use crate::bots::{self, BotLevel, ChosenMove, SearchLimits};
use crate::games::{Position, ToAct};
use crate::matches::{MatchStatus, MatchView};
use crate::search_pool::{SearchOwner, SearchPriority, SearchRequest};
use crate::texts::tr;
use crate::users::UserId;
use crate::views::analysis::{self, SuggestedLine};
use crate::web::{
    AppState, Caller, FormData, HttpResult, RequestOf, SessionUser, WebError, is_fragment, ok, reader,
};

/// How long the search may take.
const TIME: Duration = Duration::from_secs(1);
/// The seed of all searches.
const SEED: u64 = 1;

/// A position, and the user who asked for the best move in it.
#[derive(Clone, Copy, Debug)]
pub struct SearchedPosition<'a> {
    pub user: UserId,
    pub position: &'a Position,
}

/// The best move in a position, while the user waits.
///
/// # Errors
/// No seat is to act, the user has the same position on the board in a rated match or against other people, or asks too often.
pub async fn best_move(
    request: &HttpRequest,
    state: &AppState,
    searched: SearchedPosition<'_>,
) -> Result<ChosenMove<String>, WebError> {
    let SearchedPosition { user, position } = searched;
    let no_move = || WebError::Conflict(tr("There’s no move to search for in this position.").into());
    if !matches!(position.to_act(), ToAct::Seat(_)) {
        return Err(no_move());
    }
    if state.store.plays_position(user, position.game().key(), position.text()).await? {
        return Err(WebError::Conflict(
            tr("You have this position on the board in a rated match or against other people.").into(),
        ));
    }
    state.limits.search(state.client_subnet(request), user)?;
    let search = SearchRequest {
        owner: SearchOwner::User(user),
        priority: SearchPriority::Quick,
        nodes: state.config.bots.nodes,
        time: TIME,
    };
    let position = position.clone();
    let job = move |limits: &SearchLimits<'_>| bots::think(&position, BotLevel::Master, SEED, limits);
    state.searches.search(search, job)?.await?.ok_or_else(no_move)
}

/// `POST /matches/{id}/analysis/best-move`
pub async fn search(
    (request, state, member): RequestOf<SessionUser>,
    id: PathMatchId,
    line: FormData<AnalysisQuery>,
) -> HttpResult {
    let user = member.0.id;
    let caller = Caller::from(member);
    let view = state.referee.get(&id, Some(user)).await?;
    may_try(&view, &caller)?;
    may_search(&view)?;
    let tried = AnalysisLine::of(&view, &line.0)?;
    let found = best_move(&request, &state, SearchedPosition { user, position: tried.position()? }).await?;
    let report = report(&state, &view).await?;
    let page = tried.page(&view, &caller, &report)?;
    let suggested = SuggestedLine { line: &found.line };
    let page = analysis::AnalysisPage { suggested: Some(suggested), ..page };
    if is_fragment(&request) {
        return ok(analysis::fragment(&page));
    }
    let reader = reader(&request, &state, &caller).await?;
    ok(analysis::page(reader, &page))
}

/// Refuses to search in running matches, except casual ones against bots.
fn may_search(view: &MatchView) -> Result<(), WebError> {
    if view.m.status == MatchStatus::Playing && !view.m.is_practice() {
        return Err(WebError::Conflict(tr("Bots don’t help while you play against other people.").into()));
    }
    Ok(())
}
