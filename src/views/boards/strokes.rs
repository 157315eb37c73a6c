//! What is drawn, as the text of paths.

use super::UNIT;

/// A number in as few characters as show the difference: a thousandth.
pub(super) fn number(value: f64) -> String {
    let mut text = String::with_capacity(8);
    push_number(&mut text, value);
    text
}

fn push_number(text: &mut String, value: f64) {
    let thousandths = (value * 1000.0).round() as i64;
    if thousandths < 0 {
        text.push('-');
    }
    let digit = |number: u64| char::from(b'0' + (number % 10) as u8);
    let (whole, mut rest) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
    let mut unit = 1;
    while whole / unit >= 10 {
        unit *= 10;
    }
    while unit > 0 {
        text.push(digit(whole / unit));
        unit /= 10;
    }
    if rest > 0 {
        text.push('.');
    }
    while rest > 0 {
        text.push(digit(rest / 100));
        rest = rest % 100 * 10;
    }
}

/// A step of a path: its letter and numbers.
fn push_step(path: &mut String, letter: char, numbers: &[f64]) {
    path.push(letter);
    push_numbers(path, numbers);
}

pub(super) fn push_numbers(path: &mut String, numbers: &[f64]) {
    for (index, value) in numbers.iter().enumerate() {
        if index > 0 {
            path.push(' ');
        }
        push_number(path, *value);
    }
}

/// Dots of a path that is stroked with round ends.
pub(super) fn dots(spots: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (x, y) in spots {
        push_step(&mut path, 'M', &[x * UNIT, y * UNIT]);
        path.push_str("h0");
    }
    path
}

/// What stands before each spot of a way in a path.
pub(super) fn way_letters() -> impl Iterator<Item = char> {
    std::iter::once('M').chain(std::iter::repeat('L'))
}

/// Adds the way from spot to spot to a path.
pub(super) fn push_way(path: &mut String, spots: impl Iterator<Item = (f64, f64)>) {
    for ((x, y), letter) in spots.zip(way_letters()) {
        push_step(path, letter, &[x * UNIT, y * UNIT]);
    }
}

/// Adds a ring around a spot to a path.
pub(super) fn push_ring(path: &mut String, (x, y): (f64, f64), radius: f64) {
    push_step(path, 'M', &[x * UNIT - radius, y * UNIT]);
    for across in [2.0 * radius, -2.0 * radius] {
        push_step(path, 'a', &[radius, radius, 0.0, 1.0, 0.0, across, 0.0]);
    }
}
