//! A board to try something on, from any position of a match. Everything on it is a link, so it works where no script runs;
//! nothing on it touches the match.

use std::ops::Range;

use compact_str::CompactString;
use maud::{Markup, Render, html};

use super::boards::{
    self, AnalysisBoard, AnalysisChoices, DescribedBoard, DrawnBoard, LastPly, TurnLine, announcement,
    partial,
};
use super::page::{Page, PageViewer, PageWidth};
use super::parts::{ButtonKind, Icon, LinkButton, SeatChip};
use crate::games::{Cell, Position, Seat};
use crate::matches::{Analysis, MatchView, MatchViewer};
use crate::say;
use crate::texts::{tr, tr_in};
use crate::urls;

/// The most plies of a line that are listed.
const MOST_LISTED: usize = 50;

/// A line that is tried, as somebody sees it.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisPage<'a> {
    /// The match and the people at it.
    pub table: &'a MatchView,
    pub viewer: MatchViewer,
    /// After how many plies of the match the line begins.
    pub ply: usize,
    pub line: &'a Analysis,
    /// How many plies of it are on the board.
    pub at: usize,
    /// How the board stands.
    pub position: &'a Position,
    /// The cells that are chosen.
    pub chosen: &'a [Cell],
    /// Whether cells are chosen along the chain.
    pub along: bool,
}

impl AnalysisPage<'_> {
    fn path(&self) -> urls::MatchAnalysis<'_> {
        urls::MatchAnalysis { id: self.table.m.id.as_str() }
    }

    fn plies(&self) -> Vec<&str> {
        self.line.plies().iter().map(|(_, notation)| notation.as_str()).collect()
    }

    fn to(&self, at: usize) -> String {
        self.path().of(self.ply, &self.plies(), at)
    }

    fn name(&self, seat: Option<Seat>) -> &str {
        seat.map_or_else(|| tr("The die"), |seat| self.table.name(seat).unwrap_or_else(|| tr("Nobody")))
    }

    /// The seat that could order this line as it stands: the viewer's, from the position the match has come to.
    fn order(&self) -> Option<String> {
        let m = &self.table.m;
        let runs = m.seat_to_act().is_some() && self.ply == m.plies.len();
        let runs = runs && m.game.conditional_rules().is_empty();
        let seat = self.viewer.seat().filter(|seat| runs && m.still_plays(*seat))?;
        self.line.as_order(seat)
    }
}

impl AnalysisChoices for AnalysisPage<'_> {
    fn choosing(&self, cells: &[CompactString], along: bool) -> String {
        let mut to = self.to(self.at);
        if !cells.is_empty() {
            to.push_str("&from=");
            to.push_str(&urls::UrlSegment(&cells.join(",")).to_string());
        }
        if along {
            to.push_str("&along=1");
        }
        to
    }

    fn playing(&self, notation: &str) -> String {
        let mut plies = self.plies();
        plies.truncate(self.at);
        plies.push(notation);
        self.path().of(self.ply, &plies, plies.len())
    }
}

pub fn page(reader: PageViewer<'_>, tried: &AnalysisPage<'_>) -> Markup {
    let title = say!("Analysis: {game}", game = tr(tried.table.m.game.title()));
    Page::new(&title, reader)
        .width(PageWidth::Wide)
        .class("table")
        .style(boards::stylesheet(tried.table.m.game))
        .live()
        .body(html! { (stage(tried)) (side(tried)) (announcement("")) })
}

/// What differs from ply to ply, for htmx.
pub fn fragment(tried: &AnalysisPage<'_>) -> Markup {
    html! {
        (stage(tried))
        (partial("side", side(tried)))
        (partial("say", announcement(&headline(tried))))
    }
}

fn stage(tried: &AnalysisPage<'_>) -> Markup {
    let trying =
        AnalysisBoard { position: tried.position, chosen: tried.chosen, along: tried.along, ways: tried };
    let last = tried.at.checked_sub(1).and_then(|last| {
        Some(LastPly { notation: &tried.line.plies().get(last)?.1, effects: tried.line.effects(last) })
    });
    let turns = boards::turns(tried.position, tried.viewer.seat());
    let all = tried.line.plies().len();
    html! {
        div #stage.stage hx-target:inherited="#stage" hx-swap:inherited="outerMorph" hx-replace-url:inherited="true" {
            (DrawnBoard { position: tried.position, turns, last, press: None }.with(&trying.render()))
            (position(tried))
            nav aria-label=(tr("Steps through the line")) {
                div.steps {
                    (step((tried.at > 0).then(|| tried.to(0)), tr("First"), Icon::First, "Home"))
                    (step(tried.at.checked_sub(1).map(|at| tried.to(at)), tr("Back"), Icon::Previous, "ArrowLeft"))
                    span.at { span.unseen { (tr_in("a replay", "Move")) " " } (tried.at) " / " (all) }
                    (step((tried.at < all).then(|| tried.to(tried.at + 1)), tr("Forward"), Icon::Next, "ArrowRight"))
                    (step((tried.at < all).then(|| tried.to(all)), tr("Last"), Icon::Last, "End"))
                }
            }
            div.tries { (trying.named()) (chains(tried)) }
        }
    }
}

