//! The choice of another language, at the foot of every page.

use maud::{Markup, Render, html};

use crate::texts::{Language, tr};
use crate::urls;

/// A button for each other language of the site.
pub(in crate::views) struct LanguageSwitch(pub Language);

impl Render for LanguageSwitch {
    fn render(&self) -> Markup {
        let others = Language::ALL.iter().filter(|language| **language != self.0);
        html! {
            form method="post" action=(urls::ChooseLanguage) aria-label=(tr("Language")) {
                @for language in others {
                    button.button.plain.small name="language" value=(language.key()) lang=(language.key()) {
                        (language.title())
                    }
                }
            }
        }
    }
}
