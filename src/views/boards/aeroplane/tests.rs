use maud::Render;

use super::*;
use crate::games::aeroplane::board::PlaneColour;
use crate::games::{Game, Position};
use crate::views::boards::drawing::{chip, ply_label, small, turns};
use crate::views::boards::drawn_board::DrawnBoard;
use crate::views::boards::frames::{needs_settling, path_of_piece, resting_board, steps};
use crate::views::boards::move_form::{MoveForm, NamedMoves};
use crate::views::boards::words::{in_words, move_sentence, own_turn, trail_path};

fn at(pairs: &[(&str, &str)], seats: u8, text: &str) -> Position {
    let options = Game::Aeroplane.options(pairs.iter().copied()).unwrap();
    Game::Aeroplane.position(&options, seats, text).unwrap()
}

fn press(position: &Position) -> MoveForm<'_> {
    MoveForm::idle(position, "7Wd2hkQ9xYzA", 4).turn(&[], false)
}

/// The contents of the steps of a ply, and the board at rest.
fn shown(position: &Position, ply: &str) -> (Vec<String>, String) {
    let mut after = position.clone();
    let played = after.play(ply).unwrap();
    let steps = steps(position, &played.effects).into_iter().map(|step| step.markup.into_string()).collect();
    let moves = played.effects.iter().any(|effect| matches!(effect, Effect::Travel { .. }));
    assert_eq!(needs_settling(&after, &played.effects), moves);
    let last = LastPly { notation: &played.notation, effects: &played.effects };
    (steps, resting_board(&after, Some(last)).into_string())
}

#[test]
fn planes_that_share_a_cell_fan_out_and_can_each_be_clicked() {
    let position = at(&[], 2, "7,7,H,7/H,H,H,H m0 4 -");
    let board = DrawnBoard { position: &position, viewer: None, last: None, press: Some(press(&position)) };
    let board = board.render().into_string();
    for (plane, fan) in [(0, "f30"), (1, "f31"), (3, "f32")] {
        assert!(board.contains(&format!("id=\"p{plane}\" class=\"piece c9 h2 {fan}\"")), "{board}");
        assert!(
            board.contains(&format!("class=\"c9 {fan} play\" name=\"notation\" value=\"{}\"", plane + 1))
        );
    }
    assert!(board.contains("aria-label=\"move plane 1 from ring 9 to ring 13\""), "{board}");
}

#[test]
fn planes_on_a_cell_rearrange_when_one_arrives_or_leaves() {
    let (steps, _) = shown(&at(&[], 2, "7,7,8,H/H,H,H,H m0 1 -"), "1");
    let [moved] = &steps[..] else { panic!("more than a step: {steps:?}") };
    assert!(moved.contains("id=\"p0\" class=\"piece c10 h4 right f20 moving\""), "{moved}");
    assert!(moved.contains("id=\"p1\" class=\"piece c9 h2\""), "{moved}");
    assert!(moved.contains("id=\"p2\" class=\"piece c10 h4 right f21\""), "{moved}");
}

#[test]
fn a_stack_moves_together() {
    let (steps, _) = shown(&at(&[("stacks", "on")], 2, "9,9,H,H/H,H,H,H m0 1 -"), "1");
    // A cell, and the jump.
    assert_eq!(steps.len(), 2);
    assert!(steps.iter().all(|step| step.contains("id=\"p0\"") && step.contains("id=\"p1\"")), "{steps:?}");
}

#[test]
fn jump_flight_and_capture_are_separate_steps() {
    let (steps, rest) = shown(&at(&[("flyover", "on")], 2, "12,H,H,H/53,H,4,H m0 2 -"), "1");
    let pieces =
        |step: &String| step.split("id=\"p").skip(1).map(|rest| rest[..1].to_owned()).collect::<String>();
    let shown: Vec<_> = steps.iter().map(pieces).collect();
    // Two cells, the jump, the highlighted shortcut, the flight, and each captured plane after its cell is
    // highlighted. Plane 6 makes room where plane 0 lands, until it has left.
    assert_eq!(shown, ["0", "0", "0", "", "06", "", "4", "", "06"]);
    assert!(rest.contains("id=\"p4\" class=\"piece c74") && !rest.contains("moving"), "{rest}");
}

#[test]
fn the_die_tumbles_and_stops_beside_the_hangar_of_its_seat() {
    let (steps, rest) = shown(&at(&[], 2, "H,H,H,H/3,H,H,H c1 - -"), "d5");
    assert_eq!(steps.len(), 3);
    assert!(
        steps[0].contains("class=\"die d2 tumbling\"") && steps[1].contains("tumbling again"),
        "{steps:?}"
    );
    assert!(
        steps[2].contains("class=\"die d2\"") && steps[2].contains("aeroplane-pieces.svg#die-5"),
        "{steps:?}"
    );
    assert!(rest.contains("aeroplane-pieces.svg#die-5"), "{rest}");
    // A roll without a legal move is shown a little longer.
    let (steps, rest) = shown(&at(&[], 2, "H,H,H,H/3,H,H,H c0 - -"), "d5");
    assert!(steps.len() == 4 && steps[3].contains("aeroplane-pieces.svg#die-5"), "{steps:?}");
    assert!(rest.contains("class=\"die d2\"") && rest.contains("aeroplane-pieces.svg#die-cup"), "{rest}");
}

