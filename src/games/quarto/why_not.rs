//! Why a ply is not legal, in words.

use super::board::{SIZE, each};
use super::{Figure, Move, Quarto, square};
use crate::games::square::Square;

pub(super) fn why_not(position: &Quarto, mv: Move) -> String {
    match (mv, position.hand()) {
        (Move::Give(_), Some(hand)) => {
            format!("the {} piece is in hand: place it on an empty square first", hand.in_words())
        }
        (Move::Give(figure), None) => why_not_give(position, figure),
        (Move::Place(at), _) if !at.is_on(SIZE) => {
            format!("{at} is off the board, which goes from a1 to d4")
        }
        (Move::Place(_), None) => "no piece is in hand: give one to your opponent first".to_owned(),
        (Move::Place(at), Some(_)) => why_not_place(position, at),
    }
}

/// With nothing in hand, a piece that cannot be given stands on the board.
fn why_not_give(position: &Quarto, figure: Figure) -> String {
    let on = each(position.board.occupied).find(|cell| position.figure(*cell) == Some(figure));
    let on = on.map_or_else(|| "the board".to_owned(), |cell| square(cell).to_string());
    format!("{figure}, the {} piece, stands on {on} already", figure.in_words())
}

fn why_not_place(position: &Quarto, at: Square) -> String {
    let taken = position.figure(at.cell(SIZE));
    let by = taken.map_or_else(String::new, |figure| format!(" by the {} piece", figure.in_words()));
    format!("{at} is taken{by}")
}
