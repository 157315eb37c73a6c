//! `POST /matches/{id}/orders`: leaving standing orders.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, ResponseError};
use serde::Deserialize;

use super::{Id, own, sight, with_own};
use crate::matches::Fault;
use crate::referee::RefereeError;
use crate::urls;
use crate::views::messages::Message;
use crate::views::table::{self, Draft, Sight};
use crate::web::{Answer, Caller, Error, Form, Member, State, html, is_fragment, reader, see_other};

/// What is ordered, a line a line; nothing, to withdraw what was ordered before.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Left {
    orders: String,
}

/// `POST /matches/{id}/orders`
pub async fn leave(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    id: Id,
    left: Form<Left>,
) -> Answer {
    let text = left.0.orders;
    let done = state.referee.order(member.0.clone(), &id, text.clone()).await;
    let caller = Caller::from(member);
    let (table, refusal) = match done {
        Ok(table) if !is_fragment(&request) => {
            return Ok(see_other(&request, &urls::Match { id: table.m.id.as_str() }.orders()));
        }
        Ok(table) => return Ok(html(StatusCode::OK, table::ordered(&sight(&state, &caller, &table)))),
        Err(RefereeError::Refused { refusal, table }) => (table, refusal),
        Err(error) => return Err(error.into()),
    };
    let (words, wrong) = (refusal.message(), refusal.fault() == Fault::Invalid);
    let sight = Sight {
        draft: wrong.then_some(Draft { text: &text, problem: Some(&words) }),
        problem: (!wrong).then_some(words.as_str()),
        ..sight(&state, &caller, &table)
    };
    let status = Error::from(refusal).status_code();
    if is_fragment(&request) {
        return Ok(html(status, table::ordered(&sight)));
    }
    let own = own(&state, &caller, &id).await?;
    let sight = with_own(sight, own.as_ref());
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(status, table::page(reader, &sight)))
}
