//! Draws SVG documents as PNG images. Text is not drawn: the images need no fonts.

use std::num::NonZeroUsize;
use std::sync::Arc;

use bytes::Bytes;
use lru::LruCache;
use parking_lot::Mutex;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::assets;

/// How many images are kept, of up to 150 KiB each.
const KEPT: NonZeroUsize = NonZeroUsize::MIN.saturating_add(63);
/// How many images are drawn at the same time.
const AT_ONCE: usize = 1;

/// The hash of a document.
pub type DrawingHash = [u8; 32];

/// Images that are drawn one at a time, off the async threads, and kept for a while by the hash of their documents.
#[derive(Debug)]
pub struct ImageCache {
    cached: Mutex<LruCache<DrawingHash, Bytes>>,
    drawing: Arc<Semaphore>,
}

impl Default for ImageCache {
    fn default() -> Self {
        Self { cached: Mutex::new(LruCache::new(KEPT)), drawing: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl ImageCache {
    /// The image of a document with this hash, drawn when it is its turn. `None` if the document is not valid.
    pub async fn png(&self, hash: DrawingHash, svg: String) -> Option<Bytes> {
        if let Some(image) = self.find(&hash) {
            return Some(image);
        }
        let turn = Arc::clone(&self.drawing).acquire_owned().await.ok()?;
        // It may have been drawn in the meantime.
        if let Some(image) = self.find(&hash) {
            return Some(image);
        }
        let drawn = spawn_blocking(move || {
            let _turn = turn;
            png(&svg)
        });
        let image = Bytes::from(drawn.await.ok().flatten()?);
        self.cached.lock().put(hash, image.clone());
        Some(image)
    }

    /// The image of the document with this hash, if it is kept.
    pub fn find(&self, hash: &DrawingHash) -> Option<Bytes> {
        self.cached.lock().get(hash).cloned()
    }
}

/// The hash of a document.
pub fn hash(svg: &str) -> DrawingHash {
    Sha256::digest(svg).into()
}

/// Draws a document at its own size. Images in it can only be assets of the site. `None` if it is not valid.
pub fn png(svg: &str) -> Option<Vec<u8>> {
    let tree = Tree::from_str(svg, &options(asset)).ok()?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// Options with which images are found only by `find`, and not, as by default, as local files.
fn options(find: fn(&str) -> Option<ImageKind>) -> Options<'static> {
    let image_href_resolver = ImageHrefResolver {
        resolve_data: Box::new(|_, _, _| None),
        resolve_string: Box::new(move |href, _| find(href)),
    };
    Options { image_href_resolver, ..Options::default() }
}

/// The drawing at the URL of an asset, which contains no images itself.
fn asset(href: &str) -> Option<ImageKind> {
    let (_, name) = href.strip_prefix("/assets/")?.split_once('/')?;
    let asset = assets::get(name).filter(|_| name.ends_with(".svg"))?;
    Some(ImageKind::SVG(Tree::from_data(&asset.plain, &options(|_| None)).ok()?))
}

#[cfg(test)]
mod tests {
    use super::png;

    fn drawing(content: &str) -> String {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">{content}</svg>"#)
    }

    /// The width and height in the header of a PNG image.
    fn size(image: &[u8]) -> [u32; 2] {
        assert!(image.starts_with(b"\x89PNG\r\n\x1a\n"));
        [16, 20].map(|at| u32::from_be_bytes(image[at..at + 4].try_into().unwrap()))
    }

    #[test]
    fn a_drawing_keeps_its_size() {
        assert_eq!(size(&png(&drawing("<circle r='9'/>")).unwrap()), [40, 30]);
    }

    #[test]
    fn assets_are_drawn_and_files_are_not() {
        let empty = png(&drawing("")).unwrap();
        let image =
            |href: &str| png(&drawing(&format!("<image href='{href}' width='40' height='30'/>"))).unwrap();
        assert_ne!(image(crate::assets::url("icons/favicon.svg")), empty);
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/static/icons/favicon.svg");
        for href in [
            file,
            "/assets/now/icons/favicon.ico",
            "/assets/now/nothing.svg",
            "data:image/svg+xml,%3Csvg/%3E",
        ] {
            assert_eq!(image(href), empty, "{href}");
        }
    }

    #[test]
    fn a_document_that_is_not_valid_has_no_image() {
        for text in ["", "<svg", "<p>Hello</p>", &drawing("<circle")] {
            assert_eq!(png(text), None, "{text}");
        }
    }
}
