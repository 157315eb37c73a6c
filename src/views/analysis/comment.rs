//! What the analysis says about the position on the board: the comment on the last move, and the evaluation for each seat.

use maud::{Markup, html};

use super::context::AnalysisPage;
use super::turning_points::{TurningPoints, seat_of};
use crate::bots::review::{PositionReview, height, least_loss, reason_against};
use crate::games::{Game, Position, Seat, ToAct};
use crate::texts::{tr, tr_in};
use crate::views::boards::{self, chip};
use crate::views::parts::{SeatChip, reasons};
use crate::{tr, tr_format};

/// A move that loses less than this part of a turning point counts as good as the best.
const NEGLIGIBLE: f64 = 0.25;
/// A move that loses less than this part of a turning point has no mark.
const INACCURACY: f64 = 0.5;

/// What a move missed or gave away, if there is a reason.
pub(super) fn mistake(before: &Position, name: &str, played: &str, best: &str) -> Option<String> {
    reason_against(before, played, best).and_then(|reason| reasons::reason_against(before, name, &reason))
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveMark {
    Inaccuracy,
    Mistake,
}

impl MoveMark {
    /// The mark of a ply, from 0, of an analysed match with these turning points.
    pub(super) fn of(
        tried: &AnalysisPage<'_>,
        positions: &[PositionReview],
        points: &TurningPoints,
        ply: usize,
    ) -> Option<Self> {
        let played = tried.view.m.plies.get(ply)?;
        let (before, after) = (positions.get(ply)?, positions.get(ply + 1)?);
        let loss = before.loss(seat_of(played.by)?, &played.notation, after)?;
        let least = least_loss(tried.view.m.game);
        let is_inaccurate = (loss >= INACCURACY * least).then_some(Self::Inaccuracy);
        // A decisive move may cost less than other turning points do.
        let is_mistake = loss >= least || points.played_after(ply).is_some();
        if is_mistake { Some(Self::Mistake) } else { is_inaccurate }
    }

    /// The sign, with the word for screen readers.
    pub(super) fn sign(self) -> Markup {
        let (sign, word) = match self {
            Self::Inaccuracy => ("?!", tr("inaccuracy")),
            Self::Mistake => ("?", tr("mistake")),
        };
        html! { span.mark.grave[self == Self::Mistake] title=(word) { span aria-hidden="true" { (sign) } span.unseen { ", " (word) } } }
    }
}

/// The comment on the last move, with a link to the better one.
pub(super) fn explanation(tried: &AnalysisPage<'_>) -> Markup {
    let shown = tried.evaluations().filter(|_| tried.at == 0 && !tried.hides_analysis());
    let words = shown.zip(tried.ply.checked_sub(1)).and_then(|(positions, index)| {
        let ply = tried.view.m.plies.get(index)?;
        let (before, after) = (positions.get(index)?, positions.get(index + 1)?);
        let (seat, best) = (seat_of(ply.by)?, before.best_move()?);
        let loss = before.loss(seat, &ply.notation, after)?;
        let points = TurningPoints::of(tried.view, None, positions);
        let is_close =
            loss < NEGLIGIBLE * least_loss(tried.view.m.game) && points.played_after(index).is_none();
        Some((index, seat, ply, best, is_close))
    });
    let Some((index, seat, ply, best, is_close)) = words else { return html! {} };
    let Ok(before) = tried.view.m.position_at(index) else { return html! {} };
    let (name, before) = (tried.name(seat), before.position);
    let to = tried.address(index, &[], 0);
    html! {
        div.explanation {
            @if ply.notation == best {
                p { (tr!("{name} played the best move.", name = name)) }
            } @else if is_close {
                p { (tr_format!("Nearly as good as the best move: {ply}.", ply = boards::ply_label(&before, best))) }
            } @else {
                @if let Some(mistake) = mistake(&before, &name, &ply.notation, best) { p { (tried.marked(&mistake)) } }
                p {
                    (tr_format!("Better: {ply}.", ply = boards::ply_label(&before, best))) " "
                    a href=(to) hx-get=(to) rel="nofollow" { (tr("Show it on the board")) }
                }
            }
        }
    }
}

/// The evaluation of the position on the board for each seat, unless the match is over in it.
pub(super) fn evaluation(tried: &AnalysisPage<'_>) -> Markup {
    let shown = tried.evaluations().filter(|_| tried.at == 0 && !tried.hides_analysis());
    let review = shown.and_then(|positions| positions.get(tried.ply));
    let Some(review) = review.filter(|_| tried.position.to_act() != ToAct::Nobody) else { return html! {} };
    let m = &tried.view.m;
    html! {
        dl.expected aria-label=(tr("Evaluation")) {
            @for (seat, value) in Seat::first(m.seats.count()).zip(&review.values) {
                div {
                    dt { (SeatChip { sign: chip(m.game, m.seats.count(), seat) }) (tried.name(seat)) }
                    dd { (evaluation_text(m.game, *value)) }
                }
            }
        }
    }
}

/// An evaluation in words. The range of a game tells what it is measured in: from 0 it is a chance, up to 1 there is nothing
/// to count, otherwise it is a lead in points of the game.
fn evaluation_text(game: Game, value: f64) -> String {
    let at = |value| height(game, value);
    let (height, counts) = (at(value), at(1.0) < 1.0);
    if at(0.0) <= 0.0 {
        return tr_format!("{n} % to win", n = (height * 100.0).round());
    }
    let lead = value.abs().round();
    match height {
        ..0.05 => tr_in("an evaluation", "losing").to_owned(),
        ..0.45 if counts => tr_format!("behind by {n}", n = lead),
        ..0.45 => tr_in("an evaluation", "behind").to_owned(),
        ..=0.55 => tr_in("an evaluation", "level").to_owned(),
        ..=0.95 if counts => tr_format!("ahead by {n}", n = lead),
        ..=0.95 => tr_in("an evaluation", "ahead").to_owned(),
        _ => tr_in("an evaluation", "winning").to_owned(),
    }
}
