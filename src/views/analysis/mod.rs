//! The analysis board, from any position of a match. Everything on it is a link, so it works without scripts. It does
//! not touch the match.

mod conditional;
mod graph;
mod line_list;
mod report;

use compact_str::CompactString;
use maud::{Markup, Render, html};

pub use conditional::ConditionalPlan;
pub use report::{AnalysisReport, report};

use super::boards::{
    self, AnalysisBoard, AnalysisChoices, DescribedBoard, DrawnBoard, LastPly, TurnLine, announcement,
    partial,
};
use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind, Icon, LinkButton, NoticeBox};
use super::reasons;
use crate::bots::review::reason_for;
use crate::games::{Cell, Position, Seat};
use crate::matches::{Analysis, LastMove, MatchView, MatchViewer, PlyOrigin};
use crate::texts::{tr, tr_in};
use crate::tr_format;
use crate::urls;
use crate::views::words::called;

/// A line on the analysis board.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisPage<'a> {
    pub view: &'a MatchView,
    pub viewer: MatchViewer,
    /// Whether the viewer is signed in.
    pub signed_in: bool,
    /// The ply of the match after which the line begins.
    pub ply: usize,
    pub line: &'a Analysis,
    /// How many plies of the line are on the board.
    pub at: usize,
    pub position: &'a Position,
    /// The cells that are chosen.
    pub chosen: &'a [Cell],
    /// Whether cells are chosen step by step.
    pub along: bool,
    /// The state of the analysis of the match.
    pub report: &'a AnalysisReport,
    /// The result of a search for the best move.
    pub suggested: Option<SuggestedLine<'a>>,
    /// For entering conditional moves instead of analysing.
    pub plan: Option<ConditionalPlan<'a>>,
}

/// The best moves from a position on.
#[derive(Clone, Copy, Debug)]
pub struct SuggestedLine<'a> {
    /// In notation, the best move first.
    pub line: &'a [String],
}

impl AnalysisPage<'_> {
    fn plies(&self) -> Vec<&str> {
        self.line.plies().iter().map(|(_, notation)| notation.as_str()).collect()
    }

    /// The board with a number of plies of a line after a ply of the match.
    fn address(&self, ply: usize, line: &[&str], at: usize) -> String {
        let id = self.view.m.id.as_str();
        match self.plan {
            Some(_) => urls::ConditionalMoves { id }.of(ply, line, at),
            None => urls::MatchAnalysis { id }.of(ply, line, at),
        }
    }

    fn url_at(&self, at: usize) -> String {
        self.address(self.ply, &self.plies(), at)
    }

    /// The last move before the line begins.
    fn last_of_match(&self) -> Option<LastMove> {
        self.view.m.position_at(self.ply).ok()?.moved
    }

    fn name(&self, seat: Option<Seat>) -> &str {
        seat.map_or_else(
            || tr("The die"),
            |seat| called(self.view.name(seat).unwrap_or_else(|| tr("Nobody"))),
        )
    }

    /// The best moves from the shown position: the result of a search, or those of the analysis of the match.
    fn best_line(&self) -> Option<&[String]> {
        let analysed = || match self.report {
            AnalysisReport::Done(positions) if self.at == 0 => positions.get(self.ply),
            _ => None,
        };
        let searched = self.suggested.map(|suggested| suggested.line);
        searched.or_else(|| Some(&analysed()?.line)).filter(|line| !line.is_empty())
    }

    /// Whether the steps go through the plies of the match: it is analysed, and the line is empty.
    fn goes_through_match(&self) -> bool {
        matches!(self.report, AnalysisReport::Done(_)) && self.line.plies().is_empty()
    }

    /// Whether the viewer may search for the best move.
    fn may_search(&self) -> bool {
        let m = &self.view.m;
        let allowed = m.ending().is_some() || m.is_practice();
        self.signed_in && self.plan.is_none() && allowed && self.position.to_act().seat().is_some()
    }

    /// The line as conditional moves of the viewer, if they could enter it: it has to begin at the current position.
    fn order(&self) -> Option<String> {
        let m = &self.view.m;
        let runs = m.seat_to_act().is_some() && self.ply == m.plies.len();
        let seat = self.viewer.seat().filter(|seat| runs && m.still_plays(*seat))?;
        self.line.as_conditional_move(seat)
    }
}

