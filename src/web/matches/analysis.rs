//! `GET /matches/{id}/analysis`: the analysis board. Its state is in the URL; nothing is stored.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::PathMatchId;
use crate::games::{Cell, Position};
use crate::matches::{Analysis, AnalysisError, MatchStatus, MatchView, TimeAllowance};
use crate::store::AnalysisState;
use crate::texts::tr;
use crate::views::analysis::{self, AnalysisPage, AnalysisReport};
use crate::views::boards;
use crate::views::messages::ErrorMessage;
use crate::web::http::client_address::ClientSubnet;
use crate::web::{AppState, Caller, ErrorWords, HttpResult, WebError, html, is_fragment, reader};

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
}

impl AnalysisQuery {
    /// The current position with a line.
    pub fn line(plies: &[String]) -> Self {
        Self { line: plies.join(","), ..Self::default() }
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
        let mut tried = Self { ply, line, at, chosen: Vec::new(), along };
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
    /// The line does not go that far.
    pub fn page<'a>(
        &'a self,
        view: &'a MatchView,
        caller: &Caller,
        report: &'a AnalysisReport,
    ) -> Result<AnalysisPage<'a>, WebError> {
        let Self { ply, line, at, chosen, along } = self;
        Ok(AnalysisPage {
            view,
            viewer: view.viewer(caller.user()),
            signed_in: caller.user().is_some(),
            ply: *ply,
            line,
            at: *at,
            position: self.position()?,
            chosen,
            along: *along,
            report,
            suggested: None,
            plan: None,
        })
    }
}

/// `GET /matches/{id}/analysis?ply=PLY&line=NOTATION,NOTATION`
pub async fn show(
    request: HttpRequest,
    state: Data<AppState>,
    caller: Caller,
    id: PathMatchId,
    line: Query<AnalysisQuery>,
) -> HttpResult {
    if request.query_string().len() > MAX_LENGTH {
        return Err(WebError::TooLongAddress);
    }
    state.limits.costly_page(ClientSubnet::asking(&request, &state.config.trusted_proxies), caller.user())?;
    let view = state.referee.get(&id, caller.user()).await?;
    may_try(&view, &caller)?;
    let tried = AnalysisLine::of(&view, &line)?;
    let report = report(&state, &view).await?;
    let page = tried.page(&view, &caller, &report)?;
    if is_fragment(&request) {
        return Ok(html(StatusCode::OK, analysis::fragment(&page)));
    }
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(StatusCode::OK, analysis::page(reader, &page)))
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
