//! `POST /matches/{id}/conditional-moves`: sets conditional moves.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, ResponseError};
use serde::Deserialize;

use super::{PathMatchId, own, page_context, with_own};
use crate::matches::ErrorClass;
use crate::referee::RefereeError;
use crate::urls;
use crate::views::match_page::{self, ConditionalDraft, MatchPage};
use crate::views::messages::ErrorMessage;
use crate::web::{
    AppState, Caller, FormData, HttpResult, SessionUser, WebError, html, is_fragment, reader, see_other,
};

/// The conditional moves, one line each; empty to remove them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionalForm {
    orders: String,
}

/// `POST /matches/{id}/conditional-moves`
pub async fn leave(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    id: PathMatchId,
    left: FormData<ConditionalForm>,
) -> HttpResult {
    let text = left.0.orders;
    let done = state.referee.set_conditional_moves(member.0.clone(), &id, text.clone()).await;
    let caller = Caller::from(member);
    let (view, refusal) = match done {
        Ok(view) if !is_fragment(&request) => {
            return Ok(see_other(&request, &urls::Match { id: view.m.id.as_str() }.orders()));
        }
        Ok(view) => {
            return Ok(html(StatusCode::OK, match_page::ordered(&page_context(&state, &caller, &view))));
        }
        Err(RefereeError::Refused { refusal, view }) => (view, refusal),
        Err(error) => return Err(error.into()),
    };
    let (words, wrong) = (refusal.message(), refusal.fault() == ErrorClass::Invalid);
    let page_context = MatchPage {
        draft: wrong.then_some(ConditionalDraft { text: &text, problem: Some(&words) }),
        problem: (!wrong).then_some(words.as_str()),
        ..page_context(&state, &caller, &view)
    };
    let status = WebError::from(refusal).status_code();
    if is_fragment(&request) {
        return Ok(html(status, match_page::ordered(&page_context)));
    }
    let own = own(&state, &caller, &id).await?;
    let page_context = with_own(page_context, own.as_ref());
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(status, match_page::page(reader, &page_context)))
}
