//! `/admin/users`: finding users, and staff actions on them. Each action has its file.

pub mod deletion;
pub mod imports;
pub mod list;
pub mod notes;
pub mod renaming;
pub mod reset_link;
pub mod role;
pub mod sessions;
pub mod suspension;
pub mod two_factor;

use actix_web::http::StatusCode;
use actix_web::web::{Path, Query};
use actix_web::{HttpRequest, ResponseError};
use serde::Deserialize;

use super::super::dashboard::list_viewer;
use super::super::settings::SettingsReturn;
use super::super::{
    AppState, Caller, HttpResult, ModeratorCaller, RequestOf, SignedIn, WebError, html, reader, see_other,
};
use crate::accounts::{AccountError, key_of_user};
use crate::store::AuditFilter;
use crate::texts::tr;
use crate::urls;
use crate::users::preferences::TimeZoneName;
use crate::users::{
    AuditActor, Report, StaffAction, StaffActionError, StaffActionKind, StaffRank, StaffReason, UserFile,
    UserId,
};
use crate::views::admin::user::{self, StaffActionDraft, UserFilePage};
use crate::views::messages::ErrorMessage;
use crate::web::http::error_pages::log_error;

/// How many of the latest matches and staff actions are shown.
const MATCHES: u32 = 5;
const ENTRIES: u32 = 20;
/// How many of the latest reports about and by a user are shown.
const REPORTS: u32 = 10;

/// A form with nothing but a reason.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReasonForm {
    #[serde(default)]
    why: String,
}

/// `GET /admin/users/{name}`: 303 to the present name of a user who was renamed.
pub async fn page(
    (request, state, staff): RequestOf<ModeratorCaller>,
    name: Path<String>,
    after: Query<SettingsReturn>,
) -> HttpResult {
    if let Some(renamed) = renamed(&state, &name).await? {
        return Ok(see_other(&request, &urls::AdminUser { name: &renamed }.to_string()));
    }
    let file = file(&state, &name).await?;
    let seen =
        StaffActionDraft { done: StaffActionKind::from_key(&after.done), ..StaffActionDraft::default() };
    show(&request, &state, &staff.into(), file, StatusCode::OK, seen).await
}

/// What staff see of a user; 404 if nobody has the name.
pub(super) async fn file(state: &AppState, name: &str) -> Result<UserFile, WebError> {
    let nobody = || WebError::NotFound(tr("No user with that name.").into());
    let key = key_of_user(name).ok_or_else(nobody)?;
    state.store.person_file(&key, state.clock.now()).await?.ok_or_else(nobody)
}

/// The same, for an action: 409 if it cannot be done to a guest.
async fn file_for(state: &AppState, name: &str, act: StaffActionKind) -> Result<UserFile, WebError> {
    let file = file(state, name).await?;
    if file.card.person.is_guest() && !act.applies_to_guests() {
        return Err(WebError::Conflict(
            tr("A guest has no account, so this isn’t possible. You can mute, suspend or sign out a guest.")
                .into(),
        ));
    }
    Ok(file)
}

/// The present name of the user who had this one before.
pub(super) async fn renamed(state: &AppState, name: &str) -> Result<Option<String>, WebError> {
    let Some(key) = key_of_user(name) else { return Ok(None) };
    Ok(state.store.renamed_to(&key).await?)
}

/// The time zone of the viewer.
pub(super) async fn zone(state: &AppState, user: UserId) -> Result<TimeZoneName, WebError> {
    Ok(state.store.notice_preferences(user, state.clock.now()).await?.time_zone)
}

pub(super) async fn show(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    file: UserFile,
    status: StatusCode,
    draft: StaffActionDraft<'_>,
) -> HttpResult {
    let user = file.card.person.id;
    let filter = AuditFilter { target: Some(user), ..AuditFilter::default() };
    let zone = match caller.user() {
        Some(user) => zone(state, user).await?,
        None => TimeZoneName::utc(),
    };
    let mute = state.store.sanctions_of(user, state.clock.now()).await?.mute;
    let staff = StaffRank::new(caller.user().unwrap_or(UserId(0)), caller.1.role);
    let visible = |mut reports: Vec<Report>| {
        reports.retain(|report| report.parties.may_be_handled_by(staff));
        reports
    };
    let seen = UserFilePage {
        file: &file,
        list_viewer: list_viewer(state, caller),
        playing: &state.store.running_matches_of(user, MATCHES).await?,
        finished: &state.store.finished_matches_of(user, false, None, MATCHES).await?.matches,
        entries: &state.store.audit_entries(filter, ENTRIES).await?,
        reports: &visible(state.store.reports_about(user, REPORTS).await?),
        reported: &visible(state.store.reports_by(user, REPORTS).await?),
        zone: &zone,
        mute: mute.as_ref(),
        draft,
    };
    Ok(html(status, user::page(reader(request, state, caller).await?, &seen)))
}

/// Performs a staff action and returns to the user's page; shows the form again if the reason is missing or too long, or
/// if the action is not possible.
async fn carry_out(
    request: &HttpRequest,
    state: &AppState,
    staff: SignedIn,
    name: &str,
    action: StaffAction,
    draft: StaffActionDraft<'_>,
) -> HttpResult {
    let act = action.act();
    let draft = StaffActionDraft { act: Some(act), ..draft };
    let file = file_for(state, name, act).await?;
    let (by, target) = (AuditActor::Person(staff.0.id), file.card.person.clone());
    let reason = match StaffReason::parse(draft.why, act) {
        Ok(reason) => reason,
        Err(wrong) => {
            let draft = StaffActionDraft { problem: Some(&wrong.message()), ..draft };
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return show(request, state, &staff.into(), file, status, draft).await;
        }
    };
    let name = match &action {
        StaffAction::Rename { name, .. } => name.clone(),
        _ => target.name.to_string(),
    };
    match state.accounts.apply_action(by, target.id, action, reason).await {
        Ok(()) => {}
        Err(AccountError::Refused(refused)) => {
            return show_refused(request, state, &staff.into(), file, refused, draft).await;
        }
        Err(other) => return Err(other.into()),
    }
    match act {
        StaffActionKind::Rename => state.referee.clear_cache(),
        StaffActionKind::Suspend | StaffActionKind::EndSuspension => state.sanctions_changed(target.id),
        StaffActionKind::Approve => {
            state.sanctions_changed(target.id);
            // Others may be waiting.
            let list = format!("{}&done={}", urls::AdminUsers.waiting(), act.key());
            return Ok(see_other(request, &list));
        }
        _ => {}
    }
    Ok(see_other(request, &urls::AdminUser { name: &name }.after(act.key())))
}

/// The page with the form as it was sent and why the action was refused, unless it is not permitted at all.
pub(super) async fn show_refused(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    file: UserFile,
    refused: StaffActionError,
    draft: StaffActionDraft<'_>,
) -> HttpResult {
    let error = WebError::from(refused);
    if !matches!(error, WebError::Conflict(_) | WebError::Unprocessable(_)) {
        return Err(error);
    }
    log_error(request, &error);
    let words = match (refused, draft.act) {
        (StaffActionError::AlreadySo, Some(act)) => user::unchanged(act, &file.card.person.name),
        _ => refused.message(),
    };
    let draft = match refused {
        StaffActionError::NameTaken => StaffActionDraft { name_problem: Some(&words), ..draft },
        _ => StaffActionDraft { conflict: Some(&words), ..draft },
    };
    show(request, state, caller, file, error.status_code(), draft).await
}
