//! A line chart of ratings.

use std::fmt::Write;

use maud::{Markup, Render, html};

use super::{DayLabel, day_in_words};
use crate::matches::PlayerRating;

/// A user's ratings in a pool, with their days.
pub struct RatingChart<'a> {
    pub title: Markup,
    /// The description for screen readers.
    pub label: String,
    /// The ratings in order.
    pub ratings: &'a [PlayerRating],
}

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 96.0;
/// A smaller range than this does not fill the height.
const CALM: f64 = 60.0;

impl Render for RatingChart<'_> {
    /// Nothing, if there is a single rating.
    fn render(&self) -> Markup {
        let [first, .., last] = self.ratings else { return html! {} };
        let [low, high] = self.range();
        html! {
            figure.rating-chart {
                figcaption { (self.title) }
                span { (high.round()) }
                span { (low.round()) }
                svg.curve viewBox=(format!("-4 -4 {} {}", WIDTH + 8.0, HEIGHT + 8.0)) role="img" aria-label=(self.label) {
                    path d=(self.path()) {}
                    @for (rating, (x, y)) in self.ratings.iter().zip(self.points()) {
                        circle cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="4" {
                            title { (day_in_words(rating.at)) ": " (rating.rounded()) }
                        }
                    }
                }
                span { (DayLabel(first.at)) }
                span { (DayLabel(last.at)) }
            }
        }
    }
}

impl RatingChart<'_> {
    /// The values at the lower and the upper edge.
    fn range(&self) -> [f64; 2] {
        let values = || self.ratings.iter().map(|rating| rating.value);
        let (low, high) =
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        let (middle, half) = (f64::midpoint(low, high), ((high - low) / 2.0).max(CALM / 2.0));
        [middle - half, middle + half]
    }

    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        let [low, high] = self.range();
        let across = WIDTH / (self.ratings.len() - 1) as f64;
        let at = move |(index, rating): (usize, &PlayerRating)| {
            (index as f64 * across, HEIGHT * (high - rating.value) / (high - low))
        };
        self.ratings.iter().enumerate().map(at)
    }

    fn path(&self) -> String {
        let mut path = String::new();
        for (x, y) in self.points() {
            let letter = if path.is_empty() { 'M' } else { 'L' };
            // Writing to a string does not fail.
            let _ = write!(path, "{letter}{x:.1} {y:.1}");
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratings(values: &[f64]) -> Vec<PlayerRating> {
        values.iter().map(|&value| PlayerRating { value, ..PlayerRating::NEW }).collect()
    }

    fn chart(ratings: &[PlayerRating]) -> RatingChart<'_> {
        RatingChart { title: html! {}, label: String::new(), ratings }
    }

    #[test]
    fn a_chart_follows_its_values() {
        let ratings = ratings(&[1500.0, 1600.0, 1400.0]);
        assert_eq!(chart(&ratings).path(), "M0.0 48.0L160.0 0.0L320.0 96.0");
    }

    #[test]
    fn a_small_range_does_not_fill_the_height() {
        let ratings = ratings(&[1500.0, 1500.0]);
        assert_eq!(
            (chart(&ratings).path(), chart(&ratings).range()),
            ("M0.0 48.0L320.0 48.0".to_owned(), [1470.0, 1530.0])
        );
    }

    #[test]
    fn a_single_value_draws_no_chart() {
        assert_eq!(chart(&ratings(&[1500.0])).render().into_string(), "");
    }
}
