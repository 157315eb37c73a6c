//! `POST /matches/{id}/adjudication` and `POST /matches/{id}/staff-abort`: staff decide a match. They are shown the outcome
//! and asked once.

use std::fmt::Display;

use actix_web::HttpRequest;

use super::PathMatchId;
use crate::matches::{MatchEvent, MatchId, Ruling, rule};
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::users::StaffRank;
use crate::views::rulings::{self, RulingPage};
use crate::web::{
    AppState, Caller, FormData, HttpResult, ModeratorCaller, RequestOf, SignedIn, WebError, ok, reader,
    see_other,
};

/// The fields `why`, `report` for the report it follows from, `place.0`, `place.1`, … for the seats, and `sure` once they have
/// confirmed it.
type RulingForm = FormData<Vec<(String, String)>>;

#[derive(Default)]
struct RulingDecision {
    why: String,
    report: Option<i64>,
    places: Vec<(usize, u8)>,
    is_sure: bool,
    /// All fields, as they were sent.
    fields: Vec<(String, String)>,
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
    if !decision.is_sure {
        return ask(request, state, staff, id, &ruling, &decision).await;
    }
    state.referee.adjudicate((person, standing.role), id, ruling, decision.why).await?;
    Ok(see_other(request, &back(id, decision.report)))
}

/// Where the form was: the report, or else the match.
fn back(id: &MatchId, report: Option<i64>) -> String {
    match report {
        Some(report) => urls::AdminReport { id: &report.to_string() }.to_string(),
        None => urls::Match { id: id.as_str() }.to_string(),
    }
}

/// The page that shows the outcome and asks for confirmation. Nothing has changed yet.
async fn ask(
    request: &HttpRequest,
    state: &AppState,
    staff: &ModeratorCaller,
    id: &MatchId,
    ruling: &Ruling,
    decision: &RulingDecision,
) -> HttpResult {
    let view = state.referee.read(id).await?;
    let events = rule(&view.m, staff.0.0.id, ruling, &decision.why)?;
    let [.., MatchEvent::Ended(ending)] = &*events else { return Err(WebError::NotFound("".into())) };
    let (why, fields, back) = (&*decision.why, &*decision.fields, &*back(id, decision.report));
    let page = RulingPage { view: &view, ending, fields, why, back };
    let caller = Caller::from(staff.0.clone());
    ok(rulings::page(reader(request, state, &caller).await?, &page))
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
    for (name, value) in &fields {
        match name.as_str() {
            "why" => decision.why.clone_from(value),
            "sure" => decision.is_sure = value == "yes",
            "report" => decision.report = Some(value.parse().map_err(|_| unreadable(name))?),
            _ => {
                let seat = name.strip_prefix("place.").and_then(|seat| seat.parse().ok());
                let place = value.parse().ok();
                decision.places.push(seat.zip(place).ok_or_else(|| unreadable(name))?);
            }
        }
    }
    decision.fields = fields.into_iter().filter(|(name, _)| name != "sure").collect();
    Ok(decision)
}

fn unreadable(name: impl Display) -> WebError {
    WebError::Unprocessable(tr_format!("The form isn’t valid: {name} can’t be read.", name = name).into())
}
