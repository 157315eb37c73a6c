//! What holds for the bots of every game.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::random::RandomSource;
use super::{BotLevel, ChosenMove, Endgames, SearchLimits, review, think};
use crate::games::replay::replay;
use crate::games::{Game, Position, Seat, ToAct};

/// A position after plies of an opening.
pub fn opening(game: &str, pairs: &str, seats: u8, plies: &str) -> Position {
    let game = Game::from_key(game).unwrap();
    let pairs = pairs.split(',').filter_map(|pair| pair.split_once('='));
    let mut position = game.opening(&game.options(pairs).unwrap(), seats).unwrap();
    replay(&mut position, plies.split_whitespace(), |_, _| {}).unwrap();
    position
}

/// Runs a search with a limit on its nodes.
pub fn with_limits<T>(nodes: u64, job: impl FnOnce(&SearchLimits) -> T) -> T {
    let cancel = AtomicBool::new(false);
    job(&limits(nodes, &cancel))
}

/// The choice of a level with a node limit.
pub fn chosen(position: &Position, level: BotLevel, seed: u64, nodes: u64) -> Option<ChosenMove<String>> {
    with_limits(nodes, |limits| think(position, level, seed, limits))
}

/// The tables of all searches of a test.
static ENDGAMES: Endgames = Endgames::new(Endgames::SEEDS);

/// Limits with this number of nodes and no others.
pub const fn limits(nodes: u64, cancel: &AtomicBool) -> SearchLimits<'_> {
    SearchLimits {
        nodes,
        time: Duration::MAX,
        elapsed: &|| Duration::ZERO,
        cancel,
        memory: SearchLimits::MEMORY,
        endgames: &ENDGAMES,
        variety: None,
    }
}

/// The choice of Master with a node limit.
pub fn best(position: &Position, nodes: u64) -> ChosenMove<String> {
    chosen(position, BotLevel::Master, 1, nodes).unwrap()
}

/// Options of each game that are not its defaults.
const VARIANTS: [(&str, &str); 14] = [
    ("kalah", "captured=house"),
    ("kalah", "houses=9,seeds=9,empty_capture=on"),
    ("kalah", "houses=2,seeds=1,swap=on"),
    ("quarto", "squares=on"),
    ("tictactoe", "size=15,line=5"),
    ("tictactoe", "size=15,line=6"),
    ("tictactoe", "size=4,line=3"),
    ("tictactoe", "size=9,line=4"),
    ("sternhalma", "finish=own_ten,target=free,points=any"),
    ("sternhalma", "play_on=on"),
    ("aeroplane", "launch=even,finish=bounce,boost=off,three_sixes=off"),
    ("aeroplane", "finish=exact,flight_jump=on,flyover=on"),
    ("aeroplane", "stacks=on,launch=five_six"),
    ("aeroplane", "play_on=on"),
];

/// Positions of every game with every number of seats and some options: the opening, and after a few plies.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    let plain = Game::ALL.iter().map(|game| (game.key(), ""));
    for (key, pairs) in plain.chain(VARIANTS) {
        for seats in Game::from_key(key).unwrap().seats() {
            let mut position = opening(key, pairs, seats, "");
            for ply in 0..5 {
                positions.push(position.clone());
                let legal = position.legal();
                if legal.is_empty() {
                    break;
                }
                position.play(&legal[(ply * 7 + legal.len() / 2) % legal.len()]).unwrap();
            }
        }
    }
    positions
}

#[test]
fn every_level_chooses_a_legal_move_wherever_a_seat_is_to_act_and_the_same_one_again() {
    for position in positions() {
        for level in BotLevel::ALL {
            let choice = chosen(&position, level, 7, 300);
            assert_eq!(choice.is_some(), matches!(position.to_act(), ToAct::Seat(_)));
            let Some(choice) = choice else { continue };
            assert!(position.legal().contains(&choice.mv), "{} {}", position.text(), choice.mv);
            assert!(choice.value.is_finite());
            assert_eq!(choice.line.first(), Some(&choice.mv));
            assert_eq!(chosen(&position, level, 7, 300), Some(choice));
        }
    }
}

/// Levels that search the same way whatever the seed, unless they vary their openings.
const SEARCHING: [(&str, &str, u8, &[u8]); 4] = [
    ("kalah", "", 2, &[5]),
    ("quarto", "", 2, &[5, 6]),
    ("sternhalma", "", 2, &[3, 4, 5, 6]),
    ("sternhalma", "", 3, &[3, 5]),
];

