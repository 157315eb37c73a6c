//! Animated pictures: each frame is only the area that changes, in the colours of a few frames.

use std::sync::Arc;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Frame, Repeat};
use png::{BlendOp, ColorType, Compression};
use resvg::tiny_skia::Pixmap;

use super::area::Area;
use super::sprites::{Sprite, SpriteCache};
use crate::artwork::{Animation, Layer};

/// How many colours there are.
const COLOURS: usize = 255;
/// The index of pixels that stay as they were, before those of the colours.
const SAME: u8 = 0;
/// How many frames the colours are chosen by, and each how-manieth pixel of them.
const SAMPLES: usize = 4;
const STEP: usize = 7;
/// The share of those that [`NeuQuant`] learns from, from 1 for all to 30.
const LEARNED: i32 = 10;

/// A sprite, and the left and upper pixel of its layer.
type PlacedSprite = (Arc<Sprite>, [i32; 2]);

/// A frame as indices into the colours.
struct IndexedFrame {
    area: Area,
    hundredths: u16,
    indices: Vec<u8>,
}

/// Draws an animation as a GIF image. `None` if it has no frames, or its size or one of its drawings is not valid.
pub fn gif(animation: &Animation, sprites: &mut SpriteCache) -> Option<Vec<u8>> {
    let mut image = Vec::new();
    let output = &mut image;
    let start = move |colours: &[u8]| {
        let mut encoder = gif::Encoder::new(output, animation.width, animation.height, colours).ok()?;
        encoder.set_repeat(Repeat::Infinite).ok()?;
        Some(encoder)
    };
    let encoder =
        write_frames(animation, sprites, start, |encoder, IndexedFrame { area, hundredths, indices }| {
            let frame = Frame {
                delay: hundredths,
                dispose: DisposalMethod::Keep,
                transparent: Some(SAME),
                left: area.left as u16,
                top: area.top as u16,
                width: area.width(),
                height: area.height(),
                buffer: indices.into(),
                ..Frame::default()
            };
            encoder.write_frame(&frame).ok()
        })?;
    drop(encoder);
    Some(image)
}

/// Draws an animation as an APNG image. `None` if it has no frames, or its size or one of its drawings is not valid.
pub fn apng(animation: &Animation, sprites: &mut SpriteCache) -> Option<Vec<u8>> {
    let mut image = Vec::new();
    let output = &mut image;
    let start = move |colours: &[u8]| {
        let mut encoder = png::Encoder::new(output, animation.width.into(), animation.height.into());
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(colours.to_vec());
        encoder.set_trns(vec![0]);
        encoder.set_compression(Compression::Fast);
        encoder.set_animated(u32::try_from(animation.frames.len()).ok()?, 0).ok()?;
        encoder.set_blend_op(BlendOp::Over).ok()?;
        encoder.write_header().ok()
    };
    let writer =
        write_frames(animation, sprites, start, |writer, IndexedFrame { area, hundredths, indices }| {
            // A frame must never lie outside of the image, also not before it has its place.
            writer.reset_frame_position().ok()?;
            writer.set_frame_dimension(area.width().into(), area.height().into()).ok()?;
            writer.set_frame_position(area.left as u32, area.top as u32).ok()?;
            writer.set_frame_delay(hundredths, 100).ok()?;
            writer.write_image_data(&indices).ok()
        })?;
    writer.finish().ok()?;
    Some(image)
}

/// Draws the frames of an animation: `start` gets the colours, and `write` each frame.
fn write_frames<W>(
    animation: &Animation,
    sprites: &mut SpriteCache,
    start: impl FnOnce(&[u8]) -> Option<W>,
    mut write: impl FnMut(&mut W, IndexedFrame) -> Option<()>,
) -> Option<W> {
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
    let mut writer = start(&palette.colours())?;
    let mut shown = vec![SAME; pixels.data().len() / 4];
    let mut before = None;
    for frame in frames {
        let layers = placed(&frame.layers, sprites)?;
        let area = before.map_or(whole, |before: Vec<_>| changed(&before, &layers).within(whole));
        for row in area.rows(background.width(), [0, 0]) {
            pixels.data_mut()[row.clone()].copy_from_slice(&background.data()[row]);
        }
        draw(&layers, &mut pixels, area);
        let indices = palette.changes(&pixels, area, &mut shown);
        write(&mut writer, IndexedFrame { area, hundredths: frame.hundredths, indices })?;
        before = Some(layers);
    }
    Some(writer)
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

    /// Three bytes for each index, of which those of [`SAME`] do not matter.
    fn colours(&self) -> Vec<u8> {
        [vec![0; 3], self.colours.color_map_rgb()].concat()
    }

    fn index(&mut self, pixel: &[u8]) -> u8 {
        let key = pixel[..3].iter().fold(0, |key, channel| key << 5 | usize::from(channel >> 3));
        if self.nearest[key] == SAME {
            self.nearest[key] = SAME + 1 + self.colours.index_of(pixel) as u8;
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
