//! Where a form leads.

use maud::{Markup, Render, html};

/// Tells a form where to go once it has done its work: a path of this site, or nowhere in particular when empty.
#[derive(Clone, Copy, Debug)]
pub struct NextMatchLink<'a>(pub &'a str);

impl Render for NextMatchLink<'_> {
    fn render(&self) -> Markup {
        html! { @if !self.0.is_empty() { input type="hidden" name="next" value=(self.0); } }
    }
}
