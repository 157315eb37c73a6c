//! Sowing, capturing, extra turns, the end of the match and swapping sides.

use super::{Captured, Cell, Effect, EffectSink, Kalah, PLACES, Pit, STORE, Seat, SwapOption, ToAct, cell};
use crate::games::Rules;
use crate::games::effect::MOVES_AGAIN;

impl Kalah {
    /// Sows a house of the acting seat, and everything that follows from it.
    #[inline]
    pub(super) fn sow(&mut self, house: u8, eye: &mut impl EffectSink) {
        let mover = self.acting;
        let last = self.sow_seeds(cell(mover, Pit::House(house)), eye);
        let again = last == cell(mover, Pit::Store);
        if !again {
            self.capture(last, eye);
        }
        if mover.number() == 1 && self.swap == SwapOption::Open {
            self.swap = SwapOption::No;
        }
        self.go_on(again, eye);
    }

    /// Takes the seeds of a house and lets them fall one by one; gives where the last one fell.
    #[inline]
    fn sow_seeds(&mut self, from: Cell, eye: &mut impl EffectSink) -> Cell {
        let own = from.index() / PLACES * PLACES;
        let mut at = from.index();
        let mut hand = std::mem::take(&mut self.sides.as_flattened_mut()[at]);
        eye.see(|| Effect::Count { cell: from, count: 0 });
        while hand > 0 {
            at = self.after(at, own);
            let seeds = &mut self.sides.as_flattened_mut()[at];
            *seeds += 1;
            let count = *seeds;
            eye.see(|| Effect::Count { cell: Cell(at as u8), count });
            hand -= 1;
        }
        Cell(at as u8)
    }

    /// The place where the next seed falls, for a mover whose side begins at `own`: the opponent's store is passed over.
    #[inline]
    fn after(&self, at: usize, own: usize) -> usize {
        let other = PLACES - own;
        let last = usize::from(self.options.houses) - 1;
        if at == own + last {
            own + STORE
        } else if at == own + STORE {
            other
        } else if at == other + last {
            own
        } else {
            at + 1
        }
    }

    /// Captures, if the last seed fell in a house of the mover's own that held nothing before it.
    #[inline]
    fn capture(&mut self, last: Cell, eye: &mut impl EffectSink) {
        let mover = self.acting.index();
        let Some(house) = last.index().checked_sub(mover * PLACES).filter(|house| *house < STORE) else {
            return;
        };
        let opposite = usize::from(self.options.houses) - 1 - house;
        let seeds = self.sides[1 - mover][opposite];
        let taken = seeds > 0 || (self.options.empty_capture && self.options.captured == Captured::Store);
        if self.sides[mover][house] != 1 || !taken {
            return;
        }
        self.sides[1 - mover][opposite] = 0;
        let opposite = Cell(((1 - mover) * PLACES + opposite) as u8);
        self.take([last, opposite], seeds, eye);
    }

    /// Moves the seeds of the house opposite, and the last seed with them if they go to the store.
    #[inline]
    fn take(&mut self, [last, opposite]: [Cell; 2], seeds: u8, eye: &mut impl EffectSink) {
        let to = match self.options.captured {
            Captured::House => last,
            Captured::Store => cell(self.acting, Pit::Store),
        };
        let places = self.sides.as_flattened_mut();
        let last_seed = if to == last { 0 } else { std::mem::take(&mut places[last.index()]) };
        places[to.index()] += seeds + last_seed;
        let count = places[to.index()];
        let both = [(last, true), (opposite, seeds > 0)];
        let cells = |want: [bool; 2]| {
            both.iter()
                .zip(want)
                .filter(|((_, holds), want)| *holds && *want)
                .map(|((cell, _), _)| *cell)
                .collect()
        };
        eye.see(|| Effect::Highlight { cells: cells([true; 2]), why: "captured" });
        eye.see(|| Effect::Gather { from: cells([last_seed > 0, true]), to, count });
    }

    /// Ends the match when a side has no seeds left, or tells whose turn it is.
    #[inline]
    fn go_on(&mut self, again: bool, eye: &mut impl EffectSink) {
        if Seat::first(2).any(|seat| self.is_bare(seat)) {
            Seat::first(2).for_each(|seat| self.sweep(seat, eye));
            (self.over, self.acting) = (true, Seat::default());
        } else if again {
            eye.see(|| Effect::Highlight { cells: vec![cell(self.acting, Pit::Store)], why: MOVES_AGAIN });
        } else {
            self.acting = self.acting.next(2);
            eye.see(|| Effect::Turn(self.acting));
        }
    }

    /// Whether no house of a seat holds seeds.
    #[inline]
    pub(super) fn is_bare(&self, seat: Seat) -> bool {
        self.sides[seat.index()][..STORE].iter().fold(0, |all, seeds| all | seeds) == 0
    }

    /// What is left in the houses of a seat goes to its store.
    fn sweep(&mut self, seat: Seat, eye: &mut impl EffectSink) {
        let side = &mut self.sides[seat.index()];
        let count = side.iter().sum();
        if count == side[STORE] {
            return;
        }
        let left = |house: &u8| side[usize::from(*house) - 1] > 0;
        let house = |number| cell(seat, Pit::House(number));
        let houses = 1..=self.options.houses;
        eye.see(|| Effect::Gather {
            from: houses.filter(left).map(house).collect(),
            to: cell(seat, Pit::Store),
            count,
        });
        *side = Default::default();
        side[STORE] = count;
    }

    /// Seat 1 takes over the side of seat 0, and seat 0, on the other one, is to move.
    pub(super) fn change_sides(&mut self, eye: &mut impl EffectSink) {
        let pairs = |cell: Cell| (cell, Cell(cell.0 + PLACES as u8));
        let first = self.cells().take(usize::from(self.options.houses) + 1);
        eye.see(|| Effect::Exchange(first.map(pairs).collect()));
        self.sides.swap(0, 1);
        self.swap = SwapOption::Done;
        self.acting = Seat::default();
        if let ToAct::Seat(seat) = self.to_act() {
            eye.see(|| Effect::Turn(seat));
        }
    }
}
