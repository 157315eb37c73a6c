//! The check box by which players who share a device have the board turned to the player to move.

use maud::{Markup, html};

use super::buttons::form;
use super::context::MatchPage;
use crate::texts::tr;
use crate::urls;
use crate::views::boards::differs_by_seat;

/// Whether the page has the check box: not where the board looks the same from every seat.
pub(super) fn is_offered(page_context: &MatchPage<'_>) -> bool {
    let m = &page_context.view.m;
    m.may_rotate_board() && page_context.viewer.seat().is_some() && differs_by_seat(&m.position)
}

/// The check box. It is a button, so that one press is enough without scripts too.
pub(super) fn check_box(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let (checked, next) = if m.rotates_board { ("true", "off") } else { ("false", "on") };
    html! {
        div.rotation #rotation {
            (form(urls::BoardRotation { id: m.id.as_str() }, None, html! {
                button.check-button role="checkbox" aria-checked=(checked) name="rotation" value=(next) { (tr("Turn the board after each move")) }
            }))
        }
    }
}
