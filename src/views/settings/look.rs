//! Appearance: a part of the settings.

use maud::{Markup, html};

use crate::texts::{Language, tr, tr_in};
use crate::urls;
use crate::users::preferences::{Appearance, Motion, Theme};
use crate::views::parts::{Button, ButtonKind, RadioChoice, RadioChoices};

pub(super) fn form(look: Appearance) -> Markup {
    let choice = |value, title, help| RadioChoice { value, title, help };
    let theme = RadioChoices {
        name: "theme",
        legend: tr("Colours"),
        of: vec![
            choice(Theme::Auto.key(), tr("As on your device"), ""),
            choice(Theme::Light.key(), tr_in("colours", "Light"), ""),
            choice(Theme::Dark.key(), tr_in("colours", "Dark"), ""),
        ],
        chosen: look.theme.key(),
        small: true,
        ..RadioChoices::default()
    };
    let motion = RadioChoices {
        name: "motion",
        legend: tr("Motion"),
        help: tr("Whether pieces are seen to move, or stand where they have gone."),
        of: vec![
            choice(Motion::Auto.key(), tr("As on your device"), ""),
            choice(Motion::Full.key(), tr("They move"), ""),
            choice(Motion::Reduced.key(), tr("They stand"), ""),
        ],
        chosen: look.motion.key(),
        small: true,
        ..RadioChoices::default()
    };
    let sound = RadioChoices {
        name: "sound",
        legend: tr("Sound"),
        help: tr(
            "A soft tick when somebody else has moved, and two when it is your turn, while you look at the match.",
        ),
        of: vec![choice("off", tr("Silent"), ""), choice("on", tr("Ticks"), "")],
        chosen: if look.sound { "on" } else { "off" },
        small: true,
        ..RadioChoices::default()
    };
    html! {
        form #look.stack.apart method="post" action=(urls::AppearanceSettings) {
            (theme)
            (motion)
            (sound)
            div.field {
                label for="language" { (tr("Language")) }
                select.input #language name="language" {
                    @for language in Language::ALL {
                        option value=(language.key()) lang=(language.key()) selected[*language == look.language] { (language.title()) }
                    }
                }
            }
            div.row { (Button { label: tr("Keep this"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}
