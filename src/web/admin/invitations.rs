//! `/admin/invitations`: links by which new people come in.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use serde::Deserialize;

use super::super::{Admin, Answer, Caller, Error, Form, State, html, reader, see_other};
use crate::now::spans::DAY;
use crate::store::NewInvitation;
use crate::texts::tr;
use crate::urls;
use crate::users::HouseInvitation;
use crate::views::admin::invitations::{self, Done, Draft, Invitation};

const PAGE: u32 = 30;
/// For so many at most, and so many days.
const MOST_PLACES: u32 = 500;
const MOST_DAYS: i64 = 366;
const LONGEST_NOTE: usize = 200;

/// What the address says.
#[derive(Debug, Deserialize)]
pub struct Looking {
    #[serde(default)]
    below: String,
    #[serde(default)]
    done: String,
}

/// What the form sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Make {
    #[serde(default)]
    note: String,
    places: String,
    days: String,
}

/// `GET /admin/invitations`
pub async fn page(request: HttpRequest, state: Data<State>, staff: Admin, looking: Query<Looking>) -> Answer {
    let below = looking.below.parse().ok().filter(|below| *below > 0).unwrap_or(i64::MAX);
    let draft = Draft { done: Done::from_key(&looking.done), ..Draft::default() };
    show(&request, &state, &staff.into(), below, StatusCode::OK, draft).await
}

/// `POST /admin/invitations`: 422 and the form again when it asks for what cannot be.
pub async fn make(request: HttpRequest, state: Data<State>, staff: Admin, form: Form<Make>) -> Answer {
    let Form(Make { note, places, days }) = form;
    let note: String = note.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let count = places.trim().parse().ok().filter(|places| (1..=MOST_PLACES).contains(places));
    let lasts = days.trim().parse().ok().filter(|days| (1..=MOST_DAYS).contains(days));
    let problem = match (count, lasts) {
        (None, _) => Some(tr("An invitation is for 1 to 500 people.")),
        (_, None) => Some(tr("An invitation counts for 1 to 366 days.")),
        _ if note.chars().count() > LONGEST_NOTE => Some(tr("A note has at most 200 characters.")),
        _ => None,
    };
    let (None, Some(places), Some(days)) = (problem, count, lasts) else {
        let draft = Draft { note: &note, places: &places, days: &days, problem, ..Draft::default() };
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return show(&request, &state, &staff.into(), i64::MAX, status, draft).await;
    };
    let now = state.clock.now();
    let new = NewInvitation { places, expires_at: now.after(days * DAY), note };
    let by = staff.0.0.id;
    state.store.invite_to_house(by, new, now).await??;
    Ok(see_other(&request, &urls::AdminInvitations.after(Done::Made.key())))
}

/// `POST /admin/invitations/{id}/revocation`: 404 for one that never was, 409 for one that counts no more anyway.
pub async fn revoke(request: HttpRequest, state: Data<State>, staff: Admin, id: Path<String>) -> Answer {
    let nobody = || Error::NotFound(tr("There is no such invitation.").into());
    let id: i64 = id.parse().map_err(|_| nobody())?;
    state.store.house_invitation(id).await?.ok_or_else(nobody)?;
    let by = staff.0.0.id;
    state.store.revoke_house_invitation(by, id, state.clock.now()).await??;
    Ok(see_other(&request, &urls::AdminInvitations.after(Done::Revoked.key())))
}

async fn show(
    request: &HttpRequest,
    state: &State,
    caller: &Caller,
    below: i64,
    status: StatusCode,
    draft: Draft<'_>,
) -> Answer {
    let mut found = state.store.house_invitations(below, PAGE + 1).await?;
    let more = found.len() > PAGE as usize;
    found.truncate(PAGE as usize);
    let link = |invitation: HouseInvitation| {
        let key = state.accounts.invitation_key(invitation.id);
        let link = format!("{}{}", state.public_url, urls::Register.invited(&key));
        Invitation { invitation, link }
    };
    let list = invitations::List {
        invitations: found.into_iter().map(link).collect(),
        first: below == i64::MAX,
        more,
        registration: state.config.registration.to_string(),
        now: state.clock.now(),
        draft,
    };
    Ok(html(status, invitations::page(reader(request, state, caller).await?, &list)))
}
