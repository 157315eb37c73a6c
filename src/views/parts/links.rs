//! Links in a line: tabs, and the pages of a long list.

use maud::{Markup, Render, html};

use crate::texts::tr;

/// One of the tabs.
pub struct NavTab<'a> {
    /// What is there.
    pub label: &'a str,
    /// Where it leads.
    pub href: String,
    /// How many are there, if that is worth saying.
    pub count: Option<usize>,
    /// Whether one is there.
    pub here: bool,
}

/// Links between views of the same thing.
pub struct NavTabs<'a> {
    /// What they are of, for those who cannot see.
    pub label: &'a str,
    /// The tabs.
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

/// The way to the rest of a long list.
#[derive(Default)]
pub struct PageLinks {
    /// Back to the newest.
    pub newest: Option<String>,
    /// Towards the oldest.
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
