//! Draws pictures as PNG and SVG images, and animations as GIF and APNG images. They need no fonts: text consists of outlines.

mod animation;
mod area;
mod document;
mod kept;
mod sprites;
mod steps;
mod vector;

pub use animation::{apng, gif};
pub use sprites::SpriteCache;
pub use steps::drawn_steps;
pub use vector::svg;

use std::sync::Arc;

use bytes::Bytes;
use parking_lot::Mutex;
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use resvg::tiny_skia::Pixmap;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::artwork::Picture;
use area::Area;
use kept::KeptValues;

/// How many bytes of images are kept.
const KEPT: usize = 32 << 20;
/// How many images are drawn at the same time.
const AT_ONCE: usize = 1;

/// The hash of what an image shows.
pub type ImageHash = [u8; 32];

/// Images that are drawn one at a time, off the async threads, and kept for a while by the hash of what they show.
#[derive(Debug)]
pub struct ImageCache {
    cached: Mutex<KeptValues<ImageHash, Bytes>>,
    sprites: Arc<Mutex<SpriteCache>>,
    drawing: Arc<Semaphore>,
}

impl Default for ImageCache {
    fn default() -> Self {
        Self {
            cached: Mutex::new(KeptValues::new(KEPT)),
            sprites: Arc::default(),
            drawing: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

impl ImageCache {
    /// The image with this hash, drawn when it is its turn. `None` if it cannot be drawn.
    pub async fn image(
        &self,
        hash: ImageHash,
        draw: impl FnOnce(&mut SpriteCache) -> Option<Vec<u8>> + Send + 'static,
    ) -> Option<Bytes> {
        if let Some(image) = self.find(&hash) {
            return Some(image);
        }
        let turn = Arc::clone(&self.drawing).acquire_owned().await.ok()?;
        // It may have been drawn in the meantime.
        if let Some(image) = self.find(&hash) {
            return Some(image);
        }
        let sprites = Arc::clone(&self.sprites);
        let drawn = spawn_blocking(move || {
            let _turn = turn;
            draw(&mut sprites.lock())
        });
        let image = Bytes::from(drawn.await.ok().flatten()?);
        self.cached.lock().put(hash, image.clone(), image.len());
        Some(image)
    }

    /// The image with this hash, if it is kept.
    pub fn find(&self, hash: &ImageHash) -> Option<Bytes> {
        self.cached.lock().get(hash)
    }
}

/// The hash of a picture in a format.
pub fn hash(format: &str, picture: &Picture) -> ImageHash {
    Sha256::digest(format!("{format} {picture:?}")).into()
}

/// Draws a picture as a PNG image. `None` if its size or one of its drawings is not valid.
pub fn png(picture: &Picture, sprites: &mut SpriteCache) -> Option<Vec<u8>> {
    let mut pixels = Pixmap::new(picture.width, picture.height)?;
    let whole = Area::of(&pixels);
    for layer in &picture.layers {
        let (sprite, corner) = sprites.get(layer)?;
        sprite.draw_onto(&mut pixels, corner, whole);
    }
    encode(&pixels).ok()
}

/// Encodes an opaque image, as the first layer of a picture covers it.
fn encode(pixels: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let mut image = Vec::new();
    let mut encoder = Encoder::new(&mut image, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header()?;
    let rgb: Vec<u8> =
        pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(image)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artwork::{Drawing, Layer};

    fn picture(layers: Vec<Layer>) -> Picture {
        Picture { width: 40, height: 30, layers }
    }

    fn drawn(layers: Vec<Layer>) -> Option<Vec<u8>> {
        png(&picture(layers), &mut SpriteCache::default())
    }

    fn layer(drawing: Drawing) -> Layer {
        Layer { drawing, x: 20.0, y: 15.0, width: 40.0, height: 30.0, angle: 0 }
    }

    fn document(content: &str) -> Layer {
        let text =
            format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">{content}</svg>"#);
        layer(Drawing::Document(text))
    }

    /// The colours of the pixels, row by row.
    fn colours(image: &[u8]) -> Vec<[u8; 3]> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(image)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((frame.width, frame.height), (40, 30));
        pixels.chunks(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
    }

    #[test]
    fn layers_lie_on_each_other_where_they_are_placed() {
        let paper = document("<rect width='40' height='30' fill='#fff'/>");
        let square = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><rect width="10" height="10" fill="red"/></svg>"#;
        let square = Drawing::Document(square.to_owned());
        let red = |angle| {
            let red = Layer { drawing: square.clone(), x: 20.0, y: 15.0, width: 10.0, height: 20.0, angle };
            let colours = colours(&drawn(vec![paper.clone(), red]).unwrap());
            [[16, 7], [22, 12], [12, 17], [28, 12]].map(|[x, y]| colours[y * 40 + x] == [255, 0, 0])
        };
        assert_eq!(red(0), [true, true, false, false]);
        assert_eq!(red(90), [false, true, false, true]);
        assert_eq!(red(180), [false, false, false, false]);
        assert_eq!(red(-90), [false, false, true, false]);
    }

    #[test]
    fn a_layer_may_reach_beyond_the_picture() {
        let far = |x, y| Layer { x, y, ..document("<rect width='40' height='30' fill='#fff'/>") };
        for (x, y) in [(-10.0, -10.0), (50.0, 40.0), (-400.0, 15.0)] {
            assert!(drawn(vec![far(x, y)]).is_some());
        }
    }

    #[test]
    fn what_is_no_drawing_has_no_image() {
        let asset = |name| drawn(vec![layer(Drawing::Asset(name))]);
        assert!(asset("icons/favicon.svg").is_some());
        for name in [
            "icons/favicon.ico",
            "nothing.svg",
            concat!(env!("CARGO_MANIFEST_DIR"), "/static/icons/favicon.svg"),
        ] {
            assert_eq!(asset(name), None, "{name}");
        }
        for text in ["", "<svg", "<p>Hello</p>"] {
            assert_eq!(drawn(vec![layer(Drawing::Document(text.to_owned()))]), None, "{text}");
        }
        let empty = Picture { width: 0, height: 30, layers: Vec::new() };
        assert_eq!(png(&empty, &mut SpriteCache::default()), None);
    }

    #[test]
    fn files_are_not_read() {
        let empty = drawn(vec![document("")]);
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/static/icons/favicon.svg");
        for href in [file, "/assets/now/icons/favicon.svg", "data:image/svg+xml,%3Csvg/%3E"] {
            assert_eq!(
                drawn(vec![document(&format!("<image href='{href}' width='40' height='30'/>"))]),
                empty
            );
        }
    }
}
