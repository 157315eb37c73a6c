//! Alpha-beta search for two seats without chance: iterative deepening negamax with principal variation search, a
//! transposition table, killer moves and a history of moves that were good elsewhere.

use super::limits::{NodeMeter, SearchLimits};
pub(super) use super::search_position::{INFINITE, MoveResult, RankedMove, SearchPosition, WIN};
use super::transposition::{KnownPosition, TranspositionTable, ValueBound};
use super::variety;

/// The deepest line that is searched, in plies.
pub(super) const MOST_PLIES: usize = 200;

/// Plies that are searched for a first guess of a value that is to be proven.
const GUESS_DEPTH: u32 = 12;

/// By how much deeper each search of a proof is than the one before, in plies.
const DEEPER: usize = 4;

/// Codes of moves are smaller than this.
const CODES: usize = 1 << 14;

/// No move.
const NONE: u16 = u16::MAX;

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
    pub(super) meter: NodeMeter<'a>,
    table: TranspositionTable,
    lists: Vec<Vec<RankedMove>>,
    killers: Vec<[u16; 2]>,
    history: Vec<u32>,
    /// Whether the value found last is proven: no evaluation decided it.
    pub(super) proven: bool,
    /// The best first move, its value, and whether an iteration has come so far.
    best: Option<(u16, i32)>,
    /// How much less than the best a first move may be worth to be drawn; 0 for no other than the best.
    margin: i32,
}

