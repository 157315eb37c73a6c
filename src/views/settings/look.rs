//! Appearance, as a part of the settings.

use maud::{Markup, html};

use crate::texts::{Language, tr, tr_in};
use crate::urls;
use crate::users::preferences::{Appearance, Motion, Theme};
use crate::views::parts::{Button, ButtonKind, RadioChoice, RadioChoices};

pub(super) fn form(look: Appearance) -> Markup {
    let choice = |value, title, help| RadioChoice { value, title, help };
    let theme = RadioChoices {
        name: "theme",
        legend: tr("Theme"),
        of: vec![
            choice(Theme::Auto.key(), tr("System"), ""),
            choice(Theme::Light.key(), tr_in("colours", "Light"), ""),
            choice(Theme::Dark.key(), tr_in("colours", "Dark"), ""),
        ],
        chosen: look.theme.key(),
        small: true,
        ..RadioChoices::default()
    };
    let motion = RadioChoices {
        name: "motion",
        legend: tr("Animation"),
        help: tr("Whether pieces move across the board."),
        of: vec![
            choice(Motion::Auto.key(), tr("System"), ""),
            choice(Motion::Full.key(), tr("On"), ""),
            choice(Motion::Reduced.key(), tr("Off"), ""),
        ],
        chosen: look.motion.key(),
        small: true,
        ..RadioChoices::default()
    };
    let sound = RadioChoices {
        name: "sound",
        legend: tr("Sound"),
        help: tr(
            "For moves, captures, rolls, your turn, low time and the end, while the match is open. Phones vibrate too.",
        ),
        of: vec![choice("off", tr("Off"), ""), choice("on", tr("On"), "")],
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
                        option value=(language.key()) lang=(language.key()) selected[language == look.language] { (language.title()) }
                    }
                }
            }
            div.row { (Button { label: tr("Save"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}
