//! Kalah as the search sees it: the houses from the view of the seat to act, without the stores.
//!
//! What went into the stores is told by each move as its gain, so that positions with the same houses share what is known of
//! them whatever the score.

use crate::bots::alpha_beta::MoveResult;
use crate::games::kalah::{Captured, Kalah, KalahMove, KalahOptions, Pit, cell};
use crate::games::{Rules, Seat, ToAct};

/// One seed, in the units of the search.
pub(super) const SEED: i32 = 16;

/// The code of the swap of sides; houses are coded from 0.
pub(super) const SWAP: u16 = 15;

/// Room for the houses of a side.
pub(super) const HOUSES: usize = 10;

/// Whether the sides may still be swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SwapState {
    /// They may not.
    Closed,
    /// Seat 0 is making its first turn.
    Coming,
    /// The seat to act may swap now.
    Now,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct KalahBoard {
    pub(super) own: [u8; HOUSES],
    pub(super) other: [u8; HOUSES],
    pub(super) houses: usize,
    pub(super) empty_capture: bool,
    into_house: bool,
    /// Whether a move that gives an extra turn costs no depth, so that the moves of a turn are searched to its end.
    pub(super) follows_turns: bool,
    pub(super) over: bool,
    /// Seeds in the houses of both sides.
    pub(super) seeds: u8,
    /// Seeds of the match, those in the stores among them.
    pub(super) all_seeds: u8,
    pub(super) swap: SwapState,
    /// How many seeds more the seat to act has in its store: kept only while the sides may be swapped.
    pub(super) lead: i32,
}

impl KalahBoard {
    /// The board of a position that is not over, with the lead of the seat to act in its store.
    pub fn of(position: &Kalah, options: &KalahOptions) -> Option<(Self, i32)> {
        let ToAct::Seat(seat) = position.to_act() else { return None };
        let side = |seat: Seat| {
            let mut side = [0; HOUSES];
            for (number, seeds) in (1..=options.houses).zip(&mut side) {
                *seeds = position.seeds(cell(seat, Pit::House(number)));
            }
            side
        };
        let other = seat.next(2);
        let lead = i32::from(position.store(seat)) - i32::from(position.store(other));
        let swap = match (position.is_swap_open(), seat.number()) {
            (false, _) => SwapState::Closed,
            (true, 0) => SwapState::Coming,
            (true, _) => SwapState::Now,
        };
        let mut board = Self {
            own: side(seat),
            other: side(other),
            houses: usize::from(options.houses),
            empty_capture: options.empty_capture,
            into_house: options.captured == Captured::House,
            follows_turns: false,
            over: false,
            seeds: 0,
            all_seeds: 2 * options.houses * options.seeds,
            swap,
            lead,
        };
        board.seeds = (total(&board.own) + total(&board.other)) as u8;
        Some((board, lead))
    }

    /// The board alone.
    #[cfg(test)]
    pub const fn without_lead(mut self) -> Self {
        self.lead = 0;
        self
    }

    /// The houses of both sides, each from its own left, the seat to act first.
    #[inline]
    pub fn pits(&self) -> impl Iterator<Item = u8> {
        self.own.iter().take(self.houses).chain(self.other.iter().take(self.houses)).copied()
    }

    /// Seeds in the houses of both sides.
    pub const fn seeds(&self) -> u8 {
        self.seeds
    }

    /// How many houses each side has.
    pub const fn houses(&self) -> usize {
        self.houses
    }

    /// Whether the value depends on the houses alone.
    pub fn is_plain(&self) -> bool {
        self.swap == SwapState::Closed
    }

    /// Whether captured seeds leave the houses, so that no position comes again.
    pub const fn is_storing(&self) -> bool {
        !self.into_house
    }

    /// Sows a house; `None` when it is empty.
    #[inline]
    pub fn sown(&mut self, house: usize) -> Option<MoveResult> {
        (self.own[house] > 0).then(|| self.sow(house))
    }

    pub(super) fn sow(&mut self, house: usize) -> MoveResult {
        let houses = self.houses;
        let around = 2 * houses + 1;
        let hand = usize::from(self.own[house]);
        self.own[house] = 0;
        let mut gain = 0;
        let mut at = house;
        for _ in 0..hand {
            at += 1;
            if at == around {
                at = 0;
            }
            if at < houses {
                self.own[at] += 1;
            } else if at == houses {
                gain += 1;
            } else {
                self.other[at - houses - 1] += 1;
            }
        }
        let again = at == houses;
        if at < houses && self.own[at] == 1 {
            gain += self.capture(at);
        }
        gain += self.sweep();
        let acts_again = again && !self.over;
        self.end_ply(gain, acts_again);
        let cost = i32::from(!(acts_again && self.follows_turns));
        MoveResult { gain: gain * SEED, acts_again, cost }
    }

    /// Whether the last of the seeds of a house falls in this own house while it is empty.
    #[inline]
    pub(super) const fn fills_empty(&self, end: usize, from: usize, seeds: usize) -> bool {
        let around = 2 * self.houses + 1;
        self.own[end] == 0 && seeds < around || end == from && seeds == around
    }

    /// Captures after the last seed fell in an own house that was empty; gives what went into the store.
    fn capture(&mut self, house: usize) -> i32 {
        let opposite = self.houses - 1 - house;
        let seeds = self.other[opposite];
        if self.into_house {
            self.own[house] += seeds;
            self.other[opposite] = 0;
            return 0;
        }
        if seeds == 0 && !self.empty_capture {
            return 0;
        }
        self.own[house] = 0;
        self.other[opposite] = 0;
        i32::from(seeds) + 1
    }

    /// Ends the game when a side is bare; gives what the mover gains by the seeds that are left.
    #[inline]
    fn sweep(&mut self) -> i32 {
        let (own, other) = (total(&self.own), total(&self.other));
        if own != 0 && other != 0 {
            self.seeds = (own + other) as u8;
            return 0;
        }
        self.seeds = 0;
        self.over = true;
        self.own = [0; HOUSES];
        self.other = [0; HOUSES];
        own - other
    }

    /// Hands the turn on, unless the mover acts again.
    #[inline]
    fn end_ply(&mut self, gain: i32, again: bool) {
        if self.swap != SwapState::Closed {
            self.lead += gain;
            self.swap = match self.swap {
                SwapState::Coming if again => SwapState::Coming,
                SwapState::Coming => SwapState::Now,
                _ => SwapState::Closed,
            };
        }
        if !again {
            std::mem::swap(&mut self.own, &mut self.other);
            self.lead = -self.lead;
        }
    }

    /// The seat to act takes over the other side, whose former owner is then to act: the board looks the same to it.
    pub(super) fn change_sides(&mut self) -> MoveResult {
        self.swap = SwapState::Closed;
        let gain = -2 * self.lead * SEED;
        MoveResult { gain, acts_again: false, cost: 1 }
    }
}

/// The move a code stands for.
pub(super) const fn move_of(code: u16) -> KalahMove {
    if code == SWAP { KalahMove::Swap } else { KalahMove::Sow(code as u8 + 1) }
}

/// The code of a move.
pub(super) const fn code_of(mv: &KalahMove) -> u16 {
    match mv {
        KalahMove::Swap => SWAP,
        KalahMove::Sow(house) => *house as u16 - 1,
    }
}

#[inline]
pub(super) fn total(side: &[u8; HOUSES]) -> i32 {
    side.iter().map(|seeds| i32::from(*seeds)).sum()
}
