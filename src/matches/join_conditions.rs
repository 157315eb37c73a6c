//! The conditions under which users may join an open match.

use serde::{Deserialize, Serialize};

/// The limits of a range of ratings.
pub const RATING_BOUNDS: (u16, u16) = (0, 4000);
/// The percentage of turns completed in time that a host can ask for.
pub const ON_TIME: u8 = 90;

/// What an open match asks of users who join uninvited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinConditions {
    /// The lowest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_rating: Option<u16>,
    /// The highest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_rating: Option<u16>,
    /// The lowest percentage of turns completed in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_on_time: Option<u8>,
}

/// A condition that a user does not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnmetCondition {
    /// Their rating, as it is shown, is out of range.
    Rating { own: i64 },
    /// Too few of their turns were in time, in percent.
    OnTime { least: u8, own: u32 },
}

impl JoinConditions {
    /// Whether a rating is asked for.
    pub fn limit_rating(self) -> bool {
        self.min_rating.is_some() || self.max_rating.is_some()
    }

    /// The condition that a user with this rating, as it is shown, and this percentage of turns in time does not meet.
    /// Users with too few turns for a percentage are admitted.
    pub fn unmet(self, rating: i64, in_time: Option<u32>) -> Option<UnmetCondition> {
        let is_in_range = self.min_rating.is_none_or(|from| i64::from(from) <= rating)
            && self.max_rating.is_none_or(|to| rating <= i64::from(to));
        if !is_in_range {
            return Some(UnmetCondition::Rating { own: rating });
        }
        let (least, own) = (self.min_on_time?, in_time?);
        (own < u32::from(least)).then_some(UnmetCondition::OnTime { least, own })
    }
}

#[cfg(test)]
mod tests {
    use super::{JoinConditions, ON_TIME, UnmetCondition};

    #[test]
    fn both_ends_of_a_range_are_included() {
        let range =
            JoinConditions { min_rating: Some(1400), max_rating: Some(1600), ..JoinConditions::default() };
        let meets = |rating: i64| range.unmet(rating, None).is_none();
        assert_eq!([1399, 1400, 1500, 1600, 1601].map(meets), [false, true, true, true, false]);
        assert_eq!(JoinConditions::default().unmet(-5, None), None);
    }

    #[test]
    fn users_need_the_percentage_on_time_unless_they_are_new() {
        let punctual = JoinConditions { min_on_time: Some(ON_TIME), ..JoinConditions::default() };
        let of = |in_time| punctual.unmet(1500, in_time);
        assert_eq!([None, Some(90), Some(100)].map(of), [None; 3]);
        assert_eq!(of(Some(89)), Some(UnmetCondition::OnTime { least: 90, own: 89 }));
    }
}
