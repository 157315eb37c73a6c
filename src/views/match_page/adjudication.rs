//! The forms with which staff decide a match.

use maud::{Markup, html};

use crate::games::Seat;
use crate::matches::{LONGEST_REASON, MatchStatus, MatchView};
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::views::parts::words::called;
use crate::views::parts::{Button, ButtonKind, Icon};

/// Collapsed forms to adjudicate or abort a match. `report` is the report they follow from.
pub fn adjudication(view: &MatchView, report: Option<i64>) -> Markup {
    let m = &view.m;
    let id = m.id.as_str();
    html! {
        @if m.ending().is_none() {
            details.about.rulings {
                summary { (tr("Decide this match")) (Icon::Down) }
                @if m.status == MatchStatus::Playing {
                    form.stack method="post" action=(urls::Adjudication { id }) {
                        h3 { (tr("Set the result")) }
                        p.soft { (tr("The match ends with these places. A rated match still counts for ratings.")) }
                        div.places {
                            @for seat in Seat::first(m.seats.count()) { (place(view, seat)) }
                        }
                        (why("adjudicate-why"))
                        (hidden(report))
                        div.row { (Button { label: tr("Decide match"), kind: ButtonKind::Grave, ..Button::default() }) }
                    }
                }
                form.stack method="post" action=(urls::StaffAbort { id }) {
                    h3 { (tr("Cancel match")) }
                    p.soft { (tr("The match ends and isn’t rated.")) }
                    (why("abort-why"))
                    (hidden(report))
                    div.row { (Button { label: tr("Cancel match"), kind: ButtonKind::Grave, ..Button::default() }) }
                }
            }
        }
    }
}

fn place(view: &MatchView, seat: Seat) -> Markup {
    let (name, seats) = (format!("place.{}", seat.number()), view.m.seats.count());
    let standing = view.m.position.ranking_if_stopped();
    let stands = standing.places().get(seat.index()).copied().unwrap_or(1);
    html! {
        div.field {
            label for=(name) translate="no" { (called(view.name(seat).unwrap_or_else(|| tr("Nobody")))) }
            select.input id=(name) name=(name) {
                @for place in 1..=seats {
                    option value=(place) selected[place == stands] { (tr!("Place {n}", n = place)) }
                }
            }
        }
    }
}

/// The field for the reason, which all players read. Two forms on a page have it, so each has its own id.
fn why(id: &str) -> Markup {
    html! {
        div.field {
            label for=(id) { (tr("Reason")) }
            input.input id=(id) name="why" required maxlength=(LONGEST_REASON) aria-describedby={ (id) "-help" };
            p.help id={ (id) "-help" } { (tr("Everyone in the match can read it.")) }
        }
    }
}

fn hidden(report: Option<i64>) -> Markup {
    html! { @if let Some(report) = report { input type="hidden" name="report" value=(report); } }
}
