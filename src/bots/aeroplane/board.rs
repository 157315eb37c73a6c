//! Aeroplane Chess as playouts see it: planes as points (0 in the hangar, 1 on the pad, 57 home), and tables of where each roll
//! takes a plane and which planes meet, made from the rules of the match.

use crate::bots::random::RandomSource;
use crate::games::aeroplane::board::{on_ring, ring};
use crate::games::aeroplane::route::{PlaneProgress, STEPS_HOME, flight_path};
use crate::games::aeroplane::{Aeroplane, PLANES};
use crate::games::{Rules, Seat, ToAct};

/// Points that a plane can have, from 0 to home.
pub(super) const POINTS: usize = HOME as usize + 1;

/// The points of a plane that is home.
pub(super) const HOME: u8 = STEPS_HOME + 1;

/// The points of a plane that a flight over its column sends back.
const CROSSED: u8 = PlaneProgress::CROSSED.points();

/// Where no roll leads.
const NOWHERE: u8 = u8::MAX;

/// Seats of the largest match.
pub(super) const SEATS: usize = 4;

/// The rules of a match as tables.
pub(super) struct PlaneTables {
    pub seats: usize,
    /// How many quarters of the ring each seat's route starts after that of each other seat.
    apart: [[usize; SEATS]; SEATS],
    /// By roll and points: the points after the move, or [`NOWHERE`].
    rest: [[u8; POINTS]; 7],
    /// By roll and points: whether the move is a flight.
    flies: [[bool; POINTS]; 7],
    /// By quarters apart and points: the points of a plane of the other seat on the same cell, 0 if it never is there.
    meets: [[u8; POINTS]; 4],
    /// By quarters apart, points, and points of a plane of the other seat: by how many of six rolls it would land there.
    hits: [[[u8; POINTS]; POINTS]; 4],
    three_sixes: bool,
    boost: bool,
    stacks: bool,
    flyover: bool,
}

impl PlaneTables {
    /// The tables of a match.
    pub fn of(position: &Aeroplane) -> Self {
        let options = position.options();
        let seats = usize::from(position.seats());
        let colour = |seat: usize| usize::from(position.colour(Seat::new(seat as u8)).number());
        let apart = std::array::from_fn(|own| {
            std::array::from_fn(|other| (colour(other % seats) + 4 - colour(own % seats)) % 4)
        });
        let at = |points: usize| match points {
            0 => PlaneProgress::HANGAR,
            _ => PlaneProgress::at(points as u8 - 1),
        };
        let path = |face: usize, points: usize| match face {
            0 => None,
            _ => flight_path(options, at(points), face as u8),
        };
        let rest: [[u8; POINTS]; 7] = std::array::from_fn(|face| {
            std::array::from_fn(|points| path(face, points).map_or(NOWHERE, |path| path.rest.points()))
        });
        let flies = std::array::from_fn(|face| {
            std::array::from_fn(|points| path(face, points).is_some_and(|path| path.flies))
        });
        let first = position.colour(Seat::new(0));
        let turned = |quarters: usize| {
            crate::games::aeroplane::board::PlaneColour::ALL[(usize::from(first.number()) + quarters) % 4]
        };
        let meets: [[u8; POINTS]; 4] = std::array::from_fn(|quarters| {
            std::array::from_fn(|points| {
                let steps = at(points).steps().filter(|_| at(points).is_on_ring());
                let met = steps.and_then(|steps| on_ring(turned(quarters), ring(first, steps)));
                met.map_or(0, PlaneProgress::points)
            })
        });
        let hits = std::array::from_fn(|quarters| {
            std::array::from_fn(|points| {
                let target: u8 = meets[quarters][points];
                std::array::from_fn(|other| {
                    let lands = |face: &usize| target > 0 && rest[*face][other] == target;
                    (1..=6).filter(lands).count() as u8
                })
            })
        });
        Self {
            seats,
            apart,
            rest,
            flies,
            meets,
            hits,
            three_sixes: options.three_sixes,
            boost: options.boost,
            stacks: options.stacks,
            flyover: options.flyover,
        }
    }

    /// By how many of six rolls a plane of another seat would land on a plane with these points.
    #[inline]
    pub fn hits(&self, own: usize, points: u8, other: usize, others_points: u8) -> u8 {
        self.hits[self.apart[own][other]][usize::from(points)][usize::from(others_points)]
    }
}

/// What a move does.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaneMove {
    /// The planes that move, as bits.
    together: u8,
    to: u8,
    /// Whether it is a flight.
    flies: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlaneBoard {
    pub planes: [[u8; PLANES]; SEATS],
    pub acting: usize,
    /// What the die shows; 0 while it is to be rolled.
    pub die: u8,
    /// Sixes used in this turn, and the planes that were moved on them, as bits.
    sixes: u8,
    moved_on_sixes: u8,
    /// The seats that have finished, as bits.
    pub finished: u8,
}

