//! `POST /matches/{id}/hint`: the suggested move in a casual match against bots, and the reason for it.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use super::best_move::{SearchedPosition, best_move};
use super::{PathMatchId, page_context, page_data, show_refusal, with_own};
use crate::bots::review;
use crate::views::boards;
use crate::views::match_page::{self, MatchPage, MoveHint};
use crate::web::{AppState, Caller, HttpResult, SessionUser, html, is_fragment, reader};

/// `POST /matches/{id}/hint`
pub async fn ask(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    id: PathMatchId,
) -> HttpResult {
    let user = member.0.id;
    let caller = Caller::from(member);
    let view = state.referee.get(&id, Some(user)).await?;
    if let Err(refusal) = view.m.may_ask_hint(user) {
        return show_refusal(&request, &state, &caller, &refusal, &view).await;
    }
    let position = &view.m.position;
    let found = best_move(&request, &state, SearchedPosition { user, position }).await?;
    let reason = review::reason_for(position, &found.mv);
    let hint = MoveHint { notation: &found.mv, reason: reason.as_ref() };
    let chosen = boards::chosen_for(position, &found.mv);
    let page_context =
        MatchPage { hint: Some(hint), chosen: &chosen, ..page_context(&state, &caller, &view) };
    if is_fragment(&request) {
        return Ok(html(StatusCode::OK, match_page::fragment(&page_context)));
    }
    let own = page_data(&state, &caller, &id).await?;
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(StatusCode::OK, match_page::page(reader, &with_own(page_context, own.as_ref()))))
}
