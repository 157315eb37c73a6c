//! Contract: position text reads back, and invalid text is rejected.

use proptest::prelude::*;

use super::*;

#[test]
fn a_position_round_trips_through_its_text() {
    every_position(|setup, position| {
        let text = position.text();
        let read =
            setup.game.position(&setup.options, setup.seats, &text).unwrap_or_else(|_| panic!("{text}"));
        assert_eq!((&read, read.text()), (position, text));
        assert_eq!((read.to_act(), read.outcome()), (position.to_act(), position.outcome()));
        assert_eq!(read.legal(), position.legal());
    });
}

#[test]
fn positions_are_equal_exactly_when_their_texts_are() {
    for setup in setups() {
        let mut seen: Vec<Position> = Vec::new();
        let last = setup.play(FAR_ENOUGH, |position, _| {
            if seen.len() < 20 {
                seen.push(position.clone());
            }
        });
        seen.push(last);
        for (one, other) in seen.iter().flat_map(|one| seen.iter().map(move |other| (one, other))) {
            assert_eq!(one == other, one.text() == other.text());
        }
    }
}

proptest! {
    #[test]
    fn playing_arbitrary_text_never_panics(text in "\\PC{0,20}|[a-q0-9]{1,3}(-[a-q0-9]{1,3})?") {
        for setup in setups().into_iter().step_by(3) {
            let mut position = setup.opening();
            let legal = position.legal().contains(&text);
            prop_assert_eq!(position.play(&text).is_ok(), legal);
            prop_assert!(legal || position == setup.opening());
        }
    }

    #[test]
    fn arbitrary_text_is_read_only_as_the_position_it_denotes(text in "\\PC{0,40}|[.xo/]{3,20} [01-]") {
        for setup in setups().into_iter().step_by(3) {
            if let Ok(position) = setup.game.position(&setup.options, setup.seats, &text) {
                prop_assert_eq!(position.text(), text.clone());
            }
        }
    }
}
