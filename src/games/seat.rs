//! Seats, turns and outcomes.

use std::fmt;
use std::ops::{Index, IndexMut};

use smallvec::SmallVec;

/// The largest number of seats of any game.
pub const MOST_SEATS: u8 = 6;

/// A seat in a match, counted from 0 in turn order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, from 0.
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// The number, from 0.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `count` seats in turn order.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..count).map(Seat)
    }

    /// The next seat in a match of `count` seats.
    pub const fn next(self, count: u8) -> Self {
        Self((self.0 + 1) % count)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One value for each seat of a match.
///
/// ```
/// use parlour::games::{BySeat, Seat};
/// let stores = BySeat::new(vec![21, 27]);
/// assert_eq!(stores[Seat::new(1)], 27);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct BySeat<T>(SmallVec<[T; MOST_SEATS as usize]>);

impl<T> BySeat<T> {
    /// The values in seat order.
    pub fn new(values: Vec<T>) -> Self {
        Self(values.into_iter().collect())
    }

    /// `count` values, each computed from its seat.
    pub fn from_fn(count: u8, make: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::first(count).map(make).collect())
    }

    /// The number of seats.
    pub fn count(&self) -> u8 {
        u8::try_from(self.0.len()).unwrap_or(u8::MAX)
    }

    /// The value of a seat, or `None` if there is no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The values in seat order.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// Each seat with its value.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::first(self.count()).zip(self.0.iter())
    }

    /// The first seat whose value satisfies the test.
    pub fn find(&self, mut test: impl FnMut(&T) -> bool) -> Option<Seat> {
        self.iter().find(|(_, value)| test(value)).map(|(seat, _)| seat)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// The next to act in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToAct {
    /// A seat has to choose a move.
    Seat(Seat),
    /// The dice have to be rolled.
    Chance {
        /// The seat whose turn it is.
        for_seat: Seat,
    },
    Nobody,
}

impl ToAct {
    /// The seat that has to choose, if any.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            ToAct::Seat(seat) => Some(seat),
            ToAct::Chance { .. } | ToAct::Nobody => None,
        }
    }

    /// The seat whose turn it is: which has to choose, or for which the dice have to be rolled.
    pub const fn turn(self) -> Option<Seat> {
        match self {
            ToAct::Seat(seat) | ToAct::Chance { for_seat: seat } => Some(seat),
            ToAct::Nobody => None,
        }
    }
}

/// How a match ended by its rules: the place of each seat, from 1, ties equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    places: BySeat<u8>,
}

impl Outcome {
    /// The outcome with these places, in seat order.
    pub fn from_places(places: Vec<u8>) -> Self {
        Self { places: BySeat::new(places) }
    }

    /// Places from scores in seat order, higher is better: 1 + the number of seats with a strictly higher score.
    ///
    /// ```
    /// use parlour::games::Outcome;
    /// assert_eq!(Outcome::ranked(&[3, 5, 5, 1]).places(), [3, 1, 1, 4]);
    /// ```
    pub fn ranked<T: Ord>(scores: &[T]) -> Self {
        let better = |score: &T| scores.iter().filter(|other| *other > score).count();
        Self::from_places(
            scores.iter().map(|score| u8::try_from(1 + better(score)).unwrap_or(u8::MAX)).collect(),
        )
    }

    /// The places in seat order.
    pub fn places(&self) -> &[u8] {
        self.places.as_slice()
    }

    /// Whether every seat shares the first place.
    pub fn is_draw(&self) -> bool {
        self.places().iter().all(|place| *place == 1)
    }
}
