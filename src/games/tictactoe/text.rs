//! The position text: ranks from top to bottom, then the seat to act.

use super::marks::MarkSet;
use super::position::TicTacToe;
use crate::games::square::Square;
use crate::games::{Rules, Seat, UnreadableNotation};

pub(super) fn write(position: &TicTacToe) -> String {
    let letter =
        |square| position.mark(square).map_or('.', |seat| if seat.number() == 0 { 'x' } else { 'o' });
    let rank = |rank| (0..position.size).map(|file| letter(Square { file, rank })).collect::<String>();
    let ranks: Vec<_> = (0..position.size).rev().map(rank).collect();
    format!("{} {}", ranks.join("/"), to_act(position))
}

fn to_act(position: &TicTacToe) -> String {
    position.to_act().seat().map_or_else(|| "-".to_owned(), |seat: Seat| seat.to_string())
}

pub(super) fn read(mut position: TicTacToe, text: &str) -> Result<TicTacToe, UnreadableNotation> {
    let (board, acting) = text.split_once(' ').ok_or(UnreadableNotation)?;
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != usize::from(position.size) {
        return Err(UnreadableNotation);
    }
    for (rank, letters) in (0..position.size).rev().zip(ranks) {
        read_rank(&mut position, rank, letters)?;
    }
    finish(&mut position)?;
    if to_act(&position) == acting { Ok(position) } else { Err(UnreadableNotation) }
}

fn read_rank(position: &mut TicTacToe, rank: u8, letters: &str) -> Result<(), UnreadableNotation> {
    if letters.len() != usize::from(position.size) {
        return Err(UnreadableNotation);
    }
    for (file, letter) in (0..position.size).zip(letters.bytes()) {
        match letter {
            b'x' => position.marks[0].add(Square { file, rank }),
            b'o' => position.marks[1].add(Square { file, rank }),
            b'.' => {}
            _ => return Err(UnreadableNotation),
        }
    }
    Ok(())
}

/// Counts the plies, determines the winner, and refuses unreachable positions.
fn finish(position: &mut TicTacToe) -> Result<(), UnreadableNotation> {
    let [crosses, noughts] = position.marks.map(|marks| marks.count());
    if crosses != noughts && crosses != noughts + 1 {
        return Err(UnreadableNotation);
    }
    position.plies = u8::try_from(crosses + noughts).map_err(|_| UnreadableNotation)?;
    let has_line = |marks: &MarkSet| marks.lines(position.line, position.size).count() > 0;
    let last = position.last_mover();
    if has_line(&position.marks[1 - last]) {
        return Err(UnreadableNotation);
    }
    position.won = has_line(&position.marks[last]);
    if position.won && !won_with_one_mark(position, position.marks[last]) {
        return Err(UnreadableNotation);
    }
    Ok(())
}

/// Whether there was no line before one of the marks.
fn won_with_one_mark(position: &TicTacToe, marks: MarkSet) -> bool {
    Square::all(position.size).filter(|square| marks.has(*square)).any(|square| {
        let mut before = marks;
        before.remove(square);
        before.lines(position.line, position.size).count() == 0
    })
}
