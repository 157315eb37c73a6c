use super::board::{KalahBoard, SEED, move_of};
use crate::bots::alpha_beta::SearchPosition;
use crate::bots::random::RandomSource;
use crate::bots::tests::{best, opening};
use crate::games::Position;

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

/// The first is from the rules page; the others were found by a second solver as well, a plain alpha-beta on the positions of
/// the rules without depth limit.
#[test]
fn small_boards_are_solved() {
    for (pairs, value) in [("seeds=1", 2.0), ("houses=5,seeds=1", 0.0), ("houses=4,seeds=2", 6.0)] {
        assert_eq!(best(&opening("kalah", pairs, 2, ""), 400_000).value, value, "{pairs}");
    }
}
