//! Conditional moves: as text (`POST /matches/{id}/conditional-moves`), and line by line on a board.

use actix_web::http::StatusCode;
use actix_web::web::Query;
use actix_web::{HttpRequest, ResponseError};
use serde::Deserialize;

use super::analysis::{AnalysisLine, AnalysisQuery, MAX_LENGTH, may_try};
use super::{PathMatchId, page_context, page_data, with_own};
use crate::games::Seat;
use crate::matches::{ConditionalEdit, ErrorClass, MatchError, MatchStatus, MatchView};
use crate::referee::RefereeError;
use crate::urls;
use crate::views::analysis::{self, AnalysisPage, AnalysisReport, ConditionalPlan};
use crate::views::match_page::{self, ConditionalDraft, MatchPage, ViewerData};
use crate::views::messages::ErrorMessage;
use crate::web::{
    AppState, Caller, FormData, HttpResult, RequestOf, SessionUser, WebError, html, is_fragment, ok, reader,
    see_other,
};

/// The conditional moves, one line each; empty to remove them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionalForm {
    orders: String,
}

/// `POST /matches/{id}/conditional-moves`
pub async fn save(
    (request, state, member): RequestOf<SessionUser>,
    id: PathMatchId,
    left: FormData<ConditionalForm>,
) -> HttpResult {
    let text = left.0.orders;
    let done = state.referee.set_conditional_moves(member.0.clone(), &id, text.clone()).await;
    let caller = Caller::from(member);
    let (view, refusal) = match done {
        Ok(view) if !is_fragment(&request) => {
            return Ok(see_other(&request, &urls::Match { id: view.m.id.as_str() }.conditional_moves()));
        }
        Ok(view) => {
            return ok(match_page::conditional_update(&page_context(&request, &state, &caller, &view)));
        }
        Err(RefereeError::Refused { refusal, view }) => (view, refusal),
        Err(error) => return Err(error.into()),
    };
    let (words, wrong) = (refusal.message(), refusal.class() == ErrorClass::Invalid);
    let page_context = page_context(&request, &state, &caller, &view);
    let draft = wrong.then_some(ConditionalDraft { text: &text, problem: Some(&words) });
    let page_context = MatchPage {
        problem: (!wrong).then_some(words.as_str()),
        own: ViewerData { draft, ..page_context.own },
        ..page_context
    };
    let status = WebError::from(refusal).status_code();
    if is_fragment(&request) {
        return Ok(html(status, match_page::conditional_update(&page_context)));
    }
    let own = page_data(&state, &caller, &view).await?;
    let page_context = with_own(page_context, own.as_ref());
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(status, match_page::page(reader, &page_context)))
}

/// A line on the board for conditional moves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionalLineForm {
    /// The ply of the match after which it begins.
    ply: usize,
    /// The plies, separated by commas.
    line: String,
}

impl ConditionalLineForm {
    fn plies(&self) -> Vec<String> {
        self.line.split(',').filter(|notation| !notation.is_empty()).map(str::to_owned).collect()
    }
}

/// `GET /matches/{id}/conditional-moves?ply=PLY&line=NOTATION,NOTATION`: the board on which lines are entered.
pub async fn show(
    (request, state, member): RequestOf<SessionUser>,
    id: PathMatchId,
    line: Query<AnalysisQuery>,
) -> HttpResult {
    if request.query_string().len() > MAX_LENGTH {
        return Err(WebError::TooLongAddress);
    }
    let subnet = state.client_subnet(&request);
    state.limits.costly_page(subnet, Some(member.0.id))?;
    let caller = Caller::from(member);
    let view = state.referee.get(&id, caller.user()).await?;
    let seat = may_plan(&view, &caller)?;
    if line.ply.is_some_and(|ply| ply != view.m.plies.len()) {
        return Err(MatchError::Stale.into());
    }
    let tried = AnalysisLine::of(&view, &line)?;
    board(
        &request,
        &state,
        &caller,
        (&*view, ConditionalPlan { seat, problem: None }, &tried),
        StatusCode::OK,
    )
    .await
}

