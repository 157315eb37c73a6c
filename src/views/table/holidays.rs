//! Whose holidays protect whom from running out of time.

use maud::{Markup, html};

use super::Sight;
use crate::games::Seat;
use crate::now::Moment;
use crate::say;
use crate::texts::tr;
use crate::tr;
use crate::views::parts::{Deadline, days_and_hours};

/// What everybody at a match that holidays protect has left of them; nothing at other matches.
pub(super) fn holidays(sight: &Sight<'_>) -> Markup {
    let Some(left) = sight.holidays.filter(|left| !left.is_empty()) else { return html! {} };
    let away =
        sight.table.m.clocks.as_ref().and_then(|clocks| Some((clocks.acting()?, clocks.on_holiday()?)));
    html! {
        section #holidays.holidays aria-label=(tr("Holidays")) {
            @if let Some((seat, since)) = away {
                p { (on_holiday(sight, seat, since)) }
            }
            p.soft { (tr!("Holidays protect in this match. Left this year: {left}.", left = of_each(sight, left))) }
        }
    }
}

fn on_holiday(sight: &Sight<'_>, seat: Seat, since: Moment) -> Markup {
    let then = Deadline { at: since, zone: sight.zone };
    if sight.viewer.seat() == Some(seat) {
        return tr!("You are on holiday: the turn would have ended {then}.", then = then);
    }
    tr!("{name} is on holiday: the turn would have ended {then}.", name = sight.name(seat), then = then)
}

/// "Ada 20 days, Ben none".
fn of_each(sight: &Sight<'_>, left: &[(Seat, u32)]) -> String {
    let one = |(seat, hours): &(Seat, u32)| format!("{} {}", sight.name(*seat), in_words(*hours));
    left.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// "20 days", "3 days 4 h", "none".
fn in_words(hours: u32) -> String {
    match (hours / 24, hours % 24) {
        (0, 0) => tr("none").to_owned(),
        (0, hours) => say!("{n} h", n = hours),
        (days, hours) => days_and_hours(days.into(), hours.into()),
    }
}
