//! Numbers of one day after the other as a small drawing.

use maud::{Markup, Render, html};

/// So many each day.
pub struct BarChart<'a> {
    /// What they are of, for those who cannot see it.
    pub label: &'a str,
    /// The numbers, in their order.
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
                    // A day on which nothing happened is a line on the ground.
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
