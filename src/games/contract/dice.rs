//! Contract: chance outcomes.

use super::*;

#[test]
fn dice_are_rolled_for_a_seat_and_every_face_can_come_up() {
    every_position(|setup, position| {
        let thrown: Vec<_> = (0..=u8::MAX).filter_map(|byte| position.roll_for_byte(byte)).collect();
        let chance = matches!(position.to_act(), ToAct::Chance { .. });
        assert!(setup.game.has_dice() || !chance);
        assert_eq!(thrown.is_empty(), !chance, "{}", position.text());
        let legal = position.legal();
        assert!(thrown.iter().all(|throw| legal.contains(throw)));
        assert!(!chance || legal.iter().all(|throw| thrown.contains(throw)));
    });
}

#[test]
fn the_declared_weights_of_rolls_match_their_frequencies() {
    fn check<R: Rules>(position: &R) {
        let throws = position.throws();
        let chance = matches!(position.to_act(), ToAct::Chance { .. });
        let thrown: Vec<_> = throws.iter().map(|(throw, _)| throw.clone()).collect();
        assert_eq!(thrown, if chance { position.legal_moves() } else { Vec::new() });
        let weights: u32 = throws.iter().map(|(_, weight)| u32::from(*weight)).sum();
        let drawn: Vec<_> = (0..=u8::MAX).filter_map(|byte| position.roll_for_byte(byte)).collect();
        for (throw, weight) in &throws {
            let times = drawn.iter().filter(|other| *other == throw).count() as u32;
            assert!(*weight > 0 && times * weights == u32::from(*weight) * drawn.len() as u32, "{throw}");
        }
    }
    every_position(|_, position| for_position!(position, p => check(p)));
}
