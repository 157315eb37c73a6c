//! Animated pictures: each frame is only the area that changes, in the colours of a few frames.

use std::sync::Arc;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use super::area::Area;
use super::sprites::{Sprite, SpriteCache};
use crate::artwork::{Animation, Layer};

/// How many colours there are.
const COLOURS: usize = 255;
/// The index of pixels that stay as they were.
const SAME: u8 = 255;
/// How many frames the colours are chosen by, and each how-manieth pixel of them.
const SAMPLES: usize = 4;
const STEP: usize = 7;
/// The share of those that [`NeuQuant`] learns from, from 1 for all to 30.
const LEARNED: i32 = 10;

/// A sprite, and the left and upper pixel of its layer.
type PlacedSprite = (Arc<Sprite>, [i32; 2]);

/// Draws an animation as a GIF image. `None` if it has no frames, or its size or one of its drawings is not valid.
pub fn gif(animation: &Animation, sprites: &mut SpriteCache) -> Option<Vec<u8>> {
    let Animation { width, height, background, frames } = animation;
    let mut pixels = Pixmap::new((*width).into(), (*height).into())?;
    let whole = Area::of(&pixels);
    draw(&placed(background, sprites)?, &mut pixels, whole);
    let background = pixels.clone();
    let mut samples = Vec::new();
    for number in 0..SAMPLES {
        let sample = frames.get(number * (frames.len().saturating_sub(1)) / (SAMPLES - 1))?;
        pixels.data_mut().copy_from_slice(background.data());
        draw(&placed(&sample.layers, sprites)?, &mut pixels, whole);
        samples.extend(pixels.data().chunks_exact(4).step_by(STEP).flatten());
    }
    let mut palette = Palette::of(&samples);
    let mut image = Vec::new();
    let mut encoder = Encoder::new(&mut image, *width, *height, &palette.colours()).ok()?;
    encoder.set_repeat(Repeat::Infinite).ok()?;
    let mut shown = vec![SAME; pixels.data().len() / 4];
    let mut before = None;
    for frame in frames {
        let layers = placed(&frame.layers, sprites)?;
        let area = before.map_or(whole, |before: Vec<_>| changed(&before, &layers).within(whole));
        for row in area.rows(background.width(), [0, 0]) {
            pixels.data_mut()[row.clone()].copy_from_slice(&background.data()[row]);
        }
        draw(&layers, &mut pixels, area);
        let frame = Frame {
            delay: frame.hundredths,
            dispose: DisposalMethod::Keep,
            transparent: Some(SAME),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width(),
            height: area.height(),
            buffer: palette.changes(&pixels, area, &mut shown).into(),
            ..Frame::default()
        };
        encoder.write_frame(&frame).ok()?;
        before = Some(layers);
    }
    drop(encoder);
    Some(image)
}

/// The sprites of layers. `None` if one of them is not valid.
fn placed(layers: &[Layer], sprites: &mut SpriteCache) -> Option<Vec<PlacedSprite>> {
    layers.iter().map(|layer| sprites.get(layer)).collect()
}

fn draw(layers: &[PlacedSprite], pixels: &mut Pixmap, area: Area) {
    for (sprite, corner) in layers {
        sprite.draw_onto(pixels, *corner, area);
    }
}

/// The area in which two frames differ: a pixel if they do not, as a frame cannot be empty.
fn changed(before: &[PlacedSprite], after: &[PlacedSprite]) -> Area {
    let is = |one: &PlacedSprite, other: &PlacedSprite| Arc::ptr_eq(&one.0, &other.0) && one.1 == other.1;
    let only = |these: &[PlacedSprite], those: &[PlacedSprite]| {
        let only = these.iter().filter(|one| !those.iter().any(|other| is(one, other)));
        only.map(|(sprite, corner)| sprite.area(*corner)).reduce(Area::with)
    };
    let areas = [only(before, after), only(after, before)].into_iter().flatten();
    areas.reduce(Area::with).unwrap_or(Area { left: 0, top: 0, right: 1, bottom: 1 })
}

/// The colours of an animation.
struct Palette {
    colours: NeuQuant,
    /// The index of the colour nearest to each one of five bits a channel; [`SAME`] if it has not been looked for.
    nearest: Vec<u8>,
}

impl Palette {
    fn of(pixels: &[u8]) -> Self {
        Self { colours: NeuQuant::new(LEARNED, COLOURS, pixels), nearest: vec![SAME; 1 << 15] }
    }

    fn colours(&self) -> Vec<u8> {
        self.colours.color_map_rgb()
    }

    fn index(&mut self, pixel: &[u8]) -> u8 {
        let key = pixel[..3].iter().fold(0, |key, channel| key << 5 | usize::from(channel >> 3));
        if self.nearest[key] == SAME {
            self.nearest[key] = self.colours.index_of(pixel) as u8;
        }
        self.nearest[key]
    }

    /// The indices of the pixels of an area, [`SAME`] for those that are shown already.
    fn changes(&mut self, pixels: &Pixmap, area: Area, shown: &mut [u8]) -> Vec<u8> {
        let mut changes = Vec::new();
        for row in area.rows(pixels.width(), [0, 0]) {
            let own = pixels.data()[row.clone()].chunks_exact(4);
            for (pixel, shown) in own.zip(&mut shown[row.start / 4..row.end / 4]) {
                let colour = self.index(pixel);
                changes.push(if *shown == colour { SAME } else { colour });
                *shown = colour;
            }
        }
        changes
    }
}
