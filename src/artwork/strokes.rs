//! SVG path data for strokes.

use super::UNIT;

/// A number with at most three decimals, in as few characters as possible.
pub fn number(value: f64) -> String {
    // Adding zero turns a negative zero into a positive one.
    let thousandths = (value * 1000.0).round() + 0.0;
    format!("{}", thousandths / 1000.0)
}

/// A point as two numbers of a path.
fn point((x, y): (f64, f64)) -> String {
    format!("{} {}", number(x * UNIT), number(y * UNIT))
}

/// A path of dots, to be stroked with round ends.
pub fn dots(spots: impl Iterator<Item = (f64, f64)>) -> String {
    spots.map(|spot| format!("M{}h0", point(spot))).collect()
}

/// A path through these points.
pub fn line(spots: impl Iterator<Item = (f64, f64)>) -> String {
    let points: Vec<_> = spots.map(point).collect();
    if points.is_empty() { String::new() } else { format!("M{}", points.join("L")) }
}

/// A path of a ring around a point.
pub fn ring((x, y): (f64, f64), radius: f64) -> String {
    let (left, y) = (number(x * UNIT - radius), number(y * UNIT));
    let [radius, across, back] = [radius, 2.0 * radius, -2.0 * radius].map(number);
    format!("M{left} {y}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 {back} 0")
}
