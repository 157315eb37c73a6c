//! The position text: ranks from top to bottom, the piece in hand, the seat to act.

use super::board::{QuartoGrid, SIZE, cells_of};
use super::options::QuartoOptions;
use super::piece::QuartoPiece;
use super::position::Quarto;
use crate::games::square::Square;
use crate::games::{Rules, UnreadableNotation};

pub(super) fn write(position: &Quarto) -> String {
    let letter = |square: Square| {
        position.piece_at(square.cell(SIZE)).map_or_else(|| ".".to_owned(), |piece| piece.to_string())
    };
    let rank = |rank| (0..SIZE).map(|file| letter(Square { file, rank })).collect::<String>();
    let ranks: Vec<_> = (0..SIZE).rev().map(rank).collect();
    let hand = position.hand().map_or_else(|| "-".to_owned(), |piece| piece.to_string());
    format!("{} {hand} {}", ranks.join("/"), seat_field(position))
}

fn seat_field(position: &Quarto) -> String {
    position.to_act().seat().map_or_else(|| "-".to_owned(), |seat| seat.to_string())
}

/// The seat to act follows from the number of pieces on the board and the hand, so it is only compared.
pub(super) fn read(options: QuartoOptions, text: &str) -> Result<Quarto, UnreadableNotation> {
    let mut position = Quarto::empty(options);
    let mut fields = text.splitn(3, ' ');
    let mut field = || fields.next().ok_or(UnreadableNotation);
    read_board(&mut position, field()?)?;
    match field()?.as_bytes() {
        b"-" => {}
        [digit] => position.hand = Some(take(&mut position, *digit)?),
        _ => return Err(UnreadableNotation),
    }
    position.won = is_won(&position)?;
    if position.is_over() && position.hand.is_some() {
        return Err(UnreadableNotation);
    }
    if seat_field(&position) == field()? { Ok(position) } else { Err(UnreadableNotation) }
}

fn read_board(position: &mut Quarto, text: &str) -> Result<(), UnreadableNotation> {
    let ranks: Vec<&[u8]> = text.split('/').map(str::as_bytes).collect();
    if ranks.len() != usize::from(SIZE) || ranks.iter().any(|rank| rank.len() != usize::from(SIZE)) {
        return Err(UnreadableNotation);
    }
    for (rank, letters) in (0..SIZE).rev().zip(ranks) {
        for (file, letter) in (0..SIZE).zip(letters).filter(|(_, letter)| **letter != b'.') {
            let piece = take(position, *letter)?;
            position.board.put(piece, Square { file, rank }.cell(SIZE));
        }
    }
    Ok(())
}

/// Takes a piece from the pool, in which each occurs once.
fn take(position: &mut Quarto, digit: u8) -> Result<QuartoPiece, UnreadableNotation> {
    let piece = QuartoPiece::from_digit(digit).filter(|piece| position.pool & piece.alone() != 0);
    position.pool &= !piece.map_or(0, QuartoPiece::alone);
    piece.ok_or(UnreadableNotation)
}

/// Whether the last placed piece has won. That is possible if there is no complete line without one of the pieces. A
/// position without a complete line is always reachable.
fn is_won(position: &Quarto) -> Result<bool, UnreadableNotation> {
    let blocks = position.options.squares;
    let complete = |board: &QuartoGrid| board.complete(blocks).next().is_some();
    if !complete(&position.board) {
        return Ok(false);
    }
    let last = cells_of(position.board.occupied).any(|cell| !complete(&position.board.without(cell)));
    if last { Ok(true) } else { Err(UnreadableNotation) }
}