/// Of four matches of each level against itself, cut short and with few nodes; or of as many whole ones as `PARLOUR_VARIETY`
/// says when the test is built.
#[test]
fn three_of_four_matches_of_a_level_against_itself_differ() {
    let matches = option_env!("PARLOUR_VARIETY").map(|number| number.parse().unwrap());
    let (nodes, plies) = if matches.is_some() { (20_000, usize::MAX) } else { (150, 12) };
    let (cancel, matches) = (AtomicBool::new(false), matches.unwrap_or(4));
    for (game, pairs, seats, level) in SEARCHING.iter().flat_map(|(game, pairs, seats, levels)| {
        levels.iter().map(move |level| (*game, *pairs, *seats, *level))
    }) {
        let play = |number| {
            let (mut random, mut position) =
                (RandomSource::stream(7, number), opening(game, pairs, seats, ""));
            let mut line = Vec::new();
            while line.len() < plies && position.to_act() != ToAct::Nobody {
                let seed = random.next();
                let limits = SearchLimits { variety: Some(seed), ..limits(nodes, &cancel) };
                let choice = think(&position, BotLevel::from_number(level).unwrap(), seed, &limits).unwrap();
                position.play_unseen(&choice.mv).unwrap();
                line.push(choice.mv);
            }
            line
        };
        let distinct = (0..matches).map(play).collect::<HashSet<_>>().len() as u64;
        println!("{game} {pairs} with {seats} seats, level {level}: {distinct} of {matches} matches differ");
        assert!(4 * distinct >= 3 * matches, "{game}, level {level}: {distinct} of {matches}");
    }
}

#[test]
fn variety_keeps_a_proven_win_and_without_it_the_seed_changes_nothing() {
    let (cancel, won) = (AtomicBool::new(false), opening("tictactoe", "size=4,line=3", 2, ""));
    for seed in 0..10 {
        let limits = SearchLimits { variety: Some(seed), ..limits(20_000, &cancel) };
        assert_eq!(think(&won, BotLevel::Master, seed, &limits).unwrap().value, 1.0);
    }
    for (game, pairs, seats, _) in SEARCHING {
        let position = opening(game, pairs, seats, if game == "quarto" { "0" } else { "" });
        let choices = [1, 2, 3, 4].map(|seed| chosen(&position, BotLevel::Master, seed, 150));
        assert!(choices.iter().all(|choice| *choice == choices[0]), "{game}");
    }
}

/// A seat chosen in turn plays at random. `docs/bots.md` has the scores of 1000 matches, which are 25 to 40 %.
#[test]
fn a_random_player_sometimes_beats_the_first_level_in_every_game() {
    let variants = Game::ALL.iter().map(|game| (game.key(), "")).chain([("tictactoe", "size=15,line=5")]);
    for (game, pairs) in variants {
        let wins = |number: u64| {
            let (mut random, guesser) = (RandomSource::stream(11, number), (number % 2) as u8);
            let mut position = opening(game, pairs, 2, "");
            loop {
                let ply = match position.to_act() {
                    ToAct::Nobody => break,
                    ToAct::Seat(seat) if seat != Seat::new(guesser) => {
                        chosen(&position, BotLevel::FirstSteps, random.next(), 1000).unwrap().mv
                    }
                    _ => {
                        let mut legal = position.legal();
                        legal.swap_remove(random.below(legal.len() as u32) as usize)
                    }
                };
                position.play(&ply).unwrap();
            }
            let places = position.outcome().unwrap().places().to_vec();
            places[usize::from(guesser)] == 1 && places[1 - usize::from(guesser)] != 1
        };
        let won = (0..40).filter(|number| wins(*number)).count();
        assert!((4..26).contains(&won), "{game} {pairs}: {won} of 40");
    }
}

#[test]
fn a_match_that_is_over_has_no_move_to_choose() {
    assert_eq!(chosen(&opening("tictactoe", "", 2, "a1 b1 a2 b2 a3"), BotLevel::Master, 1, 100), None);
}

#[test]
fn a_cancelled_search_still_answers_with_a_legal_move() {
    let cancel = AtomicBool::new(true);
    for position in positions() {
        let limits = SearchLimits {
            nodes: u64::MAX,
            time: Duration::MAX,
            elapsed: &|| Duration::ZERO,
            cancel: &cancel,
            memory: 0,
            endgames: &ENDGAMES,
            variety: None,
        };
        if let Some(choice) = think(&position, BotLevel::Master, 1, &limits) {
            assert!(position.legal().contains(&choice.mv));
            assert!(choice.nodes <= 20_000, "{} took {} nodes", position.text(), choice.nodes);
        }
    }
}

