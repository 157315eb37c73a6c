//! Mancala by the rules called Kalah: seeds are sown around the board, and the seat with more seeds in its store wins.
//!
//! Each seat has a row of houses, numbered from its left, and a store to the right of them. A ply sows all seeds of one
//! house, one in each place: through the houses to the mover's store, then through the opponent's houses, skipping the
//! opponent's store, and around again.
//!
//! * If the last seed falls in the mover's store, the mover moves again.
//! * If it falls in a house of the mover that was empty, and the house opposite has seeds, both go to the mover's
//!   store. The house that was sown from counts as empty.
//! * When all houses of one side are empty after a ply, the match ends, and the seeds left on the other side go to the
//!   store of their seat. More seeds in store wins; equal is a draw.
//!
//! With `swap=on`, seat 1 may take over seat 0's side instead of making its first move.
//!
//! ```
//! use parlour::games::{Game, Seat, ToAct};
//! let game = Game::Kalah;
//! let mut position = game.opening(&game.options([]).unwrap(), 2).unwrap();
//! position.play("3").unwrap();
//! assert_eq!(position.text(), "4,4,0,5,5,5/1/4,4,4,4,4,4/0 0");
//! assert_eq!(position.to_act(), ToAct::Seat(Seat::new(0)));
//! assert_eq!(position.play("3").unwrap_err().to_string(), "house 3 is empty");
//! ```

mod moves;
mod options;
mod sowing;
#[cfg(test)]
mod tests;
mod text;

use std::ops::RangeInclusive;

use compact_str::{CompactString, ToCompactString};

pub use moves::KalahMove;
pub use options::{Captured, KalahOptions, LEAST_HOUSES, MOST_HOUSES, MOST_SEEDS};

use super::{
    Cell, Clicks, Effect, EffectSink, GameOptions, Outcome, PlacedPiece, RuleReason, Rules, Seat, SetupError,
    ToAct, UnreadableNotation, because, check_seats,
};

/// The places of one side: its houses from the left of its player, and the store last. Houses that the board does not
/// have are empty.
type KalahSide = [u8; PLACES];

/// Places of a side.
const PLACES: usize = MOST_HOUSES as usize + 1;
/// The index of the store.
const STORE: usize = PLACES - 1;

/// Whether the sides can be swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SwapOption {
    /// No longer, or never in this match.
    No,
    /// Seat 1 has not made its first ply, which can be the swap.
    Open,
    /// They have been swapped.
    Done,
}

/// A position of Kalah.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kalah {
    sides: [KalahSide; 2],
    options: KalahOptions,
    /// Seat 0 after the end of the match.
    acting: Seat,
    over: bool,
    swap: SwapOption,
}

/// The meaning of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pit {
    /// A house by number, from 1.
    House(u8),
    Store,
}

/// The side of a cell and its place there. The cells of seat 0 are 0 to 9 and those of seat 1 are 10 to 19, each with
/// the store last, for any number of houses.
pub const fn place(cell: Cell) -> (Seat, Pit) {
    let (side, place) = (cell.0 / PLACES as u8, cell.0 % PLACES as u8);
    let place = if place as usize == STORE { Pit::Store } else { Pit::House(place + 1) };
    (Seat::new(side), place)
}

/// The cell of a house or a store: see [`place`].
pub const fn cell(seat: Seat, place: Pit) -> Cell {
    let place = match place {
        Pit::House(number) => number - 1,
        Pit::Store => STORE as u8,
    };
    Cell(seat.number() * PLACES as u8 + place)
}

impl Kalah {
    /// The match's options.
    pub const fn options(&self) -> &KalahOptions {
        &self.options
    }

    /// Whether seat 1 can swap the sides now or with its first ply.
    pub fn is_swap_open(&self) -> bool {
        self.swap == SwapOption::Open && !self.over
    }

    /// The number of houses of each seat.
    pub const fn houses(&self) -> u8 {
        self.options.houses
    }

    /// The number of seeds in a house or a store; 0 for a cell that the board does not have.
    pub fn seeds(&self, cell: Cell) -> u8 {
        self.sides.as_flattened().get(cell.index()).copied().unwrap_or_default()
    }

    /// The number of seeds in a seat's store.
    pub fn store(&self, seat: Seat) -> u8 {
        self.sides[seat.index()][STORE]
    }

