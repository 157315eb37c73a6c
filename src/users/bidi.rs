//! Characters that change the direction of writing.

/// Whether a character only changes the direction of writing, perhaps that of words around it which others have written.
pub const fn is_bidi_control(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
