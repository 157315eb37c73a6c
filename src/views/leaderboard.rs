//! The leaderboard of a game.

use maud::{Markup, html};

use super::link_preview::LinkPreview;
use super::page::{Page, PageViewer, PageWidth};
use super::parts::{ButtonKind, EmptyState, LinkButton, NavTab, NavTabs, UserName};
use crate::games::Game;
use crate::matches::{COUNTED_A_DAY, RankedResult, RatingPool};
use crate::texts::{tr, tr_in};
use crate::tr_format;
use crate::urls;
use crate::users::UserId;

/// A page of a leaderboard.
pub struct LeaderboardPage {
    pub game: Game,
    pub pool: RatingPool,
    /// Settled ratings, if the page shows them.
    pub settled: Option<LeaderboardPart>,
    /// Provisional ratings, if the page shows them.
    pub provisional: Option<LeaderboardPart>,
    pub me: Option<UserId>,
}

/// Consecutive rows of a leaderboard.
pub struct LeaderboardPart {
    /// The rows, highest rating first.
    pub ranked: Vec<RankedResult>,
    /// How many users precede the first row.
    pub from: u32,
    /// Where the next page begins, if there is one.
    pub next: Option<u32>,
}

impl LeaderboardPage {
    /// Whether this is not the first page, or the last of several.
    fn follows(&self) -> bool {
        self.settled.as_ref().is_none_or(|settled| settled.from > 0)
    }

    fn is_me(&self, ranked: &RankedResult) -> bool {
        self.me == Some(ranked.person.id)
    }

    /// The URL of the next page.
    fn next(&self) -> Option<String> {
        let here = urls::Ratings { key: self.game.key() };
        let settled = self.settled.as_ref().and_then(|settled| settled.next);
        let provisional = self.provisional.as_ref().and_then(|provisional| provisional.next);
        settled
            .map(|from| here.pool(self.pool, from))
            .or_else(|| provisional.map(|from| here.provisional(self.pool, from)))
    }
}

pub fn page(reader: PageViewer<'_>, board: &LeaderboardPage) -> Markup {
    let title = tr_format!("{game} leaderboard", game = tr(board.game.title()));
    let about = tr_format!("The ratings of all {game} players.", game = tr(board.game.title()));
    let preview = LinkPreview::of_game(board.game, urls::Ratings { key: board.game.key() }, &about);
    Page::new(&title, reader).preview(preview).width(PageWidth::Column).body(html! {
        header.stack.tight {
            h1 { (tr("Leaderboard")) }
            p.lead { a href=(urls::GameRules { key: board.game.key() }) { (tr(board.game.title())) } }
        }
        (games(board))
        (pools(board))
        @let settled = board.settled.as_ref().filter(|settled| !settled.ranked.is_empty());
        @let provisional = board.provisional.as_ref().filter(|provisional| !provisional.ranked.is_empty());
        @if let Some(settled) = settled { (table(board, settled)) }
        @if let Some(provisional) = provisional { (provisional_list(board, provisional)) }
        @if settled.is_none() && provisional.is_none() { (empty(board)) } @else { (pages(board)) }
        (pool_help(board.pool))
    })
}

fn games(board: &LeaderboardPage) -> Markup {
    let tab = |game: Game| NavTab {
        label: tr(game.title()),
        href: urls::Ratings { key: game.key() }.to_string(),
        count: None,
        here: game == board.game,
    };
    html! { (NavTabs { label: tr("Games"), of: Game::ALL.iter().copied().map(tab).collect() }) }
}

fn pools(board: &LeaderboardPage) -> Markup {
    let tab = |pool: RatingPool| NavTab {
        label: pool_name(pool),
        href: urls::Ratings { key: board.game.key() }.pool(pool, 0),
        count: None,
        here: pool == board.pool,
    };
    let shown = |pool: &RatingPool| pool.has(board.game) && (board.pool.has_bots() || !pool.has_bots());
    let tabs: Vec<_> = RatingPool::ALL.into_iter().filter(shown).map(tab).collect();
    html! { @if tabs.len() > 1 { (NavTabs { label: tr("Number of players"), of: tabs }) } }
}

