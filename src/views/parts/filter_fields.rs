//! Fields of the forms that filter lists.

use maud::{Markup, html};

use crate::games::Game;
use crate::lists::PaceFilter;
use crate::texts::tr;

/// A field with a list of values and their titles; the first of them if none is chosen.
pub fn select<K: AsRef<str>, T: AsRef<str>>(
    name: &str,
    label: &str,
    values: impl IntoIterator<Item = (K, T)>,
    chosen: Option<&str>,
) -> Markup {
    html! {
        div.field {
            label for=(name) { (label) }
            select.input id=(name) name=(name) {
                @for (key, title) in values {
                    option value=(key.as_ref()) selected[chosen == Some(key.as_ref())] { (title.as_ref()) }
                }
            }
        }
    }
}

/// The choice of a game.
pub fn game_field(chosen: Option<Game>) -> Markup {
    let games = Game::ALL.iter().map(|game| (game.key(), tr(game.title())));
    select("game", tr("Game"), [("", tr("All games"))].into_iter().chain(games), chosen.map(Game::key))
}

/// The choice of a kind of time control.
pub fn pace_field(chosen: Option<PaceFilter>) -> Markup {
    let paces = [
        ("", tr("Any time")),
        (PaceFilter::Live.key(), tr("Live")),
        (PaceFilter::Correspondence.key(), tr("Days per move")),
        (PaceFilter::Untimed.key(), tr("No time limit")),
    ];
    select("pace", tr("Time"), paces, chosen.map(PaceFilter::key))
}
