//! Tabs, and links between the pages of a list.

use maud::{Markup, Render, html};

use crate::texts::tr;

pub struct NavTab<'a> {
    pub label: &'a str,
    pub href: String,
    /// A number to show, if any.
    pub count: Option<usize>,
    /// Whether it is the current one.
    pub here: bool,
}

/// Links between views of the same thing.
pub struct NavTabs<'a> {
    /// The description for screen readers.
    pub label: &'a str,
    pub of: Vec<NavTab<'a>>,
}

impl Render for NavTabs<'_> {
    fn render(&self) -> Markup {
        html! {
            nav.tabs aria-label=(self.label) {
                @for tab in &self.of {
                    a href=(tab.href) aria-current=[tab.here.then_some("page")] {
                        (tab.label)
                        @if let Some(count) = tab.count { span.soft.small.count { (count) } }
                    }
                }
            }
        }
    }
}

/// Links to other pages of a list.
#[derive(Default)]
pub struct PageLinks {
    /// The first page.
    pub newest: Option<String>,
    /// The next page.
    pub older: Option<String>,
}

impl Render for PageLinks {
    fn render(&self) -> Markup {
        html! {
            @if self.newest.is_some() || self.older.is_some() {
                nav.pages aria-label=(tr("Pages")) {
                    @match &self.newest { Some(href) => a.button href=(href) { (tr("Newest")) }, None => span {} }
                    @if let Some(href) = &self.older { a.button rel="next" href=(href) { (tr("Older")) } }
                }
            }
        }
    }
}
