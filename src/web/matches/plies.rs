//! `POST /matches/{id}/plies`: plays a ply.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{PathMatchId, answer, has_open_stream, page_context, page_data, with_own};
use crate::matches::{MatchCommand, MatchId, MatchStatus, MatchView, ROLL};
use crate::urls;
use crate::users::UserId;
use crate::views::boards;
use crate::views::match_page::{self, MatchPage, PlyChoice};
use crate::web::{
    AppState, Caller, FormData, HttpResult, RequestOf, SessionUser, WebError, html, is_fragment, reader,
    see_other,
};

/// A ply, and the log entry up to which the player has seen the match.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlyForm {
    seq: u32,
    notation: String,
    /// Whether to preview it and ask for confirmation.
    confirm: Option<ConfirmSetting>,
    /// Where to go afterwards.
    then: Option<AfterMove>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ConfirmSetting {
    Ask,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AfterMove {
    Next,
}

/// `POST /matches/{id}/plies`: 204 if the page gets the result by its stream, else as [`answer`].
pub async fn play(
    (request, state, member): RequestOf<SessionUser>,
    id: PathMatchId,
    ply: FormData<PlyForm>,
) -> HttpResult {
    let FormData(PlyForm { seq, notation, confirm, then }) = ply;
    let (user, person) = (member.0.id, member.0.clone());
    let caller = Caller::from(member);
    if let Some(ConfirmSetting::Ask) = confirm
        && let Some(shown) = preview(&request, &state, &caller, &id, seq, &notation).await?
    {
        return Ok(shown);
    }
    let done = state.referee.command(person, &id, MatchCommand::Play { seq, notation }).await;
    if let (Some(AfterMove::Next), Ok(view)) = (then, &done)
        && is_waited_for(&state, view, user).await?
    {
        return Ok(see_other(&request, &urls::Next.after(id.as_str())));
    }
    if done.is_ok() && has_open_stream(&request) {
        return Ok(HttpResponse::NoContent().finish());
    }
    answer(&request, &state, &caller, done).await
}

/// Whether the user's turn is over and another match waits for them.
async fn is_waited_for(state: &AppState, view: &MatchView, user: UserId) -> Result<bool, WebError> {
    let m = &view.m;
    let done = m.status == MatchStatus::Playing && m.user_to_act() != Some(user);
    Ok(done && state.referee.turns_of(user).await? > 0)
}

/// A preview of the position after a ply; `None` if it is not legal, or a dice roll, which needs no confirmation.
async fn preview(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    id: &MatchId,
    seq: u32,
    notation: &str,
) -> Result<Option<HttpResponse>, WebError> {
    let view = state.referee.get(id, caller.user()).await?;
    let m = &view.m;
    let acts = m.to_act().seat().is_some() && m.user_to_act() == caller.user();
    let fresh = (m.board_version..=m.seq).contains(&seq);
    if notation == ROLL || !acts || !fresh || m.position.check(notation).is_err() {
        return Ok(None);
    }
    let own = page_data(state, caller, &view).await?;
    let chosen = boards::chosen_for(&m.position, notation);
    let choice = PlyChoice { preview: Some(notation), cells: &chosen, ..PlyChoice::default() };
    let page_context = MatchPage { choice, ..page_context(request, state, caller, &view) };
    let page_context = with_own(page_context, own.as_ref());
    if is_fragment(request) {
        return Ok(Some(html(StatusCode::OK, match_page::fragment(&page_context))));
    }
    let reader = reader(request, state, caller).await?;
    Ok(Some(html(StatusCode::OK, match_page::page(reader, &page_context))))
}
