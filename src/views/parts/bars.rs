//! A bar chart of daily numbers.

use maud::{Markup, Render, html};

pub struct BarChart<'a> {
    /// The description for screen readers.
    pub label: &'a str,
    /// The numbers in order.
    pub values: &'a [i64],
}

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 48.0;

impl Render for BarChart<'_> {
    fn render(&self) -> Markup {
        let most = self.values.iter().copied().max().unwrap_or(0).max(1) as f64;
        let step = WIDTH / self.values.len().max(1) as f64;
        html! {
            svg.bars viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) preserveAspectRatio="none" role="img" aria-label=(self.label) {
                @for (index, value) in self.values.iter().enumerate() {
                    // Zero is a line on the axis.
                    @let height = (*value as f64 / most * (HEIGHT - 1.0)).max(0.0) + 1.0;
                    rect x=(format!("{:.1}", index as f64 * step)) y=(format!("{:.1}", HEIGHT - height))
                        width=(format!("{:.1}", step * 0.72)) height=(format!("{height:.1}")) {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_number_fills_the_height() {
        let drawn = BarChart { label: "Moves", values: &[0, 2, 4] }.render().into_string();
        for bar in ["y=\"47.0\"", "height=\"1.0\"", "y=\"23.5\"", "y=\"0.0\"", "height=\"48.0\""] {
            assert!(drawn.contains(bar), "{bar} in {drawn}");
        }
        assert!(
            BarChart { label: "None", values: &[] }.render().into_string().contains("aria-label=\"None\"")
        );
    }
}
