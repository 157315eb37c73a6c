//! Tic-Tac-Toe in words.

use crate::games::square::Square;
use crate::games::tictactoe::TicTacToe;
use crate::games::{Rules, Seat};
use crate::say;
use crate::texts::tr;

/// So many free squares are listed; of more it is only said how many there are.
const MOST_LISTED: usize = 36;

/// The legal moves.
pub(super) fn moves(position: &TicTacToe) -> String {
    let size = position.size();
    let free: Vec<_> = Square::all(size).filter(|square| position.mark(*square).is_none()).collect();
    if free.len() > MOST_LISTED {
        return say!("mark any of {n} free squares", n = free.len());
    }
    let names: Vec<_> = free.into_iter().map(|square| position.cell_name(square.cell(size))).collect();
    say!("mark {square}", square = names.join(", "))
}

/// What the marks of a seat are called.
pub(super) fn side(seat: Seat) -> &'static str {
    if seat.number() == 0 { tr("crosses") } else { tr("noughts") }
}
