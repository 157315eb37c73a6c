use super::race::{RaceBoard, RaceGeometry, move_of};
use crate::bots::BotLevel;
use crate::bots::alpha_beta::SearchPosition;
use crate::bots::tests::{best, chosen, opening};
use crate::games::{Game, Position, Rules};

#[test]
fn the_board_of_the_search_keeps_the_rules() {
    for (seats, pairs) in [(2, ""), (3, "points=any"), (6, "target=free,finish=own_ten"), (4, "play_on=on")] {
        let mut position = opening("sternhalma", pairs, seats, "");
        for ply in 0..60 {
            let Position::Sternhalma(rules) = &position else { return };
            let geometry = RaceGeometry::of(rules);
            let board = RaceBoard::of(rules, &geometry).unwrap();
            let mut moves = Vec::new();
            board.each_move(|mv, _| moves.push(move_of(mv).to_string()));
            moves.sort();
            assert_eq!(moves, position.legal());
            let choice = &moves[(ply * 31) % moves.len()];
            let code = |name: &str| {
                let mut found = None;
                board.each_move(|mv, _| found = found.or((move_of(mv).to_string() == name).then_some(mv)));
                found.unwrap()
            };
            let mut next = board;
            next.play_move(code(choice));
            position.play(choice).unwrap();
            let Position::Sternhalma(rules) = &position else { return };
            let again = RaceBoard::of(rules, &geometry).unwrap();
            assert_eq!(next.key(), again.key());
            assert_eq!(next.lead(0), again.lead(0));
            assert_eq!(Some(next.seat_to_act()), rules.to_act().seat().map(|seat| seat.index()));
        }
    }
}

/// Nine marbles of seat 0 stand in its target, and the tenth before it.
#[test]
fn every_level_but_the_first_makes_the_move_that_finishes() {
    let rows = [
        "0",
        "00",
        "000",
        ".000",
        "....0........",
        "............",
        "...........",
        "..........",
        "111111111",
        "....1.....",
        "...........",
        "............",
        ".............",
        "....",
        "...",
        "..",
        ".",
    ];
    let game = Game::Sternhalma;
    let position = game.position(&game.options([]).unwrap(), 2, &format!("{} 0", rows.join("/"))).unwrap();
    for level in BotLevel::ALL.into_iter().filter(|level| *level != BotLevel::FirstSteps) {
        let choice = chosen(&position, level, 1, 2000).unwrap();
        assert_eq!(choice.mv, "m5-n1", "{level:?}");
    }
}

#[test]
fn master_looks_at_least_two_plies_ahead() {
    let position = opening("sternhalma", "", 2, "");
    assert!(best(&position, 2000).depth >= 2);
}