impl AnalysisChoices for AnalysisPage<'_> {
    fn url_with_cells(&self, cells: &[CompactString], along: bool) -> String {
        let mut to = self.url_at(self.at);
        if !cells.is_empty() {
            to.push_str("&from=");
            to.push_str(&urls::UrlSegment(&cells.join(",")).to_string());
        }
        if along {
            to.push_str("&along=1");
        }
        to
    }

    fn url_after_ply(&self, notation: &str) -> String {
        let mut plies = self.plies();
        plies.truncate(self.at);
        plies.push(notation);
        self.address(self.ply, &plies, plies.len())
    }
}

pub fn page(reader: PageViewer<'_>, tried: &AnalysisPage<'_>) -> Markup {
    let game = tr(tried.view.m.game.title());
    let title = match tried.plan {
        Some(_) => tr_format!("Conditional moves: {game}", game = game),
        None => tr_format!("Analysis: {game}", game = game),
    };
    Page::new(&title, reader)
        .width(PageWidth::Wide)
        .class("match-page")
        .style(boards::stylesheet(tried.view.m.game))
        .live()
        .body(html! { (stage(tried)) (side(tried)) (announcement("")) })
}

/// What changes from ply to ply, for htmx.
pub fn fragment(tried: &AnalysisPage<'_>) -> Markup {
    html! {
        (stage(tried))
        (partial("side", side(tried)))
        (partial("announcement", announcement(&headline(tried))))
    }
}

fn stage(tried: &AnalysisPage<'_>) -> Markup {
    let suggested = tried.best_line().and_then(|line| line.first()).map(String::as_str);
    let trying = AnalysisBoard {
        position: tried.position,
        chosen: tried.chosen,
        along: tried.along,
        suggested,
        ways: tried,
    };
    let played = tried.at.checked_sub(1).and_then(|last| {
        Some(LastPly { notation: &tried.line.plies().get(last)?.1, effects: tried.line.effects(last) })
    });
    let moved = if tried.goes_through_match() { tried.last_of_match() } else { None };
    let of_match = moved.as_ref().and_then(|moved| {
        Some(LastPly { notation: &tried.view.m.plies.get(moved.ply)?.notation, effects: &moved.effects })
    });
    let last = played.or(of_match);
    let turns = boards::turns(tried.position, tried.viewer.seat());
    html! {
        div #stage.stage hx-target:inherited="#stage" hx-swap:inherited="outerMorph" hx-replace-url:inherited="true" {
            (DrawnBoard { position: tried.position, turns, last, press: None }.with_controls(&trying.render()))
            (position(tried))
            @if let Some(problem) = tried.plan.and_then(|plan| plan.problem) { (NoticeBox::bad(problem)) }
            (steps(tried))
            div.tries { (trying.named()) (chains(tried)) (search(tried)) }
            (best(tried))
        }
    }
}

/// The position as text, for screen readers.
fn position(tried: &AnalysisPage<'_>) -> Markup {
    let name = |seat: Seat| tried.name(Some(seat)).to_owned();
    DescribedBoard { position: tried.position, name: Some(&name), turn: TurnLine::Moves }.section()
}

/// The links to other positions of the line, or of an analysed match.
fn steps(tried: &AnalysisPage<'_>) -> Markup {
    let through_match = tried.goes_through_match();
    let (at, all) = match through_match {
        true => (tried.ply, tried.view.m.plies.len()),
        false => (tried.at, tried.line.plies().len()),
    };
    let to = |at: usize| if through_match { tried.address(at, &[], 0) } else { tried.url_at(at) };
    let label = if through_match { tr("Replay controls") } else { tr("Steps through the line") };
    html! {
        nav aria-label=(label) {
            div.steps {
                (step((at > 0).then(|| to(0)), tr("First"), Icon::First, "Home"))
                (step(at.checked_sub(1).map(to), tr("Back"), Icon::Previous, "ArrowLeft"))
                span.at { span.unseen { (tr_in("a replay", "Move")) " " } (at) " / " (all) }
                (step((at < all).then(|| to(at + 1)), tr("Forward"), Icon::Next, "ArrowRight"))
                (step((at < all).then(|| to(all)), tr("Last"), Icon::Last, "End"))
            }
        }
    }
}

