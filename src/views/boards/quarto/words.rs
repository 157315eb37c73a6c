//! Quarto in words.

use std::collections::BTreeSet;

use super::super::board_view::highlight_reasons;
use crate::games::quarto::{Quarto, QuartoMove, QuartoPiece, SIZE};
use crate::games::{Cell, Effect, Rules};
use crate::texts::{tr, tr_in};
use crate::tr_format;

/// A ply as a sentence: "Ada gives the tall dark round solid piece".
pub(super) fn ply_sentence(position: &Quarto, who: &str, notation: &str) -> String {
    match (notation.parse(), position.hand()) {
        (Ok(QuartoMove::Give(piece)), _) => {
            tr_format!("{who} gives the {piece} piece", who = who, piece = the(piece))
        }
        (Ok(QuartoMove::Place(square)), Some(hand)) => {
            tr_format!(
                "{who} places the {piece} piece on {square}",
                who = who,
                piece = the(hand),
                square = square
            )
        }
        (Ok(QuartoMove::Place(square)), None) => {
            tr_format!("{who} places the piece on {square}", who = who, square = square)
        }
        (Err(_), _) => tr_format!("{who} plays {ply}", who = who, ply = notation),
    }
}

/// The label of a ply's button.
pub(super) fn ply_label(notation: &str) -> String {
    match notation.parse() {
        Ok(QuartoMove::Give(piece)) => tr_format!("give the {piece} piece", piece = the(piece)),
        Ok(QuartoMove::Place(square)) => tr_format!("place the piece on {square}", square = square),
        Err(_) => notation.to_owned(),
    }
}

/// What the seat to act has to do.
pub(super) fn asks(position: &Quarto) -> Option<String> {
    match position.hand() {
        _ if position.outcome().is_some() => None,
        Some(hand) => Some(tr_format!("Place the {piece} piece.", piece = the(hand))),
        None => Some(tr("Choose a piece for your opponent.").to_owned()),
    }
}

/// What completed lines have in common: "four tall and four dark pieces in a row".
pub(super) fn why(effects: &[Effect]) -> Option<String> {
    let pieces = highlight_reasons(effects)?;
    let ranks = |cells: &[Cell]| cells.iter().map(|cell| cell.0 / SIZE).collect::<BTreeSet<_>>().len();
    let is_straight =
        |effect: &Effect| matches!(effect, Effect::Highlight { cells, .. } if ranks(cells) != 2);
    Some(match effects.iter().any(is_straight) {
        true => tr_format!("{pieces} pieces in a row", pieces = pieces),
        false => tr_format!("{pieces} pieces in a block", pieces = pieces),
    })
}

/// What the seat to act is doing, for everybody else.
pub(super) fn activity(position: &Quarto) -> Option<String> {
    match position.hand() {
        _ if position.outcome().is_some() => None,
        Some(hand) => Some(tr_format!("Placing the {piece} piece.", piece = the(hand))),
        None => Some(tr("Choosing a piece.").to_owned()),
    }
}

/// The legal moves: the free squares. The remaining pieces are listed anyway.
pub(super) fn moves(position: &Quarto) -> String {
    let free = (0..SIZE * SIZE).map(Cell).filter(|cell| position.piece_at(*cell).is_none());
    let squares: Vec<_> = free.map(|cell| position.cell_name(cell)).collect();
    match position.hand() {
        Some(_) => tr_format!("place the piece on {square}", square = squares.join(", ")),
        None => tr("give any piece that is left").to_owned(),
    }
}

/// The pieces on the board, in hand, and remaining.
pub(super) fn shared(position: &Quarto) -> Vec<String> {
    let on = |cell: Cell| {
        let piece = in_words(position.piece_at(cell)?);
        Some(tr_format!("{piece} on {square}", piece = piece, square = position.cell_name(cell)))
    };
    let list = |what: Vec<String>| if what.is_empty() { tr("nothing").to_owned() } else { what.join(", ") };
    let board = list((0..SIZE * SIZE).filter_map(|cell| on(Cell(cell))).collect());
    let hand = list(position.hand().map(in_words).into_iter().collect());
    let left = list(position.pool().map(in_words).collect());
    vec![
        tr_format!("on the board: {pieces}", pieces = board),
        tr_format!("in hand: {piece}", piece = hand),
        tr_format!("left to give: {pieces}", pieces = left),
    ]
}

/// The four attributes of a piece as a predicate.
fn in_words(piece: QuartoPiece) -> String {
    [
        if piece.is_tall() { tr("tall") } else { tr("short") },
        if piece.is_dark() { tr("dark") } else { tr("light") },
        if piece.is_round() { tr("round") } else { tr("square") },
        if piece.is_hollow() { tr("hollow") } else { tr("solid") },
    ]
    .join(" ")
}

/// The four attributes of a piece as an object of a sentence.
fn the(piece: QuartoPiece) -> String {
    [
        if piece.is_tall() { tr_in("the piece", "tall") } else { tr_in("the piece", "short") },
        if piece.is_dark() { tr_in("the piece", "dark") } else { tr_in("the piece", "light") },
        if piece.is_round() { tr_in("the piece", "round") } else { tr_in("the piece", "square") },
        if piece.is_hollow() { tr_in("the piece", "hollow") } else { tr_in("the piece", "solid") },
    ]
    .join(" ")
}

/// The name of an attribute in a sentence about a piece.
pub(super) fn attribute(word: &str) -> Option<&'static str> {
    Some(match word {
        "tall" => tr_in("the piece", "tall"),
        "short" => tr_in("the piece", "short"),
        "dark" => tr_in("the piece", "dark"),
        "light" => tr_in("the piece", "light"),
        "round" => tr_in("the piece", "round"),
        "square" => tr_in("the piece", "square"),
        "hollow" => tr_in("the piece", "hollow"),
        "solid" => tr_in("the piece", "solid"),
        _ => return None,
    })
}

/// What to do, for players in their first match.
pub(super) fn tips(position: &Quarto) -> [String; 3] {
    [
        tr("You choose your opponent’s pieces, and they choose yours."),
        match position.options().squares {
            true => tr("A line or block of four with a trait in common wins."),
            false => tr("A line of four with a trait in common wins."),
        },
        tr("Don’t give your opponent a piece they could win with."),
    ]
    .map(str::to_owned)
}
