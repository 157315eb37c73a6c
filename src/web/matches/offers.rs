//! Offering a draw, asking for a takeback, and what is said to either.

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Deserialize;

use super::{Id, carry_out};
use crate::matches::{Answer as Said, Command, Question};
use crate::web::{Answer, Form, Member, State};

/// What is said about a draw.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AboutDraw {
    /// It is offered.
    Offer,
    /// It is agreed to.
    Accept,
    /// It is not agreed to.
    Decline,
    /// It is offered no longer.
    Withdraw,
}

/// What is said about a takeback.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AboutTakeback {
    /// It is asked for.
    Ask,
    /// It is agreed to.
    Accept,
    /// It is not agreed to.
    Refuse,
    /// It is asked for no longer.
    Withdraw,
}

/// What is said, and the entry of the log up to which the match was seen, where the form knows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saying<T> {
    answer: T,
    seq: Option<u32>,
}

/// `POST /matches/{id}/draw`
pub async fn draw(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    id: Id,
    said: Form<Saying<AboutDraw>>,
) -> Answer {
    let Form(Saying { answer, seq }) = said;
    let answer = match answer {
        AboutDraw::Offer => Said::Ask,
        AboutDraw::Accept => Said::Accept,
        AboutDraw::Decline => Said::Refuse,
        AboutDraw::Withdraw => Said::Withdraw,
    };
    let command = Command::Answer { what: Question::Draw, answer, seq };
    carry_out(request, state, member, id, command).await
}

/// `POST /matches/{id}/takeback`
pub async fn takeback(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    id: Id,
    said: Form<Saying<AboutTakeback>>,
) -> Answer {
    let Form(Saying { answer, seq }) = said;
    let answer = match answer {
        AboutTakeback::Ask => Said::Ask,
        AboutTakeback::Accept => Said::Accept,
        AboutTakeback::Refuse => Said::Refuse,
        AboutTakeback::Withdraw => Said::Withdraw,
    };
    let command = Command::Answer { what: Question::Takeback, answer, seq };
    carry_out(request, state, member, id, command).await
}
