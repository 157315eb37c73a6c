//! How the house looks and sounds: a part of the settings.

use maud::{Markup, html};

use crate::matches::{Language, Look, Motion, Theme};
use crate::views::parts::{Button, Choice, Choices, Kind};
use crate::web::paths;

pub(super) fn form(look: Look) -> Markup {
    let choice = |value, title, help| Choice { value, title, help };
    let theme = Choices {
        name: "theme",
        legend: "Colours",
        of: vec![
            choice(Theme::Auto.key(), "As on your device", ""),
            choice(Theme::Light.key(), "Light", ""),
            choice(Theme::Dark.key(), "Dark", ""),
        ],
        chosen: look.theme.key(),
        small: true,
        ..Choices::default()
    };
    let motion = Choices {
        name: "motion",
        legend: "Motion",
        help: "Whether pieces are seen to move, or stand where they have gone.",
        of: vec![
            choice(Motion::Auto.key(), "As on your device", ""),
            choice(Motion::Full.key(), "They move", ""),
            choice(Motion::Reduced.key(), "They stand", ""),
        ],
        chosen: look.motion.key(),
        small: true,
        ..Choices::default()
    };
    let sound = Choices {
        name: "sound",
        legend: "Sound",
        help: "A soft tick when somebody else has moved, and two when it is your turn, while you look at the match.",
        of: vec![choice("off", "Silent", ""), choice("on", "Ticks", "")],
        chosen: if look.sound { "on" } else { "off" },
        small: true,
        ..Choices::default()
    };
    html! {
        form #look.stack.apart method="post" action=(paths::Look) {
            (theme)
            (motion)
            (sound)
            div.field {
                label for="language" { "Language" }
                select.input #language name="language" aria-describedby="language-help" {
                    @for language in Language::ALL {
                        option value=(language.key()) lang=(language.key()) selected[*language == look.language] { (language.title()) }
                    }
                }
                p.help #language-help { "The house speaks English so far." }
            }
            div.row { (Button { label: "Keep this", kind: Kind::Filled, ..Button::default() }) }
        }
    }
}
