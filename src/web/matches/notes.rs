//! `POST /matches/{id}/notes`: what somebody notes about a match for themselves.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use serde::Deserialize;

use super::{Id, own, sight, with_own};
use crate::say;
use crate::urls;
use crate::views::table::{self, LONGEST_NOTE, Note, Sight};
use crate::web::{Answer, Caller, Form, Member, State, html, is_fragment, reader, see_other};

/// The note; empty, to keep none.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    text: String,
}

/// `POST /matches/{id}/notes`
pub async fn keep(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    id: Id,
    written: Form<Written>,
) -> Answer {
    let user = member.0.id;
    let table = state.referee.look(&id, Some(user)).await?;
    let text = tidy(&written.0.text);
    let long = text.chars().count();
    let problem = (long > LONGEST_NOTE).then(|| {
        say!(
            "That is too long: {most} characters are the most, and these are {long}.",
            most = LONGEST_NOTE,
            long = long,
        )
    });
    if problem.is_none() {
        state.store.keep_note(user, &id, text.clone()).await?;
        if !is_fragment(&request) {
            return Ok(see_other(&request, &urls::Match { id: id.as_str() }.notes()));
        }
    }
    let caller = Caller::from(member);
    let note = Note { text: &text, problem: problem.as_deref(), kept: problem.is_none() };
    let sight = Sight { note: Some(note), ..sight(&state, &caller, &table) };
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    if is_fragment(&request) {
        return Ok(html(status, table::notes(&sight)));
    }
    let own = own(&state, &caller, &id).await?;
    let sight = with_own(sight, own.as_ref());
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(status, table::page(reader, &sight)))
}

/// The text without what browsers add to the ends of lines and nobody sees.
fn tidy(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let seen = |letter: &char| !letter.is_control() || matches!(letter, '\n' | '\t');
    lines.chars().filter(seen).collect::<String>().trim_end().to_owned()
}
