//! The fixed properties of a match.

use maud::{Markup, html};

use super::context::MatchPage;
use crate::games::Seat;
use crate::matches::{COUNTED_A_DAY, Clocks, MatchStatus, TimeAllowance, TimeControl, TimeoutPolicy};
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::tr_format;
use crate::urls;
use crate::views::parts::options::value_in_words;
use crate::views::parts::words::{called, pace};
use crate::views::parts::{Icon, TimeLabel};
use crate::views::ratings;
use crate::views::reports;

/// The fixed properties of the match, and the link to its record.
pub(super) fn facts(page_context: &MatchPage<'_>, signed_in: bool) -> Markup {
    let m = &page_context.view.m;
    let id = m.id.as_str();
    html! {
        // Expanded for users who may join, and need to know these.
        details.about open[m.status == MatchStatus::Open && page_context.viewer.seat().is_none()] {
            summary { (tr("About this match")) (Icon::Down) }
            (list(page_context))
            @if let Some(dice) = &m.dice {
                p.soft {
                    (tr!(
                        "Every roll follows from a secret that was fixed before the first roll. The commitment to it is {commitment}.",
                        commitment = html! { code.print translate="no" { (dice.secret.commitment()) } },
                    ))
                    " " a href=(urls::DiceRolls { id }) { (tr("Verify the rolls")) }
                }
            }
            @if let Some(draw) = &m.seat_draw {
                p.soft {
                    (tr!(
                        "The order of the players follows from a secret that was fixed when the match was created. The commitment to it is {commitment}.",
                        commitment = html! { code.print translate="no" { (draw.secret.commitment()) } },
                    ))
                    " " a href=(urls::DiceRolls { id }) { (tr("Verify the order")) }
                }
            }
            @if signed_in { p { (reports::link(&format!("match={id}"))) } }
            (downloads(page_context))
        }
    }
}

/// The properties.
pub(super) fn list(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    html! {
        dl.facts #facts {
            @for (spec, (_, value)) in m.game.option_specs().iter().zip(m.options.pairs()) {
                dt { (tr(spec.title)) }
                dd { (value_in_words(spec, &value)) }
            }
            @if let Some(dice) = &m.dice {
                dt { (tr("The die")) }
                dd { @if dice.auto_roll { (tr("Auto-roll")) } @else { (tr("Players roll")) } }
            }
            dt { (tr("First move")) }
            dd #first-move { (page_context.marked(&first_move(page_context))) }
            dt { (tr("Time")) }
            dd { (time(m.clocks.as_ref().map(Clocks::control))) }
            dt { (tr("Ratings")) }
            dd {
                @if !m.rated {
                    (tr_in("a match", "Casual"))
                } @else if m.rating_update().is_some() && page_context.players.ratings.is_some_and(<[_]>::is_empty) {
                    (tr_format!(
                        "Unchanged: only {n} rated matches a day between the same two players change ratings.",
                        n = COUNTED_A_DAY
                    ))
                } @else { (tr("Rated")) }
            }
            @for seat in Seat::first(m.seats.count()) {
                @if let Some(moved) = m.seats[seat].and_then(|user| ratings::rating_change(page_context.players.ratings?, user)) {
                    dt { (page_context.name(seat)) }
                    dd { (moved) }
                }
            }
            dt { (tr("Created")) }
            dd { (TimeLabel { at: m.opened_at, now: page_context.now }) }
            @if let Some(before) = m.rematch_of() {
                dt { (tr("Rematch of")) }
                dd { a href=(urls::Match { id: before.as_str() }) { (tr("an earlier match")) } }
            }
        }
    }
}

/// The links to the record, which there is once the match has started.
pub(super) fn downloads(page_context: &MatchPage<'_>) -> Markup {
    let id = page_context.view.m.id.as_str();
    html! {
        p.row #downloads hidden[page_context.view.m.status == MatchStatus::Open] {
            (tr("Download:")) " "
            a href=(urls::RecordText { id }) { (tr("text")) }
            a href=(urls::RecordJson { id }) { "JSON" }
        }
    }
}

/// Who moves first. Until the seats are drawn, nobody knows.
pub(super) fn first_move(page_context: &MatchPage<'_>) -> String {
    let m = &page_context.view.m;
    let (first, for_two) = (Seat::new(0), m.seats.count() == 2);
    let name = m.seats[first].or(m.reserved[first]).map(|user| page_context.view.names.of(user));
    match name.map(called) {
        _ if m.will_draw_seats() && for_two => tr("Random").to_owned(),
        _ if m.will_draw_seats() => tr("Random order").to_owned(),
        Some(name) if m.seat_draw.is_some() => tr_format!("{name}, chosen at random", name = name),
        Some(name) if for_two => name.into_owned(),
        Some(name) => tr_format!("{name}, then in seat order", name = name),
        None if for_two => tr("The player who joins").to_owned(),
        None => tr("In seat order").to_owned(),
    }
}

/// The time control, in a line.
pub(super) fn time(control: Option<&TimeControl>) -> String {
    let Some(control) = control else { return tr("No time limit").to_owned() };
    let mut words = pace(control.pace);
    if control.weekends_off {
        words = tr_format!("{time}, weekends off", time = words);
    }
    words = match (control.vacation, control.pace) {
        (true, _) => tr_format!("{time}, with vacation", time = words),
        (false, TimeAllowance::Live { .. }) => words,
        (false, _) => tr_format!("{time}, without vacation", time = words),
    };
    match control.at_flag {
        TimeoutPolicy::Lose => words,
        TimeoutPolicy::Skip => tr_format!("{time}; a player who runs out of time is skipped", time = words),
        TimeoutPolicy::Bot => {
            tr_format!("{time}; a bot plays on for a player who runs out of time", time = words)
        }
    }
}
