//! `GET /matches/{id}/try`: a board to try something on. All of it is in the address; nothing is kept.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::Id;
use crate::matches::{Pace, Status, Table, WhatIfError};
use crate::texts::tr;
use crate::views::boards;
use crate::views::messages::Message;
use crate::views::what_if::{self, Tried};
use crate::web::address::Household;
use crate::web::{Answer, Caller, Error, State, html, is_fragment, reader};

/// The longest line, in bytes as it is written in the address.
const LONGEST: usize = 4096;

/// What is tried.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// After how many plies of the match it begins; now, when it is missing.
    ply: Option<usize>,
    /// The plies, with commas between them.
    #[serde(default)]
    line: String,
    /// How many of them are on the board; all, when it is missing.
    at: Option<usize>,
    /// The cells that are chosen.
    #[serde(default)]
    from: String,
    /// Whether cells are chosen along the chain.
    along: Option<u8>,
}

/// `GET /matches/{id}/try?ply=PLY&line=NOTATION,NOTATION`
pub async fn show(
    request: HttpRequest,
    state: Data<State>,
    caller: Caller,
    id: Id,
    line: Query<Line>,
) -> Answer {
    if request.query_string().len() > LONGEST {
        return Err(Error::TooLongAddress);
    }
    state.limits.costly_page(Household::asking(&request, &state.config.trusted_proxies), caller.user())?;
    let table = state.referee.look(&id, caller.user()).await?;
    may_try(&table, &caller)?;
    let ply = line.ply.unwrap_or(table.m.plies.len());
    let plies: Vec<&str> = line.line.split(',').filter(|notation| !notation.is_empty()).collect();
    let tried = table.m.what_if(ply, &plies).map_err(|error| match error {
        WhatIfError::NotThere => Error::NotFound(error.message().into()),
        WhatIfError::TooLong | WhatIfError::Ply { .. } => Error::Unprocessable(error.message().into()),
    })?;
    let at = line.at.unwrap_or(plies.len());
    let position = tried.position(at).ok_or(Error::NotFound(tr("The line does not go that far.").into()))?;
    let along = line.along == Some(1);
    let chosen = boards::chosen(position, &line.from, along);
    let viewer = table.viewer(caller.user());
    let tried = Tried { table: &table, viewer, ply, line: &tried, at, position, chosen: &chosen, along };
    if is_fragment(&request) {
        return Ok(html(StatusCode::OK, what_if::fragment(&tried)));
    }
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(StatusCode::OK, what_if::page(reader, &tried)))
}

/// While a match runs, its players try things out, as they could on a board at home; not against a live clock, where one
/// thinks at the table. Everybody may when it is over.
fn may_try(table: &Table, caller: &Caller) -> Result<(), Error> {
    let m = &table.m;
    let seated = table.viewer(caller.user()).seat().is_some();
    let pace = m.clocks.as_ref().map(|clocks| clocks.control().pace);
    match m.status {
        Status::Ended(_) => Ok(()),
        Status::Open => Err(Error::Conflict(tr("The match has not started yet.").into())),
        Status::Playing if !seated => {
            Err(Error::Forbidden(tr("While a match runs only its players try things out on it.").into()))
        }
        Status::Playing if pace.is_some_and(Pace::is_live) => Err(Error::Forbidden(
            tr("Against a live clock one thinks at the table. When the match is over, this board is open.")
                .into(),
        )),
        Status::Playing => Ok(()),
    }
}
