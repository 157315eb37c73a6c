//! `POST /matches/{id}/hint`: the suggested move in a casual match against bots, and the reason for it.

use super::best_move::{SearchedPosition, best_move};
use super::{PathMatchId, page_context, page_data, show_refusal, with_own};
use crate::bots::review;
use crate::views::boards;
use crate::views::match_page::{self, MatchPage, MoveHint, PlyChoice};
use crate::web::{Caller, HttpResult, RequestOf, SessionUser, is_fragment, ok, reader};

/// `POST /matches/{id}/hint`
pub async fn ask((request, state, member): RequestOf<SessionUser>, id: PathMatchId) -> HttpResult {
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
    let choice = PlyChoice { hint: Some(hint), cells: &chosen, ..PlyChoice::default() };
    let page_context = MatchPage { choice, ..page_context(&request, &state, &caller, &view) };
    if is_fragment(&request) {
        return ok(match_page::fragment(&page_context));
    }
    let own = page_data(&state, &caller, &view).await?;
    let reader = reader(&request, &state, &caller).await?;
    ok(match_page::page(reader, &with_own(page_context, own.as_ref())))
}
