//! Templates: texts with placeholders.

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplatePart<'a> {
    /// Literal text.
    Text(&'a str),
    /// A placeholder, by the name between the braces.
    Hole(&'a str),
}

/// The parts of a template in order: `"{name} has moved."` is a placeholder and a text.
pub fn pieces(template: &str) -> impl Iterator<Item = TemplatePart<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let inside = rest.strip_prefix('{').and_then(|inside| inside.split_once('}'));
        if let Some((name, after)) = inside {
            rest = after;
            return Some(TemplatePart::Hole(name));
        }
        // A brace at the beginning was not closed, so it belongs to the text.
        let end = memchr::memchr(b'{', &rest.as_bytes()[1..]).map_or(rest.len(), |at| at + 1);
        let (text, after) = rest.split_at(end);
        rest = after;
        Some(TemplatePart::Text(text))
    })
}

#[cfg(test)]
mod tests {
    use super::{TemplatePart, pieces};

    #[test]
    fn a_template_falls_into_texts_and_holes() {
        let read = |template| pieces(template).collect::<Vec<_>>();
        assert_eq!(
            read("{name} has {n}."),
            [
                TemplatePart::Hole("name"),
                TemplatePart::Text(" has "),
                TemplatePart::Hole("n"),
                TemplatePart::Text(".")
            ]
        );
        assert_eq!(read("as it is"), [TemplatePart::Text("as it is")]);
        assert_eq!(read(""), []);
    }

    #[test]
    fn a_brace_that_opens_nothing_is_a_brace() {
        let read = |template| pieces(template).collect::<Vec<_>>();
        assert_eq!(read("a { b"), [TemplatePart::Text("a "), TemplatePart::Text("{ b")]);
        assert_eq!(read("ä}{x}"), [TemplatePart::Text("ä}"), TemplatePart::Hole("x")]);
    }
}
