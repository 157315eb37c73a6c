use std::sync::atomic::AtomicBool;

use super::board::{KalahBoard, SEED, move_of};
use super::endgame::EndgameTable;
use crate::bots::alpha_beta::SearchPosition;
use crate::bots::endgame::Endgame;
use crate::bots::limits::NodeMeter;
use crate::bots::random::RandomSource;
use crate::bots::solve;
use crate::bots::tests::{best, limits, opening};
use crate::games::{Game, Position, Seat, ToAct};

/// The board of a Kalah position, unless it is over.
fn board(position: &Position) -> Option<(KalahBoard, i32)> {
    let Position::Kalah(kalah) = position else { return None };
    KalahBoard::of(kalah, kalah.options())
}

#[test]
fn the_board_of_the_search_keeps_the_rules() {
    let variants = [
        "",
        "houses=3,seeds=9",
        "houses=2,seeds=7,empty_capture=on",
        "captured=house",
        "swap=on",
        "houses=9,swap=on",
    ];
    for (pairs, seed) in variants.iter().flat_map(|pairs| (0..40).map(move |seed| (pairs, seed))) {
        let mut position = opening("kalah", pairs, 2, "");
        let mut random = RandomSource::new(seed);
        let mut moves = Vec::new();
        while let Some((before, lead)) = board(&position) {
            moves.clear();
            before.moves_into(&mut moves);
            let mut notations: Vec<_> = moves.iter().map(|ranked| move_of(ranked.mv).to_string()).collect();
            notations.sort();
            assert_eq!(notations, position.legal());
            let mv = moves[random.below(moves.len() as u32) as usize].mv;
            let mut after = before;
            let result = after.play(mv);
            let seat = position.to_act().seat().unwrap();
            position.play(&move_of(mv).to_string()).unwrap();
            let Position::Kalah(kalah) = &position else { return };
            let leads = i32::from(kalah.store(seat)) - i32::from(kalah.store(seat.next(2)));
            assert_eq!(leads, lead + result.gain / SEED, "{pairs}: {}", position.text());
            assert_eq!(result.acts_again, position.to_act().seat() == Some(seat));
            match board(&position) {
                Some((expected, _)) => assert_eq!(
                    format!("{:?}", after.without_lead()),
                    format!("{:?}", expected.without_lead())
                ),
                None => assert!(after.is_over()),
            }
        }
    }
}

#[test]
fn positions_that_differ_in_the_ninth_house_have_different_keys() {
    let options = Game::Kalah.options([("houses", "9"), ("seeds", "1")]).unwrap();
    let key = |text| board(&Game::Kalah.position(&options, 2, text).unwrap()).unwrap().0.key();
    let three = key("0,0,0,0,0,0,0,0,3/7/0,0,0,0,1,0,0,0,0/7 0");
    assert_ne!(three, key("0,0,0,0,0,0,0,0,1/7/0,0,0,0,3,0,0,0,0/7 0"));
}

/// By plain minimax, without any table.
fn minimax(board: &KalahBoard) -> i32 {
    if board.is_over() {
        return 0;
    }
    let mut moves = Vec::new();
    board.moves_into(&mut moves);
    let value = |mv| {
        let mut next = *board;
        let result = next.play(mv);
        result.gain + if result.acts_again { minimax(&next) } else { -minimax(&next) }
    };
    moves.iter().map(|ranked| value(ranked.mv)).max().unwrap()
}

#[test]
fn the_endgame_table_holds_the_values_of_minimax() {
    let game = Game::Kalah;
    for (pairs, text) in [
        ("", "0,1,0,2,0,1/20/0,0,3,0,0,1/20 0"),
        ("empty_capture=on", "2,0,0,0,1,0/20/1,0,0,0,2,1/21 1"),
        ("houses=3,seeds=9", "1,1,3/25/3,0,0/21 0"),
        ("houses=9,seeds=1", "1,0,0,0,2,0,0,0,1/5/0,1,0,1,0,0,1,0,0/6 1"),
    ] {
        let pairs = pairs.split(',').filter_map(|pair| pair.split_once('='));
        let position = game.position(&game.options(pairs).unwrap(), 2, text).unwrap();
        let (board, lead) = board(&position).unwrap();
        let cancel = AtomicBool::new(false);
        let limits = limits(u64::MAX, &cancel);
        let mut table = EndgameTable::new(&board, 1 << 20);
        let mut meter = NodeMeter::new(&limits, u64::MAX);
        let value = table.value(&board, &mut meter).unwrap();
        assert_eq!(value, minimax(&board), "{text}");
        assert_eq!(solve(&position, &limits).unwrap().value, f64::from(lead + value / SEED), "{text}");
    }
}

