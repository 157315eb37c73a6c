//! A match as one HTML file that shows its moves without this site.

use std::sync::Arc;

use deunicode::deunicode;
use tokio::task::spawn_blocking;

use crate::games::Seat;
use crate::language::Language;
use crate::matches::{MatchRecord, MatchView, MatchViewer, RatingChange};
use crate::now::{Moment, UtcDay};
use crate::rasterizer;
use crate::texts::in_language;
use crate::views::match_page::{self, MatchPage};

/// A file that replays a match, the same for everyone who may see the match.
#[derive(Debug)]
pub struct ReplayFile {
    /// The name of the file.
    pub name: String,
    pub html: String,
}

impl ReplayFile {
    /// Written on a thread for blocking work, with the ratings around the match, and links to the site at `origin`. `None` if it
    /// would be too large.
    pub async fn of(
        view: Arc<MatchView>,
        ratings: Vec<RatingChange>,
        language: Language,
        origin: String,
        now: Moment,
    ) -> Option<Self> {
        let write = move || {
            let page_context =
                MatchPage { origin: &origin, ..MatchPage::now(&view, MatchViewer::Watcher, now) };
            let steps = rasterizer::drawn_steps(&match_page::replay_steps(&page_context)?)?;
            let html = match_page::replay_file(&page_context, &ratings, &MatchRecord::of(&view), &steps);
            Some(Self { name: file_name(&view, "html"), html: html.into_string() })
        };
        spawn_blocking(move || in_language(language, write)).await.ok().flatten()
    }
}

/// The game, the players and the day on which the match was created: `parlour-kalah-ada-ben-2026-11-21.html`.
pub fn file_name(view: &MatchView, extension: &str) -> String {
    let m = &view.m;
    let names = Seat::first(m.seats.count()).filter_map(|seat| view.name(seat));
    let words: Vec<_> = ["parlour", m.game.key()].into_iter().chain(names).flat_map(ascii_words).collect();
    format!("{}-{}.{extension}", words.join("-"), UtcDay::of(m.opened_at))
}

/// The words of a text that are safe in a file name and in a header. Other scripts are written in Latin letters.
fn ascii_words(text: &str) -> Vec<String> {
    let words = deunicode(text).to_ascii_lowercase().replace('\'', "");
    let words = words.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::ascii_words;

    #[test]
    fn names_become_words_of_ascii() {
        let words = |name| ascii_words(name).join("-");
        let names = ["Ada_L", "Kalah Casual (bot)", "Guest 12", "a\"b\r\n../c", "Zoë", "Ольга", "()"];
        let expected = ["ada-l", "kalah-casual-bot", "guest-12", "a-b-c", "zoe", "olga", ""];
        assert_eq!(names.map(words), expected);
    }
}
