//! Counting move sequences, to compare implementations of the same rules.

use super::Rules;

/// The number of sequences of `depth` plies from a position. Rolls count as plies; a finished match has no sequences.
pub fn perft<R: Rules>(position: &R, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut levels = vec![Vec::new(); depth as usize];
    count(position, &mut levels)
}

fn count<R: Rules>(position: &R, levels: &mut [Vec<R::Move>]) -> u64 {
    let Some((moves, deeper)) = levels.split_first_mut() else {
        return 1;
    };
    if deeper.is_empty() {
        return position.count_legal_moves();
    }
    moves.clear();
    position.legal_moves_into(moves);
    let mut nodes = 0;
    for mv in moves.iter() {
        let mut next = position.clone();
        next.advance(mv, &mut ());
        nodes += count(&next, deeper);
    }
    nodes
}
