//! Sowing, capturing, extra turns, the end of the match and swapping sides.

use super::options::Captured;
use super::position::{Kalah, PLACES, Pit, STORE, SwapOption, cell};
use crate::games::Rules;
use crate::games::effect::MOVES_AGAIN;
use crate::games::{Cell, Effect, EffectSink, Seat, ToAct};

impl Kalah {
    /// Sows a house of the acting seat, with all consequences.
    #[inline]
    pub(super) fn sow(&mut self, house: u8, sink: &mut impl EffectSink) {
        let mover = self.acting;
        let last = self.sow_seeds(cell(mover, Pit::House(house)), sink);
        let again = last == cell(mover, Pit::Store);
        if !again {
            self.capture(last, sink);
        }
        if mover.number() == 1 && self.swap == SwapOption::Open {
            self.swap = SwapOption::No;
        }
        self.end_turn(again, sink);
    }

    /// Sows the seeds of a house one by one and returns the place of the last one.
    #[inline]
    fn sow_seeds(&mut self, from: Cell, sink: &mut impl EffectSink) -> Cell {
        let own = from.index() / PLACES * PLACES;
        let mut at = from.index();
        let mut hand = std::mem::take(&mut self.sides.as_flattened_mut()[at]);
        sink.emit(|| Effect::Count { cell: from, count: 0 });
        while hand > 0 {
            at = self.after(at, own);
            let seeds = &mut self.sides.as_flattened_mut()[at];
            *seeds += 1;
            let count = *seeds;
            sink.emit(|| Effect::Count { cell: Cell(at as u8), count });
            hand -= 1;
        }
        Cell(at as u8)
    }

    /// The place of the next seed, for a mover whose side starts at `own`. Skips the opponent's store.
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

    /// Captures if the last seed fell in an empty house of the mover.
    #[inline]
    fn capture(&mut self, last: Cell, sink: &mut impl EffectSink) {
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
        self.take([last, opposite], seeds, sink);
    }

    /// Moves the seeds of the house opposite, and the last seed as well if they go to the store.
    #[inline]
    fn take(&mut self, [last, opposite]: [Cell; 2], seeds: u8, sink: &mut impl EffectSink) {
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
        sink.emit(|| Effect::Highlight { cells: cells([true; 2]), why: "captured" });
        sink.emit(|| Effect::Gather { from: cells([last_seed > 0, true]), to, count });
    }

    /// Ends the match when a side has no seeds left, or emits the next turn.
    #[inline]
    fn end_turn(&mut self, again: bool, sink: &mut impl EffectSink) {
        if Seat::first(2).any(|seat| self.is_bare(seat)) {
            Seat::first(2).for_each(|seat| self.sweep(seat, sink));
            (self.over, self.acting) = (true, Seat::default());
        } else if again {
            sink.emit(|| Effect::Highlight { cells: vec![cell(self.acting, Pit::Store)], why: MOVES_AGAIN });
        } else {
            self.acting = self.acting.next(2);
            sink.emit(|| Effect::Turn(self.acting));
        }
    }

    /// Whether all houses of a seat are empty.
    #[inline]
    pub(super) fn is_bare(&self, seat: Seat) -> bool {
        self.sides[seat.index()][..STORE].iter().fold(0, |all, seeds| all | seeds) == 0
    }

    /// Moves the seeds left in the houses of a seat to its store.
    fn sweep(&mut self, seat: Seat, sink: &mut impl EffectSink) {
        let side = &mut self.sides[seat.index()];
        let count = side.iter().sum();
        if count == side[STORE] {
            return;
        }
        let left = |house: &u8| side[usize::from(*house) - 1] > 0;
        let house = |number| cell(seat, Pit::House(number));
        let houses = 1..=self.options.houses;
        sink.emit(|| Effect::Gather {
            from: houses.filter(left).map(house).collect(),
            to: cell(seat, Pit::Store),
            count,
        });
        *side = Default::default();
        side[STORE] = count;
    }

    /// Seat 1 takes over the side of seat 0, and seat 0 moves next, on the other side.
    pub(super) fn change_sides(&mut self, sink: &mut impl EffectSink) {
        let pairs = |cell: Cell| (cell, Cell(cell.0 + PLACES as u8));
        let first = self.cells().take(usize::from(self.options.houses) + 1);
        sink.emit(|| Effect::Exchange(first.map(pairs).collect()));
        self.sides.swap(0, 1);
        self.swap = SwapOption::Done;
        self.acting = Seat::default();
        if let ToAct::Seat(seat) = self.to_act() {
            sink.emit(|| Effect::Turn(seat));
        }
    }
}
