//! A page in sections, with links to them: a list beside them, or a row above where there is no room.

use maud::{Markup, Render, html};

use crate::texts::tr;

pub struct PageSection<'a> {
    /// Its id on the page.
    pub id: &'a str,
    pub title: &'a str,
    pub body: Markup,
}

/// The sections in their order.
pub struct PageSections<'a>(pub Vec<PageSection<'a>>);

impl Render for PageSections<'_> {
    fn render(&self) -> Markup {
        html! {
            div.sectioned {
                nav.tabs aria-label=(tr("Sections")) {
                    @for section in &self.0 { a href=(format_args!("#{}", section.id)) { (section.title) } }
                }
                div {
                    @for section in &self.0 {
                        section.card #(section.id) {
                            header { h2 { (section.title) } }
                            (section.body)
                        }
                    }
                }
            }
        }
    }
}
