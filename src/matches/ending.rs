//! How a match ended, and the places.

use serde::{Deserialize, Serialize};

use crate::games::{Outcome, Seat};
use crate::keyed;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndReason {
    /// By the rules of the game.
    Rules,
    /// All but one resigned.
    Resigned,
    /// The remaining players agreed to a draw.
    Agreed,
    /// All but one resigned or ran out of time.
    Flagged,
    /// It was aborted before it counted.
    Aborted,
    /// Staff decided it.
    Adjudicated,
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchEnding {
    /// How it came about.
    pub how: EndReason,
    /// The place of each seat, starting at 1, ties equal; `None` if the match ended without a result.
    pub places: Option<Vec<u8>>,
}

impl MatchEnding {
    /// The end of a match that was aborted.
    pub const ABORTED: MatchEnding = MatchEnding { how: EndReason::Aborted, places: None };

    /// The place of a seat.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        self.places.as_ref()?.get(seat.index()).copied()
    }

    /// The seats in first place.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        let places = self.places.iter().flatten();
        places.zip(0..).filter(|(place, _)| **place == 1).map(|(_, seat)| Seat::new(seat))
    }

    /// The seat that lost a match of two.
    pub fn loser(&self) -> Option<Seat> {
        match self.places.as_deref()? {
            [1, 2] => Some(Seat::new(1)),
            [2, 1] => Some(Seat::new(0)),
            _ => None,
        }
    }

    /// How many seats share first place; `None` if the match ended without a result.
    pub fn first_places(&self) -> Option<u8> {
        let places = self.places.as_ref()?;
        places.iter().filter(|place| **place == 1).count().try_into().ok()
    }

    /// Whether all seats share first place.
    pub fn is_draw(&self) -> bool {
        self.places.as_ref().is_some_and(|places| places.iter().all(|place| *place == 1))
    }
}

keyed! {
    /// Why a match has expired.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Expiry {
        /// Open, and not enough players joined in time.
        Open = "open",
        /// Running, and nobody played for too long.
        Idle = "idle",
    }
}

/// The places of a match in which seats dropped out: first those who stayed, by their outcome, then the others, the
/// first to drop out last.
pub(super) fn places(standing: &Outcome, gone: &[Seat]) -> Vec<u8> {
    let key = |(seat, place): (u8, &u8)| {
        let left = gone.iter().position(|other| other.number() == seat);
        // Larger is better: staying beats leaving, leaving later beats leaving earlier.
        (left.is_none(), left, u8::MAX - place)
    };
    let keys: Vec<_> = (0..).zip(standing.places()).map(key).collect();
    Outcome::ranked(&keys).places().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_that_left_are_placed_last_in_reverse_order_of_leaving() {
        let standing = Outcome::from_places(vec![1, 2, 3, 4]);
        assert_eq!(places(&standing, &[Seat::new(0), Seat::new(2)]), [4, 1, 3, 2]);
    }
}