/// The button that searches for the best move.
fn search(tried: &AnalysisPage<'_>) -> Markup {
    let action = urls::BestMove { id: tried.view.m.id.as_str() };
    html! {
        @if tried.may_search() && tried.best_line().is_none() {
            form method="post" action=(action) hx-post=(action) hx-replace-url="false" hx-sync="this:drop" hx-disable="find button" {
                input type="hidden" name="ply" value=(tried.ply);
                input type="hidden" name="line" value=(tried.plies().join(","));
                input type="hidden" name="at" value=(tried.at);
                (Button { label: tr("Best move"), ..Button::default() })
            }
        }
    }
}

/// The best move, the reason for it, and the expected moves, each with a link to its position.
fn best(tried: &AnalysisPage<'_>) -> Markup {
    let Some([first, rest @ ..]) = tried.best_line() else { return html! {} };
    let reason = reason_for(tried.position, first);
    let mut plies = tried.plies();
    plies.truncate(tried.at);
    plies.push(first);
    let mut to = vec![(first, tried.address(tried.ply, &plies, plies.len()))];
    for ply in rest {
        plies.push(ply);
        // The analysis board has no line across a roll of the dice.
        if !tried.view.m.game.has_dice() {
            to.push((ply, tried.address(tried.ply, &plies, plies.len())));
        }
    }
    html! {
        section.best aria-label=(tr("Best line")) {
            p { strong { (tr("Best move")) ": " } (reasons::suggestion(tried.position, first, reason.as_ref())) }
            ol.line {
                @for (ply, to) in &to { li { a href=(to) hx-get=(to) rel="nofollow" { (ply) } } }
            }
        }
    }
}

fn step(to: Option<String>, label: &str, icon: Icon, key: &str) -> Markup {
    match to {
        None => html! { span.step.off role="link" aria-disabled="true" aria-label=(label) { (icon) } },
        Some(to) => html! {
            a.step href=(to) hx-get=(to) rel="nofollow" aria-label=(label) title=(label) data-key=(key) { (icon) }
        },
    }
}

/// The switch between choosing step by step and at once, in games with chains.
fn chains(tried: &AnalysisPage<'_>) -> Markup {
    if !tried.position.has_chain(tried.chosen) {
        return html! {};
    }
    let first = [tried.position.cell_name(tried.chosen[0])];
    let to = tried.url_with_cells(&first, !tried.along);
    html! {
        a.button.plain href=(to) hx-get=(to) rel="nofollow" {
            @if tried.along { (tr("Pick the end hole")) } @else { (tr("Pick each hop")) }
        }
    }
}

fn side(tried: &AnalysisPage<'_>) -> Markup {
    if let Some(plan) = &tried.plan {
        return conditional::side(tried, plan);
    }
    let m = &tried.view.m;
    let back = urls::Match { id: m.id.as_str() };
    html! {
        div.side.analysis #side hx-target:inherited="#stage" hx-swap:inherited="outerMorph" hx-replace-url:inherited="true" {
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
                        (LinkButton { href: back.conditional_moves_with(&order), label: tr("Save as conditional moves"), kind: ButtonKind::Quiet })
                    }
                }
            }
            (report(tried))
            (line_list::list(tried))
        }
    }
}

/// The last move, or where the line begins.
fn headline(tried: &AnalysisPage<'_>) -> String {
    let last = tried.at.checked_sub(1).and_then(|last| Some((last, tried.line.plies().get(last)?)));
    match last {
        Some((last, (seat, notation))) => {
            let before = tried.line.position(last);
            before
                .map_or_else(String::new, |before| boards::move_sentence(before, notation, tried.name(*seat)))
        }
        None if tried.plan.is_some() => tr("Plan your replies").to_owned(),
        None if tried.goes_through_match() && tried.ply > 0 => last_ply_text(tried),
        None if tried.ply == 0 => tr("Analysis from the start").to_owned(),
        None => tr_format!("Analysis after move {n}", n = tried.ply),
    }
}

/// The last ply of the match in words.
fn last_ply_text(tried: &AnalysisPage<'_>) -> String {
    let m = &tried.view.m;
    let played =
        tried.ply.checked_sub(1).and_then(|last| Some((m.plies.get(last)?, m.position_at(last).ok()?)));
    played.map_or_else(String::new, |(ply, before)| {
        let seat = match ply.by {
            PlyOrigin::Seat(seat) => Some(seat),
            PlyOrigin::Chance => None,
        };
        boards::move_sentence(&before.position, &ply.notation, tried.name(seat))
    })
}
