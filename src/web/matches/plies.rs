//! `POST /matches/{id}/plies`: playing.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use super::carry_out;
use crate::matches::{Command, MatchId};
use crate::web::{Answer, Form, Member, State};

/// A ply, and the entry of the log up to which its player had seen the match.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    seq: u32,
    notation: String,
}

/// `POST /matches/{id}/plies`
pub async fn play(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    id: Path<MatchId>,
    ply: Form<Ply>,
) -> Answer {
    let Form(Ply { seq, notation }) = ply;
    carry_out(request, state, member, id, Command::Play { seq, notation }).await
}
