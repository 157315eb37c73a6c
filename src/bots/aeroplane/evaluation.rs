//! What a position is worth to a seat: how far its planes have come, what stands in reach of the others, and what it could hit.

use super::board::{POINTS, PlaneBoard, PlaneTables};
use crate::games::aeroplane::PLANES;

/// How much a plane of another seat counts where there are several others: each hurts one's chances less than a single one.
const SHARE_OF_MANY: f32 = 0.6;

/// Weights of an evaluation, in logits of the chance to win.
#[derive(Clone, Debug)]
pub(super) struct PlaneWeights {
    /// What a plane with these points is worth.
    pub place: [f32; POINTS],
    /// What it costs that a plane could be hit by one roll, for the points it would lose (home counts 1) and for a roll that is
    /// certain to hit: first when another seat is to roll next, second when the seat itself is.
    pub danger: [f32; 2],
    /// What it is worth to be able to hit in the same way.
    pub threat: [f32; 2],
    /// What is added when every plane is in the hangar or home.
    pub grounded: f32,
}

/// What counts in a position besides the places of the planes.
pub(super) struct PlaneFeatures {
    pub danger: f32,
    pub threat: f32,
    /// Whether the seat itself rolls next.
    pub is_next: usize,
    /// How many of the others are grounded, as their mean, taken from 1 if the seat itself is.
    pub grounded: f32,
}

impl PlaneFeatures {
    /// The features of a position in which the die is to be rolled.
    #[inline]
    pub fn of(board: &PlaneBoard, seat: usize, tables: &PlaneTables) -> Self {
        let (mut danger, mut threat) = (0, 0);
        let mut grounded = 0;
        for other in (0..tables.seats).filter(|other| *other != seat) {
            for own in board.planes[seat] {
                for others in board.planes[other] {
                    danger += u32::from(tables.hits(seat, own, other, others)) * u32::from(own);
                    threat += u32::from(tables.hits(other, others, seat, own)) * u32::from(others);
                }
            }
            grounded += u8::from(is_grounded(&board.planes[other]));
        }
        let scale = 1.0 / (6.0 * (POINTS - 1) as f32);
        let others = (tables.seats - 1) as f32;
        Self {
            danger: danger as f32 * scale,
            threat: threat as f32 * scale,
            is_next: usize::from(board.acting == seat),
            grounded: f32::from(u8::from(is_grounded(&board.planes[seat]))) - f32::from(grounded) / others,
        }
    }
}

#[inline]
fn is_grounded(planes: &[u8; PLANES]) -> bool {
    planes.iter().all(|points| *points == 0 || usize::from(*points) == POINTS - 1)
}

impl PlaneWeights {
    /// Fitted by logistic regression to the results of matches of two seats that these weights played against themselves. The
    /// program that fitted them is not in the repository; `docs/bots.md` has what they are worth in the arena.
    pub const FITTED: Self = Self {
        place: [
            0.000, 0.269, 0.295, -0.191, 0.336, 0.331, 0.345, 0.335, 0.420, 0.443, 0.416, 0.445, 0.482,
            0.524, 0.524, 0.503, 0.508, 0.521, 0.577, 0.449, 0.590, 0.669, 0.632, 0.609, 0.679, 0.740, 0.740,
            0.766, 0.754, 0.833, 0.786, 0.757, 0.803, 0.861, 0.908, 0.936, 0.959, 1.008, 1.012, 0.999, 1.095,
            1.107, 1.139, 1.163, 1.227, 1.248, 1.263, 1.243, 1.321, 1.349, 1.355, 1.409, 1.471, 1.502, 1.498,
            1.573, 1.600, 1.622,
        ],
        danger: [-2.564, -0.278],
        threat: [0.313, 1.569],
        grounded: -0.156,
    };

    /// What a position in which the die is to be rolled is worth to a seat.
    #[inline]
    pub fn evaluate(&self, board: &PlaneBoard, seat: usize, tables: &PlaneTables) -> f32 {
        let features = PlaneFeatures::of(board, seat, tables);
        let side = |seat: usize| {
            board.planes[seat].iter().map(|points| self.place[usize::from(*points)]).sum::<f32>()
        };
        let others = (0..tables.seats).filter(|other| *other != seat).map(side).sum::<f32>();
        let share = if tables.seats == 2 { 1.0 } else { SHARE_OF_MANY };
        side(seat) - others * share
            + self.danger[features.is_next] * features.danger
            + self.threat[features.is_next] * features.threat
            + self.grounded * features.grounded
    }

    /// The chance that a seat wins, in a position in which the die is to be rolled.
    pub fn chance(&self, board: &PlaneBoard, seat: usize, tables: &PlaneTables) -> f64 {
        let even = ((tables.seats - 1) as f32).ln();
        f64::from(1.0 / (1.0 + (even - self.evaluate(board, seat, tables)).exp()))
    }

    /// The plane to move, of those that can be moved; `None` when there is none.
    #[inline]
    pub fn choose(&self, board: &PlaneBoard, tables: &PlaneTables) -> Option<usize> {
        let movable = board.movable(tables);
        if movable & (movable.wrapping_sub(1)) == 0 {
            return (movable != 0).then_some(movable.trailing_zeros() as usize);
        }
        let mut best: Option<(f32, usize)> = None;
        for plane in (0..PLANES).filter(|plane| movable >> plane & 1 == 1) {
            let mut after = *board;
            if after.move_planes(&board.move_of(plane, tables), tables) {
                return Some(plane);
            }
            let worth = self.evaluate(&after, board.acting, tables);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, plane));
            }
        }
        best.map(|(_, plane)| plane)
    }
}
