//! The turning points of an analysed match: the viewer's own, and those of others.

use super::context::{AnalysisPage, AnalysisReport};
use crate::bots::review::{PositionReview, TurningPoint, turning_points};
use crate::games::Seat;
use crate::matches::{MatchEnding, MatchView, PlyOrigin};
use crate::tr_format;

/// The most turning points listed of the viewer, and of others. Those that cost most are.
const MOST_LISTED: usize = 8;

/// The turning points that are listed, each list in the order of the match.
#[derive(Debug, Default)]
pub(super) struct TurningPoints {
    pub(super) own: Vec<TurningPoint>,
    pub(super) others: Vec<TurningPoint>,
}

impl TurningPoints {
    pub(super) fn of(view: &MatchView, viewer: Option<Seat>, positions: &[PositionReview]) -> Self {
        let plies = view.m.plies.iter().map(|ply| (seat_of(ply.by), ply.notation.as_str()));
        let loser = view.m.ending().and_then(MatchEnding::loser);
        let all = turning_points(view.m.game, plies, positions, loser);
        let (own, others) = all.into_iter().partition(|point| Some(point.seat) == viewer);
        Self { own: worst_points(own), others: worst_points(others) }
    }

    /// The viewer's own first.
    pub(super) fn all(&self) -> impl Iterator<Item = &TurningPoint> {
        self.own.iter().chain(&self.others)
    }

    /// The one that was played in the position after a number of plies.
    pub(super) fn played_after(&self, ply: usize) -> Option<&TurningPoint> {
        self.all().find(|point| point.ply == ply)
    }

    /// The one listed after this one.
    pub(super) fn next(&self, ply: usize) -> Option<&TurningPoint> {
        self.all().skip_while(|point| point.ply != ply).nth(1)
    }
}

/// The ply after which the page of an analysed match opens: the viewer's first turning point, or else the first one. `None`
/// if the match is not analysed.
pub fn first_shown(view: &MatchView, viewer: Option<Seat>, report: &AnalysisReport) -> Option<usize> {
    let AnalysisReport::Done(positions) = report else { return None };
    let points = TurningPoints::of(view, viewer, positions);
    Some(points.all().next().map_or(0, |point| point.ply + 1))
}

/// Whether a turning point was played in the position after a number of plies.
pub fn is_before_turning_point(
    view: &MatchView,
    viewer: Option<Seat>,
    report: &AnalysisReport,
    ply: usize,
) -> bool {
    let AnalysisReport::Done(positions) = report else { return false };
    TurningPoints::of(view, viewer, positions).played_after(ply).is_some()
}

pub(super) const fn seat_of(by: PlyOrigin) -> Option<Seat> {
    match by {
        PlyOrigin::Seat(seat) => Some(seat),
        PlyOrigin::Chance => None,
    }
}

/// The turning points that cost most, in the order of the match.
fn worst_points(mut points: Vec<TurningPoint>) -> Vec<TurningPoint> {
    points.sort_by(|one, other| other.loss.total_cmp(&one.loss));
    points.truncate(MOST_LISTED);
    points.sort_by_key(|point| point.ply);
    points
}

/// The name of a turning point.
pub(super) fn point_name(tried: &AnalysisPage<'_>, point: &TurningPoint) -> String {
    tr_format!("move {n} by {name}, a turning point", n = point.ply + 1, name = tried.name(point.seat))
}
