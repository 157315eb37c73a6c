//! Alpha-beta search for two seats without chance: iterative deepening negamax with principal variation search, a
//! transposition table, killer moves and a history of moves that were good elsewhere.

use super::limits::{NodeMeter, SearchLimits};
use super::transposition::{KnownPosition, TranspositionTable, ValueBound};

/// Values from here on are wins and below the negative of it losses; what is above it says how soon. Evaluations stay below.
pub(super) const WIN: i32 = 1_000_000;

/// More than any value.
pub(super) const INFINITE: i32 = 2_000_000;

/// The deepest line that is searched, in plies.
const MOST_PLIES: usize = 120;

/// Codes of moves are smaller than this.
const CODES: usize = 1 << 14;

/// No move.
const NONE: u16 = u16::MAX;

/// A position as the search sees it: small, quick to copy, with moves as numbers below 2^14. All values are from the view
/// of the seat to act.
pub(super) trait SearchPosition: Clone {
    /// A number that two positions share only when their values are the same. It leaves out what was gained on the way.
    fn key(&self) -> u64;

    /// Adds the moves worth searching, at least one unless the position is settled.
    fn moves_into(&self, moves: &mut Vec<RankedMove>);

    /// Adds all moves a person might consider, among them those that lose at once and are not worth searching.
    fn all_moves_into(&self, moves: &mut Vec<RankedMove>) {
        self.moves_into(moves);
    }

    /// Plays a move.
    fn play(&mut self, mv: u16) -> MoveResult;

    /// The value, if it is known without a search: at the end, or one move before it.
    fn settled(&self) -> Option<i32>;

    /// Whether the game is over. Such a position is settled.
    fn is_over(&self) -> bool;

    /// Whether a guess of the value means something here. Where it does not, the search goes on whatever the depth.
    fn is_quiet(&self) -> bool {
        true
    }

    /// A guess of the value.
    fn evaluate(&self) -> i32;
}

/// A move with the game's opinion of it: larger is searched sooner.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove {
    pub mv: u16,
    pub rank: i32,
}

/// What playing a move did besides changing the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveResult {
    /// What the mover gained, to be added to the value of the position after it.
    pub gain: i32,
    /// Whether the same seat acts again.
    pub acts_again: bool,
    /// Plies of depth it costs: 0 for a move without a choice.
    pub cost: i32,
}

impl MoveResult {
    /// A move that gains nothing by itself, after which the other seat acts.
    pub const PLAIN: Self = Self { gain: 0, acts_again: false, cost: 1 };
}

/// What a search found.
#[derive(Clone, Debug)]
pub(super) struct SearchFinding {
    pub mv: u16,
    pub value: i32,
    pub depth: u32,
    pub nodes: u64,
    pub line: Vec<u16>,
    /// Whether the value is proven.
    pub is_solved: bool,
}

/// A search in progress.
pub(super) struct AlphaBeta<'a> {
    meter: NodeMeter<'a>,
    table: TranspositionTable,
    lists: Vec<Vec<RankedMove>>,
    killers: Vec<[u16; 2]>,
    history: Vec<u32>,
    /// Evaluations that went into values so far.
    guesses: u64,
    /// The best first move, its value, and whether an iteration has come so far.
    best: Option<(u16, i32)>,
}

impl<'a> AlphaBeta<'a> {
    /// A search within these limits and at most so many nodes.
    pub fn new(limits: &SearchLimits<'a>, most_nodes: u64) -> Self {
        let meter = NodeMeter::new(limits, most_nodes);
        // A table for many more positions than will be searched would only take time to set up.
        let wanted = usize::try_from(most_nodes.min(limits.nodes).saturating_mul(64)).unwrap_or(usize::MAX);
        Self {
            meter,
            table: TranspositionTable::new(limits.memory.min(wanted)),
            lists: vec![Vec::new(); MOST_PLIES + 1],
            killers: vec![[NONE; 2]; MOST_PLIES + 1],
            history: vec![0; CODES],
            guesses: 0,
            best: None,
        }
    }

