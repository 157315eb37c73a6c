//! Pictures of boards for files of their own, as layers.

use super::UNIT;

/// A picture in pixels, with its layers from back to front.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub layers: Vec<Layer>,
}

/// A drawing at a place. Lengths are in pixels of the picture, or in drawing units of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    pub drawing: Drawing,
    /// The middle.
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    /// The rotation around the middle, in degrees clockwise.
    pub angle: i16,
}

/// An SVG document without images.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Drawing {
    /// The name of an asset.
    Asset(&'static str),
    Document(String),
}

impl Layer {
    /// An asset of this size, around a spot of a board.
    pub fn on_board(name: &'static str, (x, y): (f64, f64), side: f64) -> Self {
        Self { drawing: Drawing::Asset(name), x: x * UNIT, y: y * UNIT, width: side, height: side, angle: 0 }
    }

    /// The layer after a change of scale and origin.
    pub fn scaled(self, by: f64, (left, top): (f64, f64)) -> Self {
        Self {
            x: self.x * by + left,
            y: self.y * by + top,
            width: self.width * by,
            height: self.height * by,
            ..self
        }
    }
}
