//! A board as an image of its own, for link previews.

use super::view;
use crate::artwork::small_board_styles;
use crate::games::Position;

/// The size of the image in pixels: what messengers and other sites show in full.
pub const IMAGE_SIZE: (u32, u32) = (1200, 630);

/// The space around the board, in pixels.
const MARGIN: u32 = 28;

/// The paper of the light theme, brighter behind the board.
const PAPER: &str = r##"<defs><radialGradient id="light"><stop stop-color="#fffaeb"/><stop offset="1" stop-color="#f1e8d6"/></radialGradient></defs><rect width="1200" height="630" fill="url(#light)"/>"##;

/// The drawing of a position as an SVG document of [`IMAGE_SIZE`]. Images in it are assets.
pub fn board_image(position: &Position) -> String {
    let (width, height) = IMAGE_SIZE;
    let place = format!(
        r#"<svg x="{MARGIN}" y="{MARGIN}" width="{}" height="{}" "#,
        width - 2 * MARGIN,
        height - 2 * MARGIN
    );
    let board = view(position).large().into_string().replacen("<svg ", &place, 1);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"><style>{}</style>{PAPER}{board}</svg>"#,
        small_board_styles()
    )
}
