//! The drawings of layers as pixels, which are kept: nearly all layers of a picture have been drawn before.

use std::sync::Arc;

use lru::LruCache;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use crate::artwork::{Drawing, Layer};
use crate::assets;

/// How many bytes of pixels are kept: the boards and pieces of all games in a few sizes.
const KEPT: usize = 32 << 20;

/// Sizes are rounded to parts of a pixel, so that equal layers have equal sprites wherever they are.
const PARTS: f64 = 8.0;
/// So are the places of sprites in their first pixel.
const STEPS: f64 = 2.0;

/// A drawing in a size and rotation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct SpriteKey {
    drawing: Drawing,
    /// Width and height, in [`PARTS`] of a pixel.
    size: [i32; 2],
    angle: i16,
    /// Where the left and upper edge are in their pixel, in [`STEPS`] of it.
    edge: [i32; 2],
}

/// The pixels of a layer with its rotation.
#[derive(Debug)]
pub(super) struct Sprite {
    pixels: Pixmap,
}

/// Sprites by what they show, the least recently used ones first.
#[derive(Debug)]
pub struct SpriteCache {
    sprites: LruCache<SpriteKey, Arc<Sprite>>,
    bytes: usize,
}

impl Default for SpriteCache {
    fn default() -> Self {
        Self { sprites: LruCache::unbounded(), bytes: 0 }
    }
}

impl SpriteCache {
    /// The sprite of a layer, and its left and upper pixel. `None` if its drawing is not valid.
    pub(super) fn get(&mut self, layer: &Layer) -> Option<(Arc<Sprite>, [i32; 2])> {
        let (key, corner) = SpriteKey::of(layer);
        Some((self.sprite(key)?, corner))
    }

    fn sprite(&mut self, key: SpriteKey) -> Option<Arc<Sprite>> {
        if let Some(sprite) = self.sprites.get(&key) {
            return Some(Arc::clone(sprite));
        }
        let sprite = Arc::new(Sprite::draw(&key)?);
        self.bytes += sprite.bytes();
        self.sprites.put(key, Arc::clone(&sprite));
        while self.bytes > KEPT
            && let Some((_, oldest)) = self.sprites.pop_lru()
        {
            self.bytes -= oldest.bytes();
        }
        Some(sprite)
    }
}

impl SpriteKey {
    /// What a layer shows, and the left and upper pixel of that.
    fn of(layer: &Layer) -> (Self, [i32; 2]) {
        #[expect(clippy::cast_possible_truncation, reason = "saturates")]
        let rounded = |length: f64, parts: f64| (length * parts).round() as i32;
        let size = [layer.width, layer.height].map(|length| rounded(length, PARTS));
        let [wide, high] = box_of(size, layer.angle);
        let (left, top) = (rounded(layer.x - wide / 2.0, STEPS), rounded(layer.y - high / 2.0, STEPS));
        let edge = [left, top].map(|edge| edge.rem_euclid(STEPS as i32));
        let corner = [left, top].map(|edge| edge.div_euclid(STEPS as i32));
        (Self { drawing: layer.drawing.clone(), size, angle: layer.angle, edge }, corner)
    }
}

/// The width and height of what is as large as `size` before its rotation.
fn box_of(size: [i32; 2], angle: i16) -> [f64; 2] {
    let [width, height] = size.map(|length| f64::from(length) / PARTS);
    let (sin, cos) = f64::from(angle).to_radians().sin_cos();
    [width * cos.abs() + height * sin.abs(), width * sin.abs() + height * cos.abs()]
}

impl Sprite {
    fn draw(key: &SpriteKey) -> Option<Self> {
        let tree = match &key.drawing {
            Drawing::Asset(name) => {
                let asset = assets::get(name).filter(|_| name.ends_with(".svg"))?;
                Tree::from_data(&asset.plain, &without_images())
            }
            Drawing::Document(text) => Tree::from_str(text, &without_images()),
        };
        let tree = tree.ok()?;
        let [width, height] = key.size.map(|length| f64::from(length) / PARTS);
        let [wide, high] = box_of(key.size, key.angle);
        let [left, top] = key.edge.map(|edge| f64::from(edge) / STEPS);
        let (across, down) = (tree.size().width(), tree.size().height());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`Pixmap` limits sizes")]
        let (mut pixels, transform) = (
            Pixmap::new((left + wide).ceil() as u32, (top + high).ceil() as u32)?,
            Transform::from_translate(-across / 2.0, -down / 2.0)
                .post_scale(width as f32 / across, height as f32 / down)
                .post_rotate(f32::from(key.angle))
                .post_translate((left + wide / 2.0) as f32, (top + high / 2.0) as f32),
        );
        resvg::render(&tree, transform, &mut pixels.as_mut());
        Some(Self { pixels })
    }

    /// Draws the sprite with its left and upper pixel there, as far as it lies within the picture.
    pub(super) fn draw_onto(&self, picture: &mut Pixmap, [left, top]: [i32; 2]) {
        let (wide, high) = (picture.width() as i32, picture.height() as i32);
        let (width, height) = (self.pixels.width() as i32, self.pixels.height() as i32);
        let (first, last) = ((-left).max(0), (wide - left).min(width));
        for row in (-top).max(0)..(high - top).min(height) {
            if first >= last {
                break;
            }
            let own = 4 * (row * width + first) as usize..4 * (row * width + last) as usize;
            let start = 4 * ((top + row) * wide + left + first) as usize;
            let below = &mut picture.data_mut()[start..start + own.len()];
            for (below, own) in below.chunks_exact_mut(4).zip(self.pixels.data()[own].chunks_exact(4)) {
                lay(below, own);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.pixels.data().len()
    }
}

/// Lays a pixel onto another one. Both are premultiplied by their opacity, which is the last of their four bytes.
fn lay(below: &mut [u8], own: &[u8]) {
    match own[3] {
        0 => {}
        u8::MAX => below.copy_from_slice(own),
        opacity => {
            let through = u16::from(u8::MAX - opacity);
            for (below, own) in below.iter_mut().zip(own) {
                *below = own.saturating_add(((u16::from(*below) * through + 127) / 255) as u8);
            }
        }
    }
}

/// Options with which no images are loaded, in particular no local files.
fn without_images() -> Options<'static> {
    let image_href_resolver =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    Options { image_href_resolver, ..Options::default() }
}
