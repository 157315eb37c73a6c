//! Sternhalma in words.

use super::super::marbles;
use crate::games::sternhalma::Sternhalma;
use crate::games::sternhalma::board::{self, MARBLES, StarPoint, home, name};
use crate::games::{Cell, Rules, Seat};
use crate::texts::tr;
use crate::tr_format;

/// The legal moves: for each marble that can move, the number of destinations.
pub(super) fn moves(position: &Sternhalma) -> String {
    let of = |(hole, ends): (Cell, u32)| tr_format!(ends; "{hole} to 1 hole", "{hole} to {n} holes", hole = name(hole));
    let all: Vec<_> = position.mobility().into_iter().map(of).collect();
    if all.is_empty() { tr("pass").to_owned() } else { all.join(", ") }
}

/// "marbles on d2, f3; 3 of 10 marbles in the target".
pub(super) fn seat_summary(position: &Sternhalma, seat: Seat) -> String {
    let holes: Vec<_> = board::cells_of(position.marbles(seat)).map(name).collect();
    format!("{}; {}", tr_format!("marbles on {cells}", cells = holes.join(", ")), score(position, seat))
}

/// "3 of 10 marbles in the target".
pub(super) fn score(position: &Sternhalma, seat: Seat) -> String {
    tr_format!("{n} of {all} marbles in the target", n = arrived(position, seat), all = MARBLES)
}

/// "4/10".
pub(super) fn short_score(position: &Sternhalma, seat: Seat) -> String {
    format!("{}/{MARBLES}", arrived(position, seat))
}

/// How many marbles of a seat are in its target.
fn arrived(position: &Sternhalma, seat: Seat) -> u32 {
    let target = board::target(position.seats(), seat).holes();
    (position.marbles(seat) & target).count_ones()
}

/// "yellow, from the south to the north".
pub(super) fn side(position: &Sternhalma, seat: Seat) -> String {
    let colour = marbles::colour(seat.number());
    match home(position.seats(), seat) {
        StarPoint::South => tr_format!("{colour}, from the south to the north", colour = colour),
        StarPoint::SouthWest => tr_format!("{colour}, from the southwest to the northeast", colour = colour),
        StarPoint::NorthWest => tr_format!("{colour}, from the northwest to the southeast", colour = colour),
        StarPoint::North => tr_format!("{colour}, from the north to the south", colour = colour),
        StarPoint::NorthEast => tr_format!("{colour}, from the northeast to the southwest", colour = colour),
        StarPoint::SouthEast => tr_format!("{colour}, from the southeast to the northwest", colour = colour),
    }
}

/// Why the match ended before anyone, or enough players, had finished.
pub(super) fn why(position: &Sternhalma) -> Option<String> {
    let words = if position.ended_by_repetition() {
        tr(
            "the same position came up for the third time, so players are ranked by how far they still have to go",
        )
    } else if position.ended_by_length() {
        tr("everyone has had 200 turns, so players are ranked by how far they still have to go")
    } else {
        return None;
    };
    Some(words.to_owned())
}

/// What to do, for players in their first match.
pub(super) fn tips() -> [String; 3] {
    [
        tr("Choose a marble with a ring, then a hole to move it to."),
        tr("Bring your ten marbles to the point straight across."),
        tr("Hop over marbles of any colour, as often as you can."),
    ]
    .map(str::to_owned)
}
