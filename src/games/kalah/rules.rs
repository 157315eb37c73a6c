//! The rules as the program calls them.

use std::ops::RangeInclusive;

use compact_str::{CompactString, ToCompactString};

use super::moves::KalahMove;
use super::options::KalahOptions;
use super::position::{Kalah, KalahSide, Pit, STORE, SwapOption, cell, place};
use super::text;
use crate::games::{
    Cell, Clicks, EffectSink, GameOptions, Outcome, PlacedPiece, RuleReason, Rules, Seat, SetupError, ToAct,
    UnreadableNotation, because, check_seats,
};

impl Rules for Kalah {
    const KEY: &'static str = "kalah";
    const TITLE: &'static str = "Mancala (Kalah)";
    const BOT_TITLE: &'static str = "Mancala";
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
