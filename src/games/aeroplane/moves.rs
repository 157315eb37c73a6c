//! Plies and their legality.

use std::fmt;
use std::str::FromStr;

use super::board::PLANES;
use super::position::Aeroplane;
use super::route::{FlightPath, PlaneProgress, flight_path, stop};
use super::sixes::PlaneSet;
use crate::games::{Seat, UnreadableNotation};

/// A ply: `d5` is a roll, `2` moves a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AeroplaneMove {
    /// Chance rolls this face, 1 to 6.
    Roll(u8),
    /// The acting seat moves this plane, numbered from 0 here and from 1 in notation.
    Plane(u8),
}

impl fmt::Display for AeroplaneMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll(face) => write!(f, "d{face}"),
            Self::Plane(plane) => write!(f, "{}", plane + 1),
        }
    }
}

impl FromStr for AeroplaneMove {
    type Err = UnreadableNotation;

    fn from_str(text: &str) -> Result<Self, UnreadableNotation> {
        match text.as_bytes() {
            [b'd', face @ b'1'..=b'6'] => Ok(Self::Roll(face - b'0')),
            [plane @ b'1'..=b'4'] => Ok(Self::Plane(plane - b'1')),
            _ => Err(UnreadableNotation),
        }
    }
}

impl Aeroplane {
    /// The progress of each plane of a seat.
    #[inline]
    pub const fn planes(&self, seat: Seat) -> &[PlaneProgress; PLANES] {
        &self.planes[seat.index()]
    }

    /// The progress of a plane of the acting seat.
    #[inline]
    pub(super) fn plane(&self, plane: u8) -> PlaneProgress {
        self.planes[self.acting.index()][usize::from(plane) % PLANES]
    }

    /// The planes that move with this one: itself and, if it leads a stack, the others on its cell.
    #[inline]
    pub(super) fn together(&self, plane: u8) -> PlaneSet {
        let progress = self.plane(plane);
        if !self.options.stacks || !progress.is_on_ring() {
            return 1 << plane;
        }
        self.on_cell_of(progress)
    }

    /// The planes of the acting seat with this progress.
    #[inline]
    pub(super) fn on_cell_of(&self, progress: PlaneProgress) -> PlaneSet {
        (0..PLANES as u8)
            .filter(|plane| self.plane(*plane) == progress)
            .fold(0, |all, plane| all | 1 << plane)
    }

    /// The plane with the lowest number in the stack of this one.
    #[inline]
    pub(super) fn leader(&self, plane: u8) -> u8 {
        self.together(plane).trailing_zeros() as u8
    }

    /// Whether the acting seat can move this plane with a roll.
    #[inline]
    pub(super) fn can_use(&self, plane: u8, face: u8) -> bool {
        stop(&self.options, self.plane(plane), face).is_some() && self.leader(plane) == plane
    }

    /// The planes of the acting seat that can move by the face rolled.
    #[inline]
    pub(super) fn movable(&self) -> PlaneSet {
        (0..PLANES as u8)
            .filter(|plane| self.can_use(*plane, self.die))
            .fold(0, |all, plane| all | 1 << plane)
    }

    /// The path of a plane of the acting seat with the face rolled.
    pub fn flight_path(&self, plane: u8) -> Option<FlightPath> {
        flight_path(&self.options, self.plane(plane), self.die).filter(|_| self.die > 0)
    }
}
