//! The hidden field with where a form leads.

use maud::{Markup, Render, html};

/// Where to go after the form: a path of this site; empty for the default.
#[derive(Clone, Copy, Debug)]
pub struct ReturnPathField<'a>(pub &'a str);

impl Render for ReturnPathField<'_> {
    fn render(&self) -> Markup {
        html! { @if !self.0.is_empty() { input type="hidden" name="next" value=(self.0); } }
    }
}
