//! Sternhalma, also called Chinese Checkers: ten marbles for each seat, from one point of the star to the opposite one.
//!
//! A ply is a step to an empty neighbour or a chain of hops, each over one marble of any seat to the empty hole
//! straight beyond; nothing is captured. A seat finishes when, after its own ply, its target is full and contains seven
//! of its marbles. The match ends with the first finisher, with the third occurrence of a position, or when every seat
//! has taken 200 turns. Seats that have not finished are placed by the distance left.
//!
//! ```
//! use parlour::games::Game;
//! let game = Game::Sternhalma;
//! let mut position = game.opening(&game.options([("target", "free")]).unwrap(), 2).unwrap();
//! let played = position.play("d2-f3").unwrap_err();
//! assert_eq!(played.to_string(), "d2 can’t reach f3: no chain of hops leads there");
//! assert_eq!(position.perft(2), 196);
//! ```

pub mod board;
mod chain;
mod ending;
mod history;
mod moves;
mod options;
#[cfg(test)]
mod tests;
mod text;
mod why_not;

use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use compact_str::CompactString;

use board::{MARBLES, cells_of, hole, home};
pub use ending::{MOST_TURNS, OWN_IN_TARGET};
use history::{HistoryPly, MarbleHistory, MarbleSet, hash_of};
pub use moves::{SternhalmaMove, reachable};
pub use options::{Finish, Points, SternhalmaOptions, Target};

use super::{
    Cell, Clicks, Effect, EffectSink, HopChain, MOST_SEATS, Outcome, Piece, PlacedPiece, RuleReason, Rules,
    Seat, SetupError, ToAct, UnreadableNotation, check_seats,
};

/// A position of Sternhalma, with the positions and turns that led to it.
#[derive(Clone, Debug)]
pub struct Sternhalma {
    options: SternhalmaOptions,
    seats: u8,
    acting: Seat,
    over: bool,
    /// The holes of each seat's marbles.
    marbles: MarbleSet,
    /// The cell of each marble of each seat.
    places: [[Cell; MARBLES]; MOST_SEATS as usize],
    finished: [Seat; MOST_SEATS as usize],
    finishers: u8,
    turns: [u8; MOST_SEATS as usize],
    /// The hash of the marbles: see [`hash_of`].
    hash: u32,
    history: MarbleHistory,
}

impl Sternhalma {
    /// The match's options.
    pub const fn options(&self) -> &SternhalmaOptions {
        &self.options
    }

    /// The seat whose marble is in a hole.
    pub fn marble(&self, cell: Cell) -> Option<Seat> {
        Seat::first(self.seats).find(|seat| self.marbles[seat.index()] & hole(cell) != 0)
    }

    /// The holes of a seat's marbles.
    pub const fn marbles(&self, seat: Seat) -> board::HoleSet {
        self.marbles[seat.index()]
    }

    /// The number of turns a seat has taken, including passes.
    pub const fn turns(&self, seat: Seat) -> u8 {
        self.turns[seat.index()]
    }

    /// A board with these marbles and seat 0 to act, without history.
    fn set_up(options: SternhalmaOptions, seats: u8, marbles: MarbleSet) -> Self {
        let mut position = Self {
            options,
            seats,
            acting: Seat::default(),
            over: false,
            marbles,
            places: Default::default(),
            finished: Default::default(),
            finishers: 0,
            turns: Default::default(),
            hash: 0,
            history: MarbleHistory::default(),
        };
        for seat in Seat::first(seats) {
            for (place, cell) in position.places[seat.index()].iter_mut().zip(cells_of(marbles[seat.index()]))
            {
                *place = cell;
                position.hash ^= hash_of(seat, cell);
            }
        }
        position
    }

    /// The marble of the acting seat in a hole.
    fn piece_on(&self, cell: Cell) -> Piece {
        let seat = self.acting;
        let number = self.places[seat.index()].iter().position(|place| *place == cell).unwrap_or_default();
        piece(seat, number)
    }

    #[inline]
    fn move_marble(&mut self, from: Cell, to: Cell) {
        let seat = self.acting;
        self.marbles[seat.index()] ^= hole(from) | hole(to);
        self.hash ^= hash_of(seat, from) ^ hash_of(seat, to);
        for place in &mut self.places[seat.index()] {
            if *place == from {
                *place = to;
                return;
            }
        }
    }

    /// The parts of the position that are in its text.
    fn text_parts(&self) -> (&SternhalmaOptions, &MarbleSet, ToAct, Option<&[Seat]>) {
        let finished = self.options.play_on.then(|| self.finished());
        (&self.options, &self.marbles, self.to_act(), finished)
    }
}

fn piece(seat: Seat, number: usize) -> Piece {
    Piece { id: seat.number() * MARBLES as u8 + number as u8, kind: seat.number() }
}

impl PartialEq for Sternhalma {
    fn eq(&self, other: &Self) -> bool {
        self.seats == other.seats && self.text_parts() == other.text_parts()
    }
}

impl Eq for Sternhalma {}

