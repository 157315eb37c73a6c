//! Whose holidays protect whom from running out of time.

use maud::{Markup, html};

use super::Sight;
use crate::games::Seat;
use crate::views::parts::{Deadline, count};

/// What everybody at a match that holidays protect has left of them; nothing at other matches.
pub(super) fn holidays(sight: &Sight<'_>) -> Markup {
    let Some(left) = sight.holidays.filter(|left| !left.is_empty()) else { return html! {} };
    let away =
        sight.table.m.clocks.as_ref().and_then(|clocks| Some((clocks.acting()?, clocks.on_holiday()?)));
    html! {
        section #holidays.holidays aria-label="Holidays" {
            @if let Some((seat, since)) = away {
                p { (who(sight, seat)) " on holiday: the turn would have ended " (Deadline { at: since, zone: sight.zone }) "." }
            }
            p.soft {
                "Holidays protect in this match. Left this year: "
                @for (number, (seat, hours)) in left.iter().enumerate() {
                    @if number > 0 { ", " }
                    (sight.name(*seat)) " " (in_words(*hours))
                }
                "."
            }
        }
    }
}

fn who(sight: &Sight<'_>, seat: Seat) -> String {
    if sight.viewer.seat() == Some(seat) { "You are".to_owned() } else { format!("{} is", sight.name(seat)) }
}

/// "20 days", "3 days 4 h", "none".
fn in_words(hours: u32) -> String {
    match (hours / 24, hours % 24) {
        (0, 0) => "none".to_owned(),
        (0, hours) => format!("{hours} h"),
        (days, 0) => count(i64::from(days), "day"),
        (days, hours) => format!("{} {hours} h", count(i64::from(days), "day")),
    }
}
