//! `POST /matches/{id}/plies`: playing.

use actix_web::http::StatusCode;
use actix_web::http::header::{ContentType, HeaderName, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{Id, answer, own, sight, tab, with_own};
use crate::hub::Tab;
use crate::matches::{MatchId, Status, THROW, Table, UserId};
use crate::referee::Done;
use crate::views::boards;
use crate::views::table::{self, Sight};
use crate::web::{
    Answer, Caller, Error, Form, Member, State, html, is_fragment, live, paths, reader, see_other,
};

/// The number of the page that asks.
const TAB: HeaderName = HeaderName::from_static("parlour-tab");
/// Up to which entry of the log an answer tells.
const SEQ: HeaderName = HeaderName::from_static("parlour-seq");
/// How htmx puts an answer in its place.
const RESWAP: HeaderName = HeaderName::from_static("hx-reswap");

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

/// `POST /matches/{id}/plies`
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
    // What is seldom done is boxed, or every ply would carry the room for it along.
    if let Some(Ask::Ask) = confirm
        && let Some(shown) = Box::pin(preview(&request, &state, &caller, &id, seq, &notation)).await?
    {
        return Ok(shown);
    }
    let mut done = state.referee.play(person, &id, seq, notation, asking(&request, user)).await;
    if let (Some(Then::Next), Ok(done)) = (then, &done)
        && Box::pin(is_waited_for(&state, &done.table, user)).await?
    {
        return Ok(see_other(&request, &paths::Next.after(id.as_str())));
    }
    if let Ok(Done { table, news: Some(news) }) = &mut done
        && let Some(told) = live::answer(news, table.viewer(Some(user)))
    {
        news.is_told();
        return Ok(tell(table.m.seq, told));
    }
    Box::pin(answer(&request, &state, &caller, done.map(|done| done.table))).await
}

/// The page that asks, if it listens to a stream and says so.
fn asking(request: &HttpRequest, user: UserId) -> Option<Tab> {
    let number = request.headers().get(TAB).filter(|_| is_fragment(request))?;
    tab(Some(user), number.to_str().ok())
}

/// What came of a ply, as the stream of the page would tell it: changes all over the page, and up to where it is told now.
fn tell(seq: u32, told: String) -> HttpResponse {
    let mut answer = HttpResponse::Ok();
    answer.content_type(ContentType::html()).insert_header((RESWAP, HeaderValue::from_static("none")));
    answer.insert_header((SEQ, HeaderValue::from(seq))).body(told)
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
