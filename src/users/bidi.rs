//! Bidirectional control characters.

/// Whether a character only changes the direction of writing. In user input it could disarrange the text around it.
pub const fn is_bidi_control(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
