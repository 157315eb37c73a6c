use std::sync::atomic::AtomicBool;

use super::board::{KalahBoard, SEED, move_of};
use super::endgame::{fill, value};
use crate::bots::alpha_beta::{AlphaBeta, SearchPosition};
use crate::bots::endgames::Endgames;
use crate::bots::limits::NodeMeter;
use crate::bots::random::RandomSource;
use crate::bots::tests::{best, limits, opening};
use crate::bots::{BotLevel, SearchLimits, solve, think};
use crate::games::{Game, Position, Seat, ToAct};

/// The board of a Kalah position, unless it is over.
pub(super) fn board(position: &Position) -> Option<(KalahBoard, i32)> {
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
        let endgames = Endgames::new(10);
        let limits = SearchLimits { endgames: &endgames, ..limits(u64::MAX, &cancel) };
        let value = value(&board, &mut NodeMeter::new(&limits, u64::MAX)).unwrap();
        assert_eq!(value, minimax(&board), "{text}");
        assert_eq!(solve(&position, &limits).unwrap().value, f64::from(lead + value / SEED), "{text}");
    }
}

/// The seeds of a table that is filled quickly without optimisation.
const FEW_SEEDS: u8 = 6;

#[test]
fn a_choice_is_the_same_before_and_after_the_table_is_filled() {
    let (endgames, cancel) = (Endgames::new(FEW_SEEDS), AtomicBool::new(false));
    let limits = SearchLimits { endgames: &endgames, ..limits(300, &cancel) };
    let position = |seed| endgame("", 9, seed);
    let choose = || {
        let choices = (0..20).flat_map(|seed| {
            let position = position(seed);
            [BotLevel::Casual, BotLevel::Expert, BotLevel::Master]
                .map(|level| think(&position, level, seed, &limits))
        });
        choices.collect::<Vec<_>>()
    };
    let before = choose();
    fill(&endgames, &cancel);
    assert_eq!(choose(), before);
}

#[test]
fn a_filled_table_knows_every_position_and_a_cancelled_fill_leaves_it_empty() {
    let (endgames, cancel) = (Endgames::new(FEW_SEEDS), AtomicBool::new(true));
    fill(&endgames, &cancel);
    // A search that is cancelled works out nothing itself.
    let limits = SearchLimits { endgames: &endgames, ..limits(1, &cancel) };
    let boards: Vec<_> = (0..40).filter_map(|seed| board(&endgame("", FEW_SEEDS, seed))).collect();
    let known = || {
        let mut meter = NodeMeter::new(&limits, 1);
        meter.tick();
        boards.iter().filter(|(board, _)| value(board, &mut meter).is_some()).count()
    };
    assert_eq!(known(), 0);
    fill(&endgames, &AtomicBool::new(false));
    assert_eq!(known(), boards.len());
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

/// The first position with at most so many seeds in the houses of a match that is played at random, or its end.
fn endgame(pairs: &str, most: u8, seed: u64) -> Position {
    let mut random = RandomSource::stream(24, seed);
    let mut position = opening("kalah", pairs, 2, "");
    while board(&position).is_some_and(|(board, _)| board.seeds() > most) {
        let legal = position.legal();
        position.play_unseen(&legal[random.below(legal.len() as u32) as usize]).unwrap();
    }
    position
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
        let mut position = endgame(pairs, most, seed);
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

/// The value of a board in seeds. `None` if it is not proven within the limits.
pub(super) fn proven(board: &KalahBoard, limits: &SearchLimits) -> Option<i32> {
    if board.is_over() {
        return Some(0);
    }
    AlphaBeta::new(limits, u64::MAX).solve(board).map(|found| found.value / SEED)
}

/// The board after a move, and what the move is worth in seeds where that board has this value.
pub(super) fn moved(before: &KalahBoard, mv: &str) -> (KalahBoard, impl Fn(i32) -> i32 + use<>) {
    let mut after = *before;
    let result = after.play(mv.parse::<u16>().unwrap() - 1);
    (after, move |value: i32| result.gain / SEED + if result.acts_again { value } else { -value })
}

/// Endgames of 4 seeds up to two more than in the table: as many as `PARLOUR_KALAH_ENDGAMES` says when the test is
/// built, or 20.
#[test]
fn master_plays_endgames_exactly_and_expert_no_worse_than_advanced() {
    let endgames = option_env!("PARLOUR_KALAH_ENDGAMES").map_or(20, |number| number.parse().unwrap());
    let cancel = AtomicBool::new(false);
    let seeds = |seed| 4 + (seed % u64::from(Endgames::SEEDS - 1)) as u8;
    let unsolved = |seed| board(&endgame("", seeds(seed), seed)).map(|(board, _)| (seed, board));
    let mut right = [0; 6];
    for (seed, before) in (0..).filter_map(unsolved).take(endgames) {
        let value = proven(&before, &limits(u64::MAX, &cancel)).unwrap();
        for (right, level) in right.iter_mut().zip(BotLevel::ALL) {
            let choice = think(&endgame("", seeds(seed), seed), level, seed, &limits(20_000, &cancel));
            let (after, worth) = moved(&before, &choice.unwrap().mv);
            *right += usize::from(worth(proven(&after, &limits(u64::MAX, &cancel)).unwrap()) == value);
        }
    }
    println!("moves that keep the value of {endgames} endgames, by level: {right:?}");
    let [.., advanced, expert, master] = right;
    assert!(master == endgames && expert >= advanced, "{right:?} of {endgames}");
}

/// Matches of Expert against itself after two plies at random: as many as `PARLOUR_KALAH_MATCHES` says when the test is
/// built, or 2. Counted are the moves from positions with at most 30 seeds (fewer without optimisation) whose value is
/// proven before and after them.
#[test]
fn expert_loses_less_than_a_seed_in_two_moves_near_the_end() {
    let matches = option_env!("PARLOUR_KALAH_MATCHES").map_or(2, |number| number.parse().unwrap());
    let cancel = AtomicBool::new(false);
    let solver = limits(20_000_000, &cancel);
    let (mut moves, mut errors, mut lost, mut unproven) = (0, 0, 0, 0);
    for seed in 0..matches {
        let (mut random, mut position) = (RandomSource::stream(30, seed), opening("kalah", "", 2, ""));
        let mut line = Vec::new();
        for ply in 0.. {
            let Some((before, _)) = board(&position) else { break };
            let mut legal = position.legal();
            let mv = match ply {
                0 | 1 => legal.swap_remove(random.below(legal.len() as u32) as usize),
                _ => {
                    think(&position, BotLevel::Expert, random.next(), &limits(u64::MAX, &cancel)).unwrap().mv
                }
            };
            position.play_unseen(&mv).unwrap();
            line.push((before, mv));
        }
        line.retain(|(before, _)| before.seeds() <= 2 * Endgames::SEEDS + 2);
        let values: Vec<_> =
            line.iter().map(|(before, _)| proven(before, &solver)).chain([Some(0)]).collect();
        for ((before, mv), values) in line.iter().zip(values.windows(2)) {
            let [Some(value), Some(after)] = *values else {
                unproven += 1;
                continue;
            };
            let loss = value - moved(before, mv).1(after);
            (moves, errors, lost) = (moves + 1, errors + i32::from(loss > 0), lost + loss);
        }
    }
    println!("{lost} seeds lost by {errors} of {moves} moves of {matches} matches, {unproven} not proven");
    assert!(2 * lost < moves, "{lost} seeds lost by {errors} of {moves} moves");
}
