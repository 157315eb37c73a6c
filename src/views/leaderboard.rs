//! Who is best at a game.

use maud::{Markup, html};

use super::page::{Page, Reader, Width};
use super::parts::{Empty, Kind, LinkButton, Tab, Tabs};
use crate::games::Game;
use crate::matches::{Ladder, Ranked, UserId};
use crate::say;
use crate::texts::{tr, tr_in};
use crate::web::paths;

/// A part of a leaderboard.
pub struct Leaderboard<'a> {
    /// At which game.
    pub game: Game,
    /// On which ladder.
    pub ladder: Ladder,
    /// The best, the highest first.
    pub ranked: &'a [Ranked],
    /// How many are better than the first of them.
    pub from: u32,
    /// Where the next part begins, if there is one.
    pub next: Option<u32>,
    /// Who looks.
    pub me: Option<UserId>,
}

/// The page.
pub fn page(reader: Reader<'_>, board: &Leaderboard<'_>) -> Markup {
    let title = say!("{game}, who is best", game = tr(board.game.title()));
    Page::new(&title, reader).width(Width::Column).body(html! {
        header.stack.tight {
            h1 { (tr("Who is best")) }
            p.lead { a href=(paths::GameRules { key: board.game.key() }) { (tr(board.game.title())) } }
        }
        (games(board))
        (ladders(board))
        @if board.ranked.is_empty() { (empty(board)) } @else { (table(board)) (pages(board)) }
        (meaning(board.ladder))
    })
}

fn games(board: &Leaderboard<'_>) -> Markup {
    let tab = |game: Game| Tab {
        label: tr(game.title()),
        href: paths::Ratings { key: game.key() }.to_string(),
        count: None,
        here: game == board.game,
    };
    html! { (Tabs { label: tr("Games"), of: Game::ALL.iter().copied().map(tab).collect() }) }
}

fn ladders(board: &Leaderboard<'_>) -> Markup {
    let tab = |ladder: Ladder| Tab {
        label: words(ladder),
        href: paths::Ratings { key: board.game.key() }.ladder(ladder, 0),
        count: None,
        here: ladder == board.ladder,
    };
    let tabs: Vec<_> = Ladder::ALL.into_iter().filter(|ladder| ladder.has(board.game)).map(tab).collect();
    html! { @if tabs.len() > 1 { (Tabs { label: tr("How many play"), of: tabs }) } }
}

/// What a ladder is called.
pub(super) fn words(ladder: Ladder) -> &'static str {
    match ladder {
        Ladder::Two => tr("By two"),
        Ladder::More => tr("By more"),
    }
}

fn table(board: &Leaderboard<'_>) -> Markup {
    html! {
        table.tallies.ranks {
            thead {
                tr {
                    th scope="col" { (tr_in("a leaderboard", "Player")) }
                    th scope="col" { (tr("Rating")) }
                    th scope="col" { (tr("Give or take")) }
                    th scope="col" { (tr("Matches")) }
                }
            }
            tbody { @for (place, ranked) in (board.from + 1..).zip(board.ranked) { (line(board, place, ranked)) } }
        }
    }
}

fn line(board: &Leaderboard<'_>, place: u32, ranked: &Ranked) -> Markup {
    let you = board.me == Some(ranked.person.id);
    html! {
        tr.you[you] {
            th scope="row" {
                span.soft.place-number { (place) } " "
                a href=(paths::Player { name: &ranked.person.name }) { (ranked.person.name) }
                @if you { span.soft { " " (tr("(you)")) } }
            }
            td { (ranked.rating.shown()) }
            td.soft { (ranked.rating.deviation.round() as i64) }
            td { (ranked.rating.number) }
        }
    }
}

fn pages(board: &Leaderboard<'_>) -> Markup {
    let here = paths::Ratings { key: board.game.key() };
    html! {
        @if board.from > 0 || board.next.is_some() {
            nav.pages aria-label=(tr("Pages")) {
                @if board.from > 0 { a.button href=(here.ladder(board.ladder, 0)) { (tr("The best")) } } @else { span {} }
                @if let Some(next) = board.next { a.button rel="next" href=(here.ladder(board.ladder, next)) { (tr("Further down")) } }
            }
        }
    }
}

fn empty(board: &Leaderboard<'_>) -> Markup {
    let action = html! { (LinkButton { href: paths::NewMatch.of(board.game.key()), label: tr("Open a table"), kind: Kind::Quiet }) };
    html! {
        (Empty {
            title: tr("Nobody yet"),
            text: tr("A rating shows here once enough rated matches stand behind it."),
            action,
        })
    }
}

fn meaning(ladder: Ladder) -> Markup {
    html! {
        p.soft.small {
            (tr("Everybody begins with 1500. Public matches that count move the ratings of those who played, the more so the \
            less is known of them."))
            " "
            @match ladder {
                Ladder::Two => (tr("Reckoned by Glicko-2; a rating with a question mark is still provisional.")),
                Ladder::More => (tr("Reckoned by the method of Weng and Lin from the places of all; for the first ten matches a rating is provisional.")),
            }
        }
    }
}
