//! `POST /matches/{id}/notes`: the private note of a player.

use actix_web::http::StatusCode;
use serde::Deserialize;

use super::{PathMatchId, page_context, page_data, with_own};
use crate::tr_format;
use crate::urls;
use crate::users::visible_text;
use crate::views::match_page::{self, LONGEST_NOTE, MatchPage, PrivateNote, ViewerData};
use crate::web::{
    Caller, FormData, HttpResult, RequestOf, SessionUser, html, is_fragment, reader, see_other,
};

/// The note; empty to delete it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteForm {
    text: String,
}

/// `POST /matches/{id}/notes`
pub async fn save(
    (request, state, member): RequestOf<SessionUser>,
    id: PathMatchId,
    written: FormData<NoteForm>,
) -> HttpResult {
    let user = member.0.id;
    let view = state.referee.get(&id, Some(user)).await?;
    let text = normalize(&written.0.text);
    let long = text.chars().count();
    let problem = (long > LONGEST_NOTE).then(|| {
        tr_format!(
            "Too long: use at most {most} characters. These are {long}.",
            most = LONGEST_NOTE,
            long = long,
        )
    });
    if problem.is_none() {
        state.store.save_note(user, &id, text.clone()).await?;
        if !is_fragment(&request) {
            return Ok(see_other(&request, &urls::Match { id: id.as_str() }.notes()));
        }
    }
    let caller = Caller::from(member);
    let note = PrivateNote { text: &text, problem: problem.as_deref(), saved: problem.is_none() };
    let page_context = page_context(&request, &state, &caller, &view);
    let page_context = MatchPage { own: ViewerData { note: Some(note), ..page_context.own }, ..page_context };
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    if is_fragment(&request) {
        return Ok(html(status, match_page::notes(&page_context)));
    }
    let own = page_data(&state, &caller, &view).await?;
    let page_context = with_own(page_context, own.as_ref());
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(status, match_page::page(reader, &page_context)))
}

/// The visible text, without spaces around it.
fn normalize(text: &str) -> String {
    let seen = |character: &char| !character.is_control() || matches!(character, '\n' | '\t');
    visible_text(&text.chars().filter(seen).collect::<String>())
}
