//! The graph of the evaluations of a match. Each point links to its position.

use std::fmt::Write;

use maud::{Markup, html};

use super::context::AnalysisPage;
use super::turning_points::{TurningPoints, point_name};
use crate::bots::review::{PositionReview, height};
use crate::games::Seat;
use crate::texts::tr;
use crate::views::boards::chip;
use crate::views::parts::SeatChip;
use crate::{tr, tr_format};

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 96.0;
/// Room around the curve for its dots.
const MARGIN: f64 = 8.0;
/// The most links. In longer matches only every second position has one, or fewer.
const MOST_LINKS: usize = 160;

/// The seats with a curve. Of two, one is enough: the viewer's, or the first.
fn seats(tried: &AnalysisPage<'_>) -> Vec<Seat> {
    match tried.view.m.seats.count() {
        2 => vec![tried.viewer.seat().unwrap_or(Seat::new(0))],
        count => Seat::first(count).collect(),
    }
}

/// The evaluations after each ply, with links at the turning points and a cursor at the shown position. It is as wide as the
/// board and of a fixed height, so dots are lines without length, which stay round.
pub(super) fn graph(
    tried: &AnalysisPage<'_>,
    positions: &[PositionReview],
    points: &TurningPoints,
) -> Markup {
    let (game, last) = (tried.view.m.game, positions.len().saturating_sub(1).max(1));
    let across = |ply: usize| ply as f64 * WIDTH / last as f64;
    let seats = seats(tried);
    let at = |ply: usize, seat: Seat| {
        let value = positions.get(ply).and_then(|review| review.values.get(seat.index()));
        (across(ply), HEIGHT * (1.0 - height(game, value.copied().unwrap_or_default())))
    };
    let shown = (tried.at == 0).then_some(tried.ply);
    let view = format!("-{MARGIN} -{MARGIN} {} {}", WIDTH + 2.0 * MARGIN, HEIGHT + 2.0 * MARGIN);
    html! {
        svg.evaluation viewBox=(view) preserveAspectRatio="none" role="group" aria-label=(tr("Evaluation by move")) {
            @if let [_] = seats[..] { path.middle d={ "M0 " (HEIGHT / 2.0) "H" (WIDTH) } {} }
            @for seat in &seats {
                path class=(class_of(&seats, *seat)) d=(line((0..positions.len()).map(|ply| at(ply, *seat)))) {}
            }
            @for ply in linked(positions.len()) {
                @let to = tried.address(ply, &[], 0);
                @let (x, width) = (across(ply) - WIDTH / last as f64 / 2.0, WIDTH / last.min(MOST_LINKS) as f64);
                a href=(to) hx-get=(to) rel="nofollow" tabindex="-1" aria-label=(name(ply)) {
                    rect x=(format!("{x:.1}")) y=(-MARGIN) width=(format!("{width:.1}")) height=(HEIGHT + 2.0 * MARGIN) {}
                }
            }
            @for point in points.all() {
                @let to = tried.address(point.ply + 1, &[], 0);
                @let place = dot(at(point.ply + 1, if let [only] = seats[..] { only } else { point.seat }));
                a.turning href=(to) hx-get=(to) rel="nofollow" aria-label=(point_name(tried, point)) {
                    path.reach d=(place) {} path.ring d=(place) {} path.inside d=(place) {}
                }
            }
            @if let Some(ply) = shown {
                path.cursor d=(format!("M{:.1} -{MARGIN}V{}", across(ply), HEIGHT + MARGIN)) {}
                @for seat in &seats { path.shown d=(dot(at(ply, *seat))) {} }
            }
        }
        @match seats[..] {
            [only] if tried.viewer.seat() == Some(only) => p.soft.small { (tr("Up is good for you.")) },
            [only] => p.soft.small { (tr!("Up is good for {name}.", name = tried.name(only))) },
            _ => (legend(tried, &seats)),
        }
    }
}

/// Which curve belongs to whom. Curves have the colours of their seats, and different dashes.
fn legend(tried: &AnalysisPage<'_>, seats: &[Seat]) -> Markup {
    let m = &tried.view.m;
    html! {
        ul.curves aria-label=(tr("Lines of the graph")) {
            @for seat in seats {
                li {
                    svg.evaluation viewBox="0 0 32 8" aria-hidden="true" { path class=(class_of(seats, *seat)) d="M1 4H31" {} }
                    (SeatChip { sign: chip(m.game, m.seats.count(), *seat) })
                    span { span translate="no" { (tried.name(*seat)) } @if tried.viewer.seat() == Some(*seat) { " " (tr("(you)")) } }
                }
            }
        }
        p.soft.small { (tr("A line goes up when its player does better.")) }
    }
}

/// The class of the curve of a seat, which has its colour if there are several.
fn class_of(seats: &[Seat], seat: Seat) -> String {
    if let [_] = seats { "line".to_owned() } else { format!("line s{}", seat.number()) }
}

/// A dot, as a line without length.
fn dot((x, y): (f64, f64)) -> String {
    format!("M{x:.1} {y:.1}h0")
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
