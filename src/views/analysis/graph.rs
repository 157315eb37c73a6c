//! The graph of the evaluations of a match. Each point links to its position.

use std::fmt::Write;

use maud::{Markup, html};

use super::AnalysisPage;
use crate::bots::review::{PositionReview, TurningPoint, height};
use crate::games::Seat;
use crate::texts::tr;
use crate::tr_format;

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 96.0;
/// The most links. In longer matches only every second position has one, or fewer.
const MOST_LINKS: usize = 160;

/// The evaluations after each ply, with marks at the turning points and at the shown position.
pub(super) fn graph(
    tried: &AnalysisPage<'_>,
    positions: &[PositionReview],
    turning_points: &[TurningPoint],
) -> Markup {
    let (m, last) = (&tried.view.m, positions.len().saturating_sub(1).max(1));
    let across = |ply: usize| ply as f64 * WIDTH / last as f64;
    let seats = if m.seats.count() == 2 { 1 } else { m.seats.count() };
    let at = |ply: usize, seat: Seat| {
        let value = positions.get(ply).and_then(|review| review.values.get(seat.index()));
        (across(ply), HEIGHT * (1.0 - height(m.game, value.copied().unwrap_or_default())))
    };
    html! {
        svg.evaluation viewBox={ "-6 -6 " (WIDTH + 12.0) " " (HEIGHT + 12.0) } role="group" aria-label=(tr("Evaluation by move")) {
            @if seats == 1 { path.middle d={ "M0 " (HEIGHT / 2.0) "H" (WIDTH) } {} }
            @if tried.at == 0 { path.now d=(format!("M{:.1} 0V{HEIGHT}", across(tried.ply))) {} }
            @for seat in Seat::first(seats) {
                path class={ "line s" (seat.number()) } d=(line((0..positions.len()).map(|ply| at(ply, seat)))) {}
            }
            @for point in turning_points {
                @let (x, y) = at(point.ply + 1, if seats == 1 { Seat::new(0) } else { point.seat });
                circle.turning cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="3.5" {}
            }
            @for ply in linked(positions.len()) {
                @let to = tried.address(ply, &[], 0);
                @let (x, width) = (across(ply) - WIDTH / last as f64 / 2.0, WIDTH / last.min(MOST_LINKS) as f64);
                a href=(to) hx-get=(to) rel="nofollow" tabindex="-1" aria-label=(name(ply)) {
                    rect x=(format!("{x:.1}")) y="-6" width=(format!("{width:.1}")) height=(HEIGHT + 12.0) {}
                }
            }
        }
        @if seats == 1 {
            p.soft.small { (tr_format!("Higher is better for {name}.", name = tried.name(Some(Seat::new(0))))) }
        }
    }
}

/// The plies with a link: all of a short match.
fn linked(positions: usize) -> impl Iterator<Item = usize> {
    (0..positions).step_by(positions.div_ceil(MOST_LINKS).max(1))
}

fn name(ply: usize) -> String {
    if ply == 0 { tr("The start").to_owned() } else { tr_format!("After move {n}", n = ply) }
}

fn line(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (number, (x, y)) in points.enumerate() {
        // Writing to a string does not fail.
        let _ = write!(path, "{}{x:.1} {y:.1}", if number == 0 { 'M' } else { 'L' });
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_match_has_a_link_for_every_position_and_a_long_one_a_bounded_number() {
        assert_eq!(linked(40).collect::<Vec<_>>(), (0..40).collect::<Vec<_>>());
        let long: Vec<_> = linked(901).collect();
        assert!(long.len() <= MOST_LINKS && long.contains(&0), "{}", long.len());
    }

    #[test]
    fn a_line_goes_through_its_points() {
        assert_eq!(line([(0.0, 48.0), (160.0, 0.0)].into_iter()), "M0.0 48.0L160.0 0.0");
    }
}
