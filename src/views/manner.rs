//! How somebody likes to play: a part of their settings.

use maud::{Markup, html};

use super::parts::{Button, Choice, Choices, Kind};
use crate::matches::Manner;
use crate::texts::tr;
use crate::web::paths;

/// The value of a field that goes on to the next match.
pub const GO_ON: &str = "next";
/// The value of a field that stays.
pub const STAY: &str = "stay";
/// The value of a field that plays at once.
pub const AT_ONCE: &str = "play";
/// The value of a field that asks first.
pub const ASK: &str = "ask";

/// The form.
pub fn form(manner: Manner) -> Markup {
    let after = Choices {
        name: "after",
        legend: tr("When you have moved"),
        of: vec![
            Choice { value: STAY, title: tr("Stay"), help: tr("You see your move, and what comes of it.") },
            Choice {
                value: GO_ON,
                title: tr("Go on"),
                help: tr(
                    "To the next match that waits for you, the one with the least time first. When none does, you stay.",
                ),
            },
        ],
        chosen: if manner.goes_on { GO_ON } else { STAY },
        ..Choices::default()
    };
    let before = Choices {
        name: "before",
        legend: tr("Before a move is played"),
        of: vec![
            Choice { value: AT_ONCE, title: tr("Play at once"), help: tr("What you press last is played.") },
            Choice {
                value: ASK,
                title: tr("Ask me"),
                help: tr("The board shows how it would be, and you say whether you mean it."),
            },
        ],
        chosen: if manner.confirms { ASK } else { AT_ONCE },
        ..Choices::default()
    };
    html! {
        form.stack.apart method="post" action=(paths::Manner) {
            (before)
            (after)
            div.row { (Button { label: tr("Keep this"), kind: Kind::Filled, ..Button::default() }) }
        }
    }
}
