//! Cards of all games.

use maud::{Markup, html};

use super::boards::{self, StillBoard};
use crate::games::Game;
use crate::texts::tr;
use crate::tr_format;

/// Each game as a card with a link. The page has to load the stylesheets of all boards.
pub fn game_list(href: impl Fn(Game) -> String) -> Markup {
    html! { ul.game-list { @for game in Game::ALL { li { (card(*game, &href(*game))) } } } }
}

fn card(game: Game, href: &str) -> Markup {
    html! {
        a.game-card href=(href) {
            div.stage { (opening(game)) }
            h2 { (tr(game.title())) }
            p { (boards::game_description(game)) }
            p.small.soft { (people(game)) }
        }
    }
}

/// The opening with the fewest seats.
pub fn opening(game: Game) -> Markup {
    html! { @if let Some(still) = StillBoard::opening(game, &[], *game.seats().start()) { (still) } }
}

/// The same drawn as in lists: with few images, and without a stylesheet.
pub fn small_opening(game: Game) -> Markup {
    let still = StillBoard::opening(game, &[], *game.seats().start());
    html! { @if let Some(still) = still { (boards::small(still.position(), 0)) } }
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
