//! Names of people and bots, with the sign of their seat.

use std::fmt::Write;

use maud::{Escaper, Markup, PreEscaped, Render, html};

use crate::texts::tr;
use crate::urls;
use crate::urls::asset;
use crate::users::{FORMER, device_player_number};
use crate::views::parts::words::called;

/// The sign of a seat: its marble or its mark. They can be told apart without colours.
#[derive(Clone, Copy, Debug)]
pub struct SeatChip {
    /// The asset: see [`boards::chip`](crate::views::boards::chip).
    pub sign: &'static str,
}

impl Render for SeatChip {
    fn render(&self) -> Markup {
        html! { img.chip src=(asset(self.sign)) alt="" width="18" height="18"; }
    }
}

/// A user's name, or an empty seat if it is empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct UserName<'a> {
    pub name: &'a str,
    /// The sign of their seat, if it is shown.
    pub sign: Option<&'static str>,
    /// Whether it is the viewer.
    pub you: bool,
    /// Whether to link to their profile.
    pub link: bool,
}

impl Render for UserName<'_> {
    fn render(&self) -> Markup {
        let name = called(self.name);
        html! {
            span.who-name translate="no" {
                @if let Some(sign) = self.sign { (SeatChip { sign }) }
                span {
                    @match self.name {
                        "" => span.soft { (tr("free seat")) },
                        _ if self.link && self.name != FORMER && device_player_number(self.name).is_none() => a href=(urls::Player { name: self.name }) { (name) },
                        _ => (name),
                    }
                    @if self.you { span.soft { " " (tr("(you)")) } }
                }
            }
        }
    }
}

/// A sentence with names of people in it, which a browser that translates the page leaves as they are.
pub fn with_names<'a>(sentence: &str, names: impl IntoIterator<Item = &'a str>) -> Markup {
    let names: Vec<_> = names.into_iter().filter(|name| !name.is_empty()).collect();
    let mut markup = String::with_capacity(sentence.len() + 32);
    let mut rest = sentence;
    while let Some((at, name)) = first_name(rest, &names) {
        // Writing to a string does not fail.
        let _ = Escaper::new(&mut markup).write_str(&rest[..at]);
        html! { span translate="no" { (name) } }.render_to(&mut markup);
        rest = &rest[at + name.len()..];
    }
    let _ = Escaper::new(&mut markup).write_str(rest);
    PreEscaped(markup)
}

/// The first of the names in a text that is not part of a longer word, and where it begins.
fn first_name<'a>(text: &str, names: &[&'a str]) -> Option<(usize, &'a str)> {
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let found = names.iter().flat_map(|name| {
        text.match_indices(name).map(move |(at, _)| (at, *name)).find(|(at, name)| {
            !is_word(text[..*at].chars().next_back()) && !is_word(text[at + name.len()..].chars().next())
        })
    });
    found.min_by_key(|(at, name)| (*at, std::cmp::Reverse(name.len())))
}

#[cfg(test)]
mod tests {
    use super::with_names;

    #[test]
    fn names_in_a_plain_sentence_are_not_translated_by_browsers() {
        let marked = |sentence, names: &[&str]| with_names(sentence, names.iter().copied()).0;
        assert_eq!(
            marked("Ben is thinking", &["Ada", "Ben"]),
            "<span translate=\"no\">Ben</span> is thinking"
        );
        assert_eq!(marked("<Benno> won", &["Ben"]), "&lt;Benno&gt; won");
        assert_eq!(
            marked("Benno beats Ben", &["Ben", "Benno"]),
            "<span translate=\"no\">Benno</span> beats <span translate=\"no\">Ben</span>"
        );
        assert_eq!(
            marked("Ben-Ada’s turn", &["Ben", "Ben-Ada"]),
            "<span translate=\"no\">Ben-Ada</span>’s turn"
        );
    }
}
