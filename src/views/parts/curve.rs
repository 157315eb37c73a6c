//! A line chart.

use std::fmt::Write;

use maud::{Markup, Render, html};

/// A series of values.
pub struct RatingCurve<'a> {
    /// The description for screen readers.
    pub label: String,
    /// The values in order.
    pub values: &'a [f64],
}

const WIDTH: f64 = 120.0;
const HEIGHT: f64 = 32.0;
/// A smaller range than this does not fill the height.
const CALM: f64 = 60.0;

impl Render for RatingCurve<'_> {
    fn render(&self) -> Markup {
        html! {
            @if self.values.len() > 1 {
                svg.curve viewBox=(format!("-2 -2 {} {}", WIDTH + 4.0, HEIGHT + 4.0)) role="img" aria-label=(self.label) {
                    path d=(self.path()) {}
                }
            }
        }
    }
}

impl RatingCurve<'_> {
    fn path(&self) -> String {
        let low = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = self.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (middle, half) = (f64::midpoint(low, high), ((high - low) / 2.0).max(CALM / 2.0));
        let across = WIDTH / (self.values.len() - 1) as f64;
        let mut path = String::new();
        for (index, value) in self.values.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let y = HEIGHT / 2.0 * (1.0 - (value - middle) / half);
            // Writing to a string does not fail.
            let _ = write!(path, "{letter}{:.1} {y:.1}", index as f64 * across);
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_goes_up_where_the_values_do() {
        let curve = RatingCurve { label: String::new(), values: &[1500.0, 1600.0, 1400.0] };
        assert_eq!(curve.path(), "M0.0 16.0L60.0 0.0L120.0 32.0");
        let calm = RatingCurve { label: String::new(), values: &[1500.0, 1500.0] };
        assert_eq!(calm.path(), "M0.0 16.0L120.0 16.0");
    }

    #[test]
    fn one_value_is_no_curve() {
        assert_eq!(RatingCurve { label: String::new(), values: &[1500.0] }.render().into_string(), "");
    }
}
