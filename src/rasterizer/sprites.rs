//! The drawings of layers as pixels, which are kept: nearly all layers of a picture have been drawn before.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::area::Area;
use super::document::document;
use super::kept::KeptValues;
use crate::artwork::{Drawing, Layer};

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

/// The pixels of a layer with its rotation, without the empty ones around them.
#[derive(Debug)]
pub(super) struct Sprite {
    /// The left and upper pixel, from those of the layer.
    corner: [i32; 2],
    pixels: Pixmap,
}

/// Sprites by what they show.
#[derive(Debug)]
pub struct SpriteCache(KeptValues<SpriteKey, Arc<Sprite>>);

impl Default for SpriteCache {
    fn default() -> Self {
        Self(KeptValues::new(KEPT))
    }
}

impl SpriteCache {
    /// The sprite of a layer, and its left and upper pixel. `None` if its drawing is not valid.
    pub(super) fn get(&mut self, layer: &Layer) -> Option<(Arc<Sprite>, [i32; 2])> {
        let (key, corner) = SpriteKey::of(layer);
        Some((self.sprite(key)?, corner))
    }

    fn sprite(&mut self, key: SpriteKey) -> Option<Arc<Sprite>> {
        if let Some(sprite) = self.0.get(&key) {
            return Some(sprite);
        }
        let sprite = Arc::new(Sprite::draw(&key)?);
        self.0.put(key, Arc::clone(&sprite), sprite.pixels.data().len());
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
        let tree = Tree::from_str(&document(&key.drawing)?, &without_images()).ok()?;
        let [width, height] = key.size.map(|length| f64::from(length) / PARTS);
        let [wide, high] = box_of(key.size, key.angle);
        let [left, top] = key.edge.map(|edge| f64::from(edge) / STEPS);
        let (across, down) = (tree.size().width(), tree.size().height());
        #[expect(clippy::cast_possible_truncation, reason = "pixels are not finer")]
        let transform = Transform::from_translate(-across / 2.0, -down / 2.0)
            .post_scale(width as f32 / across, height as f32 / down)
            .post_rotate(f32::from(key.angle))
            .post_translate((left + wide / 2.0) as f32, (top + high / 2.0) as f32);
        // What is drawn may be much smaller than the drawing.
        let drawn = tree.root().abs_layer_bounding_box().transform(transform)?;
        #[expect(clippy::cast_possible_truncation, reason = "saturates")]
        let [right, bottom] = [left + wide, top + high].map(|edge| edge.ceil() as i32);
        let drawn = Area::around(drawn).within(Area { left: 0, top: 0, right, bottom });
        let corner = [drawn.left, drawn.top];
        let mut pixels = Pixmap::new(u32::from(drawn.width()).max(1), u32::from(drawn.height()).max(1))?;
        let transform = transform.post_translate(-drawn.left as f32, -drawn.top as f32);
        resvg::render(&tree, transform, &mut pixels.as_mut());
        Some(Self { corner, pixels })
    }

    /// Draws the sprite of a layer whose left and upper pixel is there, as far as it lies within an area of the picture.
    pub(super) fn draw_onto(&self, picture: &mut Pixmap, corner: [i32; 2], area: Area) {
        let covered = self.area(corner);
        let drawn = covered.within(area);
        let wide = picture.width();
        let own = drawn.rows(self.pixels.width(), [covered.left, covered.top]);
        for (own, below) in own.zip(drawn.rows(wide, [0, 0])) {
            let below = picture.data_mut()[below].chunks_exact_mut(4);
            below.zip(self.pixels.data()[own].chunks_exact(4)).for_each(|(below, own)| lay(below, own));
        }
    }

    /// What it covers if the left and upper pixel of its layer is there.
    pub(super) fn area(&self, [left, top]: [i32; 2]) -> Area {
        Area::of(&self.pixels).moved(left + self.corner[0], top + self.corner[1])
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
