//! Translated texts.
//!
//! The source contains English texts. As in gettext, these are the keys of the catalogues in `src/texts/*/*.po`;
//! texts without a translation appear in English.
//!
//! * [`tr`] for a plain text, [`tr_in`] if one English word has several translations, [`later`] for one in a
//!   `static`;
//! * [`tr_format!`](crate::tr_format) for a text with placeholders or a plural, as plain text; [`tr!`](crate::tr) for the same in
//!   HTML, where the values may be markup.
//!
//! A text is always a whole sentence or label, never a part of one, because other languages order the parts
//! differently.
//!
//! The current language belongs to the task: a request opens a [`scope`] and [sets](set_language) its language; texts for
//! other users, such as emails, are written [`in_language`].

mod catalogue;
mod template;

use std::cell::Cell;
use std::future::Future;

use icu_properties::CodePointMapData;
use icu_properties::props::BidiClass;
use tokio::task_local;

pub use crate::language::Language;
pub use catalogue::CATALOGUES;
pub use template::{TemplatePart, pieces};

/// The plural form for a number: 0 for one, 1 for others, in all present languages.
const fn form(language: Language, count: u64) -> usize {
    match language {
        Language::English | Language::German => (count != 1) as usize,
    }
}

task_local! {
    static CURRENT: Cell<Language>;
}

/// The current language; English by default.
pub fn current_language() -> Language {
    CURRENT.try_with(Cell::get).unwrap_or_default()
}

/// Sets the language for the rest of the [`scope`].
pub fn set_language(language: Language) {
    // Without a scope there is no language to set.
    let _ = CURRENT.try_with(|current| current.set(language));
}

/// Runs a future with its own current language, which it may change.
pub async fn scope<F: Future>(language: Language, future: F) -> F::Output {
    CURRENT.scope(Cell::new(language), future).await
}

/// Calls a function with another current language.
pub fn in_language<T>(language: Language, draw: impl FnOnce() -> T) -> T {
    CURRENT.sync_scope(Cell::new(language), draw)
}

/// The translation of a text into the current language.
pub fn tr(text: &'static str) -> &'static str {
    tr_in("", text)
}

/// Marks a text for translation that is stored before the language is known, such as in a `static`; show it with
/// [`tr`].
pub const fn later(text: &'static str) -> &'static str {
    text
}

/// The translation of a text that has several, by context.
pub fn tr_in(context: &'static str, text: &'static str) -> &'static str {
    match catalogue::of(current_language()) {
        Some(catalogue) => catalogue.text(context, text).unwrap_or(text),
        None => text,
    }
}

/// The plural form for a number in the current language.
pub fn plural(count: u64, one: &'static str, others: &'static str) -> &'static str {
    let language = current_language();
    let known =
        catalogue::of(language).and_then(|catalogue| catalogue.plural_text(one, form(language, count)));
    known.unwrap_or(if form(Language::English, count) == 0 { one } else { others })
}

/// A template with its placeholders filled, as plain text.
pub fn fill_placeholders(template: &str, holes: &[(&str, &dyn std::fmt::Display)]) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(template.len() + 16 * holes.len());
    for piece in pieces(template) {
        match piece {
            TemplatePart::Text(piece) => text.push_str(piece),
            TemplatePart::Hole(name) => {
                if let Some((_, filling)) = holes.iter().find(|(hole, _)| *hole == name) {
                    let start = text.len();
                    let _ = write!(text, "{filling}");
                    isolate(&mut text, start);
                }
            }
        }
    }
    text
}

/// Isolates what was inserted into a sentence, if it runs from right to left, so that what follows keeps its place (Unicode Standard
/// Annex #9, 2.4.2 and 2.4.3).
pub fn isolate(text: &mut String, start: usize) {
    let directions = CodePointMapData::<BidiClass>::new();
    let is_reversed = |letter: char| {
        letter >= '\u{590}'
            && matches!(directions.get(letter), BidiClass::RightToLeft | BidiClass::ArabicLetter)
    };
    if text[start..].chars().any(is_reversed) {
        text.insert(start, '\u{2068}');
        text.push('\u{2069}');
    }
}

/// A translated text with placeholders, as plain text: `tr_format!("{name} has moved.", name = person.name)`.
///
/// A plural begins with the number, which also fills the placeholder `{n}`: `tr_format!(matches; "One match", "{n}
/// matches")`.
#[macro_export]
macro_rules! tr_format {
    ($count:expr; $one:literal, $others:literal $(, $hole:ident = $filling:expr)* $(,)?) => {{
        let n = $count;
        $crate::texts::fill_placeholders(
            $crate::texts::plural(u64::try_from(n).unwrap_or(u64::MAX), $one, $others),
            &[("n", &n as &dyn ::std::fmt::Display) $(, (stringify!($hole), &$filling as &dyn ::std::fmt::Display))*],
        )
    }};
    ($text:literal $(, $hole:ident = $filling:expr)* $(,)?) => {
        $crate::texts::fill_placeholders(
            $crate::texts::tr($text),
            &[$((stringify!($hole), &$filling as &dyn ::std::fmt::Display)),*],
        )
    };
}

#[cfg(test)]
mod tests {
    use super::{Language, current_language, in_language, scope, set_language, tr, tr_in};

    #[test]
    fn english_text_is_returned_unchanged() {
        assert_eq!(tr("Sign in"), "Sign in");
        assert_eq!(tr_format!("{name} has moved.", name = "Ada"), "Ada has moved.");
        assert_eq!(tr_format!(1; "One table", "{n} tables"), "One table");
        assert_eq!(tr_format!(12_u32; "One table", "{n} tables"), "12 tables");
    }

    #[test]
    fn text_from_right_to_left_is_isolated_in_a_sentence() {
        let reason = "\u{5e9}\u{5dc}\u{5d5}\u{5dd} (2)";
        assert_eq!(
            tr_format!("Reason: {reason}", reason = reason),
            format!("Reason: \u{2068}{reason}\u{2069}")
        );
        assert_eq!(tr_format!("Reason: {reason}", reason = "Größe ★ 中"), "Reason: Größe ★ 中");
    }

    #[test]
    fn text_is_in_the_language_of_the_scope() {
        let drawn =
            in_language(Language::German, || (tr("Sign in"), tr_format!(2; "One match", "{n} matches")));
        assert_eq!(drawn, ("Anmelden", "2 Partien".to_owned()));
        assert_eq!(tr("Sign in"), "Sign in");
    }

    #[test]
    fn an_ambiguous_text_is_translated_by_its_context() {
        let german = |context| in_language(Language::German, || tr_in(context, "Light"));
        assert_eq!((german("colours"), tr_in("colours", "Light")), ("Hell", "Light"));
    }

    #[test]
    fn untranslated_text_is_in_english() {
        let text = in_language(Language::German, || tr("Nobody has ever translated this"));
        assert_eq!(text, "Nobody has ever translated this");
    }

    #[tokio::test]
    async fn the_language_of_a_request_survives_an_await() {
        let english = scope(Language::English, async {
            set_language(Language::German);
            tokio::task::yield_now().await;
            current_language()
        });
        let other = scope(Language::English, async {
            tokio::task::yield_now().await;
            current_language()
        });
        assert_eq!(tokio::join!(english, other), (Language::German, Language::English));
        assert_eq!(current_language(), Language::English);
    }
}
