//! Looking for a better move at a turning point: the task, and whether the move that was found is as good as the best.

use maud::{Markup, html};

use super::context::AnalysisPage;
use super::turning_points::TurningPoints;
use crate::texts::tr;
use crate::tr_format;

/// What is said about the move on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It leads to the same position as the best move.
    Best,
    /// It is the move of the match.
    Played,
    Other,
}

/// The verdict on the move on the board. `None` as long as there is no move.
fn verdict(tried: &AnalysisPage<'_>) -> Option<Verdict> {
    let (_, found) = tried.line.plies().first()?;
    let best = tried.evaluations()?.get(tried.ply)?.best_move()?;
    let after = |notation: &str| {
        let mut position = tried.line.position(0)?.clone();
        position.play(notation).ok()?;
        Some(position.text())
    };
    if found == best || after(found).is_some_and(|reached| after(best) == Some(reached)) {
        return Some(Verdict::Best);
    }
    let played = tried.view.m.plies.get(tried.ply).is_some_and(|ply| ply.notation == *found);
    Some(if played { Verdict::Played } else { Verdict::Other })
}

/// The verdict in words.
pub(super) fn verdict_text(tried: &AnalysisPage<'_>) -> Option<&'static str> {
    Some(match verdict(tried)? {
        Verdict::Best => tr("That’s as good as the best move."),
        Verdict::Played => tr("That’s the move played in the match."),
        Verdict::Other => tr("There’s a better move."),
    })
}

/// The task as a headline.
pub(super) fn task(tried: &AnalysisPage<'_>) -> String {
    let seat = tried.position.to_act().seat();
    match seat.filter(|seat| tried.viewer.seat() != Some(*seat)) {
        Some(seat) => tr_format!("Find a better move for {name}", name = tried.name(seat)),
        None => tr("Find a better move").to_owned(),
    }
}

/// The task or the verdict, with the links that lead on.
pub(super) fn section(tried: &AnalysisPage<'_>) -> Markup {
    let verdict = verdict(tried);
    let best = tried.address(tried.ply, &[], 0);
    let again = tried.retry_address(tried.ply, &[]);
    let next = tried.evaluations().and_then(|positions| {
        let points = TurningPoints::of(tried.view, tried.viewer.seat(), positions);
        points.next(tried.ply).map(|point| tried.retry_address(point.ply, &[]))
    });
    html! {
        section.analysis-report.retry #report aria-label=(tr("A better move")) {
            p { strong { @match verdict_text(tried) { Some(words) => (words), None => (tried.marked(&task(tried))) } } }
            div.actions {
                @if verdict.is_some_and(|verdict| verdict != Verdict::Best) {
                    a.button href=(again) hx-get=(again) rel="nofollow" { (tr("Try again")) }
                }
                @if verdict != Some(Verdict::Best) {
                    a.button href=(best) hx-get=(best) rel="nofollow" { (tr("Show the best move")) }
                }
                @if let Some(next) = next {
                    a.button href=(next) hx-get=(next) rel="nofollow" { (tr("Next mistake")) }
                } @else if verdict == Some(Verdict::Best) {
                    a.button href=(best) hx-get=(best) rel="nofollow" { (tr("Back to the analysis")) }
                }
            }
        }
    }
}
