//! Substitutes: people who take the seat of a player who cannot play on, in casual matches for three or more.

use super::seating::running;
use super::{Match, MatchError, MatchEvent, MatchStatus, TakeoverReason};
use crate::games::Seat;
use crate::users::UserId;

/// An action on the search for a substitute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubstituteSearch {
    /// Offer the seat to others.
    Begin,
    /// Keep the seat.
    Cancel,
}

impl Match {
    /// Whether a substitute could take a seat: a person has it and is still playing against others. Never in rated
    /// matches, where a player could avoid a loss by that, nor in matches for two, which are resigned instead.
    pub fn may_have_substitute(&self, seat: Seat) -> bool {
        self.status == MatchStatus::Playing
            && !self.rated
            && !self.is_practice()
            && self.seats.count() > 2
            && self.still_plays(seat)
            && !self.is_bot(seat)
    }

    /// Whether a user who is not invited could take a seat.
    pub fn has_seat_to_take(&self) -> bool {
        self.free_seat().is_some() || self.seats_for_substitutes().next().is_some()
    }

    /// The seats whose players look for a substitute, in the order in which they asked.
    pub fn seats_for_substitutes(&self) -> impl Iterator<Item = Seat> {
        self.substitutes_sought.iter().copied().filter(|seat| self.may_have_substitute(*seat))
    }
}

/// The events of an action on the search of `by`.
///
/// # Errors
/// No substitute can take the seat.
pub(super) fn decide(m: &Match, by: UserId, search: SubstituteSearch) -> Result<Vec<MatchEvent>, MatchError> {
    let seat = running(m, by)?;
    let is_sought = m.substitutes_sought.contains(&seat);
    match search {
        SubstituteSearch::Begin if !m.may_have_substitute(seat) => Err(MatchError::NoSubstitute),
        SubstituteSearch::Begin if !is_sought => {
            Ok(vec![MatchEvent::SubstituteSought { seat: seat.number() }])
        }
        SubstituteSearch::Cancel if is_sought => {
            Ok(vec![MatchEvent::SubstituteCancelled { seat: seat.number() }])
        }
        SubstituteSearch::Begin | SubstituteSearch::Cancel => Ok(Vec::new()),
    }
}

/// The event by which a user without a seat takes one whose player looks for a substitute.
pub(super) fn takes_over(m: &Match, by: UserId) -> Option<MatchEvent> {
    let seat = m.seats_for_substitutes().next()?;
    let (player, reason) = (m.seats[seat]?, TakeoverReason::Substituted);
    Some(MatchEvent::SeatTakenOver { seat: seat.number(), user: by, player, reason, time_zone: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::matches::tests::{ADA, BEN, CLEO, DAN, MatchStory};
    use crate::matches::{MatchCommand, OfferKind};

    const BEGIN: MatchCommand = MatchCommand::Substitute(SubstituteSearch::Begin);
    const CANCEL: MatchCommand = MatchCommand::Substitute(SubstituteSearch::Cancel);

    /// A casual match of Ada, Ben and Cleo, each of whom has moved.
    fn three() -> MatchStory {
        let mut story = MatchStory::opened(Game::Sternhalma, 3, Vec::new());
        story.m.rated = false;
        for user in [ADA, BEN, CLEO] {
            story.happens(
                Some(user),
                MatchEvent::Joined { seat: user.0 as u8 - 1, user, time_zone: None, bot: false },
            );
        }
        story.happens(None, MatchEvent::Started);
        for _ in 0..3 {
            let (user, ply, seq) =
                (story.m.user_to_act().unwrap(), story.m.position.legal().remove(0), story.m.seq);
            happens(&mut story, user, &MatchCommand::Play { seq, notation: ply });
        }
        story
    }

    fn happens(story: &mut MatchStory, by: UserId, command: &MatchCommand) {
        for event in crate::matches::decide(&story.m, by, command).unwrap() {
            story.happens(Some(by), event);
        }
    }

    fn decides(story: &MatchStory, by: UserId, command: &MatchCommand) -> Result<usize, MatchError> {
        crate::matches::decide(&story.m, by, command).map(|events| events.len())
    }

    #[test]
    fn the_first_user_to_join_takes_the_seat_of_a_player_who_looks_for_a_substitute() {
        let mut story = three();
        assert_eq!(decides(&story, DAN, &MatchCommand::Join), Err(MatchError::NotOpen));
        happens(&mut story, BEN, &BEGIN);
        assert_eq!(decides(&story, BEN, &BEGIN), Ok(0), "once is enough");
        assert_eq!(decides(&story, CLEO, &MatchCommand::Join), Ok(0), "Cleo has a seat");
        happens(&mut story, DAN, &MatchCommand::Join);
        let m = &story.m;
        assert_eq!(m.seats.as_slice(), [Some(ADA), Some(DAN), Some(CLEO)]);
        assert!(m.was_replaced(BEN) && !m.has_bots() && m.seats_for_substitutes().next().is_none());
        assert_eq!(m.takeovers[0].to, DAN);
        assert_eq!(decides(&story, BEN, &MatchCommand::Join), Err(MatchError::NotOpen));
    }

    #[test]
    fn a_seat_that_is_kept_or_has_resigned_cannot_be_taken() {
        let mut story = three();
        assert_eq!(decides(&story, BEN, &CANCEL), Ok(0), "nothing is looked for");
        happens(&mut story, BEN, &BEGIN);
        happens(&mut story, BEN, &CANCEL);
        assert_eq!(decides(&story, DAN, &MatchCommand::Join), Err(MatchError::NotOpen));
        happens(&mut story, BEN, &BEGIN);
        happens(&mut story, BEN, &MatchCommand::Resign);
        assert_eq!(decides(&story, DAN, &MatchCommand::Join), Err(MatchError::NotOpen));
        assert_eq!(decides(&story, BEN, &BEGIN), Err(MatchError::NoSubstitute));
    }

    #[test]
    fn rated_matches_matches_for_two_and_users_without_a_seat_have_no_substitutes() {
        let mut story = three();
        assert_eq!(decides(&story, DAN, &BEGIN), Err(MatchError::NotSeated));
        story.m.rated = true;
        assert_eq!(decides(&story, BEN, &BEGIN), Err(MatchError::NoSubstitute));
        let mut two = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
        two.m.rated = false;
        assert_eq!(decides(&two, BEN, &BEGIN), Err(MatchError::NoSubstitute));
    }

    #[test]
    fn a_search_does_not_close_offers_and_a_takeover_does() {
        let mut story = three();
        happens(
            &mut story,
            ADA,
            &MatchCommand::Answer {
                what: OfferKind::Draw,
                answer: crate::matches::OfferAnswer::Offer,
                seq: None,
            },
        );
        happens(&mut story, BEN, &BEGIN);
        assert!(story.m.offer(OfferKind::Draw).is_some());
        happens(&mut story, DAN, &MatchCommand::Join);
        assert!(story.m.offer(OfferKind::Draw).is_none());
    }
}
