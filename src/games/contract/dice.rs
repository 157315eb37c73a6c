//! What chance does.

use super::*;

#[test]
fn the_dice_are_thrown_for_a_seat_and_every_throw_can_come_up() {
    every_position(|table, position| {
        let thrown: Vec<_> = (0..=u8::MAX).filter_map(|byte| position.thrown(byte)).collect();
        let chance = matches!(position.to_act(), ToAct::Chance { .. });
        assert!(table.game.has_dice() || !chance);
        assert_eq!(thrown.is_empty(), !chance, "{}", position.text());
        let legal = position.legal();
        assert!(thrown.iter().all(|throw| legal.contains(throw)));
        assert!(!chance || legal.iter().all(|throw| thrown.contains(throw)));
    });
}
