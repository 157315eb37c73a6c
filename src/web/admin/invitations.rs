//! `/admin/invitations`: sign-up links.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Path, Query};
use serde::Deserialize;

use super::super::{
    AdminCaller, AppState, Caller, FormData, HttpResult, RequestOf, WebError, html, reader, see_other,
};
use crate::now::spans::DAY;
use crate::store::NewSignupInvitation;
use crate::texts::tr;
use crate::urls;
use crate::users::{SignupInvitation, visible_text};
use crate::views::admin::invitations::{self, CreatedInvitation, Done, SignupInvitationDraft};

const PAGE: u32 = 30;
/// Limits for the number of people and the validity in days.
const MOST_PLACES: u32 = 500;
const MOST_DAYS: i64 = 366;
const LONGEST_NOTE: usize = 200;

#[derive(Debug, Deserialize)]
pub struct InvitationsQuery {
    #[serde(default)]
    below: String,
    #[serde(default)]
    done: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvitationForm {
    #[serde(default)]
    note: String,
    places: String,
    days: String,
}

/// `GET /admin/invitations`
pub async fn page(
    (request, state, staff): RequestOf<AdminCaller>,
    looking: Query<InvitationsQuery>,
) -> HttpResult {
    let below = looking.below.parse().ok().filter(|below| *below > 0).unwrap_or(i64::MAX);
    let draft =
        SignupInvitationDraft { done: Done::from_key(&looking.done), ..SignupInvitationDraft::default() };
    show(&request, &state, &staff.into(), below, StatusCode::OK, draft).await
}

/// `POST /admin/invitations`: 422 and the form again if a value is out of range.
pub async fn make(
    (request, state, staff): RequestOf<AdminCaller>,
    form: FormData<InvitationForm>,
) -> HttpResult {
    let FormData(InvitationForm { note, places, days }) = form;
    let note = visible_text(&note.replace(char::is_control, " "));
    let count = places.trim().parse().ok().filter(|places| (1..=MOST_PLACES).contains(places));
    let lasts = days.trim().parse().ok().filter(|days| (1..=MOST_DAYS).contains(days));
    let is_long = note.chars().count() > LONGEST_NOTE;
    let (false, Some(places), Some(days)) = (is_long, count, lasts) else {
        let draft = SignupInvitationDraft {
            done: None,
            note: &note,
            places: &places,
            days: &days,
            note_problem: is_long.then(|| tr("Use 200 characters or fewer for the note.")),
            places_problem: count.is_none().then(|| tr("An invitation is for 1 to 500 people.")),
            days_problem: lasts.is_none().then(|| tr("An invitation is valid for 1 to 366 days.")),
        };
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return show(&request, &state, &staff.into(), i64::MAX, status, draft).await;
    };
    let now = state.clock.now();
    let new = NewSignupInvitation { max_uses: places, expires_at: now.after(days * DAY), note };
    let by = staff.0.0.id;
    state.store.add_signup_invitation(by, new, now).await??;
    Ok(see_other(&request, &urls::AdminInvitations.after(Done::Made.key())))
}

/// `POST /admin/invitations/{id}/revoke`: 404 for an unknown id, 409 if it is not valid any more.
pub async fn revoke((request, state, staff): RequestOf<AdminCaller>, id: Path<String>) -> HttpResult {
    let nobody = || WebError::NotFound(tr("That invitation doesn’t exist.").into());
    let id: i64 = id.parse().map_err(|_| nobody())?;
    state.store.signup_invitation(id).await?.ok_or_else(nobody)?;
    let by = staff.0.0.id;
    state.store.revoke_signup_invitation(by, id, state.clock.now()).await??;
    Ok(see_other(&request, &urls::AdminInvitations.after(Done::Revoked.key())))
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    below: i64,
    status: StatusCode,
    draft: SignupInvitationDraft<'_>,
) -> HttpResult {
    let mut found = state.store.signup_invitations(below, PAGE + 1).await?;
    let more = found.len() > PAGE as usize;
    found.truncate(PAGE as usize);
    let link = |invitation: SignupInvitation| {
        let key = state.accounts.invitation_key(invitation.id);
        let link = format!("{}{}", state.public_url, urls::Register.invited(&key));
        CreatedInvitation { invitation, link }
    };
    let list = invitations::InvitationsPage {
        invitations: found.into_iter().map(link).collect(),
        first: below == i64::MAX,
        more,
        registration: state.settings.now().registration,
        now: state.clock.now(),
        draft,
    };
    Ok(html(status, invitations::page(reader(request, state, caller).await?, &list)))
}