/// `POST /matches/{id}/conditional-moves/lines`
pub async fn add(
    request: RequestOf<SessionUser>,
    id: PathMatchId,
    form: FormData<ConditionalLineForm>,
) -> HttpResult {
    let edit = ConditionalEdit::Add { plies: form.0.ply, line: form.0.plies() };
    change(request, id, form.0, edit).await
}

/// `POST /matches/{id}/conditional-moves/lines/delete`
pub async fn remove(
    request: RequestOf<SessionUser>,
    id: PathMatchId,
    form: FormData<ConditionalLineForm>,
) -> HttpResult {
    let edit = ConditionalEdit::Remove { plies: form.0.ply, line: form.0.plies() };
    change(request, id, form.0, edit).await
}

/// Changes the conditional moves, and shows the board with the line, as far as it still begins at the position.
async fn change(
    (request, state, member): RequestOf<SessionUser>,
    id: PathMatchId,
    form: ConditionalLineForm,
    edit: ConditionalEdit,
) -> HttpResult {
    if form.line.len() > MAX_LENGTH {
        return Err(WebError::TooLarge);
    }
    let done = state.referee.edit_conditional_moves(member.0.clone(), &id, edit).await;
    let caller = Caller::from(member);
    let (view, refusal) = match done {
        Ok(view) => (view, None),
        Err(RefereeError::Refused { refusal, view }) => (view, Some(refusal)),
        Err(error) => return Err(error.into()),
    };
    let Ok(seat) = may_plan(&view, &caller) else {
        let there = urls::Match { id: view.m.id.as_str() }.conditional_moves();
        return refusal.map_or_else(|| Ok(see_other(&request, &there)), |refusal| Err(refusal.into()));
    };
    let plies: Vec<String> = if form.ply == view.m.plies.len() { form.plies() } else { Vec::new() };
    if refusal.is_none() && !is_fragment(&request) {
        let plies: Vec<_> = plies.iter().map(String::as_str).collect();
        let there = urls::ConditionalMoves { id: view.m.id.as_str() };
        return Ok(see_other(&request, &there.of(view.m.plies.len(), &plies, plies.len())));
    }
    let tried = AnalysisLine::of(&view, &AnalysisQuery::line(&plies))
        .or_else(|_| AnalysisLine::of(&view, &AnalysisQuery::default()))?;
    let words = refusal.as_ref().map(MatchError::message);
    let status = refusal.map_or(StatusCode::OK, |refusal| WebError::from(refusal).status_code());
    let plan = ConditionalPlan { seat, problem: words.as_deref() };
    board(&request, &state, &caller, (&*view, plan, &tried), status).await
}

async fn board(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    (view, plan, tried): (&MatchView, ConditionalPlan<'_>, &AnalysisLine),
    status: StatusCode,
) -> HttpResult {
    let report = AnalysisReport::Unavailable;
    let page = AnalysisPage { plan: Some(plan), ..tried.page(view, caller, &report)? };
    if is_fragment(request) {
        return Ok(html(status, analysis::fragment(&page)));
    }
    let reader = reader(request, state, caller).await?;
    Ok(html(status, analysis::page(reader, &page)))
}

/// The seat of a player who can have conditional moves, and use an analysis board.
fn may_plan(view: &MatchView, caller: &Caller) -> Result<Seat, WebError> {
    let seat = view.viewer(caller.user()).seat().ok_or(MatchError::NotSeated)?;
    match view.m.status {
        MatchStatus::Open => return Err(MatchError::NotStarted.into()),
        MatchStatus::Ended(_) => return Err(MatchError::Over.into()),
        MatchStatus::Playing if !view.m.still_plays(seat) => return Err(MatchError::Gone.into()),
        MatchStatus::Playing => may_try(view, caller)?,
    }
    Ok(seat)
}
