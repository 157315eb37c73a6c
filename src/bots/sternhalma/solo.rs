//! The way home of a seat that nobody is in the way of: a beam search over its own moves alone.

use std::collections::HashSet;

use super::race::RaceBoard;
use crate::bots::alpha_beta::RankedMove;
use crate::bots::limits::NodeMeter;
use crate::games::sternhalma::board::HoleSet;

/// Positions kept after each move, at most.
const WIDTH: usize = 600;

/// Nodes that a search of full width may take.
pub(super) const NODES: u64 = 800_000;

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

/// The way of a seat to its target.
pub(super) struct SoloPath {
    /// The moves, as few as the search could find.
    pub moves: Vec<u16>,
    /// Whether they bring the seat home. Otherwise they lead to the best position that was seen.
    pub is_complete: bool,
    /// Every hole that a marble of the seat stands on along the way.
    pub holes: HoleSet,
}

/// Looks for the way home of the seat to act as if nobody else moved, with a beam as wide as so many nodes allow.
pub(super) fn search_path_home(start: RaceBoard, nodes: u64, meter: &mut NodeMeter) -> SoloPath {
    let seat = start.seat_to_act();
    let width = usize::try_from(nodes.min(NODES)).unwrap_or(WIDTH) * WIDTH / NODES as usize;
    let mut layers = vec![vec![BeamNode { board: start, parent: 0, mv: 0 }]];
    for _ in 0..MOST_MOVES {
        let Some(last) = layers.last() else { break };
        let (next, home) = next_layer(last, seat, width.max(4), meter);
        if let Some(node) = home {
            return path_to(&layers, &node, true);
        }
        if next.is_empty() {
            break;
        }
        layers.push(next);
        if meter.is_stopped() {
            break;
        }
    }
    let best = if layers.len() > 1 { layers.pop() } else { None };
    match best.as_ref().and_then(|layer| layer.first()) {
        Some(node) => path_to(&layers, node, false),
        None => SoloPath { moves: Vec::new(), is_complete: false, holes: 0 },
    }
}

/// The best positions after another move, the best first; and one in which the seat has finished, if there is one.
fn next_layer<'g>(
    layer: &[BeamNode<'g>],
    seat: usize,
    width: usize,
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
            board.play_move(mv);
            if board.has_finished(seat) {
                return (Vec::new(), Some(BeamNode { board, parent, mv }));
            }
            board.keep_turn(seat);
            if seen.insert(board.marbles_of(seat)) {
                next.push(BeamNode { board, parent, mv });
            }
            if meter.tick() {
                return (sorted(next, seat, width), None);
            }
        }
    }
    (sorted(next, seat, width), None)
}

fn sorted(mut layer: Vec<BeamNode>, seat: usize, width: usize) -> Vec<BeamNode> {
    layer.sort_by_key(|node| node.board.cost_of(seat));
    layer.truncate(width);
    layer
}

/// The way from the start to a node that follows the last of these layers.
fn path_to(layers: &[Vec<BeamNode>], node: &BeamNode, is_complete: bool) -> SoloPath {
    let seat = layers.first().and_then(|layer| layer.first()).map_or(0, |start| start.board.seat_to_act());
    let mut path = SoloPath { moves: vec![node.mv], is_complete, holes: node.board.marbles_of(seat) };
    let mut parent = node.parent;
    for layer in layers.iter().skip(1).rev() {
        let Some(before) = layer.get(parent) else { break };
        path.moves.push(before.mv);
        path.holes |= before.board.marbles_of(seat);
        parent = before.parent;
    }
    path.moves.reverse();
    path
}
