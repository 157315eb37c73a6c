//! What is under the board of a position of the day: the task, a move to be confirmed, or the verdict on one.

use maud::{Markup, html};

use super::context::{DailyBoardPage, TriedPly};
use crate::bots::review::{MoveReason, reason_against, reason_for};
use crate::games::Seat;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::views::boards;
use crate::views::parts::reasons;
use crate::views::parts::words::{all_of, called, capital};
use crate::views::parts::{Button, ButtonKind, with_names};

pub(super) fn section(shown: &DailyBoardPage<'_>) -> Markup {
    html! {
        section.analysis-report #report aria-label=(tr("Your answer")) {
            @if let Some(tried) = shown.tried { (confirmation(shown, tried)) } @else { (result(shown)) }
        }
    }
}

fn confirmation(shown: &DailyBoardPage<'_>, tried: &TriedPly) -> Markup {
    let (day, board) = (shown.daily.day.to_string(), shown.url());
    let action = urls::DailyAnswers { day: &day, game: shown.daily.game.key() };
    html! {
        p { strong { (capital(&boards::ply_label(shown.position, &tried.notation))) } }
        div.actions {
            form method="post" action=(action) hx-post=(action) hx-replace-url="false" hx-sync="this:drop" hx-disable="find button" {
                input type="hidden" name="ply" value=(tried.notation);
                (Button { label: tr("Submit move"), kind: ButtonKind::Brass, ..Button::default() })
            }
            a.button href=(board) hx-get=(board) rel="nofollow" { (tr("Choose another move")) }
        }
    }
}

fn result(shown: &DailyBoardPage<'_>) -> Markup {
    let best = || {
        let reason = reason_for(shown.position, &shown.daily.best);
        reasons::suggestion(shown.position, &shown.daily.best, reason.as_ref())
    };
    html! {
        @match shown.verdict_text() {
            Some(words) => { p { strong { (words) } @if let Some(hint) = hint(shown) { " " (hint) } } }
            None if !shown.answer.is_solved() => { p { (tr("Pick a move on the board.")) } }
            None => {}
        }
        @if shown.answer.is_solved() {
            p { strong { (tr("Best move")) ": " } (best()) }
            (source(shown))
        } @else if shown.verdict.is_some() || shown.answer.tries > 0 {
            (solution_button(shown))
        }
    }
}

fn solution_button(shown: &DailyBoardPage<'_>) -> Markup {
    let action = urls::DailySolution { day: &shown.daily.day.to_string(), game: shown.daily.game.key() };
    html! {
        div.actions {
            form method="post" action=(action) hx-post=(action) hx-replace-url="false" hx-sync="this:drop" hx-disable="find button" {
                (Button { label: tr("Show the best move"), ..Button::default() })
            }
        }
    }
}

/// What a wrong move misses or gives away, unless that names the best move.
fn hint(shown: &DailyBoardPage<'_>) -> Option<String> {
    let verdict = shown.verdict.filter(|verdict| !verdict.is_best)?;
    let reason = reason_against(shown.position, &verdict.notation, &shown.daily.best)?;
    let names_best = matches!(
        reason,
        MoveReason::Blocks(_)
            | MoveReason::AllowsFork(_)
            | MoveReason::Chain { .. }
            | MoveReason::MovesPiece(_)
    );
    let side = shown.side().unwrap_or_else(|| tr("The player").to_owned());
    reasons::reason_against(shown.position, &side, &reason).filter(|_| !names_best)
}

/// The match that the position is from, while it is public.
fn source(shown: &DailyBoardPage<'_>) -> Markup {
    let m = &shown.view.m;
    if !m.is_public() {
        return html! {};
    }
    let names: Vec<_> =
        Seat::first(shown.position.seats()).filter_map(|seat| shown.view.name(seat)).map(called).collect();
    let players = tr_format!("Played by {names}.", names = all_of(&names));
    let link = html! { a href=(urls::Match { id: m.id.as_str() }.at(shown.daily.ply)) { (tr("The match")) } };
    html! { p { (with_names(&players, names.iter().map(|name| &**name))) " " (link) } }
}
