//! Contract: effects describe what changes on the board.

use std::collections::BTreeMap;

use super::*;

#[test]
fn the_effects_of_a_ply_explain_the_pieces_after_it() {
    for setup in setups() {
        setup.play(FAR_ENOUGH, |position, notation| {
            let mut next = position.clone();
            let played = next.play(notation).unwrap();
            let mut seen = picture(position);
            played.effects.iter().for_each(|effect| draw(&mut seen, effect));
            assert_eq!(seen, picture(&next), "{notation}: {:?}", played.effects);
            let mut counted: BTreeMap<Cell, u8> = position.counts().into_iter().collect();
            played.effects.iter().for_each(|effect| count(&mut counted, effect));
            assert_eq!(counted, next.counts().into_iter().collect(), "{notation}: {:?}", played.effects);
            assert_turn(position, &next, &played.effects);
        });
    }
}

/// The pieces by id.
fn picture(position: &Position) -> BTreeMap<u8, PlacedPiece> {
    let pieces = position.pieces();
    assert!(pieces.iter().map(|standing| standing.piece.id).is_sorted());
    let picture: BTreeMap<_, _> = pieces.iter().map(|standing| (standing.piece.id, *standing)).collect();
    assert_eq!(picture.len(), pieces.len(), "two pieces of one id");
    picture
}

fn draw(picture: &mut BTreeMap<u8, PlacedPiece>, effect: &Effect) {
    match effect {
        Effect::Place(standing) => assert_eq!(picture.insert(standing.piece.id, *standing), None),
        Effect::Travel { piece, path } => {
            let standing = picture.get_mut(&piece.id).unwrap();
            assert_eq!(standing.piece, *piece);
            standing.cell = *path.last().unwrap();
        }
        Effect::Roll { face } => assert!((1..=6).contains(face)),
        Effect::Count { .. } | Effect::Gather { .. } | Effect::Exchange(_) | Effect::Turn(_) => {}
        Effect::Highlight { cells, why } => assert!(!cells.is_empty() && !why.is_empty()),
    }
}

/// Applies an effect to the counts. Asserts that seeds move one by one or all at once, and that none is lost or added.
fn count(counts: &mut BTreeMap<Cell, u8>, effect: &Effect) {
    match effect {
        Effect::Count { cell, count } => *counts.get_mut(cell).unwrap() = *count,
        Effect::Gather { from, to, count } => {
            let moved: u8 = from.iter().map(|cell| std::mem::take(counts.get_mut(cell).unwrap())).sum();
            *counts.get_mut(to).unwrap() += moved;
            assert_eq!((counts[to], moved > 0), (*count, true));
        }
        Effect::Exchange(pairs) => {
            for (one, other) in pairs {
                let (first, second) = (counts[one], counts[other]);
                counts.insert(*one, second);
                counts.insert(*other, first);
            }
        }
        _ => {}
    }
}

fn assert_turn(before: &Position, after: &Position, effects: &[Effect]) {
    let whose = |position: &Position| match position.to_act() {
        ToAct::Seat(seat) | ToAct::Chance { for_seat: seat } => Some(seat),
        ToAct::Nobody => None,
    };
    let last_turn = effects.iter().rev().find_map(|effect| match effect {
        Effect::Turn(seat) => Some(*seat),
        _ => None,
    });
    let expected = whose(after).filter(|_| whose(after) != whose(before) || last_turn.is_some());
    assert_eq!(last_turn, expected);
}
