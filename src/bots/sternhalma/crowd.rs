//! Three to six seats: a search over the own moves only, in which every other seat answers with the move that brings a
//! marble farthest.
//!
//! A marble seldom is in the way of somebody three seats on, so what matters is how well one's own moves fit together. Against
//! max^n or a search against a coalition this looks about as many own moves deeper as there are other seats.

use super::race::{RaceBoard, STEP};
use crate::bots::alpha_beta::{RankedMove, WIN};
use crate::bots::limits::NodeMeter;
use crate::bots::variety;

/// Own moves tried at each depth, from the root on.
const WIDTHS: [usize; 7] = [24, 14, 10, 8, 6, 5, 5];

/// What a search over own moves found.
pub(super) struct CrowdFinding {
    pub mv: u16,
    pub value: i32,
    pub depth: u32,
}

/// Searches one to `most_depth` own moves deep, until the meter stops it.
pub(super) fn deepen(root: RaceBoard, most_depth: u32, meter: &mut NodeMeter) -> Option<CrowdFinding> {
    let mut moves = Vec::new();
    root.best_moves_into(WIDTHS[0], &mut moves);
    moves.sort_by_key(|ranked| (-ranked.rank, ranked.mv));
    let margin = variety::margin(&root, meter);
    variety::rank(&mut moves, 0, None, margin);
    let mut found = CrowdFinding { mv: moves.first()?.mv, value: root.lead(root.seat_to_act()), depth: 0 };
    for depth in 1..=most_depth.min(WIDTHS.len() as u32) {
        let mut best: Option<(i32, usize)> = None;
        let mut searched = 0;
        for (index, ranked) in moves.iter_mut().enumerate() {
            let value = after(root, ranked.mv, depth, 1, meter);
            if meter.is_stopped() {
                break;
            }
            (ranked.rank, searched) = (value, index + 1);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, index));
            }
        }
        let Some((value, index)) = best else { break };
        moves[..=index].rotate_right(1);
        variety::rank(&mut moves, searched, Some(value).filter(|value| value.abs() < WIN / 2), margin);
        found = CrowdFinding {
            mv: moves[0].mv,
            value,
            depth: if meter.is_stopped() { depth - 1 } else { depth },
        };
        if meter.is_stopped() || value >= WIN || meter.is_mostly_spent() {
            break;
        }
    }
    if let Some(drawn) = variety::draw(&moves, margin, meter.variety()) {
        (found.mv, found.value) = (drawn.mv, found.value + drawn.rank);
    }
    Some(found)
}

/// The values of two moves of the seat to act, both searched to the same depth: at most `most_depth`, and as deep as the meter
/// lets both come. `None` if it stops them at once.
pub(super) fn compare(
    root: RaceBoard,
    moves: [u16; 2],
    most_depth: u32,
    meter: &mut NodeMeter,
) -> Option<[i32; 2]> {
    let mut last = None;
    for depth in 1..=most_depth.clamp(1, WIDTHS.len() as u32) {
        let values = moves.map(|mv| after(root, mv, depth, 1, meter));
        if meter.is_stopped() {
            break;
        }
        last = Some(values);
    }
    last
}

/// The value of a move for the seat that makes it.
fn after(mut board: RaceBoard, mv: u16, depth: u32, level: usize, meter: &mut NodeMeter) -> i32 {
    let seat = board.seat_to_act();
    board.play_move(mv);
    if meter.tick() {
        return 0;
    }
    if board.has_finished(seat) {
        return WIN - level as i32;
    }
    while board.seat_to_act() != seat {
        let other = board.seat_to_act();
        board.play_move(greedy_move(&board));
        if board.has_finished(other) {
            return -WIN + level as i32 + board.lead(seat).clamp(-WIN / 2, 0) / STEP;
        }
    }
    if depth <= 1 {
        return board.lead(seat);
    }
    let mut moves: Vec<RankedMove> = Vec::new();
    board.best_moves_into(WIDTHS.get(level).copied().unwrap_or(4), &mut moves);
    let values = moves.iter().map(|ranked| after(board, ranked.mv, depth - 1, level + 1, meter));
    values.max().unwrap_or_default()
}

/// The move that lowers the cost of the seat to act the most.
fn greedy_move(board: &RaceBoard) -> u16 {
    let mut moves = Vec::new();
    board.best_moves_into(1, &mut moves);
    moves.first().map_or(0, |ranked| ranked.mv)
}
