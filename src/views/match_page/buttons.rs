//! Buttons that several parts of the page have.

use std::fmt::Display;

use maud::{Markup, html};

use super::context::MatchPage;
use crate::texts::tr;
use crate::urls;
use crate::views::boards::TO_PROBLEM;
use crate::views::parts::{Button, ButtonKind, Icon};

/// A form whose answer updates the page; the problem with a refused one is shown beside the board.
pub(super) fn form(action: impl Display, class: Option<&str>, inside: Markup) -> Markup {
    let action = action.to_string();
    html! {
        form class=[class] method="post" action=(action) hx-post=(action) hx-target="#press" hx-swap="outerMorph"
            hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) hx-sync="this:drop" hx-disable="find button" {
            (inside)
        }
    }
}

/// A form with one button.
pub(super) fn post(action: impl Display, label: &str, kind: ButtonKind) -> Markup {
    form(action, None, html! { (Button { label, kind, ..Button::default() }) })
}

/// A form with an entry of the menu.
pub(super) fn item(action: impl Display, label: &str, sends: Option<(&str, &str)>) -> Markup {
    let (name, value) = sends.unzip();
    form(action, None, html! { button name=[name] value=[value] { (label) } })
}

/// A link to the next match with the number of matches that wait. It is hidden while none is known to wait: a script
/// keeps the number current.
pub(super) fn next_match(page_context: &MatchPage<'_>, class: &str) -> Markup {
    let (id, waiting) = (page_context.view.m.id.as_str(), page_context.own.waiting);
    html! {
        a #next class=(class) hidden[waiting == 0] href=(urls::Next.after(id)) data-key="n" aria-keyshortcuts="n" {
            (tr("Next match")) " " span { "(" span data-turns { (waiting) } ")" }
        }
    }
}

/// The content of a button in the row: an icon above a short label.
pub(super) fn button_content(icon: Icon, label: &str) -> Markup {
    html! { (icon) span { (label) } }
}

/// An icon in the row that cannot be used now. It keeps its place, so that the others do not move.
pub(super) fn unavailable(icon: Icon, label: &str) -> Markup {
    html! { button.tool type="button" disabled { (button_content(icon, label)) } }
}
