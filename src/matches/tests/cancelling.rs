//! Cancelling open and running matches.

use super::*;

#[test]
fn a_match_can_be_cancelled_until_every_seat_has_moved() {
    let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
    story.plays(ADA, "a1").unwrap();
    assert_eq!(story.does(CLEO, MatchCommand::Abort), Err(MatchError::NotSeated));
    let mut called_off = MatchStory { m: story.m.clone(), log: story.log.clone() };
    called_off.does(BEN, MatchCommand::Abort).unwrap();
    assert_eq!(called_off.m.ending(), Some(&MatchEnding::ABORTED));
    story.plays(BEN, "b1").unwrap();
    assert_eq!(story.does(ADA, MatchCommand::Abort), Err(MatchError::TooLateToAbort));
}

#[test]
fn only_the_host_cancels_an_open_match() {
    let mut story = MatchStory::opened(Game::Sternhalma, 3, Vec::new());
    story.does(ADA, MatchCommand::Join).unwrap();
    story.does(BEN, MatchCommand::Join).unwrap();
    assert_eq!(story.does(BEN, MatchCommand::Abort), Err(MatchError::NotHost));
    story.does(ADA, MatchCommand::Abort).unwrap();
    assert_eq!(story.m.ending(), Some(&MatchEnding::ABORTED));
}

#[test]
fn a_match_cannot_be_cancelled_once_all_remaining_seats_have_moved() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
    story.plays_first_legal();
    story.does(BEN, MatchCommand::Resign).unwrap();
    assert!(!story.m.everybody_has_moved(), "Cleo has not");
    story.plays_first_legal();
    for user in [ADA, CLEO] {
        assert_eq!(story.does(user, MatchCommand::Abort), Err(MatchError::TooLateToAbort));
    }
}

#[test]
fn a_player_who_has_resigned_cannot_cancel_the_match() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
    story.does(ADA, MatchCommand::Resign).unwrap();
    assert_eq!(story.does(ADA, MatchCommand::Abort), Err(MatchError::Gone));
    story.does(BEN, MatchCommand::Abort).unwrap();
    assert_eq!(story.m.ending(), Some(&MatchEnding::ABORTED));
}