/// The position as text, for people who cannot see the board.
fn position(tried: &AnalysisPage<'_>) -> Markup {
    let name = |seat: Seat| tried.name(Some(seat)).to_owned();
    DescribedBoard { position: tried.position, name: Some(&name), turn: TurnLine::Moves }.section()
}

fn step(to: Option<String>, label: &str, icon: Icon, key: &str) -> Markup {
    match to {
        None => html! { span.step.off role="link" aria-disabled="true" aria-label=(label) { (icon) } },
        Some(to) => html! {
            a.step href=(to) hx-get=(to) rel="nofollow" aria-label=(label) title=(label) data-key=(key) { (icon) }
        },
    }
}

/// The other way of choosing, once a piece is chosen in a game that has chains.
fn chains(tried: &AnalysisPage<'_>) -> Markup {
    if !tried.position.has_chain(tried.chosen) {
        return html! {};
    }
    let first = [tried.position.cell_name(tried.chosen[0])];
    let to = tried.choosing(&first, !tried.along);
    html! {
        a.button.plain href=(to) hx-get=(to) rel="nofollow" {
            @if tried.along { (tr("Pick the end hole")) } @else { (tr("Pick each hop")) }
        }
    }
}

fn side(tried: &AnalysisPage<'_>) -> Markup {
    let m = &tried.table.m;
    let back = urls::Match { id: m.id.as_str() };
    html! {
        div #side.side hx-target:inherited="#stage" hx-swap:inherited="outerMorph" hx-replace-url:inherited="true" {
            section aria-label=(tr("Analysis board")) {
                p.game-name { a href=(urls::GameRules { key: m.game.key() }) { (tr(m.game.title())) } " " span.tag { (tr("analysis")) } }
                h1.headline { (headline(tried)) }
                p.soft {
                    @if m.game.has_dice() {
                        (tr("Move for every player and choose what the die shows. Nothing here affects the match, and only you can see it."))
                    } @else {
                        (tr("Move for every player. Nothing here affects the match, and only you can see it."))
                    }
                }
                div.actions {
                    a.button href=(back) data-key="Escape" { (tr("Back to the match")) }
                    @if let Some(order) = tried.order() {
                        (LinkButton { href: back.ordering(&order), label: tr("Save as conditional moves"), kind: ButtonKind::Quiet })
                    }
                }
            }
            (list(tried))
        }
    }
}

/// What was played last, or where the line begins.
fn headline(tried: &AnalysisPage<'_>) -> String {
    let last = tried.at.checked_sub(1).and_then(|last| Some((last, tried.line.plies().get(last)?)));
    match last {
        Some((last, (seat, notation))) => {
            let before = tried.line.position(last);
            before.map_or_else(String::new, |before| boards::say(before, notation, tried.name(*seat)))
        }
        None if tried.ply == 0 => tr("Analysis from the start").to_owned(),
        None => say!("Analysis after move {n}", n = tried.ply),
    }
}

/// Which plies of a line are listed, the one on the board in the middle. Each link holds the whole line.
fn listed(at: usize, all: usize) -> Range<usize> {
    let start = at.saturating_sub(MOST_LISTED / 2).min(all.saturating_sub(MOST_LISTED));
    start..all.min(start + MOST_LISTED)
}

fn list(tried: &AnalysisPage<'_>) -> Markup {
    let m = &tried.table.m;
    let plies = tried.line.plies();
    let listed = listed(tried.at, plies.len());
    html! {
        nav #line aria-label=(tr("Moves")) {
            @if !plies.is_empty() {
                h2 { (tr("Moves")) }
                ol.plies start=(tried.ply + listed.start + 1) {
                    @for (number, (seat, notation)) in (listed.start + 1..).zip(&plies[listed.clone()]) {
                        @let to = tried.to(number);
                        li {
                            a href=(to) hx-get=(to) rel="nofollow" title=(tried.name(*seat))
                                aria-current=[(number == tried.at).then_some("step")] {
                                span.number { (tried.ply + number) }
                                @if let Some(seat) = seat { (SeatChip { sign: boards::chip(m.game, m.seats.count(), *seat) }) }
                                (notation)
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn of_a_long_line_the_plies_around_the_board_are_listed() {
        assert_eq!(listed(0, 0), 0..0);
        assert_eq!(listed(20, 50), 0..50);
        assert_eq!(listed(0, 200), 0..50);
        assert_eq!(listed(100, 200), 75..125);
        assert_eq!(listed(200, 200), 150..200);
    }
}
