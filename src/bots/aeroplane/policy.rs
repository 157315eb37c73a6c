//! Which plane to move, judged by what the move does at once.

use crate::bots::random::RandomSource;
use crate::games::aeroplane::board::{PlaneColour, on_ring, ring};
use crate::games::aeroplane::{Aeroplane, AeroplaneMove};
use crate::games::{Rules, Seat, ToAct};

/// How a move is judged. All weights are in cells of progress.
#[derive(Clone, Copy)]
pub(super) struct PlanePolicy {
    /// What a cell of progress is worth that an opponent loses.
    pub capture: i32,
    /// What is added for a plane that leaves its hangar.
    pub launch: i32,
    /// How much of what a plane has come is given up for each opposing plane that could hit it with one throw, in
    /// sixteenths.
    pub risk: i32,
    /// How far a move is misjudged at most, either way.
    pub noise: i32,
    /// How many captures in a hundred are not seen.
    pub overlooks: u32,
}

impl PlanePolicy {
    /// The best move. `None` when no seat is to act.
    pub fn choose(&self, position: &Aeroplane, random: &mut RandomSource) -> Option<AeroplaneMove> {
        let ToAct::Seat(seat) = position.to_act() else { return None };
        let moves = position.legal_moves();
        if let [only] = moves.as_slice() {
            return Some(*only);
        }
        let mut best = None;
        for mv in moves {
            let worth = self.move_value(position, seat, mv, random);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// What a move is worth to the seat that makes it.
    fn move_value(
        &self,
        position: &Aeroplane,
        seat: Seat,
        mv: AeroplaneMove,
        random: &mut RandomSource,
    ) -> i32 {
        let mut after = position.clone();
        after.advance(&mv, &mut ());
        if after.is_home(seat) {
            return i32::MAX;
        }
        let gained = i32::from(after.points(seat)) - i32::from(position.points(seat));
        let lost = |other| i32::from(position.points(other)) - i32::from(after.points(other));
        let others = Seat::first(position.seats()).filter(|other| *other != seat);
        let captured: i32 = others.map(lost).sum();
        let seen = captured == 0 || !random.chance(self.overlooks);
        let launched = if gained == 1 { self.launch } else { 0 };
        let mut worth = gained + launched + if seen { self.capture * captured } else { 0 };
        if self.risk > 0 {
            worth -= self.risk * exposed(&after, seat) / 16;
        }
        worth + random.around_zero(self.noise)
    }
}

/// What a seat's planes on the ring have come, counted once for every opposing plane that hits them with one throw.
fn exposed(position: &Aeroplane, seat: Seat) -> i32 {
    let mut exposed = 0;
    let colour = position.colour(seat);
    for own in position.planes(seat).iter().filter(|own| own.is_on_ring()) {
        let Some(steps) = own.steps() else { continue };
        let cell = ring(colour, steps);
        for other in Seat::first(position.seats()).filter(|other| *other != seat) {
            exposed += i32::from(steps) * hitters(position, other, cell);
        }
    }
    exposed
}

/// How many planes of a seat reach a cell of the ring with one throw, plainly or by a jump.
fn hitters(position: &Aeroplane, seat: Seat, cell: u8) -> i32 {
    let colour: PlaneColour = position.colour(seat);
    let Some(target) = on_ring(colour, cell).and_then(|progress| progress.steps()) else { return 0 };
    let mut hitters = 0;
    for steps in position.planes(seat).iter().filter_map(|plane| plane.steps()) {
        let away = i32::from(target) - i32::from(steps);
        // A throw that ends on the own colour jumps on, so those cells are hit from four cells farther back only.
        let is_own_colour = target % 4 == 2 && target != 18 && target != 50;
        let jumps = is_own_colour && target >= 6 && (5..=10).contains(&away);
        hitters += i32::from((!is_own_colour && (1..=6).contains(&away)) || jumps);
    }
    hitters
}
