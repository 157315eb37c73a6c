use super::board::{PlaneBoard, PlaneTables};
use crate::bots::BotLevel;
use crate::bots::random::RandomSource;
use crate::bots::tests::{chosen, opening};
use crate::games::aeroplane::AeroplaneMove;
use crate::games::{Game, Position, Rules, ToAct};

fn position(text: &str) -> Position {
    let game = Game::Aeroplane;
    game.position(&game.options([]).unwrap(), 2, text).unwrap()
}

#[test]
fn the_board_of_the_playouts_keeps_the_rules() {
    let variants = [
        (2, ""),
        (3, "finish=exact,launch=even"),
        (4, "finish=bounce,boost=off,three_sixes=off"),
        (4, "stacks=on,flyover=on,flight_jump=on"),
        (2, "stacks=on,flyover=on,launch=five_six,three_sixes=off"),
    ];
    for ((seats, pairs), seed) in
        variants.into_iter().flat_map(|variant| (0..20).map(move |seed| (variant, seed)))
    {
        let Position::Aeroplane(mut rules) = opening("aeroplane", pairs, seats, "") else { return };
        let tables = PlaneTables::of(&rules);
        let mut random = RandomSource::new(seed);
        while let Some(mut board) = PlaneBoard::of(&rules) {
            let legal = rules.legal_moves();
            let mv = legal[random.below(legal.len() as u32) as usize];
            let is_home = match mv {
                AeroplaneMove::Roll(face) => {
                    board.show(face, &tables);
                    false
                }
                AeroplaneMove::Plane(plane) => {
                    assert_eq!(board.movable(&tables).count_ones() as usize, legal.len());
                    board.move_planes(&board.move_of(usize::from(plane), &tables), &tables)
                }
            };
            rules.advance(&mv, &mut ());
            assert_eq!(is_home, rules.to_act() == ToAct::Nobody);
            assert!(is_home || PlaneBoard::of(&rules) == Some(board), "{pairs}: {}", rules.text());
        }
    }
}

#[test]
fn the_last_plane_is_brought_home() {
    let position = position("55,56,56,56/H,H,3,H m0 2 -");
    for level in BotLevel::ALL {
        assert_eq!(chosen(&position, level, 1, 20_000).unwrap().mv, "1", "{level:?}");
    }
}

/// Plane 2 sends back the plane that has almost come around; plane 1 would merely go on.
#[test]
fn a_plane_far_ahead_is_sent_back() {
    // Ring cell of seat 1 at 45: 2 + 26 + 45 = 73, which is cell 21; seat 0 is there at 19.
    let position = position("3,16,H,H/45,H,H,H m0 3 -");
    for level in [BotLevel::Expert, BotLevel::Master] {
        assert_eq!(chosen(&position, level, 1, 200_000).unwrap().mv, "2", "{level:?}");
    }
}

/// Seat 0 has finished, and seats 1 and 2 play for the second place.
#[test]
fn master_plays_for_the_next_place_when_a_seat_has_finished() {
    let game = Game::Aeroplane;
    let options = game.options([("play_on", "on")]).unwrap();
    let text = "56,56,56,56/55,56,56,20/56,56,56,50 m1 1 - 0";
    let position = game.position(&options, 3, text).unwrap();
    let choice = chosen(&position, BotLevel::Master, 1, 200_000).unwrap();
    assert!(choice.value > 0.0 && choice.value < 1.0, "{choice:?}");
}

#[test]
fn every_level_launches_a_plane_rather_than_walk_on_with_the_only_one() {
    let position = position("13,H,H,H/20,H,H,H m0 6 -");
    for level in BotLevel::ALL.into_iter().filter(|level| *level != BotLevel::FirstSteps) {
        let walked = (0..50).filter(|seed| chosen(&position, level, *seed, 3000).unwrap().mv == "1").count();
        assert!(walked < 25, "{level:?}: {walked}");
    }
}
