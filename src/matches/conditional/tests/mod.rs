//! Conditional moves, as short stories of a match.

mod takebacks;

use std::sync::Arc;

use super::*;
use crate::games::{Game, Seat};
use crate::matches::*;
use crate::now::Moment;
use crate::users::{UserId, UserNames};

const ADA: UserId = UserId(1);
const BEN: UserId = UserId(2);
const CLEO: UserId = UserId(3);

/// A match in which conditional moves are answered at once.
struct ConditionalStory(MatchView);

impl ConditionalStory {
    fn of(game: Game, people: &[UserId]) -> Self {
        let dice = game.has_dice().then(|| MatchDice { secret: MatchSecret::new([7; 32]), auto_roll: false });
        let opening = MatchOpening {
            dice,
            ..MatchOpening::casual(game, people.len() as u8, JoinCode::from_digits([0; 6]))
        };
        let m = Match::open(MatchId::from_digits([0; 12]), &opening, ADA, Moment(0)).unwrap();
        let mut story = Self(MatchView {
            m,
            names: UserNames::default(),
            chat: Arc::default(),
            conditional_moves: Arc::default(),
        });
        for user in people {
            for event in decide(&story.0.m, *user, &MatchCommand::Join).unwrap() {
                story.happens(event);
            }
        }
        story
    }

    /// Applies an event and all answers. Returns the answers.
    fn happens(&mut self, event: MatchEvent) -> Vec<String> {
        let (mut next, mut answers) = (Some(event), Vec::new());
        while let Some(event) = next {
            let before = self.0.m.clone();
            let entry = LogEntry { seq: before.seq + 1, at: 0, actor: None, event };
            self.0.m.apply(&entry).unwrap();
            next = follow(&self.0.m);
            if next.is_none() {
                next = update_and_follow(&before, &mut self.0).map(|(_, event)| event);
                answers.extend(next.as_ref().map(ply));
            }
        }
        answers
    }

    fn plays(&mut self, by: UserId, notation: &str) -> Vec<String> {
        let command = MatchCommand::Play { seq: self.0.m.seq, notation: notation.to_owned() };
        let [event] = decide(&self.0.m, by, &command).unwrap().try_into().unwrap();
        self.happens(event)
    }

    fn shows(&mut self, roll: &str) -> Vec<String> {
        self.happens(MatchEvent::roll(roll.to_owned()))
    }

    fn plans(&mut self, by: UserId, text: &str) -> Result<Vec<String>, MatchError> {
        let (seat, order) = parse_conditional_move(&self.0.m, by, text)?;
        ConditionalMoves::set(Arc::make_mut(&mut self.0.conditional_moves), seat, order);
        let before = self.0.m.clone();
        let Some((_, event)) = update_and_follow(&before, &mut self.0) else { return Ok(Vec::new()) };
        let first = ply(&event);
        Ok([vec![first], self.happens(event)].concat())
    }

    fn state(&self, seat: u8) -> Option<ConditionalState> {
        self.0.conditional_moves.of(Seat::new(seat)).map(|order| order.state)
    }
}

fn ply(event: &MatchEvent) -> String {
    match event {
        MatchEvent::Played { notation, .. } => notation.to_string(),
        other => panic!("no ply: {other:?}"),
    }
}

#[test]
fn conditional_moves_of_two_players_answer_each_other_in_one_chain() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    assert!(story.plans(BEN, "if a1 then b2, if c3 then a2, if c2 then c1").unwrap().is_empty());
    let played = story.plans(ADA, "then a1, if b2 then c3, if a2 then c2").unwrap();
    assert_eq!(played, ["a1", "b2", "c3", "a2", "c2", "c1"]);
    assert_eq!(story.state(0), Some(ConditionalState::Played));
    assert_eq!(story.state(1), Some(ConditionalState::Played));
    assert_eq!(story.0.m.user_to_act(), Some(ADA));
}

#[test]
fn of_lines_with_a_common_start_the_one_that_is_played_is_followed() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    let order = "if a1 then b2, if c3 then a2\nif a1 then b2, if a3 then a2, if c1 then c2\nif b2 then a1";
    story.plans(BEN, order).unwrap();
    assert_eq!(story.plays(ADA, "a1"), ["b2"]);
    assert_eq!(story.plays(ADA, "a3"), ["a2"]);
    let order = story.0.conditional_moves.of(Seat::new(1)).unwrap();
    assert_eq!(order.remaining_text(&story.0.m, Seat::new(1)), "if c1 then c2\n");
    let stands: Vec<_> =
        order.clauses.iter().map(|line| order.stands_at(line, &story.0.m, Seat::new(1))).collect();
    assert_eq!(stands, [None, Some(4), None]);
    assert_eq!(story.state(1), Some(ConditionalState::Standing));
}

