//! Text of some length, and room for it.

use maud::Render;

/// A text, escaped as maud escapes any, but copied in one go where there is nothing to escape: for what is drawn at every
/// ply.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(pub &'a str);

impl Render for Text<'_> {
    fn render_to(&self, buffer: &mut String) {
        // As nearly always. It is looked at to the end, so that many bytes are looked at together.
        if self.0.bytes().fold(true, |plain, byte| plain & !matches!(byte, b'&' | b'<' | b'>' | b'"')) {
            return buffer.push_str(self.0);
        }
        let mut written = 0;
        for (at, byte) in self.0.bytes().enumerate() {
            let escaped = match byte {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                _ => continue,
            };
            buffer.push_str(&self.0[written..at]);
            buffer.push_str(escaped);
            written = at + 1;
        }
        buffer.push_str(&self.0[written..]);
    }
}

/// Room for so many bytes that follow. A text that grows by itself is moved again and again.
#[derive(Clone, Copy, Debug)]
pub struct Room(pub usize);

impl Render for Room {
    fn render_to(&self, buffer: &mut String) {
        buffer.reserve(self.0);
    }
}

#[cfg(test)]
mod tests {
    use maud::{Render, html};
    use proptest::prelude::*;

    use super::Text;

    proptest! {
        #[test]
        fn it_is_escaped_as_any_text_is(text in r#"[a<>&"'äß\n]{0,40}"#) {
            prop_assert_eq!(Text(&text).render().into_string(), html! { (text) }.into_string());
        }
    }
}
