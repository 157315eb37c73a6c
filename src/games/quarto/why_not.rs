//! Why a ply is not legal, as text.

use super::board::{SIZE, cells_of};
use super::moves::QuartoMove;
use super::piece::QuartoPiece;
use super::position::{Quarto, square};
use crate::games::square::Square;
use crate::games::{RuleReason, because};

pub(super) fn why_not(position: &Quarto, mv: QuartoMove) -> RuleReason {
    match (mv, position.hand()) {
        (QuartoMove::Give(_), Some(hand)) => {
            because("you have the {piece} piece in hand: place it on an empty square first")
                .with_words("piece", hand.attribute_words())
        }
        (QuartoMove::Give(piece), None) => why_not_give(position, piece),
        (QuartoMove::Place(at), _) if !at.is_on(SIZE) => {
            because("{square} is off the board, which goes from a1 to {last}")
                .with("square", at)
                .with("last", "d4")
        }
        (QuartoMove::Place(_), None) => because("there’s no piece in hand: give one to your opponent first"),
        (QuartoMove::Place(at), Some(_)) => why_not_place(position, at),
    }
}

/// With an empty hand, a piece that cannot be given is on the board.
fn why_not_give(position: &Quarto, piece: QuartoPiece) -> RuleReason {
    let on = cells_of(position.board.occupied).find(|cell| position.piece_at(*cell) == Some(piece));
    let why = match on {
        Some(cell) => {
            because("{ply}, the {piece} piece, is already on {square}").with("square", square(cell))
        }
        None => because("{ply}, the {piece} piece, is already on the board"),
    };
    why.with("ply", piece).with_words("piece", piece.attribute_words())
}

fn why_not_place(position: &Quarto, at: Square) -> RuleReason {
    let why = match position.piece_at(at.cell(SIZE)) {
        Some(piece) => {
            because("{square} is taken by the {piece} piece").with_words("piece", piece.attribute_words())
        }
        None => because("{square} is taken"),
    };
    why.with("square", at)
}
