//! Pictures of boards for files of their own, as layers.

use super::UNIT;

/// A picture in pixels, with its layers from back to front.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub layers: Vec<Layer>,
}

/// A picture that changes, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    pub width: u16,
    pub height: u16,
    /// The layers below those of all frames.
    pub background: Vec<Layer>,
    pub frames: Vec<AnimationFrame>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AnimationFrame {
    pub layers: Vec<Layer>,
    /// For how many hundredths of a second it is shown.
    pub hundredths: u16,
}

impl Animation {
    /// Makes one frame of equal ones after each other, which is shown as long as the longest of them.
    pub fn join_repeats(&mut self) {
        self.frames.dedup_by(|frame, before| {
            let is_same = frame.layers == before.layers;
            if is_same {
                before.hundredths = before.hundredths.max(frame.hundredths);
            }
            is_same
        });
    }
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
    /// The name of an asset with a board, whose coordinates are left out.
    WithoutCoordinates(&'static str),
    Document(String),
}

/// The start of an element of SVG with the coordinates of a board, and its end. It has no such elements in it.
pub(super) const COORDINATES: [&str; 2] = [r#"<g class="coordinates""#, "</g>"];

/// The drawing of a board without its coordinates.
pub fn without_coordinates(board: &str) -> String {
    let parts = board.split_once(COORDINATES[0]);
    let parts = parts.and_then(|(before, from)| Some((before, from.split_once(COORDINATES[1])?.1)));
    parts.map_or_else(|| board.to_owned(), |(before, after)| [before, after].concat())
}

impl Layer {
    /// An asset of this size around a point.
    pub fn centred(name: &'static str, (x, y): (f64, f64), side: f64) -> Self {
        Self { drawing: Drawing::Asset(name), x, y, width: side, height: side, angle: 0 }
    }

    /// An asset of this size, around a spot of a board.
    pub fn on_board(name: &'static str, (x, y): (f64, f64), side: f64) -> Self {
        Self::centred(name, (x * UNIT, y * UNIT), side)
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
