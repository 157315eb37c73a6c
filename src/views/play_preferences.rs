//! Play preferences: a part of the settings.

use maud::{Markup, html};

use super::parts::{Button, ButtonKind, RadioChoice, RadioChoices};
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::users::preferences::{MoveConfirmation, PlayPreferences};

/// The value of a field that goes on to the next match.
pub const GO_ON: &str = "next";
/// The value of a field that stays.
pub const STAY: &str = "stay";

pub fn form(manner: PlayPreferences) -> Markup {
    let after = RadioChoices {
        name: "after",
        legend: tr("When you have moved"),
        of: vec![
            RadioChoice {
                value: STAY,
                title: tr("Stay"),
                help: tr("You see your move, and what comes of it."),
            },
            RadioChoice {
                value: GO_ON,
                title: tr("Go on"),
                help: tr(
                    "To the next match that waits for you, the one with the least time first. When none does, you stay.",
                ),
            },
        ],
        chosen: if manner.auto_advance { GO_ON } else { STAY },
        ..RadioChoices::default()
    };
    let before = RadioChoices {
        name: "before",
        legend: tr("Confirm moves"),
        help: tr("The board previews your move before you confirm it."),
        of: MoveConfirmation::ALL.map(confirmation).into(),
        chosen: manner.confirmation.key(),
        ..RadioChoices::default()
    };
    html! {
        form.stack.apart method="post" action=(urls::PlaySettings) {
            (before)
            (after)
            div.row { (Button { label: tr("Keep this"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}

fn confirmation(setting: MoveConfirmation) -> RadioChoice<'static> {
    let (title, help) = match setting {
        MoveConfirmation::ByTimeControl => {
            (tr_in("move confirmation", "Default"), tr("In every match that is not live."))
        }
        MoveConfirmation::Always => (tr_in("move confirmation", "Always"), tr("In live matches too.")),
        MoveConfirmation::Never => (tr_in("move confirmation", "Never"), tr("Moves are played at once.")),
    };
    RadioChoice { value: setting.key(), title, help }
}