impl Hash for Sternhalma {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text_parts().hash(state);
    }
}

impl Rules for Sternhalma {
    const KEY: &'static str = "sternhalma";
    const TITLE: &'static str = "Sternhalma";
    const SEATS: RangeInclusive<u8> = 2..=6;
    const NOTATION: &'static str = "two holes such as d2-e6, or pass";

    type Move = SternhalmaMove;
    type Options = SternhalmaOptions;

    fn opening(options: &SternhalmaOptions, seats: u8) -> Result<Self, SetupError> {
        check_seats::<Self>(seats)?;
        let mut marbles = MarbleSet::default();
        for seat in Seat::first(seats) {
            marbles[seat.index()] = home(seats, seat).holes();
        }
        Ok(Self::set_up(*options, seats, marbles))
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    #[inline]
    fn to_act(&self) -> ToAct {
        if self.over { ToAct::Nobody } else { ToAct::Seat(self.acting) }
    }

    fn legal_moves_into(&self, moves: &mut Vec<SternhalmaMove>) {
        if self.over {
            return;
        }
        let before = moves.len();
        self.each_marble(|from, ends| moves.extend(cells_of(ends).map(|to| SternhalmaMove::Go { from, to })));
        if moves.len() == before {
            moves.push(SternhalmaMove::Pass);
        }
    }

    fn moves_to_choose_into(&self, so_far: &[Cell], moves: &mut Vec<SternhalmaMove>) {
        match so_far {
            [] if !self.over => {
                moves.extend(self.one_move_each());
                if moves.is_empty() {
                    moves.push(SternhalmaMove::Pass);
                }
            }
            [from] => moves
                .extend(cells_of(self.destinations(*from)).map(|to| SternhalmaMove::Go { from: *from, to })),
            _ => {}
        }
    }

    fn count_legal_moves(&self) -> u64 {
        let mut count = 0;
        if !self.over {
            self.each_marble(|_, ends| count += u64::from(ends.count_ones()));
            count = count.max(1);
        }
        count
    }

    fn is_legal(&self, mv: &SternhalmaMove) -> bool {
        match *mv {
            SternhalmaMove::Pass => !self.over && self.must_pass(),
            SternhalmaMove::Go { from, to } => self.destinations(from) & hole(to) != 0,
        }
    }

    fn advance(&mut self, mv: &SternhalmaMove, sink: &mut impl EffectSink) {
        let (hash, seat) = (self.hash, self.acting);
        let (from, to) = match *mv {
            SternhalmaMove::Pass => Default::default(),
            SternhalmaMove::Go { from, to } => {
                sink.emit(|| Effect::Travel { piece: self.piece_on(from), path: self.route(from, to) });
                self.move_marble(from, to);
                (from, to)
            }
        };
        self.history.push(hash, HistoryPly { seat, from, to });
        self.turns[seat.index()] = self.turns[seat.index()].saturating_add(1);
        self.settle();
        if let ToAct::Seat(next) = self.to_act() {
            sink.emit(|| Effect::Turn(next));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over.then(|| self.places())
    }

    fn ranking_if_stopped(&self) -> Outcome {
        self.places()
    }

    fn has_finished(&self, seat: Seat) -> bool {
        !self.is_unfinished(seat)
    }

    /// The target of the winner.
    fn highlighted_cells(&self) -> Vec<Cell> {
        let won = self.finished().first().filter(|_| self.over);
        won.map_or_else(Vec::new, |seat| cells_of(board::target(self.seats, *seat).holes()).collect())
    }

    fn skip(&mut self) {
        self.pass_over();
    }

    fn skip_uncounted(&mut self) {
        if !self.over {
            self.acting = self.next_unfinished();
        }
    }

    fn why_not(&self, mv: &SternhalmaMove) -> RuleReason {
        why_not::why_not(self, *mv)
    }

    fn clicks(&self, mv: &SternhalmaMove) -> Clicks {
        match *mv {
            SternhalmaMove::Pass => Clicks::NONE,
            SternhalmaMove::Go { from, to } => [from, to].into(),
        }
    }

    fn chain(&self, so_far: &[Cell]) -> Option<HopChain<SternhalmaMove>> {
        chain::chain(self, so_far)
    }

    fn cell_name(&self, cell: Cell) -> CompactString {
        board::name(cell).into()
    }

    fn pieces(&self) -> Vec<PlacedPiece> {
        let of = |seat: Seat| {
            let places = self.places[seat.index()].into_iter().enumerate();
            places.map(move |(number, cell)| PlacedPiece { piece: piece(seat, number), cell })
        };
        let mut pieces = Vec::with_capacity(usize::from(self.seats) * MARBLES);
        pieces.extend(Seat::first(self.seats).flat_map(of));
        pieces
    }

    fn text(&self) -> String {
        text::write(self)
    }

    fn from_text(options: &SternhalmaOptions, seats: u8, text: &str) -> Result<Self, UnreadableNotation> {
        check_seats::<Self>(seats).map_err(|_| UnreadableNotation)?;
        text::read(*options, seats, text)
    }
}