#[test]
fn the_die_is_rolled_by_clicking_it_and_no_face_is_offered() {
    let position = at(&[], 2, "H,H,H,H/H,H,H,H c0 - -");
    let press = press(&position);
    assert_eq!(NamedMoves(&press).render().into_string(), "");
    let board = press.render().into_string();
    assert!(board.contains("value=\"throw\"") && !board.contains("value=\"d"), "{board}");
    let others = MoveForm::idle(&position, "7Wd2hkQ9xYzA", 4).render().into_string();
    assert!(!others.contains("throw"), "{others}");
}

#[test]
fn each_player_sees_their_hangar_at_the_bottom() {
    let seen = |seats: u8, seat| {
        let text = ["H,H,H,H"; 4][..usize::from(seats)].join("/");
        turns(&at(&[], seats, &format!("{text} c0 - -")), Some(Seat::new(seat)))
    };
    assert_eq!([seen(2, 0), seen(2, 1), seen(3, 1), seen(4, 3)], [0, 2, 1, 3]);
    let position = at(&[], 2, "H,H,H,H/H,H,H,H c0 - -");
    let board = DrawnBoard { position: &position, viewer: Some(Seat::new(1)), last: None, press: None }
        .render()
        .into_string();
    assert!(board.contains("class=\"board aeroplane quarter2\""), "{board}");
    assert_eq!(chip(Game::Aeroplane, 2, Seat::new(1)), "planes/red.svg");
    assert_eq!(chip(Game::Aeroplane, 3, Seat::new(1)), "planes/blue.svg");
}

#[test]
fn rolls_moves_and_the_board_are_described() {
    let position = at(&[], 2, "12,H,H,H/4,H,H,H m0 2 -");
    let flight = "Ada moves plane 1 from ring 14 to ring 32 with a jump and a flight, sending a plane back";
    assert_eq!(move_sentence(&position, "1", "Ada"), flight);
    assert_eq!(in_words(&position)[1].1, "plane 1 on ring 32, planes 2, 3 and 4 in the hangar");
    let roll = at(&[], 2, "3,H,H,H/H,H,H,H c0 - 1,1");
    assert_eq!(move_sentence(&roll, "d5", "Ada"), "Ada rolled 5");
    let third = "Ada rolled a third 6 in one turn: planes moved by sixes go back";
    assert_eq!(move_sentence(&roll, "d6", "Ada"), third);
    let opening = at(&[], 2, "H,H,H,H/H,H,H,H c0 - -");
    assert_eq!(move_sentence(&opening, "d5", "Ada"), "Ada rolled 5: no move");
}

#[test]
fn after_a_roll_the_headline_says_what_was_rolled_and_what_to_do() {
    let own_turn = |text| own_turn(&at(&[], 2, text));
    assert_eq!(own_turn("H,H,H,H/H,H,H,H m0 6 -").unwrap(), "You rolled 6: choose a plane");
    assert_eq!(own_turn("3,H,H,H/H,H,H,H m0 2 -").unwrap(), "You rolled 2: move plane 1");
    assert_eq!(own_turn("H,H,H,H/H,H,H,H c0 - -"), None);
}

#[test]
fn a_plane_in_the_hangar_takes_off() {
    let position = at(&[], 2, "H,H,H,H/H,H,H,H m0 6 -");
    assert_eq!(ply_label(&position, "1"), "Plane 1 takes off");
    assert_eq!(move_sentence(&position, "1", "Ada"), "Ada takes off with plane 1");
}

#[test]
fn the_mark_of_a_jump_follows_the_cells_of_the_ring() {
    let position = at(&[], 2, "9,H,H,H/H,H,H,H m0 1 -");
    let effects = position.clone().play("1").unwrap().effects;
    let path = trail_path(&position, &LastPly { notation: "1", effects: &effects });
    // One step and four cells of the jump.
    assert_eq!(path.split('M').nth(1).unwrap().matches('L').count(), 4, "{path}");
}

#[test]
fn an_animation_includes_the_whole_path_of_a_plane() {
    let before = at(&[], 2, "12,H,H,H/H,H,H,H m0 2 -");
    let mut after = before.clone();
    let played = after.play("1").unwrap();
    let path = path_of_piece(&after, &played.effects).unwrap();
    assert!(path.starts_with("p0,c15 h"), "{path}");
    assert_eq!(path.split(',').count(), 5, "{path}");
    assert!(path.ends_with(&format!("c32 {}", heading::class(PlaneColour::Yellow, Cell(32)))), "{path}");
}

#[test]
fn the_markup_of_a_board_with_planes_is_small() {
    let position = at(&[], 4, "0,0,14,H/56,56,30,30/7,53,53,53/6,6,6,6 m0 6 -");
    let board = DrawnBoard {
        position: &position,
        viewer: Some(Seat::new(3)),
        last: None,
        press: Some(press(&position)),
    };
    assert!(board.render().into_string().len() < 6_000);
    assert!(small(&position, 3).into_string().len() < 2_500);
}
