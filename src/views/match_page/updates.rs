//! What updates of regions are written with.

use maud::Render;

use super::context::MatchPage;
use crate::games::Position;
use crate::views::boards::BoardPartials;

/// Updates of regions, one after the other. Each names the log entry it shows, so that a page that shows a later one
/// leaves it out.
pub(super) struct RegionUpdates<'a, 'b> {
    pub partials: &'a mut BoardPartials<'b>,
    pub page_context: &'a MatchPage<'a>,
    /// What the move list of the page has, if only plies have to be added.
    pub listed: Option<ListedPlies<'a>>,
}

/// The plies that the move list of a page has.
#[derive(Clone, Copy)]
pub(super) struct ListedPlies<'a> {
    pub count: usize,
    /// The position after them, if it is at hand.
    pub position: Option<&'a Position>,
}

impl RegionUpdates<'_, '_> {
    /// Content for the elements of a selector, left out by a page that shows a later log entry.
    pub fn put_at(&mut self, selector: impl Render, swap: &str, content: impl Render) {
        let seq = self.page_context.view.m.seq;
        self.partials.put_at(selector, format_args!("{swap} seq:{seq}"), content);
    }
}
