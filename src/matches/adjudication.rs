//! Results that staff set in place of the rules and the players.

use compact_str::CompactString;

use super::{EndReason, Match, MatchEnding, MatchError, MatchEvent, MatchStatus, RulingError};
use crate::games::Outcome;
use crate::users::{UserId, visible_text};

/// What staff decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// Places for all seats: the smaller the better.
    Places(Vec<u8>),
    /// The match ends without a result.
    Void,
}

/// Maximum length of a reason in characters.
pub const LONGEST_REASON: usize = 300;

impl Match {
    /// Whether a user is involved in the match, so that other staff have to decide it.
    pub fn involves(&self, user: UserId) -> bool {
        let is_invited = self.reserved.as_slice().contains(&Some(user));
        self.opened_by == user || is_invited || self.seat_of(user).is_some() || self.was_replaced(user)
    }
}

/// The events of a ruling.
///
/// # Errors
/// The ruling is invalid, or this user may not make it; nothing changes.
pub fn rule(m: &Match, by: UserId, ruling: &Ruling, reason: &str) -> Result<Vec<MatchEvent>, MatchError> {
    if m.involves(by) {
        return Err(RulingError::Own.into());
    }
    let reason = match &*visible_text(reason) {
        "" => return Err(RulingError::NoReason.into()),
        long if long.chars().count() > LONGEST_REASON => return Err(RulingError::LongReason.into()),
        text => CompactString::from(text),
    };
    let ending = match (&m.status, ruling) {
        (MatchStatus::Ended(_), _) => return Err(MatchError::Over),
        (MatchStatus::Open, Ruling::Places(_)) => return Err(MatchError::NotStarted),
        (_, Ruling::Void) => MatchEnding::ABORTED,
        (MatchStatus::Playing, Ruling::Places(places)) => {
            MatchEnding { how: EndReason::Adjudicated, places: Some(ranked(m, places)?) }
        }
    };
    Ok(vec![MatchEvent::Adjudicated { reason }, MatchEvent::Ended(ending)])
}

/// The places in standard form: after two first places comes the third.
fn ranked(m: &Match, places: &[u8]) -> Result<Vec<u8>, MatchError> {
    let seats = m.seats.count();
    if places.len() != usize::from(seats) || !places.iter().all(|place| (1..=seats).contains(place)) {
        return Err(RulingError::Places.into());
    }
    let keys: Vec<_> = places.iter().map(|place| u8::MAX - place).collect();
    Ok(Outcome::ranked(&keys).places().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::matches::tests::{ADA, BEN, MatchStory};
    use crate::matches::{ErrorClass, MatchCommand, MatchRecord};

    const EVE: UserId = UserId(99);

    fn refused(m: &Match, by: UserId, ruling: &Ruling, reason: &str) -> ErrorClass {
        rule(m, by, ruling, reason).unwrap_err().class()
    }

    #[test]
    fn a_ruling_ends_the_match_with_the_given_places() {
        let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
        story.plays(ADA, "a1").unwrap();
        for event in rule(&story.m, EVE, &Ruling::Places(vec![2, 1]), " Ben was called away. ").unwrap() {
            story.happens(Some(EVE), event);
        }
        let ending = MatchEnding { how: EndReason::Adjudicated, places: Some(vec![2, 1]) };
        assert_eq!(
            (story.m.ending(), story.m.adjudicated.as_deref()),
            (Some(&ending), Some("Ben was called away."))
        );
        assert_eq!(Match::fold(&story.m.id, &story.log).unwrap(), story.m);
        let record = MatchRecord::of(&story.view());
        assert_eq!(
            (record.adjudicated.as_deref(), record.check().is_ok()),
            (Some("Ben was called away."), true)
        );
        assert_eq!(refused(&story.m, EVE, &Ruling::Void, "Again"), ErrorClass::Conflict, "it is over");
    }

    #[test]
    fn a_void_ruling_cancels_the_match() {
        let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
        for event in rule(&story.m, EVE, &Ruling::Void, "A mistake").unwrap() {
            story.happens(Some(EVE), event);
        }
        assert_eq!(story.m.ending(), Some(&MatchEnding::ABORTED));
        let open = MatchStory::opened(Game::TicTacToe, 2, Vec::new());
        assert_eq!(rule(&open.m, EVE, &Ruling::Void, "A mistake").map(|events| events.len()), Ok(2));
        assert_eq!(refused(&open.m, EVE, &Ruling::Places(vec![1, 1]), "A mistake"), ErrorClass::Conflict);
    }

    #[test]
    fn a_moderator_cannot_rule_on_their_own_match() {
        let mut story = MatchStory::opened(Game::TicTacToe, 2, vec![None, Some(EVE)]);
        for user in [ADA, EVE] {
            assert_eq!(refused(&story.m, user, &Ruling::Void, "Mine"), ErrorClass::Forbidden);
        }
        story.does(EVE, MatchCommand::Join).unwrap();
        assert_eq!(refused(&story.m, EVE, &Ruling::Void, "Mine"), ErrorClass::Forbidden);
    }

    #[test]
    fn a_ruling_needs_a_reason_and_a_place_for_each_seat() {
        let story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
        for places in [vec![], vec![1], vec![1, 2, 2], vec![0, 1], vec![1, 3]] {
            assert_eq!(refused(&story.m, EVE, &Ruling::Places(places), "So"), ErrorClass::Invalid);
        }
        for why in ["", "  ", &"x".repeat(LONGEST_REASON + 1)] {
            assert_eq!(refused(&story.m, EVE, &Ruling::Void, why), ErrorClass::Invalid);
        }
        let shared = rule(&story.m, EVE, &Ruling::Places(vec![2, 2]), "Even").unwrap();
        let even = MatchEnding { how: EndReason::Adjudicated, places: Some(vec![1, 1]) };
        assert_eq!(shared[1], MatchEvent::Ended(even), "places begin with the first");
    }
}
