//! Text that people write, without characters that show nothing or disarrange the text around them.

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};

/// How many combining marks a letter may have.
const MOST_MARKS: usize = 4;
/// How many tags a flag has: the longest region has five letters, and one ends it.
const MOST_TAGS: usize = 6;
/// The flag with which the tags of a region make another flag.
const BLACK_FLAG: char = '\u{1f3f4}';

/// The text without invisible characters, such as zero-width spaces and controls of direction, without marks that
/// belong to no letter or are more than four on one, and without spaces around it. Joiners between letters and emoji
/// sequences remain.
///
/// ```
/// use parlour::users::visible_text;
/// assert_eq!(visible_text(" a\u{200b}\u{202e}b "), "ab");
/// assert_eq!(visible_text("\u{3164}\u{2060}"), "");
/// ```
pub fn visible_text(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    let mut marks = 0;
    let mut following = text.chars().peekable();
    while let Some(character) = following.next() {
        let before = visible.chars().next_back().filter(|before| !before.is_whitespace());
        let is_shown = match character {
            '\u{200c}' | '\u{200d}' => {
                let joins = |next: &char| !next.is_whitespace() && !is_invisible(*next) && !is_mark(*next);
                before.is_some_and(|before| !matches!(before, '\u{200c}' | '\u{200d}'))
                    && following.peek().is_some_and(joins)
            }
            '\u{e0020}'..='\u{e007f}' => {
                let tags = visible.chars().rev().take_while(|before| is_tag(*before)).take(MOST_TAGS).count();
                tags < MOST_TAGS && (tags > 0 || before == Some(BLACK_FLAG))
            }
            mark if is_mark(mark) => {
                marks += 1;
                before.is_some() && marks <= MOST_MARKS
            }
            other => !is_invisible(other),
        };
        if is_shown {
            visible.push(character);
        }
        if is_shown && !is_mark(character) {
            marks = 0;
        }
    }
    // The blank pattern of Braille is no space by its category.
    visible.trim_matches(|character: char| character.is_whitespace() || character == '\u{2800}').to_owned()
}

const fn is_tag(character: char) -> bool {
    matches!(character, '\u{e0020}'..='\u{e007f}')
}

/// Whether it is drawn on the letter before it.
pub fn is_mark(character: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    matches!(category, GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
}

/// Whether fonts draw nothing for it.
pub fn is_invisible(character: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
        || matches!(character, '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use super::{MOST_TAGS, visible_text};

    #[test]
    fn text_that_shows_nothing_is_empty() {
        for text in [
            "",
            " \n\t",
            "\u{3164}",
            "\u{115f}\u{1160}\u{ffa0}",
            "\u{ad}",
            "\u{200b}\u{2060}",
            "\u{feff}",
            "\u{e0001}\u{e0041}\u{e007f}",
            "\u{200d}\u{200c}\u{200d}",
            "\u{202e} \u{2066}\u{200f}",
            "\u{fe0f}",
            "\u{301}\u{302}",
            "\u{2800} \u{2800}",
            "\u{180e}\u{61c}",
        ] {
            assert_eq!(visible_text(text), "", "{text:?}");
        }
    }

    #[test]
    fn letters_words_and_emoji_stay_as_they_are() {
        for text in [
            "Good luck, ada!",
            "e\u{301}\u{302}",
            "\u{646}\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
            "\u{915}\u{94d}\u{200d}\u{937}",
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
            "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
            "1\u{fe0f}\u{20e3}",
            "\u{1f44d}\u{1f3fd}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "two\nlines",
        ] {
            assert_eq!(visible_text(text), text, "{text:?}");
        }
    }

    #[test]
    fn invisible_characters_and_surplus_marks_are_removed() {
        assert_eq!(visible_text(" so\u{ad}ft \u{202e}left\u{202c} "), "soft left");
        assert_eq!(
            visible_text(&format!("Z{}x", "\u{335}".repeat(250))),
            format!("Z{}x", "\u{335}".repeat(4))
        );
        assert_eq!(visible_text("a\u{200d} \u{200d}b\u{200d}"), "a b");
        let hidden_between = format!("Z{}", format!("{}\u{200b}", "\u{335}".repeat(4)).repeat(50));
        assert_eq!(visible_text(&hidden_between), format!("Z{}", "\u{335}".repeat(4)));
        let tags = "\u{e0061}".repeat(50);
        assert_eq!(visible_text(&format!("\u{1f3f4}{tags}")).chars().count(), 1 + MOST_TAGS);
    }
}
