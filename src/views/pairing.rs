//! Quick pairing: the form, and the page of a user who waits for an opponent.

use maud::{Markup, html};

use super::listing::ListViewer;
use super::page::{Page, PageViewer};
use super::parts::game_cards::known_games;
use super::parts::options::game_title;
use super::parts::words::pace;
use super::parts::{Button, ButtonKind, NoticeBox, RadioChoice, RadioChoices, SectionCard, matches};
use crate::games::{Game, KnownGame};
use crate::lists::ListedMatch;
use crate::pairing::{PairingChoice, PairingPace};
use crate::texts::tr;
use crate::urls;

/// The page with the form.
#[derive(Clone, Copy, Debug)]
pub struct PairingPage<'a> {
    /// All games in the order of their tiles.
    pub games: &'a [Game],
    /// The last choice of the user.
    pub choice: Option<PairingChoice>,
    /// The message why the user does not wait.
    pub problem: Option<&'a str>,
}

/// The section of the page of a user who waits.
#[derive(Clone, Copy, Debug)]
pub struct WaitingSection<'a> {
    pub choice: PairingChoice,
    /// Whether a bot is offered.
    pub offers_bot: bool,
    pub list_viewer: ListViewer,
    /// Open matches that the user can join.
    pub open: &'a [ListedMatch],
}

/// The page with the form.
pub fn form(reader: PageViewer<'_>, page: &PairingPage<'_>) -> Markup {
    let frame = Page::new(tr("Play someone"), reader).notice(page.problem.map(NoticeBox::bad));
    frame.body(html! {
        header.stack.tight {
            h1 { (tr("Play someone")) }
            p.lead { (tr("You play someone with a similar rating who chose the same game and time. The match is rated.")) }
        }
        form.stack.loose method="post" action=(urls::Pairing) {
            (games(page))
            (paces(page.choice))
            div.row { (Button { label: tr("Find an opponent"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    })
}

fn games(page: &PairingPage<'_>) -> Markup {
    let games: Vec<_> = known_games(page.games).collect();
    let of = |game: &KnownGame| RadioChoice { value: game.key(), title: game_title(*game), help: "" };
    let chosen = page.choice.map(|choice| choice.game).or(games.first().copied());
    html! {
        (RadioChoices {
            name: "game", legend: tr("Game"), of: games.iter().map(of).collect(),
            chosen: chosen.map_or("", KnownGame::key), small: true, ..RadioChoices::default()
        })
    }
}

fn paces(choice: Option<PairingChoice>) -> Markup {
    let days = pace(PairingPace::ThreeDays.allowance());
    let card = |pace: PairingPace, title, help| RadioChoice { value: pace.key(), title, help };
    let of = vec![
        card(PairingPace::Live, tr("Live"), tr("Everyone is online and plays in one sitting.")),
        card(PairingPace::ThreeDays, &days, tr("You don’t have to be online at the same time.")),
    ];
    let chosen = choice.map_or(PairingPace::Live, |choice| choice.pace).key();
    html! { (RadioChoices { name: "pace", legend: tr("Time"), of, chosen, ..RadioChoices::default() }) }
}

/// The page of a user who waits.
pub fn waiting(reader: PageViewer<'_>, waiting: &WaitingSection<'_>) -> Markup {
    Page::new(tr("Looking for an opponent"), reader).script("htmx.js").body(section(waiting))
}

/// Its section. A page without scripts loads itself again.
pub fn section(waiting: &WaitingSection<'_>) -> Markup {
    let PairingChoice { game, pace } = waiting.choice;
    html! {
        div #pairing.stack.loose {
            header.stack {
                h1 { (tr("Looking for an opponent")) }
                p.lead { (game_title(game)) ", " (self::pace(pace.allowance())) }
                progress aria-label=(tr("Looking for an opponent")) {}
                p.soft { (tr("Stay on this page. The match starts as soon as someone is found.")) }
                form method="post" action=(urls::LeavePairing) { (Button { label: tr("Cancel"), ..Button::default() }) }
                div aria-live="polite" { @if waiting.offers_bot { (bot(game)) } }
            }
            @if !waiting.open.is_empty() {
                @let aside = html! { a href=(urls::OpenMatches) { (tr("All open matches")) } };
                (SectionCard { title: tr("Open matches"), aside, body: matches(&waiting.list_viewer.rows_to_join(waiting.open)) })
            }
            div #pairing-wait hx-get=(urls::PairingWait) hx-trigger="load, every 5s" hx-sync="this:drop" hx-swap="outerHTML"
                hx-status:4xx="swap:none" hx-status:5xx="swap:none" {}
            noscript { meta http-equiv="refresh" content="5"; }
        }
    }
}

fn bot(game: KnownGame) -> Markup {
    html! {
        form.stack method="post" action=(urls::once(urls::Play)) {
            p { (tr("Nobody is there yet. You can play a bot instead.")) }
            input type="hidden" name="game" value=(game.key());
            div.row { (Button { label: tr("Play a bot"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}

/// What ends a request to wait: loads the section again.
pub fn look_again() -> Markup {
    html! {
        div #pairing-again hx-get=(urls::Pairing) hx-trigger="load, every 5s" hx-sync="this:drop" hx-target="#pairing"
            hx-swap="outerMorph" hx-status:4xx="swap:none" hx-status:5xx="swap:none" {}
    }
}
