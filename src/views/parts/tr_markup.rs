//! Translated texts with markup in them.

use maud::{Escaper, Markup, PreEscaped, Render, html};
use std::fmt::Write;

use crate::texts::{TemplatePart, isolate, pieces};

/// The holes for names of people, which a browser that translates the page leaves as they are.
const NAMES: [&str; 3] = ["name", "names", "host"];

/// A template whose holes are filled with markup.
pub fn filled(template: &str, holes: &[(&str, &dyn Render)]) -> Markup {
    let mut markup = String::with_capacity(template.len() + 64 * holes.len());
    for piece in pieces(template) {
        match piece {
            TemplatePart::Text(text) => {
                // Writing to a string does not fail.
                let _ = Escaper::new(&mut markup).write_str(text);
            }
            TemplatePart::Hole(name) => {
                if let Some((_, filling)) = holes.iter().find(|(hole, _)| *hole == name) {
                    let start = markup.len();
                    match NAMES.contains(&name) {
                        true => html! { span translate="no" { (filling) } }.render_to(&mut markup),
                        false => filling.render_to(&mut markup),
                    }
                    isolate(&mut markup, start);
                }
            }
        }
    }
    PreEscaped(markup)
}

/// A translated text whose holes may contain markup: `tr!("{who} has moved.", who = (UserName { … }))`.
///
/// A plural begins with the number, which also fills the hole `{n}`: `tr!(matches; "One match", "{n} matches")`.
#[macro_export]
macro_rules! tr {
    ($count:expr; $one:literal, $others:literal $(, $hole:ident = $filling:expr)* $(,)?) => {{
        let n = $count;
        $crate::views::parts::tr_markup::filled(
            $crate::texts::plural(u64::try_from(n).unwrap_or(u64::MAX), $one, $others),
            &[("n", &n as &dyn ::maud::Render) $(, (stringify!($hole), &$filling as &dyn ::maud::Render))*],
        )
    }};
    ($text:literal $(, $hole:ident = $filling:expr)* $(,)?) => {
        $crate::views::parts::tr_markup::filled(
            $crate::texts::tr($text),
            &[$((stringify!($hole), &$filling as &dyn ::maud::Render)),*],
        )
    };
}

#[cfg(test)]
mod tests {
    use maud::html;

    use crate::texts::{Language, in_language};

    #[test]
    fn inserted_markup_is_unchanged_and_inserted_text_is_escaped() {
        let name = html! { b { "Ada" } };
        assert_eq!(tr!("{one} & {other}", one = name, other = "<Ben>").0, "<b>Ada</b> &amp; &lt;Ben&gt;");
    }

    #[test]
    fn names_in_a_sentence_are_not_translated_by_browsers() {
        let sentence = tr!("{name} declined.", name = "<Ada>");
        assert_eq!(sentence.0, "<span translate=\"no\">&lt;Ada&gt;</span> declined.");
    }

    #[test]
    fn plural_forms_follow_the_language_of_the_reader() {
        let text = || tr!(3; "One match", "{n} matches").0;
        assert_eq!((text(), in_language(Language::German, text)), ("3 matches".into(), "3 Partien".into()));
    }
}