#[test]
fn an_endgame_table_keeps_to_its_memory() {
    let (board, _) = board(&opening("kalah", "", 2, "")).unwrap();
    for bytes in [0, 100, 1 << 10, 1 << 20] {
        assert!(EndgameTable::new(&board, bytes).bytes() <= bytes);
    }
}

/// The first is from Irving, Donkers and Uiterwijk (2000); the others were found by a second solver as well, a plain alpha-beta
/// on the positions of the rules without depth limit.
#[test]
fn small_boards_are_solved() {
    for (pairs, value) in [("seeds=1", 2.0), ("houses=5,seeds=1", 0.0), ("houses=4,seeds=2", 6.0)] {
        assert_eq!(best(&opening("kalah", pairs, 2, ""), 400_000).value, value, "{pairs}");
    }
}

/// The value by the rules themselves, without the board and the tables of the search: the stores at the end, by plain alpha-beta
/// from the view of seat 0.
fn by_the_rules(position: &Position, mut alpha: i32, mut beta: i32) -> i32 {
    let ToAct::Seat(seat) = position.to_act() else {
        let Position::Kalah(kalah) = position else { return 0 };
        return i32::from(kalah.store(Seat::new(0))) - i32::from(kalah.store(Seat::new(1)));
    };
    for mv in position.legal() {
        let mut next = position.clone();
        next.play_unseen(&mv).unwrap();
        let value = by_the_rules(&next, alpha, beta);
        if seat.number() == 0 {
            alpha = alpha.max(value)
        } else {
            beta = beta.min(value)
        }
        if alpha >= beta {
            break;
        }
    }
    if seat.number() == 0 { alpha } else { beta }
}

/// Positions with at most 10 seeds in the houses, or as many as `PARLOUR_KALAH_SEEDS` says when the test is built, each from a
/// match of its own that is played at random until then.
#[test]
fn master_and_the_solver_find_the_values_of_a_search_by_the_rules() {
    let most: u8 = option_env!("PARLOUR_KALAH_SEEDS").map_or(10, |number| number.parse().unwrap());
    let (cancel, mut compared) = (AtomicBool::new(false), 0);
    for (pairs, seed) in ["", "empty_capture=on", "houses=4,seeds=3", "seeds=2"]
        .into_iter()
        .flat_map(|pairs| (0..25).map(move |seed| (pairs, seed)))
    {
        let mut random = RandomSource::stream(24, seed);
        let mut position = opening("kalah", pairs, 2, "");
        while board(&position).is_some_and(|(board, _)| board.seeds() > most) {
            let legal = position.legal();
            position.play_unseen(&legal[random.below(legal.len() as u32) as usize]).unwrap();
        }
        let ToAct::Seat(seat) = position.to_act() else { continue };
        let value = by_the_rules(&position, -200, 200);
        let expected = f64::from(if seat.number() == 0 { value } else { -value });
        assert_eq!(solve(&position, &limits(u64::MAX, &cancel)).unwrap().value, expected, "{pairs} {seed}");
        let choice = best(&position, 40_000_000);
        assert_eq!(choice.value, expected, "{pairs} {seed}: {}", position.text());
        position.play_unseen(&choice.mv).unwrap();
        assert_eq!(by_the_rules(&position, -200, 200), value, "{pairs} {seed}: {} loses seeds", choice.mv);
        compared += 1;
    }
    assert!(compared > 60, "{compared} positions");
}
