//! `GET /matches/{id}/analysis`: the analysis board. Its state is in the URL; nothing is stored.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::PathMatchId;
use crate::matches::{AnalysisError, MatchStatus, MatchView, TimeAllowance};
use crate::texts::tr;
use crate::views::analysis::{self, AnalysisPage};
use crate::views::boards;
use crate::views::messages::ErrorMessage;
use crate::web::http::client_address::ClientSubnet;
use crate::web::{AppState, Caller, ErrorWords, HttpResult, WebError, html, is_fragment, reader};

/// Maximum length of the line in the URL, in bytes.
const MAX_LENGTH: usize = 4096;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisQuery {
    /// The ply after which it begins; by default the current position.
    ply: Option<usize>,
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
    let ply = line.ply.unwrap_or(view.m.plies.len());
    let plies: Vec<&str> = line.line.split(',').filter(|notation| !notation.is_empty()).collect();
    let tried = view.m.what_if(ply, &plies).map_err(|error| match error {
        AnalysisError::NotThere => WebError::NotFound(ErrorWords::coded(error.code(), error.message())),
        AnalysisError::TooLong | AnalysisError::Ply { .. } => {
            WebError::Unprocessable(ErrorWords::coded(error.code(), error.message()))
        }
    })?;
    let at = line.at.unwrap_or(plies.len());
    let position =
        tried.position(at).ok_or(WebError::NotFound(tr("The line doesn’t go that far.").into()))?;
    let along = line.along == Some(1);
    let chosen = boards::chosen(position, &line.from, along);
    let viewer = view.viewer(caller.user());
    let tried = AnalysisPage { view: &view, viewer, ply, line: &tried, at, position, chosen: &chosen, along };
    if is_fragment(&request) {
        return Ok(html(StatusCode::OK, analysis::fragment(&tried)));
    }
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(StatusCode::OK, analysis::page(reader, &tried)))
}

/// In a running match, players may analyse, except with a live clock. Everybody may once it is over.
fn may_try(view: &MatchView, caller: &Caller) -> Result<(), WebError> {
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
