use crate::bots::BotLevel;
use crate::bots::tests::chosen;
use crate::games::{Game, Position};

fn position(text: &str) -> Position {
    let game = Game::Aeroplane;
    game.position(&game.options([]).unwrap(), 2, text).unwrap()
}

#[test]
fn the_last_plane_is_brought_home() {
    let position = position("55,56,56,56/H,H,3,H m0 2 -");
    for level in BotLevel::ALL {
        assert_eq!(chosen(&position, level, 1, 2000).unwrap().mv, "1", "{level:?}");
    }
}

/// Plane 2 sends back the plane that has almost come around; plane 1 would merely go on.
#[test]
fn a_plane_far_ahead_is_sent_back() {
    // Ring cell of seat 1 at 45: 2 + 26 + 45 = 73, which is cell 21; seat 0 is there at 19.
    let position = position("3,16,H,H/45,H,H,H m0 3 -");
    for level in [BotLevel::Advanced, BotLevel::Expert, BotLevel::Master] {
        assert_eq!(chosen(&position, level, 1, 200_000).unwrap().mv, "2", "{level:?}");
    }
}