#[test]
fn conditional_moves_that_no_longer_match_are_cancelled() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    story.plans(BEN, "if a1 then b2, if c3 then a2").unwrap();
    assert!(story.plays(ADA, "b2").is_empty());
    assert_eq!(story.state(1), Some(ConditionalState::Cancelled));
    story.plays(BEN, "a1");
    assert!(story.plays(ADA, "c3").is_empty());
}

#[test]
fn a_wildcard_is_answered_where_the_answer_is_legal() {
    for (first, answer) in [("a1", "b2"), ("b2", "a1")] {
        let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
        story.plans(BEN, "if * then b2\nif * then a1").unwrap();
        assert_eq!(story.plays(ADA, first), [answer]);
        assert_eq!(story.state(1), Some(ConditionalState::Played));
    }
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    story.plans(BEN, "if * then b2").unwrap();
    assert!(story.plays(ADA, "b2").is_empty(), "the square is taken");
    assert_eq!(story.state(1), Some(ConditionalState::Cancelled));
}

#[test]
fn in_a_match_of_three_conditional_moves_wait_for_both_opponents() {
    let mut story = ConditionalStory::of(Game::Sternhalma, &[ADA, BEN, CLEO]);
    let mut position = story.0.m.position.clone();
    let mut plies = Vec::new();
    for _ in 0..5 {
        plies.push(position.legal()[1].clone());
        position.play(&plies[plies.len() - 1]).unwrap();
    }
    let [first, second, third, fourth, fifth] = &plies[..] else { panic!() };
    story.plans(CLEO, &format!("if {first} * then {third}, if * {fifth} then {third}")).unwrap_err();
    story.plans(CLEO, &format!("if {first} * then {third}")).unwrap();
    assert!(story.plays(ADA, first).is_empty());
    assert_eq!(story.state(2), Some(ConditionalState::Standing));
    story.plans(ADA, &format!("if {second} {third} then {fourth}")).unwrap();
    assert_eq!(story.plays(BEN, second), [third.as_str(), fourth]);
    assert_eq!(story.0.m.user_to_act(), Some(BEN));
    story.plays(BEN, fifth);
}

#[test]
fn squares_may_be_written_in_capitals() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    story.plans(BEN, "IF A1 THEN B2, If C3 Then A2").unwrap();
    assert_eq!(story.0.conditional_moves.of(Seat::new(1)).unwrap().text(), "if a1 then b2, if c3 then a2");
    assert_eq!(story.plays(ADA, "a1"), ["b2"]);
}

#[test]
fn a_player_who_leaves_takes_their_wildcards_out_of_conditional_moves() {
    let mut story = ConditionalStory::of(Game::Sternhalma, &[ADA, BEN, CLEO]);
    let mut position = story.0.m.position.clone();
    let mut plies = Vec::new();
    for _ in 0..6 {
        plies.push(position.legal()[0].clone());
        position.play(&plies[plies.len() - 1]).unwrap();
    }
    let order = format!("if * * then {}, if * * then {}", plies[2], plies[5]);
    story.plans(CLEO, &order).unwrap();
    assert!(story.plays(ADA, &plies[0]).is_empty());
    assert_eq!(story.happens(MatchEvent::Resigned { seat: 1 }), [plies[2].as_str()], "Cleo is to move");
    assert_eq!(story.state(2), Some(ConditionalState::Standing));
    assert_eq!(story.plays(ADA, &plies[3]), [plies[5].as_str()]);
    assert_eq!(story.state(2), Some(ConditionalState::Played));
}

#[test]
fn a_condition_on_a_player_who_left_is_cancelled() {
    let mut story = ConditionalStory::of(Game::Sternhalma, &[ADA, BEN, CLEO]);
    let legal = story.0.m.position.legal();
    story.plans(CLEO, "if * * then pass").unwrap_err();
    let mut position = story.0.m.position.clone();
    position.play(&legal[0]).unwrap();
    position.play(&position.legal()[0].clone()).unwrap();
    let by_ben = {
        let mut position = story.0.m.position.clone();
        position.play(&legal[0]).unwrap();
        position.legal()[0].clone()
    };
    story.plans(CLEO, &format!("if * {by_ben} then {}", position.legal()[0])).unwrap();
    story.happens(MatchEvent::Resigned { seat: 1 });
    assert_eq!(story.state(2), Some(ConditionalState::Standing));
    assert!(story.plays(ADA, &legal[0]).is_empty());
    assert_eq!(story.state(2), Some(ConditionalState::Cancelled));
}

