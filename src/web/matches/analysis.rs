//! `GET /matches/{id}/analysis`: the analysis board. Its state is in the URL; nothing is stored.

use actix_web::web::Query;
use serde::Deserialize;

use super::PathMatchId;
use crate::games::{Cell, Position};
use crate::matches::{Analysis, AnalysisError, MatchStatus, MatchView, TimeAllowance};
use crate::store::AnalysisState;
use crate::texts::tr;
use crate::views::analysis::{self, AnalysisPage, AnalysisReport};
use crate::views::boards;
use crate::views::messages::ErrorMessage;
use crate::web::{AppState, Caller, ErrorWords, HttpResult, RequestOf, WebError, is_fragment, ok, reader};

/// Maximum length of the line in the URL, in bytes.
pub const MAX_LENGTH: usize = 4096;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisQuery {
    /// The ply after which it begins; by default the current position.
    pub ply: Option<usize>,
    /// The plies, separated by commas.
    #[serde(default)]
    line: String,
    /// How many of them are on the board; by default all.
    at: Option<usize>,
    /// The chosen cells.
    #[serde(default)]
    from: String,
    /// Whether cells are chosen step by step.
    along: Option<u8>,
    /// Whether a better move is looked for at a turning point.
    retry: Option<u8>,
    /// The match, if it is an imported one.
    #[serde(default)]
    pub record: String,
}

impl AnalysisQuery {
    /// The current position with a line.
    pub fn line(plies: &[String]) -> Self {
        Self { line: plies.join(","), ..Self::default() }
    }

    /// With the position on which the page of an analysed match opens, unless there is one.
    pub fn opening(self, view: &MatchView, caller: &Caller, report: &AnalysisReport) -> Self {
        let viewer = view.viewer(caller.user()).seat();
        let is_opening = self.ply.is_none() && self.line.is_empty() && self.retry.is_none();
        let first = if is_opening { analysis::first_shown(view, viewer, report) } else { None };
        Self { ply: self.ply.or(first), ..self }
    }
}

/// A line on the analysis board, and the chosen cells.
#[derive(Debug)]
pub struct AnalysisLine {
    ply: usize,
    line: Analysis,
    at: usize,
    chosen: Vec<Cell>,
    along: bool,
    is_opening: bool,
    retry: bool,
}

impl AnalysisLine {
    /// The line that a query asks for.
    ///
    /// # Errors
    /// It cannot be played, or does not go that far.
    pub fn of(view: &MatchView, query: &AnalysisQuery) -> Result<Self, WebError> {
        let ply = query.ply.unwrap_or(view.m.plies.len());
        let plies: Vec<&str> = query.line.split(',').filter(|notation| !notation.is_empty()).collect();
        let line = view.m.analyse(ply, &plies).map_err(|error| match error {
            AnalysisError::NotThere => WebError::NotFound(ErrorWords::coded(error.code(), error.message())),
            AnalysisError::TooLong | AnalysisError::Ply { .. } => {
                WebError::Unprocessable(ErrorWords::coded(error.code(), error.message()))
            }
        })?;
        let (at, along) = (query.at.unwrap_or(plies.len()), query.along == Some(1));
        let is_opening = query.ply.is_none() && plies.is_empty();
        let retry = query.retry == Some(1);
        let mut tried = Self { ply, line, at, chosen: Vec::new(), along, is_opening, retry };
        tried.chosen = boards::chosen(tried.position()?, &query.from, along);
        Ok(tried)
    }

    /// The position on the board.
    ///
    /// # Errors
    /// The line does not go that far.
    pub fn position(&self) -> Result<&Position, WebError> {
        let too_far = || WebError::NotFound(tr("The line doesn’t go that far.").into());
        self.line.position(self.at).ok_or_else(too_far)
    }

    /// The page with this line on the board.
    ///
    /// # Errors
    /// The line does not go that far, or a better move is looked for where there was no mistake.
    pub fn page<'a>(
        &'a self,
        view: &'a MatchView,
        caller: &Caller,
        report: &'a AnalysisReport,
    ) -> Result<AnalysisPage<'a>, WebError> {
        let Self { ply, line, at, chosen, along, is_opening, retry } = self;
        let viewer = view.viewer(caller.user());
        let is_short = line.plies().len() == *at && *at <= 1;
        if *retry && !(is_short && analysis::is_before_turning_point(view, viewer.seat(), report, *ply)) {
            return Err(WebError::NotFound(tr("There’s no mistake to correct here.").into()));
        }
        Ok(AnalysisPage {
            view,
            viewer,
            signed_in: caller.user().is_some(),
            ply: *ply,
            is_opening: *is_opening,
            retry: *retry,
            line,
            at: *at,
            position: self.position()?,
            chosen,
            along: *along,
            report,
            imported: None,
            suggested: None,
            plan: None,
        })
    }
}

/// `GET /matches/{id}/analysis?ply=PLY&line=NOTATION,NOTATION`
pub async fn show(
    (request, state, caller): RequestOf<Caller>,
    id: PathMatchId,
    line: Query<AnalysisQuery>,
) -> HttpResult {
    if request.query_string().len() > MAX_LENGTH {
        return Err(WebError::TooLongAddress);
    }
    state.limits.costly_page(state.client_subnet(&request), caller.user())?;
    let view = state.referee.get(&id, caller.user()).await?;
    may_try(&view, &caller)?;
    let report = report(&state, &view).await?;
    let tried = AnalysisLine::of(&view, &line.into_inner().opening(&view, &caller, &report))?;
    let page = tried.page(&view, &caller, &report)?;
    if is_fragment(&request) {
        return ok(analysis::fragment(&page));
    }
    let reader = reader(&request, &state, &caller).await?;
    ok(analysis::page(reader, &page))
}

/// In a running match, players may analyse, except with a live clock. Everybody may once it is over.
///
/// # Errors
/// Why the caller may not.
pub fn may_try(view: &MatchView, caller: &Caller) -> Result<(), WebError> {
    let m = &view.m;
    let seated = view.viewer(caller.user()).seat().is_some();
    let pace = m.clocks.as_ref().map(|clocks| clocks.control().pace);
    match m.status {
        MatchStatus::Ended(_) => Ok(()),
        MatchStatus::Open => Err(WebError::Conflict(tr("The match hasn’t started yet.").into())),
        MatchStatus::Playing if !seated => Err(WebError::Forbidden(
            tr("While a match is in progress, only its players can analyse it.").into(),
        )),
        MatchStatus::Playing if pace.is_some_and(TimeAllowance::is_live) => {
            Err(WebError::Forbidden(tr("Live matches can be analysed once they’re over.").into()))
        }
        MatchStatus::Playing => Ok(()),
    }
}

/// The state of the analysis of a match.
pub async fn report(state: &AppState, view: &MatchView) -> Result<AnalysisReport, WebError> {
    if view.m.ending().is_none() || view.m.plies.is_empty() {
        return Ok(AnalysisReport::Unavailable);
    }
    let Some(analysis) = state.store.match_analysis(&view.m.id).await? else {
        return Ok(AnalysisReport::Offered);
    };
    Ok(match analysis.state {
        AnalysisState::Waiting => {
            AnalysisReport::Running { evaluated: analysis.positions.len(), all: analysis.position_count }
        }
        AnalysisState::Done => AnalysisReport::Done(analysis.positions),
        AnalysisState::Failed => AnalysisReport::Failed,
    })
}
