//! Excerpts of text from clients.

/// The beginning of a text: at most `most` characters, with an ellipsis if it was cut, and a replacement for each
/// control character. For errors and log lines that repeat what a client has sent.
pub fn excerpt(text: &str, most: usize) -> String {
    let visible =
        |character: char| if character.is_control() { char::REPLACEMENT_CHARACTER } else { character };
    let mut characters = text.chars();
    let mut excerpt: String = characters.by_ref().take(most).map(visible).collect();
    if characters.next().is_some() {
        excerpt.push('…');
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn an_excerpt_is_truncated_and_has_no_control_characters() {
        assert_eq!(excerpt("colour", 6), "colour");
        assert_eq!(excerpt("colours", 6), "colour…");
        assert_eq!(excerpt("größer", 3), "grö…");
        assert_eq!(excerpt("a\nb\u{1b}[2J\u{9b}", 40), "a\u{fffd}b\u{fffd}[2J\u{fffd}");
    }
}