#[test]
fn conditional_moves_end_with_the_match() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    story.plans(BEN, "if a1 then b1, if a2 then b2, if b3 then a3").unwrap();
    assert_eq!(story.plays(ADA, "a1"), ["b1"]);
    story.happens(MatchEvent::Resigned { seat: 0 });
    story.happens(MatchEvent::Ended(MatchEnding::ABORTED));
    assert_eq!(story.state(1), Some(ConditionalState::Played));
}

#[test]
fn a_launch_rule_launches_when_possible() {
    let mut story = ConditionalStory::of(Game::Aeroplane, &[ADA, BEN]);
    story.plans(ADA, "If I can launch, launch.").unwrap();
    assert!(story.shows("d3").is_empty(), "nothing can move");
    assert!(story.shows("d6").is_empty(), "it is Ben's six");
    story.plays(BEN, "1");
    assert!(story.shows("d1").is_empty());
    story.plays(BEN, "1");
    assert_eq!(story.shows("d6"), ["1"]);
    assert_eq!(story.shows("d6"), ["2"], "the next plane leaves its hangar");
    assert!(story.shows("d2").is_empty(), "a two launches no plane, so the rule does not apply");
    assert_eq!(story.0.m.user_to_act(), Some(ADA));
    assert_eq!(story.state(0), Some(ConditionalState::Standing));
}

#[test]
fn a_single_move_rule_plays_the_only_move() {
    let mut story = ConditionalStory::of(Game::Aeroplane, &[ADA, BEN]);
    story.plans(ADA, "if only one plane can move, move it").unwrap();
    assert!(story.shows("d6").is_empty(), "any of four may leave its hangar");
    story.plays(ADA, "3");
    assert_eq!(story.shows("d2"), ["3"]);
    assert_eq!(story.0.m.to_roll(), Some(Seat::new(1)));
}

#[test]
fn the_first_applicable_rule_is_used_also_for_a_roll_already_made() {
    let mut story = ConditionalStory::of(Game::Aeroplane, &[ADA, BEN]);
    story.shows("d6");
    let rules = "if only one plane can move, move it\nif I can launch, launch";
    assert_eq!(story.plans(ADA, rules).unwrap(), ["1"]);
    assert_eq!(story.shows("d4"), ["1"]);
}

#[test]
fn refused_conditional_moves_store_nothing_and_far_lookahead_is_accepted() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    assert!(story.plans(BEN, "if a1").is_err());
    assert!(story.plans(ADA, "if b2 then a1").is_err());
    assert_eq!(story.state(0).or(story.state(1)), None);
    let mut story = ConditionalStory::of(Game::Sternhalma, &[ADA, BEN, CLEO]);
    let mut position = story.0.m.position.clone();
    for _ in 0..2 {
        position.play(&position.legal()[0].clone()).unwrap();
    }
    let answer = format!("if * * then {}", position.legal()[0]);
    assert!(story.plans(CLEO, &vec![answer.as_str(); 13].join(", ")).unwrap().is_empty());
}

#[test]
fn an_empty_form_withdraws_conditional_moves() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    story.plans(BEN, "if a1 then b2").unwrap();
    story.plans(BEN, " \n\n").unwrap();
    assert_eq!(story.state(1), None);
    assert!(story.plays(ADA, "a1").is_empty());
    assert_eq!(story.0.conditional_moves.version(), 2);
}

#[test]
fn conditional_moves_round_trip_through_their_text() {
    for text in [
        "if a1 then b2, if c3 then a2",
        "if * a1 then b2 c3, if * then a2\nthen a1, if b2 then c3",
        "if I can launch, launch\nif only one plane can move, move it",
    ] {
        let order = ConditionalMove::read(7, ConditionalState::Standing, text);
        assert_eq!((order.state, order.text().as_str()), (ConditionalState::Standing, text));
        assert_eq!(ConditionalMove::read(7, order.state, &order.text()), order);
    }
    let loose = ConditionalMove::read(0, ConditionalState::Standing, "a1 THEN  b2 if c3, then a2");
    assert_eq!(loose.text(), "if a1 then b2, if c3 then a2");
    assert_eq!(
        ConditionalMove::read(0, ConditionalState::Standing, "if then").state,
        ConditionalState::Cancelled
    );
}

impl ConditionalStory {
    fn edits(&mut self, by: UserId, edit: &ConditionalEdit) -> Result<String, MatchError> {
        let (seat, order) = edit.apply(&self.0, by)?;
        let text = order.text();
        ConditionalMoves::set(Arc::make_mut(&mut self.0.conditional_moves), seat, order);
        Ok(text)
    }

