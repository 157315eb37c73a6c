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
        overlooks: Overlooked,
        /// How far the value of a move is misjudged at most, either way, in the units of the evaluation. A win is never
        /// misjudged.
        noise: i32,
    },
    /// Searches this number of nodes, or as many as the limits allow if that is less.
    Nodes(u64),
}

/// What a level overlooks, each in so many of a hundred moves. A level outgrows one kind of mistake after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlooked {
    /// That the move wins at once.
    pub wins: u32,
    /// All replies, also those that win at once.
    pub replies: u32,
    /// What follows from a reply that does not win at once, such as a fork.
    pub plans: u32,
}

impl Overlooked {
    /// Overlooks replies only.
    pub const fn replies(replies: u32) -> Self {
        Self { wins: 0, replies, plans: 0 }
    }
}

/// Nodes that a glance may take, so that the lower levels answer at once in every position.
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
                let mut glance = Glance {
                    search: AlphaBeta::new(limits, GLANCE_NODES),
                    random: RandomSource::new(seed),
                    overlooks,
                    noise,
                };
                glance.find(root, depth)
            }
        }
    }
}

struct Glance<'a> {
    search: AlphaBeta<'a>,
    random: RandomSource,
    overlooks: Overlooked,
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
        let overlooked = self.random.chance(self.overlooks.replies);
        let value = match next.known_value().filter(|_| next.is_over()) {
            Some(_) if self.overlooks(|overlooks| overlooks.wins) => 0,
            Some(value) => value,
            None if overlooked || self.search.is_stopped() => next.evaluate(),
            None if self.overlooks(|overlooks| overlooks.plans) => {
                if wins_at_once(&next) {
                    WIN
                } else {
                    next.evaluate()
                }
            }
            None => {
                let found = self.search.node(&next, depth - 1, 1, -INFINITE, INFINITE);
                if self.search.is_stopped() { next.evaluate() } else { found }
            }
        };
        let value = result.gain + if result.acts_again { value } else { -value };
        if value.abs() >= WIN { value } else { value + self.random.around_zero(self.noise) }
    }

    /// Whether something is overlooked that always or never is at most levels.
    fn overlooks(&mut self, percent: impl Fn(&Overlooked) -> u32) -> bool {
        let percent = percent(&self.overlooks);
        percent > 0 && self.random.chance(percent)
    }
}

/// Whether the seat to act can win with its next move.
fn wins_at_once<P: SearchPosition>(position: &P) -> bool {
    let mut moves = Vec::new();
    position.all_moves_into(&mut moves);
    moves.iter().any(|ranked| {
        let mut next = position.clone();
        next.play(ranked.mv);
        next.is_over() && next.known_value().is_some_and(|value| value != 0)
    })
}