impl<'a> AlphaBeta<'a> {
    /// A search within these limits and at most `most_nodes` nodes.
    pub fn new(limits: &SearchLimits<'a>, most_nodes: u64) -> Self {
        let meter = NodeMeter::new(limits, most_nodes);
        // A table for many more positions than will be searched would only take time to set up.
        let memory = limits.memory.min(meter.reach().saturating_mul(64));
        Self {
            meter,
            table: TranspositionTable::new(memory),
            lists: vec![Vec::new(); MOST_PLIES + 1],
            killers: vec![[NONE; 2]; MOST_PLIES + 1],
            history: vec![0; CODES],
            proven: false,
            best: None,
            margin: 0,
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

    /// Searches as deep as the limits allow. Where they ask for variety, the answer is drawn from the moves within the
    /// margin of the game, unless the value is proven.
    pub fn choose<P: SearchPosition>(&mut self, root: &P) -> Option<SearchFinding> {
        self.margin = variety::margin(root, &mut self.meter);
        self.deepen(root, u32::MAX)
    }

    /// Searches deeper and deeper until a limit is reached, the value is proven or `most_depth` is done. `None` when there is
    /// no move.
    pub fn deepen<P: SearchPosition>(&mut self, root: &P, most_depth: u32) -> Option<SearchFinding> {
        let mut moves = Vec::new();
        root.moves_into(&mut moves);
        moves.sort_by_key(|ranked| -ranked.rank);
        let first = moves.first()?.mv;
        variety::rank(&mut moves, 0, None, self.margin);
        let (mut done, mut value, mut is_solved) = (0, root.evaluate(), false);
        self.best = None;
        let mut mv = first;
        for depth in 1..=most_depth.min(MOST_PLIES as u32) {
            let all_proven = self.root(root, &mut moves, depth as i32);
            if let Some((best, found)) = self.best {
                (mv, value) = (best, found);
            }
            if self.meter.is_stopped() {
                break;
            }
            (done, is_solved) = (depth, all_proven || value.abs() >= WIN);
            if is_solved || self.meter.is_mostly_spent() {
                break;
            }
        }
        if let Some(drawn) = variety::draw(&moves, self.margin, self.meter.variety()) {
            (mv, value) = (drawn.mv, value + drawn.rank);
        }
        let line = self.line(root, mv);
        Some(SearchFinding { mv, value, depth: done, nodes: self.nodes(), line, is_solved })
    }

    /// Proves the value with null-window searches (as MTD(f)) until the lower and upper bound meet. `None` when a limit is
    /// reached before, or when the value cannot be proven.
    pub fn solve<P: SearchPosition>(&mut self, root: &P) -> Option<SearchFinding> {
        let guess = self.deepen(root, GUESS_DEPTH)?;
        if guess.is_solved || self.meter.is_stopped() {
            return Some(guess).filter(|guess| guess.is_solved);
        }
        let mut moves = Vec::new();
        root.moves_into(&mut moves);
        let (mut least, mut most, mut best) = (-INFINITE, INFINITE, guess.mv);
        let mut bound = guess.value;
        while least < most && least < WIN && most > -WIN {
            let answer = self.test_bound(root, &mut moves, bound)?;
            if answer.rank >= bound {
                (least, best) = (answer.rank, answer.mv);
            } else {
                most = answer.rank;
            }
            bound = if least == answer.rank { least + 1 } else { most };
        }
        let value = if most <= -WIN { most } else { least };
        let line = self.line(root, best);
        let depth = line.len() as u32;
        Some(SearchFinding { mv: best, value, depth, nodes: self.nodes(), line, is_solved: true })
    }

    /// Whether the value is at least `bound`: a proven bound of it, with the move that reaches it if it is. Searches deeper and
    /// deeper, so that good moves are known by the time the end comes in sight.
    fn test_bound<P: SearchPosition>(
        &mut self,
        root: &P,
        moves: &mut [RankedMove],
        bound: i32,
    ) -> Option<RankedMove> {
        for depth in (GUESS_DEPTH..=MOST_PLIES as u32).step_by(DEEPER) {
            let (mut most, mut all_proven) = (RankedMove { mv: NONE, rank: -INFINITE }, true);
            for index in 0..moves.len() {
                let mv = moves[index].mv;
                let value = self.after(root, mv, depth as i32, 0, (bound - 1, bound), false);
                if self.meter.is_stopped() {
                    return None;
                }
                all_proven &= self.proven;
                if value > most.rank {
                    most = RankedMove { mv, rank: value };
                }
                if value >= bound {
                    all_proven = self.proven;
                    moves[..=index].rotate_right(1);
                    break;
                }
            }
            if all_proven {
                return Some(most);
            }
        }
        None
    }

    /// One iteration: searches every first move, the best of the last iteration first. Whether the value found is proven.
    fn root<P: SearchPosition>(&mut self, root: &P, moves: &mut [RankedMove], depth: i32) -> bool {
        let mut alpha = -INFINITE;
        let (mut best_index, mut best_proven, mut all_proven, mut searched) = (0, false, true, 0);
        for (index, ranked) in moves.iter_mut().enumerate() {
            let value = self.after(root, ranked.mv, depth, 0, (alpha - self.margin, INFINITE), index > 0);
            if self.meter.is_stopped() {
                break;
            }
            (ranked.rank, searched) = (value, index + 1);
            all_proven &= self.proven;
            if value > alpha {
                (alpha, best_index, best_proven) = (value, index, self.proven);
                self.best = Some((ranked.mv, value));
            }
        }
        if let Some(front) = moves.get_mut(..=best_index) {
            front.rotate_right(1);
        }
        let open = Some(alpha).filter(|_| !best_proven && alpha < WIN);
        variety::rank(moves, searched, open, self.margin);
        all_proven
    }

    /// The value of a move, from the view of the seat that makes it. With `scout` it is first searched with a null window, to
    /// see whether it beats the best move so far.
    pub fn after<P: SearchPosition>(
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
        mut beta: i32,
    ) -> i32 {
        self.proven = true;
        if let Some(value) = at.endgame_value(&mut self.meter) {
            return value;
        }
        if self.meter.tick() {
            return 0;
        }
        if let Some(value) = at.known_value() {
            return value;
        }
        let (least, most) = at.range();
        if most <= alpha {
            return most;
        }
        if least >= beta {
            return least;
        }
        beta = beta.min(most);
        if depth <= 0 && at.is_quiet() || ply >= MOST_PLIES {
            self.proven = false;
            return at.evaluate();
        }
        let key = at.key();
        let (known_move, cut) = self.probe(key, depth, alpha, beta);
        if let Some(value) = cut {
            return value;
        }
        let lower = alpha;
        let mut moves = self.ordered(at, known_move, ply);
        let (mut best, mut best_move, mut all_proven) = (-INFINITE, NONE, true);
        for index in 0..moves.len() {
            let mv = pick(&mut moves, index);
            let value = self.after(at, mv, depth, ply, (alpha, beta), index > 0);
            if self.meter.is_stopped() {
                break;
            }
            all_proven &= self.proven;
            if value > best {
                (best, best_move) = (value, mv);
                alpha = alpha.max(value);
                if alpha >= beta {
                    // One move is enough to prove that the value is at least this.
                    all_proven = self.proven;
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
        self.table
            .put(key, &KnownPosition { value: best, mv: best_move, depth, bound, is_solved: all_proven });
        self.proven = all_proven;
        best
    }

    /// The move to try first, and the value if what is known decides the window.
    #[inline]
    fn probe(&mut self, key: u64, depth: i32, alpha: i32, beta: i32) -> (u16, Option<i32>) {
        let Some(known) = self.table.get(key) else { return (NONE, None) };
        let decides = match known.bound {
            ValueBound::Exact => true,
            ValueBound::AtLeast => known.value >= beta,
            ValueBound::AtMost => known.value <= alpha,
        };
        let is_won = known.value >= WIN && known.bound != ValueBound::AtMost;
        let is_lost = known.value <= -WIN && known.bound != ValueBound::AtLeast;
        let is_proven = known.is_solved || is_won || is_lost;
        let cut = decides && (is_proven || i32::from(known.depth) >= depth);
        self.proven = is_proven;
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

    /// Records a killer move and its history score after a beta cutoff.
    #[inline]
    fn reward(&mut self, mv: u16, depth: i32, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply).filter(|killers| killers[0] != mv) {
            *killers = [mv, killers[0]];
        }
        if let Some(history) = self.history.get_mut(usize::from(mv)) {
            *history = history.saturating_add(depth.unsigned_abs() * depth.unsigned_abs());
        }
    }

    /// The expected line: the first move, and what the tables hold after it.
    pub fn line<P: SearchPosition>(&mut self, root: &P, first: u16) -> Vec<u16> {
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
            let known = self.table.get(at.key()).filter(|_| !at.is_over()).map(|known| known.mv);
            match known.or_else(|| self.endgame_move(&at)) {
                Some(known) => mv = known,
                None => break,
            }
        }
        line
    }

    /// The best move by the table of positions near the end. `None` where it lacks one of the positions after the moves.
    fn endgame_move<P: SearchPosition>(&mut self, at: &P) -> Option<u16> {
        let (mut moves, mut best) = (Vec::new(), None);
        at.moves_into(&mut moves);
        for RankedMove { mv, rank } in moves {
            let mut next = at.clone();
            let result = next.play(mv);
            let value = next.endgame_value(&mut self.meter)?;
            let value = result.gain + if result.acts_again { value } else { -value };
            best = best.max(Some((value, rank, mv)));
        }
        best.map(|(_, _, mv)| mv)
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
