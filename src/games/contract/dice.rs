//! Contract: chance outcomes.

use super::*;

#[test]
fn dice_are_rolled_for_a_seat_and_every_face_can_come_up() {
    every_position(|setup, position| {
        let rolled: Vec<_> = (0..=u8::MAX).filter_map(|byte| position.roll_for_byte(byte)).collect();
        let chance = matches!(position.to_act(), ToAct::Chance { .. });
        assert!(setup.game.has_dice() || !chance);
        assert_eq!(rolled.is_empty(), !chance, "{}", position.text());
        let legal = position.legal();
        assert!(rolled.iter().all(|roll| legal.contains(roll)));
        assert!(!chance || legal.iter().all(|roll| rolled.contains(roll)));
    });
}

#[test]
fn the_declared_weights_of_rolls_match_their_frequencies() {
    fn check<R: Rules>(position: &R) {
        let rolls = position.rolls();
        let chance = matches!(position.to_act(), ToAct::Chance { .. });
        let rolled: Vec<_> = rolls.iter().map(|(roll, _)| roll.clone()).collect();
        assert_eq!(rolled, if chance { position.legal_moves() } else { Vec::new() });
        let weights: u32 = rolls.iter().map(|(_, weight)| u32::from(*weight)).sum();
        let drawn: Vec<_> = (0..=u8::MAX).filter_map(|byte| position.roll_for_byte(byte)).collect();
        for (roll, weight) in &rolls {
            let times = drawn.iter().filter(|other| *other == roll).count() as u32;
            assert!(*weight > 0 && times * weights == u32::from(*weight) * drawn.len() as u32, "{roll}");
        }
    }
    every_position(|_, position| for_position!(position, p => check(p)));
}
