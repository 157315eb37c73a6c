//! The headline of the analysis board.

use super::context::AnalysisPage;
use super::retry;
use crate::texts::tr;
use crate::tr_format;

/// The last move, or where the line begins.
pub(super) fn headline(tried: &AnalysisPage<'_>) -> String {
    let last = tried.at.checked_sub(1).and_then(|last| Some((last, tried.line.plies().get(last)?)));
    match last {
        Some((last, (_, notation))) => {
            let before = tried.line.position(last);
            before.map_or_else(String::new, |before| tried.ply_sentence(before, notation))
        }
        None if tried.plan.is_some() => tr("Plan your replies").to_owned(),
        None if tried.hides_analysis() => retry::task(tried),
        None if tried.goes_through_match() && tried.ply > 0 => last_ply_text(tried),
        None if tried.ply == 0 => tr("Analysis from the start").to_owned(),
        None => tr_format!("Analysis after move {n}", n = tried.ply),
    }
}

/// What screen readers are told of a new position: the verdict on a move that was looked for, or the headline.
pub(super) fn announced(tried: &AnalysisPage<'_>) -> String {
    let verdict = if tried.retry { retry::verdict_text(tried) } else { None };
    match verdict {
        Some(verdict) => format!("{}. {verdict}", headline(tried)),
        None => headline(tried),
    }
}

/// The last ply of the match in words.
fn last_ply_text(tried: &AnalysisPage<'_>) -> String {
    let m = &tried.view.m;
    let played =
        tried.ply.checked_sub(1).and_then(|last| Some((m.plies.get(last)?, m.position_at(last).ok()?)));
    played.map_or_else(String::new, |(ply, before)| tried.ply_sentence(&before.position, &ply.notation))
}