impl PlaneBoard {
    /// The board of a position. `None` when it is over.
    pub fn of(position: &Aeroplane) -> Option<Self> {
        let acting = match position.to_act() {
            ToAct::Nobody => return None,
            ToAct::Chance { for_seat } => for_seat,
            ToAct::Seat(seat) => seat,
        };
        let mut board = Self {
            planes: [[0; PLANES]; SEATS],
            acting: acting.index(),
            die: position.die().unwrap_or_default(),
            sixes: position.sixes().count() as u8,
            moved_on_sixes: position.sixes().planes(),
            finished: 0,
        };
        for seat in Seat::first(position.seats()) {
            board.planes[seat.index()] = position.planes(seat).map(PlaneProgress::points);
            board.finished |= u8::from(board.is_home(seat.index())) << seat.number();
        }
        Some(board)
    }

    #[inline]
    fn is_home(&self, seat: usize) -> bool {
        self.planes[seat] == [HOME; PLANES]
    }

    /// The planes that can be moved, as bits.
    #[inline]
    pub fn movable(&self, tables: &PlaneTables) -> u8 {
        let rest = &tables.rest[usize::from(self.die)];
        let planes = &self.planes[self.acting];
        let mut movable = 0;
        for (plane, points) in planes.iter().enumerate() {
            let is_led = tables.stacks
                && PlaneBoard::is_on_ring(*points)
                && planes.iter().take(plane).any(|other| other == points);
            if rest[usize::from(*points)] != NOWHERE && !is_led {
                movable |= 1 << plane;
            }
        }
        movable
    }

    /// Whether a plane with these points stands on the ring.
    #[inline]
    pub const fn is_on_ring(points: u8) -> bool {
        points > 1 && points <= PlaneProgress::TURNING.points()
    }

    /// What moving a plane does, which has to be movable.
    #[inline]
    pub fn move_of(&self, plane: usize, tables: &PlaneTables) -> PlaneMove {
        let planes = &self.planes[self.acting];
        let (from, face) = (planes[plane], usize::from(self.die));
        let mut together = 1 << plane;
        if tables.stacks && Self::is_on_ring(from) {
            together = 0;
            for (other, points) in planes.iter().enumerate() {
                together |= u8::from(*points == from) << other;
            }
        }
        PlaneMove {
            together,
            to: tables.rest[face][usize::from(from)],
            flies: tables.flies[face][usize::from(from)],
        }
    }

    /// Calls `see` for each plane of another seat that a move sends back, with its seat and number.
    #[inline]
    fn each_sent_back(&self, mv: &PlaneMove, tables: &PlaneTables, mut see: impl FnMut(usize, usize)) {
        for other in 0..tables.seats {
            let apart = tables.apart[self.acting][other];
            if apart == 0 {
                continue;
            }
            let met = tables.meets[apart][usize::from(mv.to)];
            let crossed = mv.flies && tables.flyover && apart == 2;
            if met == 0 && !crossed {
                continue;
            }
            for (plane, points) in self.planes[other].iter().enumerate() {
                if *points > 0 && *points == met || crossed && *points == CROSSED {
                    see(other, plane);
                }
            }
        }
    }

    /// Moves planes. Whether the seat has finished by it.
    #[inline]
    pub fn move_planes(&mut self, mv: &PlaneMove, tables: &PlaneTables) -> bool {
        let before = *self;
        before.each_sent_back(mv, tables, |other, plane| self.planes[other][plane] = 0);
        for (plane, points) in self.planes[self.acting].iter_mut().enumerate() {
            if mv.together >> plane & 1 == 1 {
                *points = mv.to;
            }
        }
        let six = self.die == 6;
        self.die = 0;
        if self.is_home(self.acting) {
            self.finished |= 1 << self.acting;
            return true;
        }
        if six {
            self.sixes = self.sixes.saturating_add(1);
            self.moved_on_sixes |= mv.together;
        } else {
            self.pass(tables);
        }
        false
    }

    /// Rolls the die, which is to be rolled.
    #[inline]
    pub fn roll(&mut self, tables: &PlaneTables, random: &mut RandomSource) {
        let face = if tables.boost && self.planes[self.acting] == [0; PLANES] {
            (random.below(8) + 1).min(6)
        } else {
            random.below(6) + 1
        };
        self.show(face as u8, tables);
    }

    /// The die shows a face.
    #[inline]
    pub fn show(&mut self, face: u8, tables: &PlaneTables) {
        if face == 6 && tables.three_sixes && self.sixes == 2 {
            for (plane, points) in self.planes[self.acting].iter_mut().enumerate() {
                if self.moved_on_sixes >> plane & 1 == 1 && *points != HOME {
                    *points = 0;
                }
            }
            return self.pass(tables);
        }
        self.die = face;
        if self.movable(tables) == 0 {
            self.pass(tables);
        }
    }

    #[inline]
    fn pass(&mut self, tables: &PlaneTables) {
        (self.die, self.sixes, self.moved_on_sixes) = (0, 0, 0);
        for _ in 0..tables.seats {
            self.acting = (self.acting + 1) % tables.seats;
            if self.finished >> self.acting & 1 == 0 {
                break;
            }
        }
    }
}
