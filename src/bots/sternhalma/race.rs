//! Sternhalma as the search sees it: marbles, and how far each seat has left to go.

use crate::bots::alpha_beta::{MoveResult, RankedMove, SearchPosition, WIN};
use crate::bots::random::mixed;
use crate::games::sternhalma::board::{HOLES, HoleSet, cells_of, distance, hole, home, place, target};
use crate::games::sternhalma::{Finish, OWN_IN_TARGET, Sternhalma, SternhalmaMove, Target, reachable};
use crate::games::{Cell, MOST_SEATS, Rules, Seat, ToAct};

/// One step towards the target, in the units of the search.
pub(super) const STEP: i32 = 10;

/// The margin of an opening move, in tenths of a step.
const MARGIN: i32 = 3;

/// The code of a pass; other codes are the hole a marble leaves times the number of holes, plus the hole it goes to.
const PASS: u16 = HOLES as u16 * HOLES as u16;

/// Moves searched in each position: those that bring a marble farthest.
const CANDIDATES: usize = 18;

/// The target of a seat, and the cost of each hole on the way there.
#[derive(Clone)]
struct SeatGoal {
    target: HoleSet,
    resting: HoleSet,
    /// The cost of a marble on each hole: its steps to the tip of the target count most; stragglers and marbles far from the
    /// straight way a little more.
    cost: [i32; HOLES as usize],
    /// The cost of all marbles at the start.
    start: i32,
    /// Steps from each hole to the tip of the target.
    steps: [u8; HOLES as usize],
}

/// What stays the same throughout a match.
pub(super) struct RaceGeometry {
    goals: Vec<SeatGoal>,
    own_ten: bool,
    locked: bool,
}

impl RaceGeometry {
    /// The geometry of a position.
    pub fn of(position: &Sternhalma) -> Self {
        let goals = Seat::first(position.seats()).map(|seat| SeatGoal::of(position, seat)).collect();
        let options = position.options();
        Self { goals, own_ten: options.finish == Finish::OwnTen, locked: options.target == Target::Locked }
    }
}

impl SeatGoal {
    fn of(position: &Sternhalma, seat: Seat) -> Self {
        let seats = position.seats();
        let (home, target) = (home(seats, seat).holes(), target(seats, seat).holes());
        let far = |cell: &Cell| cells_of(home).map(|from| u32::from(distance(from, *cell))).sum::<u32>();
        let tip = cells_of(target).max_by_key(far).unwrap_or_default();
        let (x, y) = place(tip);
        let length = x.hypot(y);
        let steps = std::array::from_fn(|cell| distance(Cell(cell as u8), tip));
        let cost: [i32; HOLES as usize] = std::array::from_fn(|cell| {
            let at = place(Cell(cell as u8));
            let aside = ((at.0 * y - at.1 * x) / length).abs();
            let steps = i32::from(steps[cell]);
            STEP * steps + steps * steps / 4 + (2.0 * aside) as i32
        });
        let start = cells_of(home).map(|cell| cost[cell.index()]).sum();
        Self { target, resting: position.resting_holes_of(seat), cost, start, steps }
    }
}

#[derive(Clone, Copy)]
pub(super) struct RaceBoard<'g> {
    geometry: &'g RaceGeometry,
    marbles: [HoleSet; MOST_SEATS as usize],
    /// The costs of all marbles of each seat.
    costs: [i32; MOST_SEATS as usize],
    /// The seats that have finished, as bits.
    finished: u8,
    acting: u8,
    key: u64,
}

