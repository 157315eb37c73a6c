//! Rectangles of pixels.

use std::ops::Range;

use resvg::tiny_skia::{NonZeroRect, Pixmap};

/// A rectangle of a picture, from its left and upper pixel to before its right and lower one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Area {
    /// All of a picture.
    pub(super) fn of(pixels: &Pixmap) -> Self {
        Self { left: 0, top: 0, right: pixels.width() as i32, bottom: pixels.height() as i32 }
    }

    /// The pixels that a rectangle lies in.
    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    pub(super) fn around(rectangle: NonZeroRect) -> Self {
        Self {
            left: rectangle.left().floor() as i32,
            top: rectangle.top().floor() as i32,
            right: rectangle.right().ceil() as i32,
            bottom: rectangle.bottom().ceil() as i32,
        }
    }

    pub(super) fn moved(self, right: i32, down: i32) -> Self {
        let Self { left, top, right: end, bottom } = self;
        Self { left: left + right, top: top + down, right: end + right, bottom: bottom + down }
    }

    /// What lies in both.
    pub(super) fn within(self, other: Self) -> Self {
        let (left, top) = (self.left.max(other.left), self.top.max(other.top));
        Self {
            left,
            top,
            right: self.right.min(other.right).max(left),
            bottom: self.bottom.min(other.bottom).max(top),
        }
    }

    /// The smallest area with both.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(super) fn width(self) -> u16 {
        (self.right - self.left) as u16
    }

    pub(super) fn height(self) -> u16 {
        (self.bottom - self.top) as u16
    }

    /// The bytes of each of its rows in an image of this width, whose first pixel is there.
    pub(super) fn rows(self, width: u32, [left, top]: [i32; 2]) -> impl Iterator<Item = Range<usize>> {
        let start = move |row: i32| 4 * ((row - top) * width as i32 + self.left - left) as usize;
        (self.top..self.bottom).filter(move |_| self.left < self.right).map(move |row| {
            let start = start(row);
            start..start + 4 * usize::from(self.width())
        })
    }
}
