//! The values of positions with few seeds in the houses: looked up in a table that all searches share, and worked out
//! for it when they are first met.

use std::sync::atomic::{AtomicBool, Ordering};

use super::board::{HOUSES, KalahBoard, SEED, total};
use crate::bots::endgames::{EndgameTable, Endgames};
use crate::bots::limits::NodeMeter;
use crate::games::Rules;
use crate::games::kalah::{Kalah, KalahOptions};

/// The value of a position, from the view of the seat to act. `None` when the tables do not cover it, or when the
/// limits stop the search before the value is known.
#[inline]
pub(super) fn value(at: &KalahBoard, meter: &mut NodeMeter) -> Option<i32> {
    let endgames = meter.endgames();
    if at.seeds() > endgames.most_seeds() || !at.is_plain() {
        return None;
    }
    let table = table_of(endgames, at).filter(|table| at.seeds() <= table.seeds())?;
    table_value(table, at, &mut || meter.is_interrupted()).map(|value| value * SEED)
}

/// Works out all values of the default options. Returns early once `cancel` is set.
pub(super) fn fill(endgames: &Endgames, cancel: &AtomicBool) {
    let options = KalahOptions::default();
    let opening = Kalah::opening(&options, 2).ok();
    let Some((board, _)) = opening.and_then(|opening| KalahBoard::of(&opening, &options)) else { return };
    let Some(table) = table_of(endgames, &board) else { return };
    each_board(&board, table.seeds(), |board| {
        table_value(table, board, &mut || cancel.load(Ordering::Relaxed)).is_some()
    });
}

fn table_of<'a>(endgames: &'a Endgames, at: &KalahBoard) -> Option<&'a EndgameTable> {
    at.is_storing().then(|| endgames.table(at.houses(), at.empty_capture))?
}

/// The value in seeds, by minimax. It comes to an end, since seeds only move towards a store. `None` once `stop` says
/// so.
fn table_value(table: &EndgameTable, at: &KalahBoard, stop: &mut impl FnMut() -> bool) -> Option<i32> {
    if at.over {
        return Some(0);
    }
    let number = EndgameTable::number(at.pits());
    if let Some(value) = table.get(number) {
        return Some(value);
    }
    if stop() {
        return None;
    }
    let mut best = -i32::from(at.seeds());
    for house in 0..at.houses() {
        let mut next = *at;
        let Some(result) = next.sown(house) else { continue };
        let value = table_value(table, &next, stop)?;
        best = best.max(result.gain / SEED + if result.acts_again { value } else { -value });
    }
    table.put(number, best);
    Some(best)
}

/// Calls `visit` with all boards of a variant on which both sides have seeds, and at most so many, until it is `false`.
fn each_board(variant: &KalahBoard, most: u8, mut visit: impl FnMut(&KalahBoard) -> bool) {
    let mut board = *variant;
    (board.own, board.other, board.seeds) = ([0; HOUSES], [0; HOUSES], 0);
    let houses = board.houses();
    loop {
        // Counts up as with digits: the first house gets another seed, or is emptied for the next one if none is left.
        let mut pits = board.own[..houses].iter_mut().chain(&mut board.other[..houses]);
        loop {
            let Some(pit) = pits.next() else { return };
            if board.seeds < most {
                board.seeds += 1;
                *pit += 1;
                break;
            }
            board.seeds -= std::mem::take(pit);
        }
        if total(&board.own) > 0 && total(&board.other) > 0 && !visit(&board) {
            return;
        }
    }
}