impl<'g> RaceBoard<'g> {
    /// The board of a position that is not over.
    pub fn of(position: &Sternhalma, geometry: &'g RaceGeometry) -> Option<Self> {
        let ToAct::Seat(acting) = position.to_act() else { return None };
        let mut board = Self {
            geometry,
            marbles: [0; MOST_SEATS as usize],
            costs: [0; MOST_SEATS as usize],
            finished: position.finished().iter().fold(0, |all, seat| all | 1 << seat.number()),
            acting: acting.number(),
            key: 0,
        };
        for seat in Seat::first(position.seats()) {
            let marbles = position.marbles(seat);
            board.marbles[seat.index()] = marbles;
            board.costs[seat.index()] = cells_of(marbles).map(|cell| board.cost(seat.index(), cell)).sum();
            board.key = cells_of(marbles).fold(board.key, |key, cell| key ^ key_of(seat.number(), cell));
        }
        Some(board)
    }

    fn seats(&self) -> usize {
        self.geometry.goals.len()
    }

    /// The seat to act.
    pub const fn seat_to_act(&self) -> usize {
        self.acting as usize
    }

    #[inline]
    fn cost(&self, seat: usize, cell: Cell) -> i32 {
        self.geometry.goals[seat].cost[cell.index()]
    }

    #[inline]
    fn occupied(&self) -> HoleSet {
        self.marbles.iter().fold(0, |all, holes| all | holes)
    }

    /// Calls `see` with every move of the seat to act and by how much it lowers its cost.
    #[inline]
    pub fn each_move(&self, mut see: impl FnMut(u16, i32)) {
        let seat = self.seat_to_act();
        let goal = &self.geometry.goals[seat];
        let occupied = self.occupied();
        for from in cells_of(self.marbles[seat]) {
            let locked = self.geometry.locked && goal.target & hole(from) != 0;
            let ends = if locked { goal.resting & goal.target } else { goal.resting };
            let cost = goal.cost[from.index()];
            for to in cells_of(reachable(from, occupied) & ends) {
                see(u16::from(from.0) * u16::from(HOLES) + u16::from(to.0), cost - goal.cost[to.index()]);
            }
        }
    }

    /// By how many steps a move of the seat to act brings a marble nearer to the tip of the target.
    pub fn steps_gained(&self, mv: u16) -> i32 {
        let steps = &self.geometry.goals[self.seat_to_act()].steps;
        let (from, to) = cells(mv);
        i32::from(steps[from.index()]) - i32::from(steps[to.index()])
    }

    /// The moves, those that bring a marble farthest first, at most so many.
    pub fn best_moves_into(&self, most: usize, moves: &mut Vec<RankedMove>) {
        self.each_move(|mv, gain| moves.push(RankedMove { mv, rank: gain << 11 }));
        if moves.len() > most {
            moves.select_nth_unstable_by_key(most, |ranked| (-ranked.rank, ranked.mv));
            moves.truncate(most);
        }
        if moves.is_empty() {
            moves.push(RankedMove { mv: PASS, rank: 0 });
        }
    }

    /// Plays a move and hands the turn to the next seat that has not finished.
    #[inline]
    pub fn play_move(&mut self, mv: u16) {
        let seat = self.seat_to_act();
        if mv != PASS {
            let (from, to) = cells(mv);
            self.marbles[seat] ^= hole(from) | hole(to);
            self.costs[seat] += self.cost(seat, to) - self.cost(seat, from);
            self.key ^= key_of(self.acting, from) ^ key_of(self.acting, to);
        }
        if self.has_reached_target(seat) {
            self.finished |= 1 << self.acting;
        }
        self.pass_on();
    }

    /// Leaves the turn with the same seat, as if the others did not move.
    pub fn keep_turn(&mut self, seat: usize) {
        self.acting = seat as u8;
    }

    #[inline]
    fn pass_on(&mut self) {
        for _ in 0..self.seats() {
            self.acting = (self.acting + 1) % self.seats() as u8;
            if self.finished >> self.acting & 1 == 0 {
                break;
            }
        }
    }

    #[inline]
    fn has_reached_target(&self, seat: usize) -> bool {
        let target = self.geometry.goals[seat].target;
        let own = (self.marbles[seat] & target).count_ones();
        if self.geometry.own_ten {
            return target & !self.marbles[seat] == 0;
        }
        own >= OWN_IN_TARGET && target & !self.occupied() == 0
    }

