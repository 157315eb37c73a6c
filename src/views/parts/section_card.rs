//! A section of a page as a card.

use maud::{Markup, Render, html};

/// A section with a heading.
pub struct SectionCard<'a> {
    pub title: &'a str,
    /// A number or a link to more; may be empty.
    pub aside: Markup,
    pub body: Markup,
}

impl Render for SectionCard<'_> {
    fn render(&self) -> Markup {
        html! {
            section.card {
                header { h2 { (self.title) } (self.aside) }
                (self.body)
            }
        }
    }
}
