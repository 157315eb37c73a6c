//! The lists of turning points beside the board, each with the link to look for a better move.

use maud::{Markup, html};

use super::comment::mistake;
use super::context::AnalysisPage;
use super::turning_points::{TurningPoints, point_name};
use crate::bots::review::{PositionReview, TurningPoint};
use crate::texts::tr;
use crate::views::boards::chip;
use crate::views::parts::SeatChip;

/// The viewer's own turning points, and those of others.
pub(super) fn lists(tried: &AnalysisPage<'_>) -> Markup {
    let Some(positions) = tried.evaluations().filter(|_| !tried.hides_analysis()) else { return html! {} };
    let viewer = tried.viewer.seat();
    let points = TurningPoints::of(tried.view, viewer, positions);
    let nobody = points.all().next().is_none();
    html! {
        section aria-label=(tr("Turning points")) {
            @if nobody || viewer.is_none() {
                h2 { (tr("Turning points")) }
                @if nobody { p.soft { (tr("None: nobody made a costly mistake.")) } }
            } @else {
                h2 { (tr("Your turning points")) }
                @if points.own.is_empty() { p.soft { (tr("None: you made no costly mistake.")) } }
            }
            (list(tried, positions, &points.own))
            @if viewer.is_some() && !points.others.is_empty() { h2 { (tr("Turning points of others")) } }
            (list(tried, positions, &points.others))
        }
    }
}

fn list(tried: &AnalysisPage<'_>, positions: &[PositionReview], points: &[TurningPoint]) -> Markup {
    html! {
        @if !points.is_empty() {
            ol.turning-points { @for point in points { (item(tried, positions, point)) } }
        }
    }
}

fn item(tried: &AnalysisPage<'_>, positions: &[PositionReview], point: &TurningPoint) -> Markup {
    let m = &tried.view.m;
    let (Some(ply), Some(review)) = (m.plies.get(point.ply), positions.get(point.ply)) else {
        return html! {};
    };
    let (to, retry) = (tried.address(point.ply + 1, &[], 0), tried.retry_address(point.ply, &[]));
    let is_shown = tried.at == 0 && tried.ply == point.ply + 1;
    let words =
        m.position_at(point.ply).ok().zip(review.best_move()).and_then(|(before, best)| {
            mistake(&before.position, &tried.name(point.seat), &ply.notation, best)
        });
    html! {
        li {
            a href=(to) hx-get=(to) rel="nofollow" aria-current=[is_shown.then_some("step")] {
                span.number { (point.ply + 1) }
                (SeatChip { sign: chip(m.game, m.seats.count(), point.seat) })
                span translate="no" { (ply.notation) }
            }
            a.retry href=(retry) hx-get=(retry) rel="nofollow" {
                (tr("Try it")) span.unseen { ": " (point_name(tried, point)) }
            }
            @if let Some(words) = words { p.soft { (tried.marked(&words)) } }
        }
    }
}