    /// Nodes searched so far.
    pub const fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Whether a limit has been reached.
    pub const fn is_stopped(&self) -> bool {
        self.meter.is_stopped()
    }

    /// Searches deeper and deeper until a limit is reached, the value is proven or `most_depth` is done. `None` when there is
    /// no move.
    pub fn deepen<P: SearchPosition>(&mut self, root: &P, most_depth: u32) -> Option<SearchFinding> {
        let mut moves = Vec::new();
        root.moves_into(&mut moves);
        moves.sort_by_key(|ranked| -ranked.rank);
        let first = moves.first()?.mv;
        let (mut done, mut value, mut is_solved) = (0, root.evaluate(), false);
        self.best = None;
        let mut mv = first;
        for depth in 1..=most_depth.min(MOST_PLIES as u32) {
            let before = self.guesses;
            self.root(root, &mut moves, depth as i32);
            if let Some((best, found)) = self.best {
                (mv, value) = (best, found);
            }
            if self.meter.is_stopped() {
                break;
            }
            (done, is_solved) = (depth, self.guesses == before || value.abs() >= WIN);
            if is_solved || self.meter.is_mostly_spent() {
                break;
            }
        }
        let line = self.line(root, mv);
        Some(SearchFinding { mv, value, depth: done, nodes: self.nodes(), line, is_solved })
    }

    /// One iteration: searches every first move, the best of the last iteration first.
    fn root<P: SearchPosition>(&mut self, root: &P, moves: &mut [RankedMove], depth: i32) {
        let mut alpha = -INFINITE;
        let mut best_index = 0;
        for (index, ranked) in moves.iter().enumerate() {
            let value = self.after(root, ranked.mv, depth, 0, (alpha, INFINITE), index > 0);
            if self.meter.is_stopped() {
                break;
            }
            if value > alpha {
                (alpha, best_index) = (value, index);
                self.best = Some((ranked.mv, value));
            }
        }
        if let Some(front) = moves.get_mut(..=best_index) {
            front.rotate_right(1);
        }
    }

    /// The value of a move, from the view of the seat that makes it. With `scout` it is first searched with a window of
    /// nothing, to see whether it is better than what there is.
    fn after<P: SearchPosition>(
        &mut self,
        at: &P,
        mv: u16,
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
        scout: bool,
    ) -> i32 {
        let mut next = at.clone();
        let result = next.play(mv);
        let depth = depth - result.cost;
        let (low, high) = (alpha - result.gain, beta - result.gain);
        let mut child = |low, high| {
            if result.acts_again {
                self.node(&next, depth, ply + 1, low, high)
            } else {
                -self.node(&next, depth, ply + 1, -high, -low)
            }
        };
        if scout {
            let value = child(low, low + 1);
            if value <= low || value >= high {
                return value + result.gain;
            }
        }
        child(low, high) + result.gain
    }

    /// The value of a position, at least `alpha` and at most `beta` where it lies outside of them.
    pub fn node<P: SearchPosition>(
        &mut self,
        at: &P,
        depth: i32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.meter.tick() {
            return 0;
        }
        if let Some(value) = at.settled() {
            return value;
        }
        if depth <= 0 && at.is_quiet() || ply >= MOST_PLIES {
            self.guesses += 1;
            return at.evaluate();
        }
        let key = at.key();
        let (known_move, cut) = self.known(key, depth, alpha, beta);
        if let Some(value) = cut {
            return value;
        }
        let before = self.guesses;
        let lower = alpha;
        let mut moves = self.ordered(at, known_move, ply);
        let (mut best, mut best_move) = (-INFINITE, NONE);
        for index in 0..moves.len() {
            let mv = pick(&mut moves, index);
            let value = self.after(at, mv, depth, ply, (alpha, beta), index > 0);
            if self.meter.is_stopped() {
                break;
            }
            if value > best {
                (best, best_move) = (value, mv);
                alpha = alpha.max(value);
                if alpha >= beta {
                    self.reward(mv, depth, ply);
                    break;
                }
            }
        }
        if let Some(list) = self.lists.get_mut(ply) {
            *list = moves;
        }
        if self.meter.is_stopped() {
            return 0;
        }
        let bound = match best {
            _ if best >= beta => ValueBound::AtLeast,
            _ if best <= lower => ValueBound::AtMost,
            _ => ValueBound::Exact,
        };
        let depth = depth.clamp(1, 255) as u8;
        let is_solved = self.guesses == before;
        self.table.put(key, &KnownPosition { value: best, mv: best_move, depth, bound, is_solved });
        best
    }

