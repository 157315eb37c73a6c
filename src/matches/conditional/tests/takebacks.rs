//! Takebacks and conditional moves.

use super::*;

#[test]
fn an_accepted_takeback_cancels_conditional_moves() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    story.plans(BEN, "if a1 then b2, if c3 then a2").unwrap();
    assert_eq!(story.plays(ADA, "a1"), ["b2"]);
    story.happens(MatchEvent::TakebackOffered { seat: 1 });
    assert!(story.happens(MatchEvent::TakenBack { remaining_plies: 1 }).is_empty());
    assert_eq!(story.state(1), Some(ConditionalState::Cancelled));
    assert_eq!(story.0.m.user_to_act(), Some(BEN));
}

#[test]
fn a_takeback_without_consent_leaves_the_conditional_moves_of_others_as_they_were() {
    for ply in ["a1", "c3"] {
        let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
        story.plans(BEN, "if c2 then a2").unwrap();
        assert!(story.plays(ADA, ply).is_empty());
        assert_eq!(story.state(1), Some(ConditionalState::Cancelled));
        story.happens(MatchEvent::TakenBack { remaining_plies: 0 });
        assert_eq!(story.state(1), Some(ConditionalState::Standing));
        assert_eq!(story.0.conditional_moves.cancelled(), [], "nothing is reported");
        assert_eq!(story.plays(ADA, "c2"), ["a2"]);
    }
}

#[test]
fn a_takeback_without_consent_does_not_play_a_ply_of_its_player_again() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    assert_eq!(story.plans(ADA, "then a1, if b2 then c3").unwrap(), ["a1"]);
    assert!(story.happens(MatchEvent::TakenBack { remaining_plies: 0 }).is_empty());
    assert_eq!(story.state(0), Some(ConditionalState::Cancelled));
    // One that was entered for the position that is gone.
    story.plays(ADA, "a1");
    story.plans(ADA, "if b2 then c3").unwrap();
    story.happens(MatchEvent::TakenBack { remaining_plies: 0 });
    assert_eq!(story.state(0), Some(ConditionalState::Cancelled));
}

#[test]
fn a_takeback_does_not_bring_back_what_was_cancelled_or_withdrawn_before() {
    let mut story = ConditionalStory::of(Game::Sternhalma, &[ADA, BEN, CLEO]);
    let [first, second] = [0, 1].map(|at| story.0.m.position.legal()[at].clone());
    let position = |plies: &[&str]| {
        let mut position = Game::Sternhalma.opening(&story.0.m.options, 3).unwrap();
        plies.iter().for_each(|ply| drop(position.play(ply).unwrap()));
        position.legal()[0].clone()
    };
    let ben = position(&[&first]);
    let cleo = position(&[&first, &ben]);
    story.plans(CLEO, &format!("if {second} * then {cleo}")).unwrap();
    story.plays(ADA, &first);
    assert_eq!(story.state(2), Some(ConditionalState::Cancelled));
    story.plays(BEN, &ben);
    story.happens(MatchEvent::TakenBack { remaining_plies: 1 });
    assert_eq!(story.state(2), Some(ConditionalState::Cancelled), "it was Ada's ply that did not fit");
}
