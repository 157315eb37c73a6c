//! Text as outlines, for pictures: what draws them needs no fonts.

use std::fmt::Write;
use std::sync::LazyLock;

use deunicode::deunicode_char;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::strokes::number;
use super::{Drawing, Layer};

/// Fraunces in one weight, with the letters of Western European languages. Its licence is `static/fonts/fraunces.LICENSE`.
static FACE: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("fraunces.ttf"), 0).ok());

/// The units of paths per font size: enough for letters of 250 pixels, in few digits.
const EM: f32 = 250.0;

/// A line of text as a path with the baseline at 0.
#[derive(Debug, Default)]
pub struct Lettering {
    path: String,
    width: f32,
    /// The last command of the path, and where the next one starts.
    command: Option<char>,
    point: [i32; 2],
    /// The start of the current outline.
    start: [i32; 2],
}

impl Lettering {
    /// The outlines of a text. Letters that the font does not have are written in Latin ones.
    pub fn of(text: &str) -> Self {
        let mut lettering = Self::default();
        for (face, letter) in FACE.iter().flat_map(|face| text.chars().map(move |letter| (face, letter))) {
            if let Some(glyph) = face.glyph_index(letter) {
                lettering.add(face, glyph);
            } else {
                let latin = deunicode_char(letter).unwrap_or_default().chars();
                latin
                    .filter_map(|letter| face.glyph_index(letter))
                    .for_each(|glyph| lettering.add(face, glyph));
            }
        }
        lettering
    }

    fn add(&mut self, face: &Face<'_>, glyph: GlyphId) {
        face.outline_glyph(glyph, self);
        self.width += units(face.glyph_hor_advance(glyph).unwrap_or_default().into());
    }

    /// How wide the text is in a font size.
    pub fn width(&self, size: f64) -> f64 {
        f64::from(self.width) * scale(size)
    }

    /// The text in a font size and a colour of CSS, from a point on its baseline on.
    pub fn layer(&self, size: f64, colour: &str, (x, baseline): (f64, f64)) -> Layer {
        let [ascent, descent] = [measured(|face| face.ascender()), measured(|face| face.descender())];
        let (wide, high, path) = (self.width.max(1.0), ascent - descent, &self.path);
        let [width, height] = [f64::from(wide), high].map(|length| length * scale(size));
        let drawing = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {} {wide} {high}"><path d="{path}" fill="{colour}"/></svg>"#,
            -ascent
        );
        Layer {
            drawing: Drawing::Document(drawing),
            x: x + width / 2.0,
            y: baseline - ascent * scale(size) + height / 2.0,
            width,
            height,
            angle: 0,
        }
    }

    /// The text around a point.
    pub fn layer_around(&self, size: f64, colour: &str, middle: (f64, f64)) -> Layer {
        self.layer(size, colour, self.start(size, middle))
    }

    /// An element of SVG with the text around a point.
    pub fn element_around(&self, size: f64, middle: (f64, f64)) -> String {
        let (x, y) = self.start(size, middle);
        let (x, y, scale) = (number(x), number(y), scale(size));
        format!(r#"<path transform="translate({x} {y}) scale({scale:.5})" d="{}"/>"#, self.path)
    }

    /// The start of the baseline of the text around a point.
    fn start(&self, size: f64, (x, y): (f64, f64)) -> (f64, f64) {
        let capital = measured(|face| face.capital_height().unwrap_or_default());
        (x - self.width(size) / 2.0, y + capital * scale(size) / 2.0)
    }

    /// A command with points of the glyph that is being added, written as short as possible.
    fn command(&mut self, name: char, points: &[(f32, f32)]) {
        if self.command.replace(name) != Some(name) {
            self.path.push(name);
        }
        #[expect(clippy::cast_possible_truncation, reason = "saturates")]
        let rounded =
            |(x, y): &(f32, f32)| [(self.width + units(*x)).round() as i32, units(-*y).round() as i32];
        let points: Vec<_> = points.iter().map(rounded).collect();
        for point in &points {
            for (to, from) in point.iter().zip(self.point) {
                let by = to - from;
                if by >= 0 && self.path.ends_with(|last: char| last.is_ascii_digit()) {
                    self.path.push(' ');
                }
                let _ = write!(self.path, "{by}");
            }
        }
        self.point = points.last().copied().unwrap_or(self.point);
    }
}

/// A length of the font in units of [`EM`].
fn units(length: f32) -> f32 {
    length * EM / FACE.as_ref().map_or(EM, |face| face.units_per_em().into())
}

/// A measure of the font in units of [`EM`].
fn measured(measure: impl Fn(&Face<'static>) -> i16) -> f64 {
    FACE.as_ref().map_or(0.0, |face| units(measure(face).into()).into())
}

/// Pixels per unit in a font size.
fn scale(size: f64) -> f64 {
    size / f64::from(EM)
}

impl OutlineBuilder for Lettering {
    fn move_to(&mut self, x: f32, y: f32) {
        self.command('m', &[(x, y)]);
        self.start = self.point;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('l', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.command('q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.command('c', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('z');
        (self.command, self.point) = (None, self.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_a_name_has_an_outline() {
        for letter in ('!'..='~').chain("äöüÄÖÜß½’“”–…".chars()) {
            let lettering = Lettering::of(&letter.to_string());
            assert!(lettering.path.starts_with('m') && lettering.width(20.0) > 3.0, "{letter}");
        }
    }

    #[test]
    fn letters_stand_one_after_the_other_and_those_of_other_scripts_are_written_in_latin_ones() {
        let [one, both, olga, latin, unknown] =
            ["A", "AV", "Ольга", "Ol'ga", "A\u{e000}V"].map(|text| Lettering::of(text).width(20.0));
        assert!(both > 1.8 * one && both < 2.2 * one);
        assert!((both - unknown).abs() < 1e-6 && (olga - latin).abs() < 1e-6);
    }

    #[test]
    fn text_stands_on_its_baseline() {
        let layer = Lettering::of("Ada").layer(20.0, "#000", (30.0, 50.0));
        assert!((layer.x - layer.width / 2.0 - 30.0).abs() < 1e-6);
        assert!(layer.y - layer.height / 2.0 < 35.0 && layer.y + layer.height / 2.0 > 50.0);
    }
}
