//! The range of ratings that an open match asks for.

use serde::{Deserialize, Serialize};

/// The limits of a range.
pub const RATING_BOUNDS: (u16, u16) = (0, 4000);

/// A range of ratings, including its ends, which may be open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingRange {
    /// The lowest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_rating: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_rating: Option<u16>,
}

impl RatingRange {
    /// Whether all ratings are in the range.
    pub fn is_open(self) -> bool {
        self == Self::default()
    }

    /// Whether a rating, as it is shown, is in the range.
    pub fn contains(self, rating: i64) -> bool {
        self.min_rating.is_none_or(|from| i64::from(from) <= rating)
            && self.max_rating.is_none_or(|to| rating <= i64::from(to))
    }
}

#[cfg(test)]
mod tests {
    use super::RatingRange;

    #[test]
    fn both_ends_of_a_range_are_included() {
        let range = RatingRange { min_rating: Some(1400), max_rating: Some(1600) };
        let holds = [1399, 1400, 1500, 1600, 1601].map(|rating| range.contains(rating));
        assert_eq!(holds, [false, true, true, true, false]);
        assert!(RatingRange::default().contains(-5) && RatingRange::default().is_open());
    }
}
