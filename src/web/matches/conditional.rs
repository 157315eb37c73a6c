//! `POST /matches/{id}/conditional-moves`: leaving conditional moves.

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

/// What is ordered, a line a line; nothing, to withdraw what was ordered before.
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
    let (table, refusal) = match done {
        Ok(table) if !is_fragment(&request) => {
            return Ok(see_other(&request, &urls::Match { id: table.m.id.as_str() }.orders()));
        }
        Ok(table) => {
            return Ok(html(StatusCode::OK, match_page::ordered(&page_context(&state, &caller, &table))));
        }
        Err(RefereeError::Refused { refusal, table }) => (table, refusal),
        Err(error) => return Err(error.into()),
    };
    let (words, wrong) = (refusal.message(), refusal.fault() == ErrorClass::Invalid);
    let page_context = MatchPage {
        draft: wrong.then_some(ConditionalDraft { text: &text, problem: Some(&words) }),
        problem: (!wrong).then_some(words.as_str()),
        ..page_context(&state, &caller, &table)
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
