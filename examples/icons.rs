//! Draws the PNG icons of `static/icons` from the SVG icon beside them: `cargo run --example icons`. To be run when that
//! has changed. `oxipng -o max --strip safe static/icons/*.png` makes them a little smaller.

use std::fs;
use std::io;
use std::path::Path;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The colour behind icons that may not be transparent: the paper of the site.
const PAPER: &str = "#f6f1e7";

/// The names of the files, their sides in pixels, the part of a side that the drawing takes, and whether it is on paper.
/// Launchers cut a maskable icon to a circle of four fifths of its side.
const ICONS: [(&str, u32, f64, bool); 4] = [
    ("icon-192.png", 192, 1.0, false),
    ("icon-512.png", 512, 1.0, false),
    ("icon-maskable-512.png", 512, 0.66, true),
    ("apple-touch-icon.png", 180, 0.84, true),
];

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("static/icons");
    let icon = fs::read_to_string(folder.join("favicon.svg"))?;
    for (name, side, part, on_paper) in ICONS {
        let drawing = drawing(&icon, side, part, on_paper);
        let tree = Tree::from_str(&drawing, &Options::default()).map_err(io::Error::other)?;
        let mut pixels = Pixmap::new(side, side).ok_or_else(|| io::Error::other("the side is not valid"))?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        fs::write(folder.join(name), pixels.encode_png().map_err(io::Error::other)?)?;
    }
    Ok(())
}

/// The icon in the middle of a square.
fn drawing(icon: &str, side: u32, part: f64, on_paper: bool) -> String {
    let length = f64::from(side) * part;
    let start = (f64::from(side) - length) / 2.0;
    let paper = if on_paper {
        format!(r#"<rect width="{side}" height="{side}" fill="{PAPER}"/>"#)
    } else {
        String::new()
    };
    let place = format!(r#"<svg x="{start}" y="{start}" width="{length}" height="{length}" "#);
    let icon = icon.replacen("<svg ", &place, 1);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {side} {side}">{paper}{icon}</svg>"#
    )
}