/// The name of a pool.
pub(super) fn pool_name(pool: RatingPool) -> &'static str {
    match pool {
        RatingPool::Two => tr("2 players"),
        RatingPool::More => tr("3 or more players"),
        RatingPool::TwoWithBots => tr("2 players, with bots"),
        RatingPool::MoreWithBots => tr("3 or more players, with bots"),
    }
}

fn table(board: &LeaderboardPage, settled: &LeaderboardPart) -> Markup {
    html! {
        table.tallies.ranks {
            thead {
                tr {
                    th scope="col" { (tr_in("a leaderboard", "Player")) }
                    th scope="col" { (tr("Rating")) }
                    th scope="col" { "±" }
                    th scope="col" { (tr("Matches")) }
                }
            }
            tbody { @for (place, ranked) in (settled.from + 1..).zip(&settled.ranked) { (line(board, place, ranked)) } }
        }
    }
}

/// Users with provisional ratings, with how many matches they lack.
fn provisional_list(board: &LeaderboardPage, provisional: &LeaderboardPart) -> Markup {
    html! {
        section.stack.provisional aria-labelledby="provisional" {
            h2 #provisional { (tr("Provisional ratings")) }
            p.soft { (tr("These players are ranked once they have played more rated matches.")) }
            table.tallies.ranks {
                thead {
                    tr {
                        th scope="col" { (tr_in("a leaderboard", "Player")) }
                        th scope="col" { (tr("Rating")) }
                        th scope="col" { (tr("Matches")) }
                        th scope="col" { (tr("Matches to go")) }
                    }
                }
                tbody { @for ranked in &provisional.ranked { (provisional_line(board, ranked)) } }
            }
        }
    }
}

fn provisional_line(board: &LeaderboardPage, ranked: &RankedResult) -> Markup {
    let missing = ranked.rating.matches_missing(board.pool);
    html! {
        tr.you[board.is_me(ranked)] {
            th scope="row" { (name(board, ranked)) }
            td.soft { (ranked.rating.rounded()) "?" }
            td { (ranked.rating.number) }
            td {
                @match board.pool.is_of_two() {
                    true => (tr_format!("about {n}", n = missing)),
                    false => (missing),
                }
            }
        }
    }
}

fn name(board: &LeaderboardPage, ranked: &RankedResult) -> Markup {
    html! {
        (UserName { name: &ranked.person.name, you: board.is_me(ranked), link: true, ..UserName::default() })
    }
}

fn line(board: &LeaderboardPage, place: u32, ranked: &RankedResult) -> Markup {
    html! {
        tr.you[board.is_me(ranked)] {
            th scope="row" { span.soft.place-number { (place) } " " (name(board, ranked)) }
            td { (ranked.rating.rounded()) }
            td.soft { (ranked.rating.deviation.round() as i64) }
            td { (ranked.rating.number) }
        }
    }
}

fn pages(board: &LeaderboardPage) -> Markup {
    let here = urls::Ratings { key: board.game.key() };
    html! {
        @let next = board.next();
        @if board.follows() || next.is_some() {
            nav.pages aria-label=(tr("Pages")) {
                @if board.follows() { a.button href=(here.pool(board.pool, 0)) { (tr("Top")) } } @else { span {} }
                @if let Some(next) = next { a.button rel="next" href=(next) { (tr("Next")) } }
            }
        }
    }
}

fn empty(board: &LeaderboardPage) -> Markup {
    let action = html! { (LinkButton { href: urls::NewMatch.of(board.game.key()), label: tr("Create match"), kind: ButtonKind::Quiet }) };
    html! {
        (EmptyState {
            title: tr("No ratings yet"),
            text: tr("Players appear here after their first rated match."),
            action,
        })
    }
}

fn pool_help(pool: RatingPool) -> Markup {
    html! {
        p.soft.small {
            (tr("Everyone starts at 1500. Rated matches change your rating; new ratings move faster."))
            " "
            @match pool.is_of_two() {
                true => {
                    (tr("Calculated with Glicko-2; a rating with a question mark is provisional."))
                    @if pool == RatingPool::Two {
                        " "
                        (tr_format!("Of the matches of the same two players, the first {n} a day change ratings.", n = COUNTED_A_DAY))
                    }
                },
                false => (tr("Calculated with the Weng-Lin method from the places of all players; a rating is provisional for the first ten matches.")),
            }
        }
    }
}