    /// Every cell of the board.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let houses = self.options.houses;
        Seat::first(2).flat_map(move |seat| {
            let places = (1..=houses).map(Pit::House).chain([Pit::Store]);
            places.map(move |place| cell(seat, place))
        })
    }

    /// Whether the seat to act can swap the sides.
    #[inline]
    fn may_swap(&self) -> bool {
        self.swap == SwapOption::Open && self.acting.number() == 1 && !self.over
    }

    /// The houses of the seat to act.
    #[inline]
    fn own_houses(&self) -> &[u8] {
        &self.sides[self.acting.index()][..STORE]
    }
}

impl Rules for Kalah {
    const KEY: &'static str = "kalah";
    const TITLE: &'static str = "Mancala (Kalah)";
    const SEATS: RangeInclusive<u8> = 2..=2;
    const NOTATION: &'static str = "the number of a house such as 3, or swap";

    type Move = KalahMove;
    type Options = KalahOptions;

    fn opening(options: &KalahOptions, seats: u8) -> Result<Self, SetupError> {
        check_seats::<Self>(seats)?;
        options.check()?;
        let mut side = KalahSide::default();
        side[..usize::from(options.houses)].fill(options.seeds);
        let swap = if options.swap { SwapOption::Open } else { SwapOption::No };
        Ok(Self { sides: [side; 2], options: *options, acting: Seat::default(), over: false, swap })
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn to_act(&self) -> ToAct {
        if self.over { ToAct::Nobody } else { ToAct::Seat(self.acting) }
    }

    // After the end of the match no house has seeds.
    #[inline]
    fn legal_moves_into(&self, moves: &mut Vec<KalahMove>) {
        for (house, seeds) in (1..).zip(self.own_houses()) {
            if *seeds > 0 {
                moves.push(KalahMove::Sow(house));
            }
        }
        if self.may_swap() {
            moves.push(KalahMove::Swap);
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        let houses: u8 = self.own_houses().iter().map(|seeds| u8::from(*seeds > 0)).sum();
        u64::from(houses) + u64::from(self.may_swap())
    }

    fn is_legal(&self, mv: &KalahMove) -> bool {
        match *mv {
            KalahMove::Sow(house) => {
                self.own_houses().iter().zip(1..).any(|(seeds, own)| own == house && *seeds > 0)
            }
            KalahMove::Swap => self.may_swap(),
        }
    }

    #[inline]
    fn advance(&mut self, mv: &KalahMove, sink: &mut impl EffectSink) {
        match *mv {
            KalahMove::Sow(house) => self.sow(house, sink),
            KalahMove::Swap => self.change_sides(sink),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over.then(|| self.ranking_if_stopped())
    }

    fn ranking_if_stopped(&self) -> Outcome {
        Outcome::ranked(&self.sides.map(|side| side[STORE]))
    }

    /// The store of the winner.
    fn highlighted_cells(&self) -> Vec<Cell> {
        let won = |seat: &Seat| self.over && self.store(*seat) > self.store(seat.next(2));
        Seat::first(2).filter(won).map(|seat| cell(seat, Pit::Store)).collect()
    }

    fn why_not(&self, mv: &KalahMove) -> RuleReason {
        match *mv {
            KalahMove::Sow(house) if (1..=self.options.houses).contains(&house) => {
                because("house {house} is empty").with("house", house)
            }
            KalahMove::Sow(house) => because("there’s no house {house}: yours are 1 to {most}")
                .with("house", house)
                .with("most", self.options.houses),
            KalahMove::Swap if !self.options.swap => because("swapping sides isn’t allowed in this match"),
            KalahMove::Swap if self.swap == SwapOption::Open => {
                because("only the second player may swap sides")
            }
            KalahMove::Swap if self.swap == SwapOption::Done => {
                because("the sides have already been swapped")
            }
            KalahMove::Swap => because("sides can be swapped only on the second player’s first move"),
        }
    }

    fn clicks(&self, mv: &KalahMove) -> Clicks {
        match *mv {
            KalahMove::Sow(house) => cell(self.acting, Pit::House(house)).into(),
            KalahMove::Swap => Clicks::NONE,
        }
    }

    fn cell_name(&self, cell: Cell) -> CompactString {
        match place(cell).1 {
            Pit::House(number) => number.to_compact_string(),
            Pit::Store => CompactString::const_new("store"),
        }
    }

    fn pieces(&self) -> Vec<PlacedPiece> {
        Vec::new()
    }

    fn counts(&self) -> Vec<(Cell, u8)> {
        self.cells().map(|cell| (cell, self.seeds(cell))).collect()
    }

    fn text(&self) -> String {
        text::write(self)
    }

    fn from_text(options: &KalahOptions, seats: u8, text: &str) -> Result<Self, UnreadableNotation> {
        let opening = Self::opening(options, seats).map_err(|_| UnreadableNotation)?;
        text::read(&opening, text)
    }
}
