//! The analysis of a finished match: its progress, graph and turning points, and the comment on the last move.

use maud::{Markup, html};

use super::AnalysisPage;
use super::graph::graph;
use crate::bots::review::{PositionReview, TurningPoint, reason_against, turning_points};
use crate::games::{Position, Seat};
use crate::matches::PlyOrigin;
use crate::texts::tr;
use crate::tr;
use crate::tr_format;
use crate::urls;
use crate::views::boards::{self, chip};
use crate::views::parts::{Button, ButtonKind, SeatChip};
use crate::views::reasons;

/// The most turning points listed. Those that cost most are.
const MOST_LISTED: usize = 8;
/// A move that loses less than this part of a turning point counts as good as the best.
const NEGLIGIBLE: f64 = 0.25;

/// The state of the analysis of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisReport {
    /// The match is not over, or nothing was played.
    Unavailable,
    /// It can be requested.
    Offered,
    /// How many of all positions are evaluated.
    Running { evaluated: usize, all: usize },
    /// It failed.
    Failed,
    /// The evaluations of all positions.
    Done(Vec<PositionReview>),
}

/// The section of the page about the analysis of the match.
pub fn report(tried: &AnalysisPage<'_>) -> Markup {
    match tried.report {
        AnalysisReport::Unavailable => html! {},
        AnalysisReport::Offered => section(html! { (request(tried)) }),
        AnalysisReport::Failed => section(html! {
            p { (tr("This match couldn’t be analysed.")) }
            (request(tried))
        }),
        AnalysisReport::Running { evaluated, all } => running(tried, *evaluated, *all),
        AnalysisReport::Done(positions) => section(done(tried, positions)),
    }
}

fn section(content: Markup) -> Markup {
    html! { section.analysis-report #report aria-labelledby="report-title" { h2 #report-title { (tr("Match analysis")) } (content) } }
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
            p.soft { (tr("Sign in to have this match analysed.")) }
        }
    }
}

/// The progress. With scripts it updates itself.
fn running(tried: &AnalysisPage<'_>, evaluated: usize, all: usize) -> Markup {
    let progress = urls::AnalysisProgress { id: tried.view.m.id.as_str() }.of(&tried.url_at(tried.at));
    html! {
        section.analysis-report #report aria-labelledby="report-title" hx-get=(progress) hx-trigger="every 2s" hx-target="#report"
            hx-swap="outerHTML" hx-replace-url="false" hx-status:4xx="swap:none" hx-status:5xx="swap:none" {
            h2 #report-title { (tr("Match analysis")) }
            p { (tr!("Analysing: {n} of {all} positions.", n = evaluated, all = all)) }
            progress max=(all) value=(evaluated) aria-label=(tr("Progress of the analysis")) {}
            noscript { p.soft { a href=(tried.url_at(tried.at)) { (tr("Refresh")) } } }
        }
    }
}

fn done(tried: &AnalysisPage<'_>, positions: &[PositionReview]) -> Markup {
    let points = worst_points(all_turning_points(tried, positions));
    html! {
        (graph(tried, positions, &points))
        (explanation(tried, positions))
        h3 { (tr("Turning points")) }
        @if points.is_empty() {
            p.soft { (tr("None: nobody made a costly mistake.")) }
        } @else {
            ol.turning-points { @for point in &points { (turning_point(tried, positions, point)) } }
        }
    }
}

fn all_turning_points(tried: &AnalysisPage<'_>, positions: &[PositionReview]) -> Vec<TurningPoint> {
    let m = &tried.view.m;
    let plies = m.plies.iter().map(|ply| (seat_of(ply.by), ply.notation.as_str()));
    turning_points(m.game, plies, positions)
}

const fn seat_of(by: PlyOrigin) -> Option<Seat> {
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

fn turning_point(tried: &AnalysisPage<'_>, positions: &[PositionReview], point: &TurningPoint) -> Markup {
    let m = &tried.view.m;
    let (Some(ply), Some(review)) = (m.plies.get(point.ply), positions.get(point.ply)) else {
        return html! {};
    };
    let to = tried.address(point.ply + 1, &[], 0);
    let is_shown = tried.at == 0 && tried.ply == point.ply + 1;
    let words = m.position_at(point.ply).ok().zip(review.best_move()).map(|(before, best)| {
        let name = tried.name(Some(point.seat));
        let mistake = mistake(&before.position, name, &ply.notation, best);
        mistake.unwrap_or_else(|| better_move(&before.position, best))
    });
    html! {
        li {
            a href=(to) hx-get=(to) rel="nofollow" aria-current=[is_shown.then_some("step")] {
                span.number { (point.ply + 1) }
                (SeatChip { sign: chip(m.game, m.seats.count(), point.seat) })
                (ply.notation)
            }
            @if let Some(words) = words { " " (words) }
        }
    }
}

/// What a move missed or gave away, if there is a reason.
fn mistake(before: &Position, name: &str, played: &str, best: &str) -> Option<String> {
    reason_against(before, played, best).and_then(|reason| reasons::reason_against(before, name, &reason))
}

/// The move that was better.
fn better_move(before: &Position, best: &str) -> String {
    tr_format!("Better: {ply}.", ply = boards::ply_label(before, best))
}

/// The comment on the last move, with a link to the better one.
fn explanation(tried: &AnalysisPage<'_>, positions: &[PositionReview]) -> Markup {
    let words = tried.ply.checked_sub(1).filter(|_| tried.at == 0).and_then(|index| {
        let ply = tried.view.m.plies.get(index)?;
        let (before, after) = (positions.get(index)?, positions.get(index + 1)?);
        let (seat, best) = (seat_of(ply.by)?, before.best_move()?);
        let loss = before.loss(seat, &ply.notation, after)?;
        Some((index, seat, ply, best, loss))
    });
    let Some((index, seat, ply, best, loss)) = words else { return html! {} };
    let Ok(before) = tried.view.m.position_at(index) else { return html! {} };
    let (name, before) = (tried.name(Some(seat)), before.position);
    let is_close = loss < NEGLIGIBLE * crate::bots::review::least_loss(before.game());
    let to = tried.address(index, &[], 0);
    html! {
        div.explanation {
            @if ply.notation == best {
                p { (tr_format!("{name} played the best move.", name = name)) }
            } @else if is_close {
                p { (tr_format!("Nearly as good as the best move: {ply}.", ply = boards::ply_label(&before, best))) }
            } @else {
                @if let Some(mistake) = mistake(&before, name, &ply.notation, best) { p { (mistake) } }
                p {
                    (better_move(&before, best)) " "
                    a href=(to) hx-get=(to) rel="nofollow" { (tr("Show it on the board")) }
                }
            }
        }
    }
}
