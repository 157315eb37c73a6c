//! Variety: one of the nearly best moves of an opening is drawn, so that a line that won once does not win again.

use super::limits::NodeMeter;
use super::random::RandomSource;
use super::search_position::{RankedMove, SearchPosition};

/// The margin in this position, 0 where the match is not to vary. With a margin a level may search half as many nodes again:
/// values are needed of moves that a search for the best one would only refute.
pub(super) fn margin(root: &impl SearchPosition, meter: &mut NodeMeter) -> i32 {
    let margin = meter.variety().map_or(0, |_| root.margin());
    if margin > 0 {
        meter.add_half();
    }
    margin
}

/// Turns the ranks of the first `searched` moves, which are their values, into how much less than `best` each is worth, at
/// most `margin`, and puts the best first. `None` for a best value that is proven: then no other move is to be drawn.
pub(super) fn rank(moves: &mut [RankedMove], searched: usize, best: Option<i32>, margin: i32) {
    for (index, ranked) in moves.iter_mut().enumerate() {
        match best {
            None => ranked.rank = -margin,
            Some(best) if index < searched => ranked.rank = (ranked.rank - best).max(-margin),
            // Not searched as deep as the others any more: what was found before holds.
            Some(_) => {}
        }
    }
    moves.sort_by_key(|ranked| -ranked.rank);
}

/// One of the moves that [`rank`] found to be worth less than the best by less than `margin`, the nearer to the best the more
/// often. `None` if there is none.
pub(super) fn draw(moves: &[RankedMove], margin: i32, seed: Option<u64>) -> Option<RankedMove> {
    let weight = |ranked: &RankedMove| ranked.rank + margin;
    let all = moves.iter().map(weight).sum::<i32>();
    let mut left = RandomSource::new(seed?).below(all as u32) as i32;
    moves.iter().copied().find(|ranked| {
        left -= weight(ranked);
        left < 0
    })
}
