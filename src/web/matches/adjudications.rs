//! `POST /matches/{id}/adjudication` and `POST /matches/{id}/staff-abort`: staff decide a match.

use std::fmt::Display;

use actix_web::HttpRequest;

use super::PathMatchId;
use crate::matches::{MatchId, Ruling};
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::users::StaffRank;
use crate::web::{AppState, FormData, HttpResult, ModeratorCaller, RequestOf, SignedIn, WebError, see_other};

/// The fields `why`, `report` for the report it follows from, and `place.0`, `place.1`, … for the seats.
type RulingForm = FormData<Vec<(String, String)>>;

#[derive(Default)]
struct RulingDecision {
    why: String,
    report: Option<i64>,
    places: Vec<(usize, u8)>,
}

/// `POST /matches/{id}/adjudication`: ends the match with these places.
pub async fn adjudicate(
    (request, state, staff): RequestOf<ModeratorCaller>,
    id: PathMatchId,
    fields: RulingForm,
) -> HttpResult {
    let mut decision = read(fields)?;
    decision.places.sort_unstable();
    let in_order = (0..).zip(&decision.places).all(|(seat, (given, _))| seat == *given);
    if !in_order {
        return Err(WebError::Unprocessable(tr("Give each seat one place.").into()));
    }
    let places = decision.places.iter().map(|(_, place)| *place).collect();
    decide(&request, &state, &staff, &id, Ruling::Places(places), decision).await
}

/// `POST /matches/{id}/staff-abort`: ends the match without a result.
pub async fn abort(
    (request, state, staff): RequestOf<ModeratorCaller>,
    id: PathMatchId,
    fields: RulingForm,
) -> HttpResult {
    let decision = read(fields)?;
    if !decision.places.is_empty() {
        return Err(WebError::Unprocessable(tr("A cancelled match has no places.").into()));
    }
    decide(&request, &state, &staff, &id, Ruling::Void, decision).await
}

async fn decide(
    request: &HttpRequest,
    state: &AppState,
    staff: &ModeratorCaller,
    id: &MatchId,
    ruling: Ruling,
    decision: RulingDecision,
) -> HttpResult {
    may_see(state, staff, id, decision.report).await?;
    let SignedIn(person, standing) = staff.0.clone();
    state.referee.adjudicate((person, standing.role), id, ruling, decision.why).await?;
    Ok(match decision.report {
        Some(report) => see_other(request, &urls::AdminReport { id: &report.to_string() }.to_string()),
        None => see_other(request, &urls::Match { id: id.as_str() }.to_string()),
    })
}

/// Staff may see a private match only if they may handle a report about it.
async fn may_see(
    state: &AppState,
    staff: &ModeratorCaller,
    id: &MatchId,
    report: Option<i64>,
) -> Result<(), WebError> {
    let (person, standing) = (&staff.0.0, &staff.0.1);
    if let Some(report) = report {
        let report = state.store.report_of(report).await?.filter(|report| {
            report.match_id.as_ref() == Some(id)
                && report.parties.may_be_handled_by(StaffRank::new(person.id, standing.role))
        });
        return report.map(drop).ok_or(WebError::NotFound("".into()));
    }
    Ok(state.referee.get(id, Some(person.id)).await.map(drop)?)
}

fn read(FormData(fields): RulingForm) -> Result<RulingDecision, WebError> {
    let mut decision = RulingDecision::default();
    for (name, value) in fields {
        match name.as_str() {
            "why" => decision.why = value,
            "report" => decision.report = Some(value.parse().map_err(|_| unreadable(&name))?),
            _ => {
                let seat = name.strip_prefix("place.").and_then(|seat| seat.parse().ok());
                let place = value.parse().ok();
                decision.places.push(seat.zip(place).ok_or_else(|| unreadable(&name))?);
            }
        }
    }
    Ok(decision)
}

fn unreadable(name: impl Display) -> WebError {
    WebError::Unprocessable(tr_format!("The form isn’t valid: {name} can’t be read.", name = name).into())
}
