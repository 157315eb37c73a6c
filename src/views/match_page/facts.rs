//! What is fixed for a match.

use maud::{Markup, html};

use super::MatchPage;
use crate::games::Seat;
use crate::matches::{Clocks, MatchStatus, TimeControl, TimeoutPolicy};
use crate::say;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::views::options::value_in_words;
use crate::views::parts::{Icon, TimeLabel};
use crate::views::ratings;
use crate::views::reports;
use crate::views::words::pace;

/// What is fixed for the match, and where it can be taken along.
pub(super) fn facts(page_context: &MatchPage<'_>, signed_in: bool) -> Markup {
    let m = &page_context.table.m;
    let id = m.id.as_str();
    html! {
        // Whoever is asked to sit down wants to know what to.
        details.about open[m.status == MatchStatus::Open && page_context.viewer.seat().is_none()] {
            summary { (tr("About this match")) (Icon::Down) }
            dl.facts {
                @for (spec, (_, value)) in m.game.option_specs().iter().zip(m.options.pairs()) {
                    dt { (tr(spec.title)) }
                    dd { (value_in_words(spec, &value)) }
                }
                @if let Some(dice) = &m.dice {
                    dt { (tr("The die")) }
                    dd { @if dice.for_me { (tr("The house throws")) } @else { (tr("Everybody throws")) } }
                }
                dt { (tr("Time")) }
                dd { (time(m.clocks.as_ref().map(Clocks::control))) }
                dt { (tr("Ratings")) }
                dd { @if m.rated { (tr("It counts")) } @else { (tr("It does not count")) } }
                @for seat in Seat::first(m.seats.count()) {
                    @if let Some(moved) = m.seats[seat].and_then(|user| ratings::moved(page_context.ratings, user)) {
                        dt { (page_context.name(seat)) }
                        dd { (moved) }
                    }
                }
                dt { (tr("Opened")) }
                dd { (TimeLabel { at: m.opened_at, now: page_context.now }) }
                @if let Some(before) = m.rematch_of() {
                    dt { (tr("Rematch of")) }
                    dd { a href=(urls::Match { id: before.as_str() }) { (tr("an earlier match")) } }
                }
            }
            @if let Some(dice) = &m.dice {
                p.soft {
                    (tr!(
                        "The throws follow from a secret that was fixed before the first of them. Its print is {print}.",
                        print = html! { code.print { (dice.secret.commitment()) } },
                    ))
                    " " a href=(urls::DiceRolls { id }) { (tr("How every throw can be checked")) }
                }
            }
            @if signed_in { p { (reports::link(&format!("match={id}"))) } }
            @if m.status != MatchStatus::Open {
                p.row {
                    (tr("The record:")) " "
                    a href=(urls::RecordText { id }) { (tr("to read")) }
                    a href=(urls::RecordJson { id }) { (tr("for programs")) }
                }
            }
        }
    }
}

/// How time is kept, in a line.
fn time(control: Option<&TimeControl>) -> String {
    let Some(control) = control else { return tr("No clock").to_owned() };
    let mut words = pace(control.pace);
    if control.weekends_off {
        words = say!("{time}, weekends off", time = words);
    }
    words = match control.vacation {
        true => say!("{time}, holidays protect", time = words),
        false => say!("{time}, holidays do not protect", time = words),
    };
    if control.at_flag == TimeoutPolicy::Skip {
        words = say!("{time}; whoever is out of time is skipped", time = words);
    }
    words
}
