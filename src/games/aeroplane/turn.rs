//! A turn: the roll, the move, captures, and the next seat.

use super::board::PLANES;
use super::board::{AeroplaneSpot, PlaneColour, on_ring, ring};
use super::position::{Aeroplane, piece};
use super::route::{FlightPath, PlaneProgress};
use super::sixes::{PlaneSet, bits};
use crate::games::{Cell, Effect, EffectSink, Seat};

impl Aeroplane {
    /// The colour of a seat.
    #[inline]
    pub const fn colour(&self, seat: Seat) -> PlaneColour {
        PlaneColour::of(self.seats, seat)
    }

    pub(super) fn roll(&mut self, face: u8, sink: &mut impl EffectSink) {
        sink.emit(|| Effect::Roll { face });
        if face == 6 && self.options.three_sixes && self.sixes.count() == 2 {
            self.send_back_moved_on_sixes(sink);
            return self.pass(sink);
        }
        self.die = face;
        if self.movable() == 0 {
            self.pass(sink);
        }
    }

    /// The third six: the planes moved with the first two are sent back, except those at home.
    fn send_back_moved_on_sixes(&mut self, sink: &mut impl EffectSink) {
        let seat = self.acting;
        let moved = bits(self.sixes.planes()).filter(|plane| self.plane(*plane) != PlaneProgress::HOME);
        let moved = moved.fold(0, |all, plane| all | 1 << plane);
        self.send_back(seat, moved, "the third six", sink);
    }

    /// Hands the dice to the next seat that has not finished.
    pub(super) fn pass(&mut self, sink: &mut impl EffectSink) {
        self.die = 0;
        self.sixes.clear();
        self.acting = self.next_unfinished();
        sink.emit(|| Effect::Turn(self.acting));
    }

    /// Moves a plane of the acting seat, and the planes that move with it.
    pub(super) fn move_plane(&mut self, plane: u8, sink: &mut impl EffectSink) {
        let Some(path) = self.flight_path(plane) else { return };
        let together = self.together(plane);
        self.show_roll(together, &path, sink);
        self.carry(together, path.jump.unwrap_or(path.stop));
        if path.flies {
            self.fly(together, &path, sink);
        }
        self.carry(together, path.rest);
        self.capture_on_ring(path.rest, sink);
        self.settle(together, sink);
    }

    fn fly(&mut self, together: PlaneSet, path: &FlightPath, sink: &mut impl EffectSink) {
        let cell = |progress| AeroplaneSpot::Ring(ring(self.colour(self.acting), progress)).cell();
        sink.emit(|| Effect::Highlight { cells: vec![cell(18), cell(30)], why: "the shortcut" });
        self.show_leg(together, PlaneProgress::FLOWN, sink);
        self.carry(together, PlaneProgress::FLOWN);
        if self.options.flyover {
            self.strike_crossed(sink);
        }
        if path.rest != PlaneProgress::FLOWN {
            self.show_leg(together, path.rest, sink);
        }
    }

    /// Captures the planes whose column a flight crosses.
    fn strike_crossed(&mut self, sink: &mut impl EffectSink) {
        let Some(seat) = self.colour(self.acting).opposite().seat(self.seats) else { return };
        self.send_back(seat, self.at(seat, PlaneProgress::CROSSED), "flown over", sink);
    }

    /// Captures every opposing plane on the ring cell where planes of the acting seat have ended their move.
    #[inline]
    fn capture_on_ring(&mut self, rest: PlaneProgress, sink: &mut impl EffectSink) {
        let Some(steps) = rest.steps().filter(|_| rest.is_on_ring()) else { return };
        let (seats, acting) = (self.seats, self.acting);
        let cell = ring(self.colour(acting), steps);
        for seat in Seat::first(seats).filter(|seat| *seat != acting) {
            if let Some(held) = on_ring(self.colour(seat), cell) {
                self.send_back(seat, self.at(seat, held), "sent back", sink);
            }
        }
    }

    /// The planes of a seat with exactly this progress.
    #[inline]
    fn at(&self, seat: Seat, progress: PlaneProgress) -> PlaneSet {
        let planes = self.planes(seat).iter().zip(0..);
        planes.fold(0, |all, (at, plane)| if *at == progress { all | 1 << plane } else { all })
    }

    #[inline]
    fn send_back(&mut self, seat: Seat, planes: PlaneSet, why: &'static str, sink: &mut impl EffectSink) {
        if planes == 0 {
            return;
        }
        sink.emit(|| Effect::Highlight { cells: self.cells(seat, planes), why });
        for plane in bits(planes) {
            self.planes[seat.index()][usize::from(plane)] = PlaneProgress::HANGAR;
            let hangar = AeroplaneSpot::Hangar(self.colour(seat), plane).cell();
            sink.emit(|| Effect::Travel { piece: piece(seat, plane), path: vec![hangar] });
        }
    }

    /// Records a finish and determines whether the same seat rolls again.
    fn settle(&mut self, together: PlaneSet, sink: &mut impl EffectSink) {
        let six = self.die == 6;
        self.die = 0;
        if self.is_home(self.acting) {
            self.finish_plane(sink);
        } else if six {
            self.sixes.push(together);
        } else {
            self.pass(sink);
        }
    }

    fn finish_plane(&mut self, sink: &mut impl EffectSink) {
        let home = AeroplaneSpot::Home(self.colour(self.acting)).cell();
        sink.emit(|| Effect::Highlight { cells: vec![home], why: "all four home" });
        self.finish(self.acting);
        if self.is_decided() {
            self.stop();
        } else {
            self.pass(sink);
        }
    }

    #[inline]
    fn carry(&mut self, planes: PlaneSet, to: PlaneProgress) {
        for plane in bits(planes) {
            self.planes[self.acting.index()][usize::from(plane) % PLANES] = to;
        }
    }

    /// Emits the roll's path cell by cell, then the jump. Planes that move together follow the same path, one after the
    /// other.
    fn show_roll(&self, together: PlaneSet, path: &FlightPath, sink: &mut impl EffectSink) {
        for plane in bits(together) {
            sink.emit(|| self.travel(plane, &path.steps(self.die)));
        }
        if let Some(jump) = path.jump {
            self.show_leg(together, jump, sink);
        }
    }

    fn show_leg(&self, together: PlaneSet, to: PlaneProgress, sink: &mut impl EffectSink) {
        for plane in bits(together) {
            sink.emit(|| self.travel(plane, &[to]));
        }
    }

    fn travel(&self, plane: u8, steps: &[PlaneProgress]) -> Effect {
        let seat = self.acting;
        let cell = |step: &PlaneProgress| AeroplaneSpot::on_route(self.colour(seat), plane, *step).cell();
        Effect::Travel { piece: piece(seat, plane), path: steps.iter().map(cell).collect() }
    }

    /// The cells of the given planes of a seat, without repetition.
    fn cells(&self, seat: Seat, planes: PlaneSet) -> Vec<Cell> {
        let mut cells: Vec<_> = bits(planes).map(|plane| self.cell_of(seat, plane)).collect();
        cells.dedup();
        cells
    }
}
