//! How deep each level searches, and the mistakes it makes.

use super::alpha_beta::{AlphaBeta, INFINITE, RankedMove, SearchFinding, SearchPosition, WIN};
use super::limits::SearchLimits;
use super::random::RandomSource;

/// What a level does to find a move in a game for two seats without chance.
#[derive(Clone, Copy, Debug)]
pub(super) enum SearchEffort {
    /// Looks at every move separately, to a fixed depth.
    Glance {
        /// Plies looked at, the move among them. At least 1.
        depth: i32,
        /// For how many moves in a hundred the reply is not looked at.
        overlooks: u32,
        /// How far the value of a move is misjudged at most, either way, in the units of the evaluation. A win is never
        /// misjudged.
        noise: i32,
    },
    /// Searches this number of nodes, or as many as the limits allow if that is less.
    Nodes(u64),
}

/// Nodes that a list_viewer may take, so that the lower levels answer at once in every position.
const GLANCE_NODES: u64 = 60_000;

impl SearchEffort {
    /// Everything the limits allow.
    pub const ALL: Self = Self::Nodes(u64::MAX);

    /// Finds a move. `None` when there is none.
    pub fn find<P: SearchPosition>(
        self,
        root: &P,
        seed: u64,
        limits: &SearchLimits,
    ) -> Option<SearchFinding> {
        match self {
            Self::Nodes(nodes) => AlphaBeta::new(limits, nodes).choose(root),
            Self::Glance { depth, overlooks, noise } => {
                let mut list_viewer = Glance {
                    search: AlphaBeta::new(limits, GLANCE_NODES),
                    random: RandomSource::new(seed),
                    overlooks,
                    noise,
                };
                list_viewer.find(root, depth)
            }
        }
    }
}

struct Glance<'a> {
    search: AlphaBeta<'a>,
    random: RandomSource,
    overlooks: u32,
    noise: i32,
}

impl Glance<'_> {
    fn find<P: SearchPosition>(&mut self, root: &P, depth: i32) -> Option<SearchFinding> {
        let mut moves = Vec::new();
        root.all_moves_into(&mut moves);
        let mut best: Option<(u16, i32)> = None;
        for ranked in &moves {
            let value = self.value(root, ranked, depth);
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((ranked.mv, value));
            }
        }
        let (mv, value) = best?;
        let nodes = self.search.nodes().max(moves.len() as u64);
        Some(SearchFinding {
            mv,
            value,
            depth: depth.unsigned_abs(),
            nodes,
            line: vec![mv],
            is_solved: false,
        })
    }

    /// What a move seems to be worth.
    fn value<P: SearchPosition>(&mut self, root: &P, ranked: &RankedMove, depth: i32) -> i32 {
        let mut next = root.clone();
        let result = next.play(ranked.mv);
        let overlooked = self.random.chance(self.overlooks);
        let value = match next.known_value().filter(|_| next.is_over()) {
            Some(value) => value,
            None if overlooked || self.search.is_stopped() => next.evaluate(),
            None => {
                let found = self.search.node(&next, depth - 1, 1, -INFINITE, INFINITE);
                if self.search.is_stopped() { next.evaluate() } else { found }
            }
        };
        let value = result.gain + if result.acts_again { value } else { -value };
        if value.abs() >= WIN { value } else { value + self.random.around_zero(self.noise) }
    }
}
