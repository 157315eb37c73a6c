//! The analysis of a finished match, under its board: the request, the progress, the graph, or the search for a better move.

use maud::{Markup, html};

use super::context::{AnalysisPage, AnalysisReport};
use super::graph::graph;
use super::retry;
use super::turning_points::TurningPoints;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::views::boards::AnalysisChoices;
use crate::views::parts::{Button, ButtonKind};

pub(super) fn report(tried: &AnalysisPage<'_>) -> Markup {
    match tried.report {
        AnalysisReport::Unavailable => html! {},
        AnalysisReport::Offered => section(html! { (request(tried)) }),
        AnalysisReport::Failed => section(html! {
            p { (tr("This match couldn’t be analysed.")) }
            (request(tried))
        }),
        AnalysisReport::Running { evaluated, all } => running(tried, *evaluated, *all),
        AnalysisReport::Done(_) if tried.retry => retry::section(tried),
        AnalysisReport::Done(positions) => {
            let points = TurningPoints::of(tried.view, tried.viewer.seat(), positions);
            section(graph(tried, positions, &points))
        }
    }
}

fn section(content: Markup) -> Markup {
    html! { section.analysis-report #report aria-label=(tr("Match analysis")) { (content) } }
}

/// The button that requests the analysis.
fn request(tried: &AnalysisPage<'_>) -> Markup {
    let action = urls::MatchAnalysis { id: tried.view.m.id.as_str() };
    html! {
        @if tried.signed_in {
            form method="post" action=(action) {
                (Button { label: tr("Analyse match"), kind: ButtonKind::Filled, ..Button::default() })
            }
        } @else {
            @let sign_in = html! { a href=(urls::Login.leading_to(&action.to_string())) { (tr("Sign in")) } };
            p.soft { (tr!("{sign_in} to have this match analysed.", sign_in = sign_in)) }
        }
    }
}

/// The progress. With scripts it updates itself, unless another position is requested at the same time.
fn running(tried: &AnalysisPage<'_>, evaluated: usize, all: usize) -> Markup {
    let id = tried.view.m.id.as_str();
    let board = match tried.is_opening {
        true => urls::MatchAnalysis { id }.to_string(),
        false => tried.url_with_cells(&tried.chosen_names(), tried.along),
    };
    let progress = urls::AnalysisProgress { id }.of(&board);
    html! {
        section.analysis-report #report aria-label=(tr("Match analysis")) hx-get=(progress) hx-trigger="every 2s" hx-target="#report"
            hx-swap="outerHTML" hx-replace-url="false" hx-sync="#stage:abort" hx-status:4xx="swap:none" hx-status:5xx="swap:none" {
            p { (tr!("Analysing: {n} of {all} positions.", n = evaluated, all = all)) }
            progress max=(all) value=(evaluated) aria-label=(tr("Progress of the analysis")) {}
            noscript { p.soft { a href=(board) { (tr("Refresh")) } } }
        }
    }
}
