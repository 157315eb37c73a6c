//! Entering conditional moves: a line is played on the board and saved, and saved lines are shown as a tree.

use maud::{Markup, html};

use super::context::{AnalysisPage, ConditionalPlan};
use super::headline::headline;
use super::line_list::list;
use crate::texts::tr;
use crate::urls;
use crate::views::parts::conditional_tree::{ConditionalTree, has_line};
use crate::views::parts::options::rules_link;
use crate::views::parts::{Button, ButtonKind, LinkButton};

/// The plies on the board.
fn on_board<'a>(tried: &'a AnalysisPage<'_>) -> Vec<&'a str> {
    let mut plies = tried.plies();
    plies.truncate(tried.at);
    plies
}

pub(super) fn side(tried: &AnalysisPage<'_>, plan: &ConditionalPlan<'_>) -> Markup {
    let m = &tried.view.m;
    html! {
        div.side.analysis #side hx-target:inherited="#stage" hx-swap:inherited="outerMorph" hx-replace-url:inherited="true" {
            section aria-label=(tr("Conditional moves")) {
                p.game-name { (rules_link(&m.options)) " " span.tag { (tr("conditional moves")) } }
                h1.headline { (headline(tried)) }
                p.soft {
                    @if m.game.has_dice() {
                        (tr("Play the moves and rolls you expect, and your replies. If the match goes that way, your replies are played at once. Only you can see this."))
                    } @else {
                        (tr("Play the moves you expect, and your replies. If the match goes that way, your replies are played at once. Only you can see this."))
                    }
                }
                (changes(tried, plan))
                div.actions {
                    (LinkButton { href: urls::Match { id: m.id.as_str() }.conditional_moves(), label: tr("Back to the match"), kind: ButtonKind::Quiet })
                }
            }
            (list(tried))
            (saved(tried, plan))
        }
    }
}

/// The buttons that save the line on the board, or delete it.
fn changes(tried: &AnalysisPage<'_>, plan: &ConditionalPlan<'_>) -> Markup {
    let (m, line) = (&tried.view.m, on_board(tried));
    let order = tried.view.conditional_moves.of(plan.seat);
    let id = m.id.as_str();
    let is_saved = has_line(order, tried.view, plan.seat, &line);
    let own: Vec<usize> = (0..tried.at)
        .filter(|at| tried.line.plies().get(*at).is_some_and(|(by, _)| *by == Some(plan.seat)))
        .collect();
    let begins = own.first() == Some(&0);
    let answered = own.last().map_or(&line[..0], |last| &line[..=*last]);
    let is_new = !answered.is_empty() && !has_line(order, tried.view, plan.seat, answered);
    html! {
        div.actions {
            @if is_saved {
                (form(tried, &urls::DeleteConditionalLine { id }.to_string(), &line, Button { label: tr("Delete from here"), kind: ButtonKind::Grave, ..Button::default() }))
            } @else if is_new && begins {
                (form(tried, &urls::ConditionalLines { id }.to_string(), &line, Button { label: tr("Play and save line"), kind: ButtonKind::Filled, ..Button::default() }))
            } @else if is_new {
                (form(tried, &urls::ConditionalLines { id }.to_string(), &line, Button { label: tr("Save line"), kind: ButtonKind::Filled, ..Button::default() }))
            }
        }
        @if begins && is_new { p.soft { (tr("Your first move is played at once.")) } }
    }
}

fn form(tried: &AnalysisPage<'_>, action: &str, line: &[&str], button: Button<'_>) -> Markup {
    html! {
        form method="post" action=(action) hx-post=(action) hx-replace-url="false" hx-sync="this:drop" hx-disable="find button" {
            input type="hidden" name="ply" value=(tried.ply);
            input type="hidden" name="line" value=(line.join(","));
            (button)
        }
    }
}

/// The saved lines.
fn saved(tried: &AnalysisPage<'_>, plan: &ConditionalPlan<'_>) -> Markup {
    let line = on_board(tried);
    let tree = ConditionalTree { view: tried.view, seat: plan.seat, links: true, current: &line };
    html! {
        section.saved-lines aria-label=(tr("Saved lines")) {
            h2 { (tr("Saved lines")) }
            @if tried.view.conditional_moves.are_waiting(plan.seat) { (tree) } @else { p.soft { (tr("No lines yet.")) } }
        }
    }
}