    /// Whether a seat has finished.
    pub const fn has_finished(&self, seat: usize) -> bool {
        self.finished >> seat & 1 == 1
    }

    /// By how much a seat is ahead of the best of the others that have not finished, in steps times [`STEP`].
    pub fn lead(&self, seat: usize) -> i32 {
        let others = (0..self.seats()).filter(|other| *other != seat && !self.has_finished(*other));
        others.map(|other| self.costs[other]).min().unwrap_or_default() - self.costs[seat]
    }

    /// The costs of a seat's marbles.
    pub const fn cost_of(&self, seat: usize) -> i32 {
        self.costs[seat]
    }

    /// The marbles of a seat.
    pub const fn marbles_of(&self, seat: usize) -> HoleSet {
        self.marbles[seat]
    }

    /// Whether all marbles of a seat are nearer to the tip of its target than those of everybody else.
    pub fn has_passed_all(&self, seat: usize) -> bool {
        let goal = &self.geometry.goals[seat];
        let steps = |cell: Cell| goal.steps[cell.index()];
        let last = cells_of(self.marbles[seat]).map(steps).max().unwrap_or_default();
        cells_of(self.others(seat)).map(steps).all(|others| others > last + 1)
    }

    /// Marbles of the others in the target of a seat.
    pub fn guests(&self, seat: usize) -> u32 {
        (self.others(seat) & self.geometry.goals[seat].target).count_ones()
    }

    /// Marbles of the others that stand on one of these holes or beside one.
    pub fn others_beside(&self, seat: usize, holes: HoleSet) -> usize {
        cells_of(self.others(seat))
            .filter(|other| cells_of(holes).any(|at| distance(*other, at) <= 1))
            .count()
    }

    fn others(&self, seat: usize) -> HoleSet {
        self.occupied() & !self.marbles[seat]
    }
}

const fn key_of(seat: u8, cell: Cell) -> u64 {
    mixed((seat as u64) << 8 | cell.0 as u64 | 1 << 16)
}

/// The holes a marble leaves and goes to.
const fn cells(mv: u16) -> (Cell, Cell) {
    (Cell((mv / HOLES as u16) as u8), Cell((mv % HOLES as u16) as u8))
}

/// The move a code stands for.
pub(super) const fn move_of(code: u16) -> SternhalmaMove {
    if code == PASS {
        return SternhalmaMove::Pass;
    }
    let (from, to) = cells(code);
    SternhalmaMove::Go { from, to }
}

/// The code of a move.
pub(super) fn code_of(mv: &SternhalmaMove) -> u16 {
    match mv {
        SternhalmaMove::Pass => PASS,
        SternhalmaMove::Go { from, to } => u16::from(from.0) * u16::from(HOLES) + u16::from(to.0),
    }
}

/// Two seats.
impl SearchPosition for RaceBoard<'_> {
    #[inline]
    fn key(&self) -> u64 {
        mixed(self.key ^ u64::from(self.acting))
    }

    fn moves_into(&self, moves: &mut Vec<RankedMove>) {
        self.best_moves_into(CANDIDATES, moves);
    }

    #[inline]
    fn play(&mut self, mv: u16) -> MoveResult {
        self.play_move(mv);
        MoveResult::PLAIN
    }

    /// The seat that finished has just moved.
    #[inline]
    fn known_value(&self) -> Option<i32> {
        self.is_over().then_some(-WIN)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.finished != 0
    }

    /// Until about a third of the way is done.
    fn margin(&self) -> i32 {
        let seat = self.seat_to_act();
        if self.costs[seat] * 4 > self.geometry.goals[seat].start * 3 { MARGIN } else { 0 }
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        self.lead(self.seat_to_act()) + STEP
    }
}