    fn adds(&mut self, by: UserId, line: &[&str]) -> Result<String, MatchError> {
        let line = line.iter().map(ToString::to_string).collect();
        self.edits(by, &ConditionalEdit::Add { plies: self.0.m.plies.len(), line })
    }

    fn removes(&mut self, by: UserId, line: &[&str]) -> Result<String, MatchError> {
        let line = line.iter().map(ToString::to_string).collect();
        self.edits(by, &ConditionalEdit::Remove { plies: self.0.m.plies.len(), line })
    }
}

#[test]
fn a_line_after_a_roll_waits_for_it() {
    let mut story = ConditionalStory::of(Game::Aeroplane, &[ADA, BEN]);
    story.plans(ADA, "if d6 then 2, if d3 then 2").unwrap();
    assert_eq!(story.shows("d6"), ["2"]);
    assert_eq!(story.shows("d3"), ["2"]);
    assert_eq!(story.state(0), Some(ConditionalState::Played));
    let mut story = ConditionalStory::of(Game::Aeroplane, &[ADA, BEN]);
    story.plans(ADA, "if d6 then 2").unwrap();
    assert!(story.shows("d5").is_empty(), "another roll");
    assert_eq!(story.state(0), Some(ConditionalState::Cancelled));
}

#[test]
fn a_rule_applies_where_no_line_does() {
    let mut story = ConditionalStory::of(Game::Aeroplane, &[ADA, BEN]);
    story.plans(ADA, "if d6 then 3\nif I can launch, launch").unwrap();
    assert_eq!(story.shows("d6"), ["3"]);
    assert_eq!(story.shows("d6"), ["1"]);
    assert_eq!(story.state(0), Some(ConditionalState::Standing));
}

#[test]
fn lines_are_added_one_by_one_and_continued() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    assert_eq!(story.adds(BEN, &["a1", "b2", "c3"]).unwrap(), "if a1 then b2", "up to the last answer");
    assert_eq!(story.adds(BEN, &["c1", "b2"]).unwrap(), "if a1 then b2\nif c1 then b2");
    assert_eq!(
        story.adds(BEN, &["a1", "b2", "c3", "a2"]).unwrap(),
        "if c1 then b2\nif a1 then b2, if c3 then a2",
        "a longer line replaces its beginning"
    );
    assert_eq!(story.adds(BEN, &["c1", "b2"]).unwrap(), "if c1 then b2\nif a1 then b2, if c3 then a2");
    assert!(matches!(story.adds(BEN, &["c1", "a1"]), Err(MatchError::ConditionalMove(_))), "another answer");
    assert!(matches!(story.adds(BEN, &["c1"]), Err(MatchError::ConditionalMove(_))), "no answer");
    assert!(matches!(story.adds(BEN, &["c1", "c1"]), Err(MatchError::ConditionalMove(_))), "an illegal ply");
    assert_eq!(story.adds(CLEO, &["c1", "a1"]), Err(MatchError::NotSeated));
    let stale = ConditionalEdit::Add { plies: 1, line: vec!["c1".to_owned(), "a1".to_owned()] };
    assert_eq!(story.edits(BEN, &stale), Err(MatchError::Stale));
    assert_eq!(story.plays(ADA, "a1"), ["b2"]);
}

#[test]
fn a_new_line_goes_before_lines_for_any_ply() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    story.plans(BEN, "if * then b2").unwrap();
    assert_eq!(story.adds(BEN, &["a1", "c3"]).unwrap(), "if a1 then c3\nif * then b2");
    assert_eq!(story.plays(ADA, "a1"), ["c3"]);
}

#[test]
fn a_line_is_removed_from_a_ply_on() {
    let mut story = ConditionalStory::of(Game::TicTacToe, &[ADA, BEN]);
    story.plans(BEN, "if a1 then b2, if c3 then a2\nif a1 then b2, if c1 then a2\nif * then a1").unwrap();
    assert_eq!(
        story.removes(BEN, &["a1", "b2", "c3"]).unwrap(),
        "if a1 then b2, if c1 then a2\nif * then a1",
        "what remains is part of another line"
    );
    assert_eq!(
        story.removes(BEN, &["a1", "b2", "c1", "a2"]).unwrap(),
        "if a1 then b2\nif * then a1",
        "the answer before it is kept"
    );
    assert_eq!(story.removes(BEN, &["a1", "b2"]).unwrap(), "if * then a1");
    assert_eq!(story.removes(BEN, &["c1"]), Err(MatchError::Stale), "there is no such line");
    assert_eq!(story.removes(BEN, &[]), Err(MatchError::Stale));
    assert_eq!(story.removes(BEN, &["*"]).unwrap(), "");
    assert_eq!(story.state(1), None);
}
