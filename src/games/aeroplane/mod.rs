//! Aeroplane Chess: four planes for each seat, from the hangar once around the ring and home.
//!
//! Chance rolls the die (`d1` to `d6`), then the seat moves one of its planes (`1` to `4`). A six lets a plane leave
//! its hangar for the pad, and a six that was used earns another roll; the third six in one turn sends back the planes
//! that the first two have moved. A plane that ends on a cell of its own colour jumps to the next one, on its shortcut
//! it flies across, and it captures opposing planes on the ring cell where it ends. The first seat with all four planes
//! home wins; the others are placed by the progress of their planes.
//!
//! When no plane can move the turn passes without a ply.
//!
//! ```
//! use parlour::games::{Game, Seat, ToAct};
//! let game = Game::Aeroplane;
//! let mut position = game.opening(&game.options([]).unwrap(), 2).unwrap();
//! for ply in ["d3", "d6", "2", "d2", "2"] {
//!     position.play(ply).unwrap();
//! }
//! // Seat 0 rolled a three, which allows no move. Seat 1 left its hangar, rolled again, and jumped from 2 to 6.
//! assert_eq!(position.text(), "H,H,H,H/H,6,H,H c0 - -");
//! assert_eq!(position.to_act(), ToAct::Chance { for_seat: Seat::new(0) });
//! assert_eq!(position.roll_for_byte(255).unwrap(), "d6");
//! ```

pub mod board;
mod ending;
mod moves;
mod options;
pub mod route;
pub mod sixes;
#[cfg(test)]
mod tests;
mod text;
mod turn;
mod why_not;

use std::ops::RangeInclusive;

use compact_str::CompactString;

use board::AeroplaneSpot;
pub use moves::AeroplaneMove;
pub use options::{AeroplaneOptions, Finish, Launch};
use route::PlaneProgress;
use sixes::{SixesInARow, bits};

use super::{
    Cell, Clicks, EffectSink, Outcome, Piece, PlacedPiece, RuleReason, Rules, Seat, SetupError, ToAct,
    UnreadableNotation, WeightedThrows, check_seats,
};

/// How many planes a seat has.
pub const PLANES: usize = 4;

/// The largest number of seats.
const SEATS: usize = 4;

/// The conditional rules: launch a plane if possible, and move the only plane that can move.
const LAUNCH: &str = "if I can launch, launch";
const ONLY_ONE: &str = "if only one plane can move, move it";

/// The faces of the die with the boost option while all planes of a seat are in the hangar.
const BOOSTED: [u8; 8] = [1, 2, 3, 4, 5, 6, 6, 6];

/// A position of Aeroplane Chess.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aeroplane {
    options: AeroplaneOptions,
    seats: u8,
    over: bool,
    acting: Seat,
    /// What the die shows; 0 before the roll.
    die: u8,
    planes: [[PlaneProgress; PLANES]; SEATS],
    sixes: SixesInARow,
    finished: [Seat; SEATS],
    finishers: u8,
}

impl Aeroplane {
    /// The match's options.
    pub const fn options(&self) -> &AeroplaneOptions {
        &self.options
    }

    /// The face rolled, or `None` before the roll.
    pub fn die(&self) -> Option<u8> {
        Some(self.die).filter(|face| *face > 0)
    }

    /// The planes moved on sixes in this turn.
    pub const fn sixes(&self) -> &SixesInARow {
        &self.sixes
    }

    /// The seat whose turn it is, before or after the roll.
    pub fn turn(&self) -> Option<Seat> {
        Some(self.acting).filter(|_| !self.over)
    }

    /// The cell of a plane (numbered from 0).
    pub fn cell_of(&self, seat: Seat, plane: u8) -> Cell {
        let progress = self.planes(seat)[usize::from(plane) % PLANES];
        AeroplaneSpot::on_route(self.colour(seat), plane, progress).cell()
    }

    /// All planes in their hangars, and seat 0 to roll.
    fn set_up(options: AeroplaneOptions, seats: u8) -> Self {
        Self {
            options,
            seats,
            over: false,
            acting: Seat::default(),
            die: 0,
            planes: Default::default(),
            sixes: SixesInARow::default(),
            finished: Default::default(),
            finishers: 0,
        }
    }

    fn is_boosted(&self) -> bool {
        self.options.boost && self.is_grounded(self.acting)
    }
}

fn piece(seat: Seat, plane: u8) -> Piece {
    Piece { id: seat.number() * PLANES as u8 + plane, kind: seat.number() }
}

