//! Draws SVG documents as PNG images. Text is not drawn: the images need no fonts.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree};

use crate::assets;

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
