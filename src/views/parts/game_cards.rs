//! Cards of all games.

use maud::{Markup, html};

use super::options::game_title;
use crate::games::{Game, KnownGame};
use crate::texts::tr;
use crate::tr_format;
use crate::views::boards::{self, StillBoard};

/// Games, each followed by its presets that are known as games, as cards with links. The page has to load the stylesheets of
/// all boards.
pub fn game_list(games: &[Game], href: impl Fn(KnownGame) -> String) -> Markup {
    html! { ul.game-list { @for known in known_games(games) { li { (card(known, &href(known))) } } } }
}

/// Games, each followed by its presets that are known as games.
pub fn known_games(games: &[Game]) -> impl Iterator<Item = KnownGame> {
    games.iter().copied().flat_map(KnownGame::all_of)
}

fn card(known: KnownGame, href: &str) -> Markup {
    html! {
        a.game-card href=(href) {
            div.stage { (opening(known)) }
            h2 { (game_title(known)) }
            p { (description(known)) }
            p.small.soft { (people(known.game)) }
        }
    }
}

/// A game in a sentence.
pub fn description(known: KnownGame) -> &'static str {
    known.preset.map_or_else(|| boards::game_description(known.game), |preset| tr(preset.help))
}

/// The board of the opening with the fewest seats.
pub fn still_opening(known: KnownGame) -> Option<StillBoard> {
    let position = known.game.opening(&known.options()?, *known.game.seats().start()).ok()?;
    Some(StillBoard::of(position))
}

/// The same, drawn.
pub fn opening(known: impl Into<KnownGame>) -> Markup {
    html! { @if let Some(still) = still_opening(known.into()) { (still) } }
}

/// The same drawn as in lists: with few images, and without a stylesheet.
pub fn small_opening(known: KnownGame) -> Markup {
    html! { @if let Some(still) = still_opening(known) { (boards::small(still.position(), 0)) } }
}

/// "2 to 6 players".
pub fn people(game: Game) -> String {
    let (least, most) = game.seats().into_inner();
    if least == most {
        tr_format!("{n} players", n = least)
    } else {
        tr_format!("{least} to {most} players", least = least, most = most)
    }
}
