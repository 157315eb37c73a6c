//! The rules as the program calls them.

use std::ops::RangeInclusive;

use compact_str::CompactString;

use super::board::{AeroplaneSpot, PLANES};
use super::moves::AeroplaneMove;
use super::options::AeroplaneOptions;
use super::position::{Aeroplane, SEATS, piece};
use super::route::PlaneProgress;
use super::sixes::bits;
use super::{text, why_not};
use crate::games::{
    Cell, Clicks, EffectSink, Outcome, PlacedPiece, RuleReason, Rules, Seat, SetupError, ToAct,
    UnreadableNotation, WeightedRolls, check_seats,
};

/// The conditional rules: launch a plane if possible, and move the only plane that can move.
const LAUNCH: &str = "if I can launch, launch";
const ONLY_ONE: &str = "if only one plane can move, move it";
/// The faces of the die with the boost option while all planes of a seat are in the hangar.
const BOOSTED: [u8; 8] = [1, 2, 3, 4, 5, 6, 6, 6];

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
            ToAct::Chance { .. } => moves.extend((1..=6).map(AeroplaneMove::Roll)),
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
            (ToAct::Chance { .. }, AeroplaneMove::Roll(face)) => (1..=6).contains(&face),
            (ToAct::Seat(_), AeroplaneMove::Plane(plane)) => {
                bits(self.movable()).any(|movable| movable == plane)
            }
            _ => false,
        }
    }

    #[inline]
    fn advance(&mut self, mv: &AeroplaneMove, sink: &mut impl EffectSink) {
        match *mv {
            AeroplaneMove::Roll(face) => self.roll(face, sink),
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
                Some(AeroplaneMove::Roll(BOOSTED[usize::from(byte % 8)]))
            }
            ToAct::Chance { .. } if byte < 252 => Some(AeroplaneMove::Roll(byte % 6 + 1)),
            _ => None,
        }
    }

    #[inline]
    fn rolls(&self) -> WeightedRolls<AeroplaneMove> {
        let six = if self.is_boosted() { 3 } else { 1 };
        match self.to_act() {
            ToAct::Chance { .. } => {
                (1..=6).map(|face| (AeroplaneMove::Roll(face), if face == 6 { six } else { 1 })).collect()
            }
            ToAct::Seat(_) | ToAct::Nobody => WeightedRolls::new(),
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
            AeroplaneMove::Roll(_) => Clicks::NONE,
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
        let rest = |plane| self.flight_path(plane).map(|path| (plane, path.rest));
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
