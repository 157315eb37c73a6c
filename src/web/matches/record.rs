//! The record of a match, as JSON for programs and as text for people.

use std::sync::Arc;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, ContentType};
use actix_web::web::Data;
use actix_web::{HttpResponse, HttpResponseBuilder};

use super::PathMatchId;
use crate::games::Seat;
use crate::matches::{MatchId, MatchRecord, MatchView, RatingChange};
use crate::now::UtcDay;
use crate::views::match_page::record_text;
use crate::web::{AppState, Caller, HttpResult, WebError};

/// `GET /matches/{id}/record.json`
pub async fn json(state: Data<AppState>, caller: Caller, id: PathMatchId) -> HttpResult {
    let (view, ratings) = rated(&state, &caller, &id).await?;
    let record = MatchRecord::for_viewer(&view, view.viewer(caller.user()), &ratings);
    Ok(download(&view, "json").json(record))
}

/// `GET /matches/{id}/record.txt`
pub async fn text(state: Data<AppState>, caller: Caller, id: PathMatchId) -> HttpResult {
    let (view, ratings) = rated(&state, &caller, &id).await?;
    Ok(download(&view, "txt").insert_header(ContentType::plaintext()).body(record_text(&view, &ratings)))
}

/// A match that the caller may see, with the ratings around it.
pub(super) async fn rated(
    state: &AppState,
    caller: &Caller,
    id: &MatchId,
) -> Result<(Arc<MatchView>, Vec<RatingChange>), WebError> {
    let view = state.referee.get(id, caller.user()).await?;
    let is_rated = view.m.rating_update().is_some();
    let ratings = if is_rated { state.store.ratings_around(id).await? } else { Vec::new() };
    Ok((view, ratings))
}

/// A response that browsers save as a file.
fn download(view: &MatchView, extension: &str) -> HttpResponseBuilder {
    let file = format!("{}.{extension}", file_name(view));
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")));
    answer
}

/// The game, the players and the day on which the match was created: `parlour-kalah-ada-ben-2026-11-21`.
pub(super) fn file_name(view: &MatchView) -> String {
    let m = &view.m;
    let names = Seat::first(m.seats.count()).filter_map(|seat| view.name(seat));
    let words: Vec<_> = ["parlour", m.game.key()].into_iter().chain(names).flat_map(ascii_words).collect();
    format!("{}-{}", words.join("-"), UtcDay::of(m.opened_at))
}

/// The words of a text that are safe in a file name and in a header.
fn ascii_words(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::ascii_words;

    #[test]
    fn names_become_words_of_ascii() {
        let words = |name| ascii_words(name).collect::<Vec<_>>().join("-");
        let names = ["Ada_L", "Kalah Casual (bot)", "Guest 12", "a\"b\r\n../c", "Zoë", "(é)"];
        assert_eq!(names.map(words), ["ada-l", "kalah-casual-bot", "guest-12", "a-b-c", "zo", ""]);
    }
}
