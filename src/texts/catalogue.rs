//! Translations, read from the embedded PO files.

use std::collections::HashMap;
use std::sync::LazyLock;

use polib::message::MessageView;
use polib::po_file;

use super::Language;

/// The files of each language with their names. They must not contradict each other.
pub const CATALOGUES: &[(Language, &[(&str, &str)])] = &[(
    Language::German,
    &[
        ("analysis", include_str!("de/analysis.po")),
        ("bots", include_str!("de/bots.po")),
        ("lists", include_str!("de/lists.po")),
        ("match", include_str!("de/match.po")),
        ("people", include_str!("de/people.po")),
        ("play", include_str!("de/play.po")),
        ("rules", include_str!("de/rules.po")),
        ("site", include_str!("de/site.po")),
        ("takeovers", include_str!("de/takeovers.po")),
    ],
)];

/// The translations into a language. They live as long as the program.
#[derive(Debug, Default)]
pub(super) struct TextCatalogue {
    /// By context, then by the English text.
    texts: HashMap<String, HashMap<String, String>>,
    /// Plural forms by the English singular.
    counted: HashMap<String, Vec<String>>,
}

static GERMAN: LazyLock<TextCatalogue> = LazyLock::new(|| TextCatalogue::read(Language::German));

/// The catalogue of a language; `None` for English, the language of the source.
pub(super) fn of(language: Language) -> Option<&'static TextCatalogue> {
    match language {
        Language::English => None,
        Language::German => Some(&GERMAN),
    }
}

impl TextCatalogue {
    fn read(language: Language) -> Self {
        let mut catalogue = Self::default();
        let files = CATALOGUES.iter().filter(|(of, _)| *of == language).flat_map(|(_, files)| *files);
        for (name, file) in files {
            match po_file::parse_from_reader(file.as_bytes()) {
                Ok(read) => read.messages().for_each(|message| catalogue.add_message(message)),
                // Tests read all catalogues, so this concerns only builds with modified ones.
                Err(error) => tracing::error!(name, %error, "failed to read a text catalogue"),
            }
        }
        catalogue
    }

    fn add_message(&mut self, message: &dyn MessageView) {
        if !message.is_translated() || message.is_fuzzy() {
            return;
        }
        if let Ok(text) = message.msgstr() {
            let texts = self.texts.entry(message.msgctxt().unwrap_or_default().to_owned()).or_default();
            texts.insert(message.msgid().to_owned(), text.to_owned());
        }
        if let Ok(forms) = message.msgstr_plural() {
            self.counted.insert(message.msgid().to_owned(), forms.clone());
        }
    }

    /// The translation of a text in a context.
    pub(super) fn text(&self, context: &str, text: &str) -> Option<&str> {
        self.texts.get(context)?.get(text).map(String::as_str)
    }

    /// A plural form.
    pub(super) fn plural_text(&self, one: &str, form: usize) -> Option<&str> {
        self.counted.get(one)?.get(form).map(String::as_str)
    }
}
