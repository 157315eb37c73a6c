//! The star of 121 holes: names, points, neighbours, hops and distances.
//!
//! Holes are cells, numbered row by row from `a1` (0) in the south to `q1` (120) in the north, each row from the west.

use std::sync::LazyLock;

use compact_str::{CompactString, format_compact};

use crate::games::hex::{HexDirection, HexSpot};
use crate::games::{Cell, Seat};

/// How many holes the board has.
pub const HOLES: u8 = 121;

/// The number of marbles of a seat.
pub const MARBLES: usize = 10;

/// Holes of each row, `a` (the south tip) to `q` (the north tip).
pub const ROWS: [u8; 17] = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];

/// A set of holes: the bit of a hole is its cell's number.
pub type HoleSet = u128;

/// The set of only this hole.
#[inline]
pub const fn hole(cell: Cell) -> HoleSet {
    1 << cell.0
}

/// The holes of a set, in the order of their numbers.
#[inline]
pub fn cells_of(mut holes: HoleSet) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = Cell(holes.trailing_zeros() as u8);
        let more = holes != 0;
        holes &= holes.wrapping_sub(1);
        more.then_some(cell)
    })
}

/// A point of the star, in clockwise order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StarPoint {
    /// Rows a to d.
    South,
    /// e1–4, f1–3, g1–2, h1.
    SouthWest,
    /// m1–4, l1–3, k1–2, j1.
    NorthWest,
    /// Rows n to q.
    North,
    /// m10–13, l10–12, k10–11, j10.
    NorthEast,
    /// e10–13, f10–12, g10–11, h10.
    SouthEast,
}

impl StarPoint {
    /// All six, clockwise from the south.
    pub const ALL: [Self; 6] =
        [Self::South, Self::SouthWest, Self::NorthWest, Self::North, Self::NorthEast, Self::SouthEast];

    /// The point across the board.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The number of anticlockwise rotations by 60° that bring this point to the bottom.
    pub const fn turns(self) -> u8 {
        self as u8
    }

    /// Its ten holes.
    pub fn holes(self) -> HoleSet {
        BOARD.points[self as usize]
    }

    /// The point that contains a spot. `None` in the hexagon in the middle.
    const fn of(spot: HexSpot) -> Option<Self> {
        let HexSpot { x, y } = spot;
        match ((x - y) / 2, (x + y) / 2) {
            _ if y < -4 => Some(Self::South),
            _ if y > 4 => Some(Self::North),
            (..-4, _) => Some(Self::NorthWest),
            (5.., _) => Some(Self::SouthEast),
            (_, ..-4) => Some(Self::SouthWest),
            (_, 5..) => Some(Self::NorthEast),
            _ => None,
        }
    }
}

/// The point where a seat's marbles start in a match of `seats`.
pub const fn home(seats: u8, seat: Seat) -> StarPoint {
    use StarPoint::{North, NorthEast, NorthWest, South, SouthEast, SouthWest};
    let homes: &[StarPoint] = match seats {
        2 => &[South, North],
        3 => &[South, NorthWest, NorthEast],
        4 => &[South, SouthWest, North, NorthEast],
        5 => &[South, SouthWest, NorthWest, North, NorthEast],
        _ => &[South, SouthWest, NorthWest, North, NorthEast, SouthEast],
    };
    homes[seat.index() % homes.len()]
}

/// The point that a seat's marbles have to reach.
pub const fn target(seats: u8, seat: Seat) -> StarPoint {
    home(seats, seat).opposite()
}

/// A hop over a neighbour to the hole straight beyond. If the board has no such hole, `over` is invalid.
#[derive(Clone, Copy, Default)]
pub(super) struct Hop {
    pub over: HoleSet,
    pub to: HoleSet,
}

pub(super) struct StarBoard {
    spots: Vec<HexSpot>,
    /// Neighbours of each hole.
    pub near: [HoleSet; HOLES as usize],
    /// Hops from each hole, in the order of [`HexDirection::ALL`].
    pub hops: [[Hop; 6]; HOLES as usize],
    points: [HoleSet; 6],
    /// The hexagon in the middle.
    pub middle: HoleSet,
    distances: Vec<[u8; HOLES as usize]>,
}

pub(super) static BOARD: LazyLock<StarBoard> = LazyLock::new(StarBoard::new);

