//! The numbered planes and the faces of the die in one file, as a match page shows up to 23 of them. Each is a view of it, and its
//! name the fragment of the URL.

use std::fmt::Write;

use super::{die, plane};

pub const SPRITE: &str = "boards/aeroplane-pieces.svg";

/// The side of a drawing.
const SIDE: usize = 20;

/// The file.
pub fn draw() -> String {
    let drawings: Vec<_> = plane::numbered().chain(die::generated_files()).collect();
    let mut text = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{SIDE}">"#,
        drawings.len() * SIDE
    );
    for (index, (name, drawing)) in drawings.into_iter().enumerate() {
        let (x, id) = (index * SIDE, fragment(name));
        let _ = write!(
            text,
            r#"<view id="{id}" viewBox="{x} 0 {SIDE} {SIDE}"/><svg x="{x}" width="{SIDE}" height="{SIDE}" viewBox="-10 -10 20 20">{}</svg>"#,
            with_own_ids(content(&drawing), &id)
        );
    }
    text.push_str("</svg>\n");
    text
}

/// The name of a drawing in the file.
pub fn fragment(name: &str) -> String {
    name.trim_end_matches(".svg").replace('/', "-")
}

/// A drawing without its outer element.
fn content(drawing: &str) -> &str {
    let start = drawing.find('>').map_or(0, |end| end + 1);
    drawing[start..].trim_end().trim_end_matches("</svg>")
}

/// The ids of a drawing and the references to them with its name, as those of all are in one file.
fn with_own_ids(drawing: &str, name: &str) -> String {
    [r#"id=""#, "url(#", r##"href="#"##]
        .iter()
        .fold(drawing.to_owned(), |text, before| text.replace(before, &format!("{before}{name}-")))
}
