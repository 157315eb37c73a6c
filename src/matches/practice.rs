//! Casual matches of one person against bots: hints and takebacks without consent are allowed there.

use super::{Match, MatchError, MatchStatus};
use crate::games::Seat;
use crate::users::UserId;

impl Match {
    /// Whether the match is casual, with one person and only bots as opponents, or people who share their device.
    pub fn is_practice(&self) -> bool {
        !self.rated && self.people_seated() == 1 && self.seated() > 1
    }

    /// The seat of a user who may get a hint now: it is their move in a casual match against bots.
    ///
    /// # Errors
    /// Why they may not get one.
    pub fn may_ask_hint(&self, user: UserId) -> Result<Seat, MatchError> {
        let seat = self.acting_seat_of(user).ok_or(MatchError::NotSeated)?;
        match self.status {
            MatchStatus::Open => Err(MatchError::NotStarted),
            MatchStatus::Ended(_) => Err(MatchError::Over),
            MatchStatus::Playing if !self.is_practice() => Err(MatchError::NoHints),
            MatchStatus::Playing if self.to_roll() == Some(seat) => Err(MatchError::RollFirst),
            MatchStatus::Playing if self.to_act().seat() != Some(seat) => Err(MatchError::NotYourTurn),
            MatchStatus::Playing => Ok(seat),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{Game, Seat};
    use crate::matches::tests::{ADA, BEN, MatchStory};
    use crate::matches::{Match, MatchCommand, MatchError, MatchEvent, OfferAnswer, OfferError, OfferKind};

    /// Ada plays against a bot, which has Ben's number.
    fn practice() -> MatchStory {
        let mut story = MatchStory::opened(Game::TicTacToe, 2, Vec::new());
        story.m.rated = false;
        story.happens(Some(ADA), MatchEvent::Joined { seat: 0, user: ADA, time_zone: None, bot: false });
        story.happens(Some(ADA), MatchEvent::Joined { seat: 1, user: BEN, time_zone: None, bot: true });
        story.happens(None, MatchEvent::Started);
        story
    }

    fn plays(story: &mut MatchStory, plies: &[&str]) {
        for (ply, seat) in plies.iter().zip([0, 1].into_iter().cycle()) {
            story.happens(None, MatchEvent::ply(Seat::new(seat), ply));
        }
    }

    fn takes_back(story: &mut MatchStory) -> Result<usize, MatchError> {
        let ask = MatchCommand::Answer {
            what: OfferKind::Takeback,
            answer: OfferAnswer::Offer,
            seq: Some(story.m.seq),
        };
        let events = super::super::decide(&story.m, ADA, &ask)?;
        events.into_iter().for_each(|event| story.happens(Some(ADA), event));
        Ok(story.m.plies.len())
    }

    #[test]
    fn a_hint_is_for_the_player_to_move_in_a_casual_match_against_bots() {
        let mut story = practice();
        assert_eq!(story.m.may_ask_hint(ADA), Ok(Seat::new(0)));
        plays(&mut story, &["b2"]);
        assert_eq!(story.m.may_ask_hint(ADA), Err(MatchError::NotYourTurn));
        story.m.rated = true;
        assert_eq!(story.m.may_ask_hint(ADA), Err(MatchError::NoHints));
        let mut people = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
        people.m.rated = false;
        assert_eq!(people.m.may_ask_hint(ADA), Err(MatchError::NoHints));
    }

    #[test]
    fn the_board_of_a_shared_match_is_shown_from_the_seat_to_act_and_stays_at_the_end() {
        let mut story = practice();
        let rotate = MatchCommand::RotateBoard(true);
        let decide = super::super::decide;
        assert_eq!(decide(&story.m, ADA, &rotate), Err(MatchError::NoRotation), "against a bot");
        story.m.pass_and_play = true;
        let version = story.m.board_version;
        let [rotated] = decide(&story.m, ADA, &rotate).unwrap().try_into().unwrap();
        story.happens(Some(ADA), rotated);
        assert_eq!(decide(&story.m, ADA, &rotate), Ok(Vec::new()));
        assert_eq!(story.m.board_version, version, "moves from pages before it are accepted");
        let sides = |m: &Match| Seat::first(2).map(|own| m.side_of(own).number()).collect::<Vec<_>>();
        assert_eq!(sides(&story.m), [0, 0]);
        plays(&mut story, &["b2", "a1", "c1"]);
        assert_eq!(sides(&story.m), [1, 1]);
        story.happens(None, MatchEvent::ply(Seat::new(1), "b1"));
        story.happens(None, MatchEvent::ply(Seat::new(0), "a3"));
        assert_eq!((story.m.seat_to_act(), sides(&story.m)), (None, vec![0, 0]));
    }

    #[test]
    fn every_move_can_be_taken_back_past_the_reply_of_the_bot() {
        let mut story = practice();
        plays(&mut story, &["b2", "a1", "c3", "a3", "c1"]);
        assert_eq!(
            (takes_back(&mut story), takes_back(&mut story), takes_back(&mut story)),
            (Ok(4), Ok(2), Ok(0))
        );
        assert_eq!(takes_back(&mut story), Err(OfferError::NothingPlayed.into()));
        assert_eq!(story.m.user_to_act(), Some(ADA));
    }
}
