//! Notation, legality, the end and the record.

use std::collections::HashSet;

use super::*;
use crate::games::play::LONGEST_NOTATION;
use crate::games::replay::replay;

#[test]
fn a_notation_round_trips_and_means_one_move() {
    fn check<R: Rules>(position: &R) {
        let mut seen = HashSet::new();
        for mv in position.legal_moves() {
            let notation = mv.to_string();
            assert!(
                notation.len() <= LONGEST_NOTATION && notation.bytes().all(|byte| byte.is_ascii_graphic())
            );
            assert_eq!(notation.parse(), Ok(mv));
            assert!(seen.insert(notation), "two moves of one notation");
        }
    }
    every_position(|_, position| for_position!(position, p => check(p)));
}

#[test]
fn a_ply_is_accepted_exactly_when_it_is_legal() {
    for setup in setups() {
        let mut tried: HashSet<String> = HashSet::new();
        let mut ply = 0;
        setup.play(FAR_ENOUGH, |position, _| {
            let legal = position.legal();
            for notation in tried.iter().filter(|_| ply % 10 == 0).chain(&legal) {
                let mut next = position.clone();
                let played = next.play(notation);
                assert_eq!(played.is_ok(), legal.binary_search(notation).is_ok(), "{notation}");
                assert!(played.is_ok() || next == *position, "a refused ply changed the position");
                assert_ne!(played.map_err(|error| error.to_string()), Err(String::new()));
            }
            tried.extend(legal);
            ply += 1;
        });
    }
}

#[test]
fn counting_legal_moves_equals_listing_them() {
    fn check<R: Rules>(position: &R) {
        let legal = position.legal_moves();
        assert_eq!(position.count_legal_moves(), legal.len() as u64);
        assert!(legal.iter().all(|mv| position.is_legal(mv)));
    }
    every_position(|_, position| for_position!(position, p => check(p)));
}

#[test]
fn a_seat_is_to_act_exactly_while_there_is_no_outcome() {
    every_position(|_, position| {
        let over = position.to_act() == ToAct::Nobody;
        assert_eq!(position.outcome().is_some(), over);
        assert_eq!(position.legal().is_empty(), over);
        assert!(position.to_act().seat().is_none_or(|seat| seat.number() < position.seats()));
    });
}

#[test]
fn a_random_match_ends_and_places_every_seat() {
    for setup in setups() {
        let last =
            setup.play(LONGEST_MATCH, |position, _| assert_places(position, &position.ranking_if_stopped()));
        let outcome =
            last.outcome().unwrap_or_else(|| panic!("no end after {LONGEST_MATCH} plies: {setup:?}"));
        assert_places(&last, &outcome);
        assert_eq!(last.ranking_if_stopped(), outcome);
        assert_eq!(last.clone().play("a1"), Err(PlayError::GameOver));
        assert_eq!(last.perft(3), 0);
        let read = setup.game.position(&setup.options, setup.seats, &last.text()).unwrap();
        assert_eq!((read.outcome(), &read), (Some(outcome), &last));
    }
}

fn assert_places(position: &Position, outcome: &Outcome) {
    let places = outcome.places();
    assert_eq!(places.len(), usize::from(position.seats()));
    for place in places {
        let better = places.iter().filter(|other| *other < place).count();
        assert_eq!(usize::from(*place), 1 + better, "{places:?}");
    }
}

#[test]
fn a_record_replays_to_the_same_match() {
    for setup in setups() {
        let mut record = Vec::new();
        let mut texts = Vec::new();
        let last = setup.play(4 * FAR_ENOUGH, |position, notation| {
            texts.push(position.text());
            record.push(notation.to_owned());
        });
        texts.push(last.text());
        let mut again = setup.opening();
        let mut replayed = vec![again.text()];
        replay(&mut again, record.iter().map(String::as_str), |position, _| replayed.push(position.text()))
            .unwrap();
        assert_eq!((again.outcome(), replayed), (last.outcome(), texts));
        assert_eq!(again, last);
    }
}
