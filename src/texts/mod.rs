//! Texts in the language of the reader.
//!
//! The program speaks English where it stands: a text in the source is what an English reader sees and, as in gettext, the
//! key under which the catalogues in `src/texts/*/*.po` hold it for everybody else. What a catalogue does not know is said
//! in English.
//!
//! * [`tr`] for a text as it is, [`tr_in`] where one English word is two elsewhere, [`later`] for one that a `static` holds
//!   until it is said;
//! * [`say!`](crate::say) for one with something put into it, or counted, as plain text; [`tr!`](crate::tr) for the same in
//!   a page, where what is put in may be markup.
//!
//! A text is always a whole sentence or a whole label, never pieces of one: other languages put the pieces elsewhere.
//!
//! Which language is spoken is a matter of the task: a request opens a [`scope`], whoever asks is [heard](speak) there, and
//! what is drawn for somebody who is not asking, such as a letter, is drawn [`in_language`].

mod catalogue;
mod template;

use std::cell::Cell;
use std::future::Future;

use tokio::task_local;

pub use crate::language::Language;
pub use catalogue::CATALOGUES;
pub use template::{TemplatePart, pieces};

/// Which form of a counted text goes with a number: 0 for one, 1 for others, in every language there is so far.
const fn form(language: Language, count: u64) -> usize {
    match language {
        Language::English | Language::German => (count != 1) as usize,
    }
}

task_local! {
    static SPOKEN: Cell<Language>;
}

/// What is spoken here and now; English where nobody has said.
pub fn spoken() -> Language {
    SPOKEN.try_with(Cell::get).unwrap_or_default()
}

/// Speaks this language from now on, as far as the [`scope`] goes.
pub fn speak(language: Language) {
    // Outside a scope there is nobody to be spoken to.
    let _ = SPOKEN.try_with(|spoken| spoken.set(language));
}

/// Runs a future in which a language is spoken, until it says otherwise.
pub async fn scope<F: Future>(language: Language, future: F) -> F::Output {
    SPOKEN.scope(Cell::new(language), future).await
}

/// Draws something in a language.
pub fn in_language<T>(language: Language, draw: impl FnOnce() -> T) -> T {
    SPOKEN.sync_scope(Cell::new(language), draw)
}

/// A text as it is, in the language that is spoken.
pub fn tr(text: &'static str) -> &'static str {
    tr_in("", text)
}

/// A text that stands where nobody is spoken to yet, such as in a `static`: whoever shows it hands it to [`tr`].
pub const fn later(text: &'static str) -> &'static str {
    text
}

/// A text that is more than one text elsewhere, and which of them.
pub fn tr_in(context: &'static str, text: &'static str) -> &'static str {
    match catalogue::of(spoken()) {
        Some(catalogue) => catalogue.text(context, text).unwrap_or(text),
        None => text,
    }
}

/// The form of a counted text that goes with a number.
pub fn counted(count: u64, one: &'static str, others: &'static str) -> &'static str {
    let language = spoken();
    let known = catalogue::of(language).and_then(|catalogue| catalogue.counted(one, form(language, count)));
    known.unwrap_or(if form(Language::English, count) == 0 { one } else { others })
}

/// A template with something put into its holes, as plain text.
pub fn filled(template: &str, holes: &[(&str, &dyn std::fmt::Display)]) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(template.len() + 16 * holes.len());
    for piece in pieces(template) {
        match piece {
            TemplatePart::Text(piece) => text.push_str(piece),
            TemplatePart::Hole(name) => {
                if let Some((_, filling)) = holes.iter().find(|(hole, _)| *hole == name) {
                    let _ = write!(text, "{filling}");
                }
            }
        }
    }
    text
}

/// A text with something put into it, as plain text: `say!("{name} has moved.", name = person.name)`.
///
/// A counted one names the number first, which also fills the hole `{n}`:
/// `say!(tables; "One table", "{n} tables")`.
#[macro_export]
macro_rules! say {
    ($count:expr; $one:literal, $others:literal $(, $hole:ident = $filling:expr)* $(,)?) => {{
        let n = $count;
        $crate::texts::filled(
            $crate::texts::counted(u64::try_from(n).unwrap_or(u64::MAX), $one, $others),
            &[("n", &n as &dyn ::std::fmt::Display) $(, (stringify!($hole), &$filling as &dyn ::std::fmt::Display))*],
        )
    }};
    ($text:literal $(, $hole:ident = $filling:expr)* $(,)?) => {
        $crate::texts::filled(
            $crate::texts::tr($text),
            &[$((stringify!($hole), &$filling as &dyn ::std::fmt::Display)),*],
        )
    };
}

#[cfg(test)]
mod tests {
    use super::{Language, in_language, scope, speak, spoken, tr, tr_in};

    #[test]
    fn english_is_said_as_it_stands() {
        assert_eq!(tr("Sign in"), "Sign in");
        assert_eq!(say!("{name} has moved.", name = "Ada"), "Ada has moved.");
        assert_eq!(say!(1; "One table", "{n} tables"), "One table");
        assert_eq!(say!(12_u32; "One table", "{n} tables"), "12 tables");
    }

    #[test]
    fn whoever_is_drawn_for_hears_their_own_language() {
        let drawn = in_language(Language::German, || (tr("Sign in"), say!(2; "One match", "{n} matches")));
        assert_eq!(drawn, ("Anmelden", "2 Partien".to_owned()));
        assert_eq!(tr("Sign in"), "Sign in");
    }

    #[test]
    fn what_is_two_words_elsewhere_says_which() {
        let german = |context| in_language(Language::German, || tr_in(context, "Light"));
        assert_eq!((german("colours"), tr_in("colours", "Light")), ("Hell", "Light"));
    }

    #[test]
    fn what_no_catalogue_knows_is_said_in_english() {
        let muted_players = in_language(Language::German, || tr("Nobody has ever translated this"));
        assert_eq!(muted_players, "Nobody has ever translated this");
    }

    #[tokio::test]
    async fn a_request_speaks_the_language_of_whoever_asks_also_after_it_has_waited() {
        let asked = scope(Language::English, async {
            speak(Language::German);
            tokio::task::yield_now().await;
            spoken()
        });
        let other = scope(Language::English, async {
            tokio::task::yield_now().await;
            spoken()
        });
        assert_eq!(tokio::join!(asked, other), (Language::German, Language::English));
        assert_eq!(spoken(), Language::English);
    }
}
