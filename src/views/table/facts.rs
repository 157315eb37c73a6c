//! What is fixed for a match.

use maud::{Markup, html};

use super::Sight;
use crate::games::Seat;
use crate::matches::{AtFlag, Clocks, Status, TimeControl};
use crate::views::options::value_in_words;
use crate::views::parts::{Icon, When};
use crate::views::ratings;
use crate::views::reports;
use crate::views::words::pace;
use crate::web::paths;

/// What is fixed for the match, and where it can be taken along.
pub(super) fn facts(sight: &Sight<'_>, signed_in: bool) -> Markup {
    let m = &sight.table.m;
    let id = m.id.as_str();
    html! {
        // Whoever is asked to sit down wants to know what to.
        details.about open[m.status == Status::Open && sight.viewer.seat().is_none()] {
            summary { "About this match" (Icon::Down) }
            dl.facts {
                @for (spec, (_, value)) in m.game.option_specs().iter().zip(m.options.pairs()) {
                    dt { (spec.title) }
                    dd { (value_in_words(spec, &value)) }
                }
                @if let Some(dice) = &m.dice {
                    dt { "The die" }
                    dd { @if dice.for_me { "The house throws" } @else { "Everybody throws" } }
                }
                dt { "Time" }
                dd { (time(m.clocks.as_ref().map(Clocks::control))) }
                dt { "Ratings" }
                dd { @if m.rated { "It counts" } @else { "It does not count" } }
                @for seat in Seat::first(m.seats.count()) {
                    @if let Some(moved) = m.seats[seat].and_then(|user| ratings::moved(sight.ratings, user)) {
                        dt { (sight.name(seat)) }
                        dd { (moved) }
                    }
                }
                dt { "Opened" }
                dd { (When { at: m.opened_at, now: sight.now }) }
                @if let Some(before) = &m.rematch_of {
                    dt { "Rematch of" }
                    dd { a href=(paths::Match { id: before.as_str() }) { "an earlier match" } }
                }
            }
            @if let Some(dice) = &m.dice {
                p.soft {
                    "The throws follow from a secret that was fixed before the first of them. Its print is "
                    code.print { (dice.secret.commitment()) } ". "
                    a href=(paths::Throws { id }) { "How every throw can be checked" }
                }
            }
            @if signed_in { p { (reports::link(&format!("match={id}"))) } }
            @if m.status != Status::Open {
                p.row {
                    "The record: "
                    a href=(paths::RecordText { id }) { "to read" }
                    a href=(paths::RecordJson { id }) { "for programs" }
                }
            }
        }
    }
}

/// How time is kept, in a line.
fn time(control: Option<&TimeControl>) -> String {
    let Some(control) = control else { return "No clock".to_owned() };
    let mut words = pace(control.pace);
    if control.weekends_off {
        words.push_str(", weekends off");
    }
    words.push_str(if control.holidays { ", holidays protect" } else { ", holidays do not protect" });
    if control.at_flag == AtFlag::Skip {
        words.push_str("; whoever is out of time is skipped");
    }
    words
}
