//! The SVG documents of drawings.

use std::borrow::Cow;

use crate::artwork::{Drawing, without_coordinates};
use crate::assets;

/// The document of a drawing. `None` if there is no asset of this name, or it is no SVG document.
pub(super) fn document(drawing: &Drawing) -> Option<Cow<'_, str>> {
    let asset = |name: &str| {
        let asset = assets::get(name).filter(|_| name.ends_with(".svg"))?;
        std::str::from_utf8(&asset.plain).ok()
    };
    Some(match drawing {
        Drawing::Asset(name) => asset(name)?.into(),
        Drawing::WithoutCoordinates(name) => without_coordinates(asset(name)?).into(),
        Drawing::Document(text) => text.into(),
    })
}
