//! The position text: rows from north to south, the seat to act and, with `play_on`, the seats that have finished.

use super::board::{HOLES, MARBLES, ROWS, cells_of, hole, target};
use super::ending::OWN_IN_TARGET;
use super::history::MarbleSet;
use super::options::Finish;
use super::options::SternhalmaOptions;
use super::position::Sternhalma;
use crate::games::{Cell, MOST_SEATS, Rules, Seat, UnreadableNotation};

/// The rows from north to south, each with the number of its first hole and its length.
fn rows() -> impl Iterator<Item = (u8, u8)> {
    let mut before = 0;
    let mut first = [(0, 0); ROWS.len()];
    for (row, holes) in first.iter_mut().zip(ROWS) {
        *row = (before, holes);
        before += holes;
    }
    first.into_iter().rev()
}

/// The length of the longest text: 121 holes, 16 separators of rows, the seat to act and the seats that have finished.
const LENGTH: usize = 121 + 16 + 2 + 12;

pub(super) fn write(position: &Sternhalma) -> String {
    let letter = |seat: Seat| b'0' + seat.number();
    let mut marks = [b'.'; HOLES as usize];
    for seat in Seat::first(position.seats()) {
        cells_of(position.marbles(seat)).for_each(|cell| marks[cell.index()] = letter(seat));
    }
    let mut board = Vec::with_capacity(LENGTH);
    for (first, holes) in rows() {
        if !board.is_empty() {
            board.push(b'/');
        }
        let first = usize::from(first);
        board.extend_from_slice(&marks[first..first + usize::from(holes)]);
    }
    board.extend([b' ', position.to_act().seat().map_or(b'-', letter)]);
    // The text is ASCII.
    let mut text = String::from_utf8(board).unwrap_or_default();
    if position.options.play_on {
        text.push(' ');
        text.push_str(&finished(position));
    }
    text
}

fn finished(position: &Sternhalma) -> String {
    let seats: Vec<_> = position.finished().iter().map(ToString::to_string).collect();
    if seats.is_empty() { "-".to_owned() } else { seats.join(",") }
}

pub(super) fn read(
    options: SternhalmaOptions,
    seats: u8,
    text: &str,
) -> Result<Sternhalma, UnreadableNotation> {
    let mut fields = text.split(' ');
    let board = fields.next().ok_or(UnreadableNotation)?;
    let acting = fields.next().ok_or(UnreadableNotation)?;
    let mut position = Sternhalma::set_up(options, seats, read_board(seats, board)?);
    if options.play_on {
        read_finished(&mut position, fields.next().ok_or(UnreadableNotation)?)?;
    }
    read_acting(&mut position, acting)?;
    if fields.next().is_none() && is_sound(&position) { Ok(position) } else { Err(UnreadableNotation) }
}

fn read_board(seats: u8, board: &str) -> Result<MarbleSet, UnreadableNotation> {
    let mut marbles = MarbleSet::default();
    let texts: Vec<&str> = board.split('/').collect();
    if texts.len() != ROWS.len() {
        return Err(UnreadableNotation);
    }
    for ((first, holes), text) in rows().zip(texts) {
        if text.len() != usize::from(holes) {
            return Err(UnreadableNotation);
        }
        for (cell, letter) in (first..).map(Cell).zip(text.chars()).filter(|(_, letter)| *letter != '.') {
            marbles[read_seat(seats, &letter.to_string())?.index()] |= hole(cell);
        }
    }
    let full = |seat: Seat| marbles[seat.index()].count_ones() as usize == MARBLES;
    if Seat::first(seats).all(full) { Ok(marbles) } else { Err(UnreadableNotation) }
}

fn read_seat(seats: u8, text: &str) -> Result<Seat, UnreadableNotation> {
    Seat::first(seats.min(MOST_SEATS)).find(|seat| seat.to_string() == text).ok_or(UnreadableNotation)
}

fn read_finished(position: &mut Sternhalma, text: &str) -> Result<(), UnreadableNotation> {
    for seat in text.split(',').filter(|_| text != "-") {
        let seat = read_seat(position.seats, seat)?;
        if position.is_decided() || !position.is_unfinished(seat) {
            return Err(UnreadableNotation);
        }
        position.finish(seat);
    }
    Ok(())
}

/// Without `play_on`, the finisher of a finished match is the seat that has reached its target.
fn read_acting(position: &mut Sternhalma, text: &str) -> Result<(), UnreadableNotation> {
    position.over = text == "-";
    if !position.over {
        position.acting = read_seat(position.seats, text)?;
    } else if !position.options.play_on {
        let finisher = Seat::first(position.seats).find(|seat| position.has_reached_target(*seat));
        finisher.into_iter().for_each(|seat| position.finish(seat));
    }
    Ok(())
}

/// Whether every marble is where it may be, and the finished and unfinished seats are possible.
fn is_sound(position: &Sternhalma) -> bool {
    let seats = Seat::first(position.seats);
    let resting = seats.clone().all(|seat| position.marbles(seat) & !position.resting_holes_of(seat) == 0);
    let arrived = position.finished().iter().all(|seat| has_stayed(position, *seat));
    let goes_on = position.over || (position.is_unfinished(position.acting) && !position.is_decided());
    resting && arrived && goes_on && (position.over || !is_missed(position))
}

/// Whether the marbles with which a seat finished are still in its target. Marbles of other seats may have left.
fn has_stayed(position: &Sternhalma, seat: Seat) -> bool {
    let own = (position.marbles(seat) & target(position.seats, seat).holes()).count_ones();
    own >= if position.options.finish == Finish::OwnTen { MARBLES as u32 } else { OWN_IN_TARGET }
}

/// Whether the seat that played last should have finished. With three or more seats this is not certain: a seat that
/// has left the match is skipped and does not finish.
fn is_missed(position: &Sternhalma) -> bool {
    position.seats == 2 && position.has_reached_target(position.acting.next(2))
}
