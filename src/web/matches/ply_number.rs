//! The number of a ply in the URL of a position.

use serde::de::{Deserialize, Deserializer, Error};

/// Reads a number of plies: none in an empty field, and the end for a number that is larger than all.
pub fn ply_number<'de, D: Deserializer<'de>>(field: D) -> Result<Option<usize>, D::Error> {
    let text = String::deserialize(field)?;
    read(&text).ok_or_else(|| D::Error::custom("a number of moves consists of digits"))
}

/// The number in a field: see [`ply_number`]. `None` for other text.
pub fn read(text: &str) -> Option<Option<usize>> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| (!text.is_empty()).then(|| text.parse().unwrap_or(usize::MAX)))
}
