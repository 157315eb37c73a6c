//! Tic-Tac-Toe in words.

use crate::games::square::Square;
use crate::games::tictactoe::TicTacToe;
use crate::games::{Rules, Seat};
use crate::texts::tr;
use crate::tr_format;

/// Up to this number, free squares are listed; otherwise they are counted.
const MOST_LISTED: usize = 36;

pub(super) fn moves(position: &TicTacToe) -> String {
    let size = position.size();
    let free: Vec<_> = Square::all(size).filter(|square| position.mark(*square).is_none()).collect();
    if free.len() > MOST_LISTED {
        return tr_format!("mark any of {n} free squares", n = free.len());
    }
    let names: Vec<_> = free.into_iter().map(|square| position.cell_name(square.cell(size))).collect();
    tr_format!("mark {square}", square = names.join(", "))
}

/// The name of a seat's marks.
pub(super) fn side(seat: Seat) -> &'static str {
    if seat.number() == 0 { tr("crosses") } else { tr("noughts") }
}

/// What to do, for players in their first match.
pub(super) fn tips(position: &TicTacToe) -> [String; 3] {
    let n = position.line();
    [
        tr("Choose an empty square for your mark.").to_owned(),
        tr_format!("You win with {n} in a row, a column or a diagonal.", n = n),
        tr_format!("Stop your opponent before they have {n} in a line.", n = n),
    ]
}