    /// The move to try first, and the value if what is known decides the window.
    #[inline]
    fn known(&mut self, key: u64, depth: i32, alpha: i32, beta: i32) -> (u16, Option<i32>) {
        let Some(known) = self.table.get(key) else { return (NONE, None) };
        let decides = match known.bound {
            ValueBound::Exact => true,
            ValueBound::AtLeast => known.value >= beta,
            ValueBound::AtMost => known.value <= alpha,
        };
        let is_won = known.value >= WIN && known.bound != ValueBound::AtMost;
        let is_lost = known.value <= -WIN && known.bound != ValueBound::AtLeast;
        let is_reauthenticated = known.is_solved || is_won || is_lost;
        let cut = decides && (is_reauthenticated || i32::from(known.depth) >= depth);
        self.guesses += u64::from(cut && !is_reauthenticated);
        (known.mv, cut.then_some(known.value))
    }

    /// The moves with the ranks they are searched by.
    #[inline]
    fn ordered<P: SearchPosition>(&mut self, at: &P, known: u16, ply: usize) -> Vec<RankedMove> {
        let mut moves = self.lists.get_mut(ply).map(std::mem::take).unwrap_or_default();
        moves.clear();
        at.moves_into(&mut moves);
        let killers = self.killers.get(ply).copied().unwrap_or([NONE; 2]);
        for ranked in &mut moves {
            if ranked.mv == known {
                ranked.rank = i32::MAX;
            } else if killers.contains(&ranked.mv) {
                ranked.rank += 1 << 20;
            } else {
                let history = self.history.get(usize::from(ranked.mv)).copied().unwrap_or_default();
                ranked.rank += (history >> 4).min(1 << 19) as i32;
            }
        }
        moves
    }

    /// Remembers a move that was too good to be allowed.
    #[inline]
    fn reward(&mut self, mv: u16, depth: i32, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply).filter(|killers| killers[0] != mv) {
            *killers = [mv, killers[0]];
        }
        if let Some(history) = self.history.get_mut(usize::from(mv)) {
            *history = history.saturating_add(depth.unsigned_abs() * depth.unsigned_abs());
        }
    }

    /// The expected line: the first move, and what the table holds after it.
    fn line<P: SearchPosition>(&self, root: &P, first: u16) -> Vec<u16> {
        let (mut at, mut line, mut mv) = (root.clone(), Vec::new(), first);
        let mut legal = Vec::new();
        while line.len() < 24 {
            legal.clear();
            at.moves_into(&mut legal);
            if !legal.iter().any(|ranked| ranked.mv == mv) {
                break;
            }
            line.push(mv);
            at.play(mv);
            match self.table.get(at.key()).filter(|_| !at.is_over()) {
                Some(known) => mv = known.mv,
                None => break,
            }
        }
        line
    }
}

/// The move to search next: the one of the highest rank among those from `index` on.
#[inline]
fn pick(moves: &mut [RankedMove], index: usize) -> u16 {
    let rest = moves.get_mut(index..).unwrap_or_default();
    let best = rest.iter().enumerate().max_by_key(|(at, ranked)| (ranked.rank, std::cmp::Reverse(*at)));
    let best = best.map_or(0, |(at, _)| at);
    if best > 0 {
        rest.swap(0, best);
    }
    rest.first().map_or(NONE, |ranked| ranked.mv)
}
