//! The expected number of rolls of a single plane.

use super::*;

/// The expected number of rolls of a single plane from each step to home, from 56 down. A roll moves it or does
/// nothing.
fn expected_from_the_pad(pairs: &str) -> f64 {
    let mut expected = [0.0; 57];
    for steps in (0..56).rev() {
        let (mut further, mut stays) = (0.0, 0.0);
        for face in 1..=6 {
            match rolled(pairs, steps, face) {
                to if to == steps => stays += 1.0,
                to => further += expected[usize::from(to)],
            }
        }
        expected[usize::from(steps)] = (6.0 + further) / (6.0 - stays);
    }
    expected[0]
}

/// The position of the only plane of seat 0 that is not home, after a roll.
fn rolled(pairs: &str, steps: u8, face: u8) -> u8 {
    let mut position = opening(pairs, 2);
    position.planes[0] =
        [PlaneProgress::at(steps), PlaneProgress::HOME, PlaneProgress::HOME, PlaneProgress::HOME];
    position.advance(&AeroplaneMove::Roll(face), &mut ());
    if position.die().is_some() {
        position.advance(&AeroplaneMove::Plane(0), &mut ());
    }
    position.planes[0][0].steps().unwrap()
}

/// Exact values of a Markov chain.
#[test]
fn a_single_plane_needs_the_expected_number_of_rolls() {
    let plain = "three_sixes=off,boost=off";
    assert!((expected_from_the_pad(plain) - 12.387_553).abs() < 5e-7);
    assert!((expected_from_the_pad(&format!("{plain},finish=exact")) - 16.574_492).abs() < 5e-7);
}
