//! Whom somebody does not want to hear. The stream sends everybody the same talk, so what is folded away is said by classes
//! around it: each line has the number of who said it, and around the talk stand the numbers that are not to be read.

use std::collections::HashSet;

use maud::{Markup, html};

use super::{Sight, talk};
use crate::matches::{Table, UserId};
use crate::web::paths;

/// So many people at a table are told apart; `static/css/table.css` has a rule for each.
const TOLD_APART: usize = 12;

/// Somebody who looks, and whom they have blocked.
#[derive(Clone, Copy, Debug)]
pub struct Circle<'a> {
    /// Who.
    pub me: UserId,
    /// Whom.
    pub blocked: &'a HashSet<UserId>,
}

/// The number of somebody at a table, by when they first sat down there: it never changes.
pub(super) fn number(table: &Table, user: UserId) -> usize {
    let came = table.m.came.iter().position(|other| *other == user);
    came.unwrap_or(TOLD_APART).min(TOLD_APART - 1)
}

/// The talk, with what is around it.
pub(super) fn talk_around(sight: &Sight<'_>) -> Markup {
    let table = sight.table;
    let nobody = HashSet::new();
    let blocked = sight.circle.map_or(&nobody, |circle| circle.blocked);
    let here: Vec<UserId> = table.m.came.iter().copied().filter(|user| blocked.contains(user)).collect();
    let plays = sight.viewer.seat().is_some();
    let class: String = here.iter().map(|user| format!(" hush-{}", number(table, *user))).collect();
    // Whoever does not play is not even sent it.
    let left_out = if plays { &nobody } else { blocked };
    html! {
        div class={ "talking" (class) } {
            @if plays && !here.is_empty() {
                label.unfold {
                    input type="checkbox" autocomplete="off";
                    span { "Show what " (names(table, &here)) " " @if here.len() == 1 { "says" } @else { "say" } }
                }
            }
            (talk::talk(table, sight.viewer, None, left_out))
        }
    }
}

fn names(table: &Table, users: &[UserId]) -> String {
    users.iter().map(|user| table.names.of(*user)).collect::<Vec<_>>().join(" and ")
}

/// The button that blocks somebody, or takes it back.
pub(crate) fn button(name: &str, blocked: bool) -> Markup {
    let (action, verb) = match blocked {
        true => (paths::Unblock { name }.to_string(), "Unblock"),
        false => (paths::Block { name }.to_string(), "Block"),
    };
    html! { form method="post" action=(action) { button.button.plain { (verb) " " (name) } } }
}
