//! `POST /matches/{id}/plies`: playing.

use actix_web::http::StatusCode;
use actix_web::http::header::HeaderName;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{Id, answer, own, sight, with_own};
use crate::matches::{Command, MatchId, Status, THROW, Table};
use crate::urls;
use crate::users::UserId;
use crate::views::boards;
use crate::views::table::{self, Sight};
use crate::web::{Answer, Caller, Error, Form, Member, State, html, is_fragment, reader, see_other};

/// Sent by a page while its stream is open: it is shown there what comes of a ply.
const STREAM: HeaderName = HeaderName::from_static("parlour-stream");

/// A ply, and the entry of the log up to which its player had seen the match.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    seq: u32,
    notation: String,
    /// Whether it is only shown, and asked for once more.
    confirm: Option<Ask>,
    /// Where to go afterwards.
    then: Option<Then>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ask {
    Ask,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Then {
    Next,
}

/// `POST /matches/{id}/plies`: 204 where the result reaches the page by its stream, else as [`answer`].
pub async fn play(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    id: Id,
    ply: Form<Ply>,
) -> Answer {
    let Form(Ply { seq, notation, confirm, then }) = ply;
    let (user, person) = (member.0.id, member.0.clone());
    let caller = Caller::from(member);
    if let Some(Ask::Ask) = confirm
        && let Some(shown) = preview(&request, &state, &caller, &id, seq, &notation).await?
    {
        return Ok(shown);
    }
    let done = state.referee.command(person, &id, Command::Play { seq, notation }).await;
    if let (Some(Then::Next), Ok(table)) = (then, &done)
        && is_waited_for(&state, table, user).await?
    {
        return Ok(see_other(&request, &urls::Next.after(id.as_str())));
    }
    if done.is_ok() && has_open_stream(&request) {
        return Ok(HttpResponse::NoContent().finish());
    }
    answer(&request, &state, &caller, done).await
}

/// Whether the request comes from a page with an open stream.
fn has_open_stream(request: &HttpRequest) -> bool {
    request.headers().get(STREAM).is_some_and(|stream| stream == "open") && is_fragment(request)
}

/// Whether somebody who has moved is done here for now, and needed at another match.
async fn is_waited_for(state: &State, table: &Table, user: UserId) -> Result<bool, Error> {
    let m = &table.m;
    let done = m.status == Status::Playing && m.user_to_act() != Some(user);
    Ok(done && state.referee.turns_of(user).await? > 0)
}

/// The match as it would stand after a ply, to be looked at before it is played; nothing, when it cannot be played, or is a
/// throw that nobody can think over.
async fn preview(
    request: &HttpRequest,
    state: &State,
    caller: &Caller,
    id: &MatchId,
    seq: u32,
    notation: &str,
) -> Result<Option<HttpResponse>, Error> {
    let table = state.referee.look(id, caller.user()).await?;
    let m = &table.m;
    let acts = m.to_act().seat().is_some() && m.user_to_act() == caller.user();
    let fresh = (m.fresh_since..=m.seq).contains(&seq);
    if notation == THROW || !acts || !fresh || m.position.check(notation).is_err() {
        return Ok(None);
    }
    let own = own(state, caller, id).await?;
    let chosen = boards::chosen_for(&m.position, notation);
    let sight = Sight { preview: Some(notation), chosen: &chosen, ..sight(state, caller, &table) };
    let sight = with_own(sight, own.as_ref());
    if is_fragment(request) {
        return Ok(Some(html(StatusCode::OK, table::fragment(&sight))));
    }
    let reader = reader(request, state, caller).await?;
    Ok(Some(html(StatusCode::OK, table::page(reader, &sight))))
}
