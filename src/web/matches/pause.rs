//! `POST /matches/{id}/pause`: stopping the clocks by agreement.

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Deserialize;

use super::{Id, carry_out};
use crate::matches::{Command, PauseAnswer};
use crate::web::{Answer, Form, Member, State};

/// What somebody has to say about a pause.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    answer: Words,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Words {
    Ask,
    Decline,
    Resume,
}

/// `POST /matches/{id}/pause`
pub async fn answer(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    id: Id,
    said: Form<Said>,
) -> Answer {
    let answer = match said.0.answer {
        Words::Ask => PauseAnswer::Ask,
        Words::Decline => PauseAnswer::Decline,
        Words::Resume => PauseAnswer::Resume,
    };
    carry_out(request, state, member, id, Command::Pause(answer)).await
}
