//! Empty states: what would be here, and what to do.

use maud::{Markup, PreEscaped, Render, html};

pub struct EmptyState<'a> {
    /// What is missing, in a few words.
    pub title: &'a str,
    /// What would be here.
    pub text: &'a str,
    /// A link or a button; may be empty.
    pub action: Markup,
}

/// Three empty holes and a marble beside them.
const HOLES: &str = "M8 22a7 7 0 1 0 14 0 7 7 0 1 0-14 0M30 22a7 7 0 1 0 14 0 7 7 0 1 0-14 0M52 22a7 7 0 1 0 14 0 7 7 0 1 0-14 0M78 22a9 9 0 1 0 18 0 9 9 0 1 0-18 0M82 20c1-3 3-4 5-4";

impl Render for EmptyState<'_> {
    fn render(&self) -> Markup {
        html! {
            div.empty {
                svg viewBox="0 0 104 40" aria-hidden="true" { path d=(PreEscaped(HOLES)) {} }
                h2 { (self.title) }
                p { (self.text) }
                (self.action)
            }
        }
    }
}
