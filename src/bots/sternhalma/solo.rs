//! The way home of a seat that nobody is in the way of: a beam search over its own moves alone.

use std::collections::HashSet;

use super::race::RaceBoard;
use crate::bots::alpha_beta::RankedMove;
use crate::bots::limits::NodeMeter;

/// Positions kept after each move.
const WIDTH: usize = 600;

/// Moves tried in each position: those that bring a marble farthest.
const BRANCHES: usize = 26;

/// Moves after which no way home is looked for any more.
const MOST_MOVES: usize = 60;

struct BeamNode<'g> {
    board: RaceBoard<'g>,
    /// The node before it, in the layer before.
    parent: usize,
    mv: u16,
}

/// The moves that bring a seat home, as few as the search can find. When it is stopped or finds none: the beginning of the
/// way to the best position that it has seen.
pub(super) fn way_home(start: RaceBoard, meter: &mut NodeMeter) -> Vec<u16> {
    let seat = start.acting();
    let mut layers = vec![vec![BeamNode { board: start, parent: 0, mv: 0 }]];
    for _ in 0..MOST_MOVES {
        let Some(last) = layers.last() else { break };
        let (next, home) = next_layer(last, seat, meter);
        if let Some(node) = home {
            return way_to(&layers, &node);
        }
        if next.is_empty() {
            break;
        }
        layers.push(next);
        if meter.is_stopped() {
            break;
        }
    }
    let Some(node) = layers.pop().and_then(|layer| layer.into_iter().next()) else { return Vec::new() };
    if layers.is_empty() { Vec::new() } else { way_to(&layers, &node) }
}

/// The best positions after another move, the best first; and one in which the seat has finished, if there is one.
fn next_layer<'g>(
    layer: &[BeamNode<'g>],
    seat: usize,
    meter: &mut NodeMeter,
) -> (Vec<BeamNode<'g>>, Option<BeamNode<'g>>) {
    let mut next = Vec::new();
    let mut seen = HashSet::new();
    let mut moves = Vec::new();
    for (parent, node) in layer.iter().enumerate() {
        moves.clear();
        node.board.best_moves_into(BRANCHES, &mut moves);
        for RankedMove { mv, .. } in moves.iter().copied() {
            let mut board = node.board;
            board.go(mv);
            if board.has_finished(seat) {
                return (next, Some(BeamNode { board, parent, mv }));
            }
            board.stay(seat);
            if seen.insert(board.marbles_of(seat)) {
                next.push(BeamNode { board, parent, mv });
            }
            if meter.tick() {
                return (sorted(next, seat), None);
            }
        }
    }
    (sorted(next, seat), None)
}

fn sorted(mut layer: Vec<BeamNode>, seat: usize) -> Vec<BeamNode> {
    layer.sort_by_key(|node| node.board.cost_of(seat));
    layer.truncate(WIDTH);
    layer
}

/// The moves from the start to a node that follows the last of these layers.
fn way_to(layers: &[Vec<BeamNode>], node: &BeamNode) -> Vec<u16> {
    let mut way = vec![node.mv];
    let mut parent = node.parent;
    for layer in layers.iter().skip(1).rev() {
        let Some(before) = layer.get(parent) else { break };
        way.push(before.mv);
        parent = before.parent;
    }
    way.reverse();
    way
}
