//! The six directions of a hexagonal board and the neighbours in them.

/// A spot of a hexagonal board: `x` in half steps to the right, `y` in rows up, both from the centre. Spots of one row
/// are two half steps apart and neighbouring rows are offset by a half step, so `x + y` is even everywhere or odd
/// everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexSpot {
    /// Half steps to the right of the centre.
    pub x: i8,
    /// Rows above the centre.
    pub y: i8,
}

/// A direction to a neighbour. The order breaks ties between routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HexDirection {
    /// To the right.
    East,
    /// Up and to the right.
    NorthEast,
    /// Up and to the left.
    NorthWest,
    /// To the left.
    West,
    /// Down and to the left.
    SouthWest,
    /// Down and to the right.
    SouthEast,
}

impl HexDirection {
    /// All six, anticlockwise from the east.
    pub const ALL: [Self; 6] =
        [Self::East, Self::NorthEast, Self::NorthWest, Self::West, Self::SouthWest, Self::SouthEast];

    const fn offset(self) -> (i8, i8) {
        match self {
            Self::East => (2, 0),
            Self::NorthEast => (1, 1),
            Self::NorthWest => (-1, 1),
            Self::West => (-2, 0),
            Self::SouthWest => (-1, -1),
            Self::SouthEast => (1, -1),
        }
    }
}

impl HexSpot {
    /// The spot at this number of steps.
    pub const fn step(self, direction: HexDirection, steps: i8) -> Self {
        let (x, y) = direction.offset();
        Self { x: self.x + x * steps, y: self.y + y * steps }
    }

    /// The spot after rotating the board by 60° anticlockwise about its centre.
    pub const fn rotated(self) -> Self {
        Self { x: (self.x - 3 * self.y) / 2, y: (self.x + self.y) / 2 }
    }

    /// Coordinates, with `y` upwards, in units of the distance between neighbours.
    pub fn place(self) -> (f64, f64) {
        (f64::from(self.x) / 2.0, f64::from(self.y) * 0.75_f64.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CENTRE: HexSpot = HexSpot { x: 0, y: 0 };

    #[test]
    fn every_neighbour_is_one_unit_away() {
        for direction in HexDirection::ALL {
            let (x, y) = CENTRE.step(direction, 1).place();
            assert!((x.hypot(y) - 1.0).abs() < 1e-9, "{direction:?}");
        }
    }

    #[test]
    fn turning_the_board_takes_each_direction_to_the_next() {
        for (index, direction) in HexDirection::ALL.into_iter().enumerate() {
            let next = HexDirection::ALL[(index + 1) % 6];
            assert_eq!(CENTRE.step(direction, 3).rotated(), CENTRE.step(next, 3));
        }
    }
}