#[test]
fn every_position_is_evaluated_for_every_seat_and_the_same_again() {
    for position in positions() {
        let review = with_limits(600, |limits| review::review(&position, None, 7, limits));
        assert_eq!(review.values.len(), usize::from(position.seats()), "{}", position.text());
        assert!(review.values.iter().all(|value| value.is_finite()));
        assert_eq!(review.best.is_some(), matches!(position.to_act(), ToAct::Seat(_)));
        assert_eq!(review.best_move().is_some(), review.best.is_some());
        let mut after = position.clone();
        for notation in review.line.iter().take(1) {
            after.play(notation).unwrap();
        }
        assert_eq!(with_limits(600, |limits| review::review(&position, None, 7, limits)), review);
    }
}

#[test]
fn a_blunder_is_a_turning_point_and_the_best_move_is_none() {
    let plies = ["b2", "b1", "a1", "c3", "a3"];
    let mut position = opening("tictactoe", "", 2, "");
    let mut positions = vec![with_limits(50_000, |limits| review::review(&position, None, 1, limits))];
    for ply in plies {
        position.play(ply).unwrap();
        positions.push(with_limits(50_000, |limits| review::review(&position, None, 1, limits)));
    }
    let seats = plies.iter().zip(0..).map(|(ply, number)| (Some(Seat::new(number % 2)), *ply));
    let points = review::turning_points(position.game(), seats, &positions, None);
    let plies: Vec<_> = points.iter().map(|point| (point.ply, point.seat.number(), point.loss)).collect();
    assert_eq!(plies, [(1, 1, 1.0)], "an edge in reply to the middle loses");
    assert_eq!(review::height(position.game(), positions[2].values[0]), 1.0);
}

/// The evaluation of a position by its value for seat 0, its best move and what was played.
fn judged(value: f64, line: &str, played: Option<f64>) -> review::PositionReview {
    let best = (!line.is_empty()).then_some(value.abs().copysign(value));
    review::PositionReview { values: vec![value, -value], best, played, line: vec![line.to_owned()] }
}

#[test]
fn the_decisive_move_of_the_loser_is_a_turning_point_however_little_it_costs() {
    let points = |values: [(f64, f64); 3], loser| {
        // Seat 0 plays every ply, since only its values are looked at.
        let mut positions: Vec<_> =
            values.iter().map(|(best, played)| judged(*best, "b2", Some(*played))).collect();
        positions.push(judged(-1.0, "", None));
        let plies = ["a1", "a2", "a3"].map(|ply| (Some(Seat::new(0)), ply));
        let points = review::turning_points(Game::TicTacToe, plies.into_iter(), &positions, loser);
        points.iter().map(|point| point.ply).collect::<Vec<_>>()
    };
    let loser = Some(Seat::new(0));
    assert_eq!(points([(0.0, -0.2), (-0.3, -0.4), (-1.0, -1.0)], loser), [1], "the last before it is lost");
    assert_eq!(points([(-0.1, -0.1), (-0.3, -0.3), (-0.4, -0.4)], loser), [0; 0], "no move was better");
    assert_eq!(points([(0.0, -0.3), (-1.0, -1.0), (-1.0, -1.0)], loser), [0]);
    assert_eq!(points([(0.0, -0.6), (-0.3, -0.4), (-1.0, -1.0)], loser), [0], "a costly move is enough");
    for other in [None, Some(Seat::new(1))] {
        assert_eq!(points([(0.0, -0.2), (-0.3, -0.4), (-1.0, -1.0)], other), [0; 0]);
    }
}

#[test]
fn a_move_is_compared_with_the_best_one_by_the_same_search() {
    for position in positions().into_iter().filter(|position| position.to_act().seat().is_some()) {
        let review =
            |played: &str| with_limits(600, |limits| review::review(&position, Some(played), 7, limits));
        let played = position.legal().swap_remove(0);
        let found = review(&played);
        assert_eq!(review(&played), found);
        assert_eq!(found.values.len(), usize::from(position.seats()));
        assert_eq!(found.played.is_some(), position.game() != Game::Aeroplane, "{}", position.text());
        assert!(found.played.is_none_or(|value| Some(value) <= found.best), "{}: {found:?}", position.text());
        let seat = position.to_act().seat().unwrap();
        let (best, over) = (found.best_move().unwrap(), review::PositionReview::default());
        assert_eq!(review(best).loss(seat, best, &over), Some(0.0));
    }
}

#[test]
fn a_match_that_is_over_is_evaluated_by_its_result() {
    let position = opening("tictactoe", "", 2, "a1 b1 a2 b2 a3");
    let review = with_limits(100, |limits| review::review(&position, None, 1, limits));
    assert_eq!((review.values, review.best, review.line.len()), (vec![1.0, -1.0], None, 0));
}
