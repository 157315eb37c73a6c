//! The page of the analysis board, and what of it changes from ply to ply.

use maud::{Markup, Render, html};

use super::comment::{evaluation, explanation};
use super::context::{AnalysisPage, AnalysisReport};
use super::headline::{announced, headline};
use super::report::report;
use super::{conditional, line_list, match_list, turning_point_list};
use crate::bots::review::reason_for;
use crate::games::Seat;
use crate::matches::MatchVisibility;
use crate::texts::{tr, tr_in};
use crate::tr_format;
use crate::urls;
use crate::views::boards::{
    self, AnalysisBoard, DescribedBoard, DrawnBoard, LastPly, TurnLine, announcement, partial,
};
use crate::views::page::{Page, PageViewer, PageWidth};
use crate::views::parts::options::{match_title, rules_link};
use crate::views::parts::reasons;
use crate::views::parts::{Button, ButtonKind, Icon, LinkButton, NoticeBox, ShareButton};

/// Of several positions requested during a request, only the last is fetched.
const LATEST: &str = "#stage:queue last";

pub fn page(reader: PageViewer<'_>, tried: &AnalysisPage<'_>) -> Markup {
    let game = match_title(&tried.view.m.options);
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
        (partial("announcement", announcement(tried.marked(&announced(tried)))))
    }
}

/// What replaces the progress of the analysis: the progress since then, or all that changes once there is no more.
pub fn progress(tried: &AnalysisPage<'_>) -> Markup {
    if let AnalysisReport::Running { .. } = tried.report {
        return report(tried);
    }
    let outcome = match tried.report {
        AnalysisReport::Done(_) => tr("The analysis is done."),
        _ => tr("This match couldn’t be analysed."),
    };
    let words = format!("{outcome} {}", headline(tried));
    html! {
        (partial("stage", stage(tried)))
        (partial("side", side(tried)))
        (partial("announcement", announcement(tried.marked(&words))))
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
    let viewer = tried.viewer.seat();
    html! {
        div #stage.stage hx-target:inherited="#stage" hx-swap:inherited="outerMorph" hx-replace-url:inherited="true"
            hx-sync:inherited=(LATEST) {
            (DrawnBoard { position: tried.position, viewer, last, press: None }.with_controls(&trying.render()))
            (position(tried))
            @if let Some(problem) = tried.plan.and_then(|plan| plan.problem) { (NoticeBox::bad(problem)) }
            (steps(tried))
            (report(tried))
            div.tries { (trying.named()) (trying.chains()) (search(tried)) }
        }
    }
}

/// The position as text, for screen readers.
fn position(tried: &AnalysisPage<'_>) -> Markup {
    let name = |seat: Seat| tried.name(seat).into_owned();
    DescribedBoard { position: tried.position, name: Some(&name), turn: TurnLine::Moves }.section()
}

/// The links to other positions of the line, or of a match that is over.
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
    let action = match tried.imported {
        Some(_) => urls::ImportedBestMove.to_string(),
        None => urls::BestMove { id: tried.view.m.id.as_str() }.to_string(),
    };
    html! {
        @if tried.may_search() && tried.best_line().is_none() {
            form method="post" action=(action) hx-post=(action) hx-replace-url="false" hx-sync="this:drop" hx-disable="find button" {
                @if let Some(record) = tried.imported { input type="hidden" name="record" value=(record); }
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

fn side(tried: &AnalysisPage<'_>) -> Markup {
    if let Some(plan) = &tried.plan {
        return conditional::side(tried, plan);
    }
    let m = &tried.view.m;
    let back = urls::Match { id: m.id.as_str() };
    // Everyone may see it.
    let is_shared = tried.is_complete() && m.visibility == MatchVisibility::Public;
    html! {
        div.side.analysis #side hx-target:inherited="#stage" hx-swap:inherited="outerMorph" hx-replace-url:inherited="true"
            hx-sync:inherited=(LATEST) {
            section aria-label=(tr("Analysis board")) {
                p.game-name { (rules_link(&m.options)) " " span.tag { (tr("analysis")) } }
                h1.headline { (tried.marked(&headline(tried))) }
                (explanation(tried))
                (evaluation(tried))
                (best(tried))
                @if tried.imported.is_some() { (origin(tried)) }
                @if tried.evaluations().is_none() {
                    p.soft {
                        @if m.game.has_dice() { (tr("Move for every player and choose what the die shows.")) }
                        @else { (tr("Move for every player.")) }
                        " "
                        @if is_shared { (tr("Nothing here affects the match. Others can see this line only if you share the link.")) }
                        @else { (tr("Nothing here affects the match, and only you can see it.")) }
                    }
                }
                div.actions {
                    @if tried.imported.is_none() { a.button href=(back) data-key="Escape" { (tr("Back to the match")) } }
                    @if let Some(order) = tried.order() {
                        (LinkButton { href: back.conditional_moves_with(&order), label: tr("Save as conditional moves"), kind: ButtonKind::Quiet })
                    }
                    @if tried.signed_in && tried.is_complete() {
                        (LinkButton { href: urls::NewBookmark.of(&tried.url_at(tried.at)), label: tr("Bookmark"), kind: ButtonKind::Quiet })
                    }
                    @if is_shared { (ShareButton { path: &tried.url_at(tried.at) }) }
                }
            }
            @if tried.goes_through_match() { (match_list::list(tried)) } @else { (line_list::list(tried)) }
            (turning_point_list::lists(tried))
        }
    }
}

/// Who played an imported match, according to its record.
fn origin(tried: &AnalysisPage<'_>) -> Markup {
    let seats = Seat::first(tried.view.m.seats.count());
    let names: Vec<_> = seats.map(|seat| tried.name(seat).into_owned()).collect();
    html! {
        p { (tried.marked(&names.join(" – "))) }
        p.soft { (tr("From a record: the moves are legal, but who played them is not checked.")) }
    }
}
