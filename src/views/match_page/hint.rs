//! Hints: who may ask for one, and its text.

use maud::{Markup, html};

use super::context::{MatchPage, MoveHint};
use crate::views::parts::reasons;

/// The hint, if there is one.
pub(super) fn hint(page_context: &MatchPage<'_>) -> Option<Markup> {
    let words = hint_text(page_context, page_context.choice.hint?);
    Some(html! { p.hint { (words) } })
}

/// Whether the viewer may ask for a hint. There is none for a ply that is played automatically.
pub(super) fn may_ask(page_context: &MatchPage<'_>) -> bool {
    let m = &page_context.view.m;
    let user = page_context.turn().and_then(|seat| m.seats[seat]);
    page_context.ply.is_none() && user.is_some_and(|user| m.may_ask_hint(user).is_ok())
}

/// The suggested move and the reason for it.
pub(super) fn hint_text(page_context: &MatchPage<'_>, hint: MoveHint<'_>) -> String {
    reasons::hint(&page_context.view.m.position, hint.notation, hint.reason)
}
