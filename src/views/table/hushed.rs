//! Whom somebody does not want to hear. The stream sends everybody the same talk, so what is folded away is said by classes
//! before it: each line has the number of who said it, and before the talk stand the numbers that are not to be read.

use std::collections::HashSet;

use maud::{Markup, html};

use super::talk::number;
use super::{Sight, talk};
use crate::matches::{Table, Viewer};
use crate::say;
use crate::tr;
use crate::urls;
use crate::users::UserId;
use crate::views::sanctions::chat_closed;
use crate::views::words::{all_of, called};

/// The talk, with what is before it.
pub(super) fn talk_around(sight: &Sight<'_>) -> Markup {
    let nobody = HashSet::new();
    let unheard = sight.unheard.unwrap_or(&nobody);
    // Whoever does not play is not even sent it.
    let left_out = if sight.viewer.seat().is_some() { &nobody } else { unheard };
    html! {
        div.talking {
            (hush(sight.table, sight.viewer, unheard))
            (talk::talk(sight.table, sight.viewer, sight.chat, left_out))
            (chat_closed(sight.kept, sight.viewer))
        }
    }
}

/// Whose talk is folded away, and for whoever plays the way to unfold it.
pub(super) fn hush(table: &Table, viewer: Viewer, unheard: &HashSet<UserId>) -> Markup {
    let here = here(table, unheard);
    let numbers: Vec<_> = here.iter().map(|user| format!("hush-{}", number(table, *user))).collect();
    html! {
        div #hush class=(numbers.join(" ")) {
            @if viewer.seat().is_some() && !here.is_empty() {
                label.unfold {
                    input type="checkbox" autocomplete="off";
                    span { (tr!(here.len(); "Show what {names} says", "Show what {names} say", names = names(table, &here))) }
                }
            }
        }
    }
}

/// Those of them who have ever sat at the table.
pub(super) fn here(table: &Table, unheard: &HashSet<UserId>) -> Vec<UserId> {
    table.m.came.iter().copied().filter(|user| unheard.contains(user)).collect()
}

fn names(table: &Table, users: &[UserId]) -> String {
    all_of(&users.iter().map(|user| called(table.names.of(*user))).collect::<Vec<_>>())
}

/// The buttons that block somebody and mute them, or take that back. Whoever is blocked is not heard anyway.
pub(crate) fn buttons(name: &str, blocked: bool, hushed: bool) -> Markup {
    html! {
        @if blocked { (button(&urls::Unblock { name }.to_string(), &say!("Unblock {name}", name = name))) }
        @else { (button(&urls::Block { name }.to_string(), &say!("Block {name}", name = name))) }
        @if hushed { (button(&urls::Unhush { name }.to_string(), &say!("Unmute {name}", name = name))) }
        @else if !blocked { (button(&urls::Hush { name }.to_string(), &say!("Mute {name}", name = name))) }
    }
}

fn button(action: &str, label: &str) -> Markup {
    html! { form method="post" action=(action) { button.button.plain { (label) } } }
}
