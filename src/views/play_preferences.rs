//! Play preferences, as a part of the settings.

use maud::{Markup, html};

use super::parts::{Button, ButtonKind, RadioChoice, RadioChoices};
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::users::preferences::{MoveConfirmation, PlayPreferences};

/// Form value: go to the next match after a move.
pub const GO_ON: &str = "next";
/// Form value: stay.
pub const STAY: &str = "stay";

pub fn form(preferences: PlayPreferences) -> Markup {
    let after = RadioChoices {
        name: "after",
        legend: tr("After your move"),
        of: vec![
            RadioChoice {
                value: STAY,
                title: tr("Stay on the match"),
                help: tr("See your move and the reply."),
            },
            RadioChoice {
                value: GO_ON,
                title: tr("Go to the next match"),
                help: tr("The one with the least time left comes first."),
            },
        ],
        chosen: if preferences.auto_advance { GO_ON } else { STAY },
        ..RadioChoices::default()
    };
    let before = RadioChoices {
        name: "before",
        legend: tr("Confirm moves"),
        help: tr("The board previews your move before you confirm it."),
        of: MoveConfirmation::ALL.map(confirmation).into(),
        chosen: preferences.confirmation.key(),
        ..RadioChoices::default()
    };
    html! {
        form.stack.apart method="post" action=(urls::PlaySettings) {
            (before)
            (after)
            div.row { (Button { label: tr("Save"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}

fn confirmation(setting: MoveConfirmation) -> RadioChoice<'static> {
    let (title, help) = match setting {
        MoveConfirmation::Usual => {
            let help = tr("In all matches except live ones and casual ones against bots.");
            (tr_in("move confirmation", "Default"), help)
        }
        MoveConfirmation::Always => (tr_in("move confirmation", "Always"), tr("In every match.")),
        MoveConfirmation::Never => (tr_in("move confirmation", "Never"), tr("Moves are played right away.")),
    };
    RadioChoice { value: setting.key(), title, help }
}