impl Rules for Aeroplane {
    const KEY: &'static str = "aeroplane";
    const TITLE: &'static str = "Aeroplane Chess";
    const SEATS: RangeInclusive<u8> = 2..=SEATS as u8;
    const NOTATION: &'static str = "the number of a plane, 1 to 4";
    const HAS_DICE: bool = true;
    const CONDITIONAL_RULES: &'static [&'static str] = &[LAUNCH, ONLY_ONE];

    type Move = AeroplaneMove;
    type Options = AeroplaneOptions;

    fn opening(options: &AeroplaneOptions, seats: u8) -> Result<Self, SetupError> {
        check_seats::<Self>(seats)?;
        Ok(Self::set_up(*options, seats))
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    #[inline]
    fn to_act(&self) -> ToAct {
        match (self.over, self.die) {
            (true, _) => ToAct::Nobody,
            (false, 0) => ToAct::Chance { for_seat: self.acting },
            (false, _) => ToAct::Seat(self.acting),
        }
    }

    #[inline]
    fn legal_moves_into(&self, moves: &mut Vec<AeroplaneMove>) {
        match self.to_act() {
            ToAct::Nobody => {}
            ToAct::Chance { .. } => moves.extend((1..=6).map(AeroplaneMove::Throw)),
            ToAct::Seat(_) => moves.extend(bits(self.movable()).map(AeroplaneMove::Plane)),
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        match self.to_act() {
            ToAct::Nobody => 0,
            ToAct::Chance { .. } => 6,
            ToAct::Seat(_) => u64::from(self.movable().count_ones()),
        }
    }

    fn is_legal(&self, mv: &AeroplaneMove) -> bool {
        match (self.to_act(), *mv) {
            (ToAct::Chance { .. }, AeroplaneMove::Throw(face)) => (1..=6).contains(&face),
            (ToAct::Seat(_), AeroplaneMove::Plane(plane)) => {
                bits(self.movable()).any(|movable| movable == plane)
            }
            _ => false,
        }
    }

    #[inline]
    fn advance(&mut self, mv: &AeroplaneMove, sink: &mut impl EffectSink) {
        match *mv {
            AeroplaneMove::Throw(face) => self.throw(face, sink),
            AeroplaneMove::Plane(plane) => self.move_plane(plane, sink),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over.then(|| self.places())
    }

    fn ranking_if_stopped(&self) -> Outcome {
        self.places()
    }

    fn has_finished(&self, seat: Seat) -> bool {
        self.finished().contains(&seat)
    }

    fn skip(&mut self) {
        if !self.over {
            self.pass(&mut ());
        }
    }

    fn roll_for_byte(&self, byte: u8) -> Option<AeroplaneMove> {
        match self.to_act() {
            ToAct::Chance { .. } if self.is_boosted() => {
                Some(AeroplaneMove::Throw(BOOSTED[usize::from(byte % 8)]))
            }
            ToAct::Chance { .. } if byte < 252 => Some(AeroplaneMove::Throw(byte % 6 + 1)),
            _ => None,
        }
    }

    #[inline]
    fn throws(&self) -> WeightedThrows<AeroplaneMove> {
        let six = if self.is_boosted() { 3 } else { 1 };
        match self.to_act() {
            ToAct::Chance { .. } => {
                (1..=6).map(|face| (AeroplaneMove::Throw(face), if face == 6 { six } else { 1 })).collect()
            }
            ToAct::Seat(_) | ToAct::Nobody => WeightedThrows::new(),
        }
    }

    fn conditional_move(&self, rule: &str, seat: Seat) -> Option<AeroplaneMove> {
        if self.to_act() != ToAct::Seat(seat) {
            return None;
        }
        let mut movable = bits(self.movable());
        let plane = match rule {
            LAUNCH => movable.find(|plane| self.planes(seat)[usize::from(*plane)] == PlaneProgress::HANGAR),
            ONLY_ONE if self.movable().count_ones() == 1 => movable.next(),
            _ => None,
        };
        plane.map(AeroplaneMove::Plane)
    }

    fn why_not(&self, mv: &AeroplaneMove) -> RuleReason {
        why_not::why_not(self, *mv)
    }

    fn clicks(&self, mv: &AeroplaneMove) -> Clicks {
        match *mv {
            AeroplaneMove::Throw(_) => Clicks::NONE,
            AeroplaneMove::Plane(plane) => AeroplaneSpot::Plane(plane).cell().into(),
        }
    }

    fn cell_name(&self, cell: Cell) -> CompactString {
        AeroplaneSpot::of(cell).name()
    }

    fn pieces(&self) -> Vec<PlacedPiece> {
        let of = |seat: Seat| {
            let planes = 0..PLANES as u8;
            planes
                .map(move |plane| PlacedPiece { piece: piece(seat, plane), cell: self.cell_of(seat, plane) })
        };
        Seat::first(self.seats).flat_map(of).collect()
    }

    /// The cells where planes that can move would end, and the home of the winner.
    fn highlighted_cells(&self) -> Vec<Cell> {
        if self.over {
            let home = |seat: &Seat| AeroplaneSpot::Home(self.colour(*seat)).cell();
            return self.finished().first().map(home).into_iter().collect();
        }
        let rest = |plane| self.flight_path(plane).map(|way| (plane, way.rest));
        let rests = bits(self.movable()).filter_map(rest);
        let mut cells: Vec<_> = rests
            .map(|(plane, rest)| AeroplaneSpot::on_route(self.colour(self.acting), plane, rest).cell())
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn text(&self) -> String {
        text::write(self)
    }

    fn from_text(options: &AeroplaneOptions, seats: u8, text: &str) -> Result<Self, UnreadableNotation> {
        check_seats::<Self>(seats).map_err(|_| UnreadableNotation)?;
        text::read(*options, seats, text)
    }
}
