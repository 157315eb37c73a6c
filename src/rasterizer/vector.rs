//! Pictures as SVG images that need no other files.

use std::collections::HashMap;
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::document::document;
use crate::artwork::{Layer, Picture};

/// The side of each drawing in the document before it is scaled.
const SIDE: f64 = 100.0;

/// A picture as an SVG document. `None` if one of its drawings does not exist.
///
/// Drawings are images in it, as the names in one must not be those of another one. Each is there once.
pub fn svg(picture: &Picture) -> Option<Vec<u8>> {
    let Picture { width, height, layers } = picture;
    let (mut images, mut numbers, mut used) = (String::new(), HashMap::new(), String::new());
    for Layer { drawing, x, y, width, height, angle } in layers {
        let next = numbers.len();
        let number = *numbers.entry(drawing).or_insert(next);
        if number == next {
            let content = STANDARD.encode(&*document(drawing)?);
            let _ = write!(
                images,
                r#"<image id="i{number}" width="{SIDE}" height="{SIDE}" preserveAspectRatio="none" href="data:image/svg+xml;base64,{content}"/>"#
            );
        }
        let (wide, high, middle) = (width / SIDE, height / SIDE, -SIDE / 2.0);
        let _ = write!(
            used,
            r##"<use href="#i{number}" transform="translate({x:.3} {y:.3}) rotate({angle}) scale({wide:.5} {high:.5}) translate({middle} {middle})"/>"##
        );
    }
    let start = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
    );
    Some(format!("{start}<defs>{images}</defs>{used}</svg>\n").into_bytes())
}