impl StarBoard {
    fn new() -> Self {
        let spots: Vec<HexSpot> =
            (0..17).zip(ROWS).flat_map(|(row, holes)| spots_of_row(row, holes)).collect();
        let at = |spot| spots.iter().position(|other| *other == spot).map_or(0, |index| 1 << index);
        let holes: [usize; HOLES as usize] = std::array::from_fn(|index| index);
        let near = holes
            .map(|from| HexDirection::ALL.map(|direction| at(spots[from].step(direction, 1))).iter().sum());
        let hops = holes.map(|from| HexDirection::ALL.map(|direction| hop(spots[from], direction, at)));
        let within =
            |point| spots.iter().filter(|spot| StarPoint::of(**spot) == point).map(|spot| at(*spot)).sum();
        let points = StarPoint::ALL.map(|point| within(Some(point)));
        let middle = within(None);
        let distances = holes.iter().map(|from| distances_from(*from, &near)).collect();
        Self { near, hops, points, middle, distances, spots }
    }
}

fn spots_of_row(row: i8, holes: u8) -> impl Iterator<Item = HexSpot> {
    let holes = holes as i8;
    (0..holes).map(move |index| HexSpot { x: 2 * index - (holes - 1), y: row - 8 })
}

fn hop(from: HexSpot, direction: HexDirection, at: impl Fn(HexSpot) -> HoleSet) -> Hop {
    let (over, to) = (at(from.step(direction, 1)), at(from.step(direction, 2)));
    if to == 0 { Hop::default() } else { Hop { over, to } }
}

/// The number of steps to every hole on an empty board.
fn distances_from(from: usize, near: &[HoleSet; HOLES as usize]) -> [u8; HOLES as usize] {
    let mut distances = [0; HOLES as usize];
    let (mut reached, mut edge, mut steps): (HoleSet, HoleSet, u8) = (1 << from, 1 << from, 0);
    while edge != 0 {
        cells_of(edge).for_each(|cell| distances[cell.index()] = steps);
        edge = cells_of(edge).fold(0, |next, cell| next | near[cell.index()]) & !reached;
        reached |= edge;
        steps += 1;
    }
    distances
}

/// The number of steps between two holes on an empty board.
pub fn distance(from: Cell, to: Cell) -> u8 {
    BOARD.distances[from.index()][to.index()]
}

/// The point that contains a hole. `None` in the hexagon in the middle.
pub fn point(cell: Cell) -> Option<StarPoint> {
    StarPoint::ALL.into_iter().find(|point| point.holes() & hole(cell) != 0)
}

/// Coordinates: the centre of the star is (0, 0), `y` points north (up), and neighbours are 1 apart.
pub fn place(cell: Cell) -> (f64, f64) {
    BOARD.spots[cell.index()].place()
}

/// The hole at the position of a hole after rotating the board by 60° anticlockwise, `turns` times.
///
/// ```
/// use parlour::games::sternhalma::board::{StarPoint, cell, rotated};
/// let tip_of_the_south_west = cell("e1").unwrap();
/// assert_eq!(rotated(tip_of_the_south_west, StarPoint::SouthWest.turns()), cell("a1").unwrap());
/// ```
pub fn rotated(cell: Cell, turns: u8) -> Cell {
    let spot = (0..turns % 6).fold(BOARD.spots[cell.index()], |spot, _| spot.rotated());
    let index = BOARD.spots.iter().position(|other| *other == spot);
    Cell(index.map_or(cell.0, |index| index as u8))
}

/// The row of a hole from 0 (`a`) and its number in the row from 1 in the west.
pub fn row_and_number(cell: Cell) -> (u8, u8) {
    let mut before = 0;
    for (row, holes) in (0..).zip(ROWS) {
        if cell.0 < before + holes {
            return (row, cell.0 - before + 1);
        }
        before += holes;
    }
    (16, 1)
}

/// The name of a hole: its row and its number, `e13`.
pub fn name(cell: Cell) -> &'static str {
    static NAMES: LazyLock<[CompactString; HOLES as usize]> = LazyLock::new(|| {
        std::array::from_fn(|index| {
            let (row, number) = row_and_number(Cell(index as u8));
            format_compact!("{}{number}", char::from(b'a' + row))
        })
    });
    &NAMES[cell.index()]
}

/// The hole with this name.
pub fn cell(name: &str) -> Option<Cell> {
    let (row, number) = name.split_at_checked(1)?;
    let row = usize::from(row.bytes().next()?.checked_sub(b'a')?);
    let canonical = number.bytes().all(|digit| digit.is_ascii_digit()) && !number.starts_with('0');
    let number: u8 = number.parse().ok().filter(|_| canonical)?;
    let holes = *ROWS.get(row)?;
    let before: u8 = ROWS[..row].iter().sum();
    (number <= holes).then(|| Cell(before + number - 1))
}
