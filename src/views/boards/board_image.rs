//! A board as an image of its own, for link previews and emails.

use super::board_view::view;
use super::drawing::turns;
use crate::artwork::{BoardExtent, small_board_styles};
use crate::games::{Position, Seat};

/// The size of the image of a link preview in pixels: what messengers and other sites show in full.
pub const IMAGE_SIZE: (u32, u32) = (1200, 630);

/// The longer side of a board in an email, in pixels.
const EMAIL_SIDE: f64 = 320.0;

/// The paper of the light theme, brighter behind the board.
const PAPER: &str = r##"<defs><radialGradient id="light"><stop stop-color="#fffaeb"/><stop offset="1" stop-color="#f1e8d6"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#light)"/>"##;

/// The drawing of a position as an SVG document of [`IMAGE_SIZE`]. Images in it are assets.
pub fn board_image(position: &Position) -> String {
    document(position, 0, IMAGE_SIZE)
}

/// The drawing of a position as an SVG document, rotated for a seat, with its width and height in pixels.
pub fn email_image(position: &Position, seat: Seat) -> (String, (u32, u32)) {
    let BoardExtent { width, height, .. } = view(position).extent();
    let scale = EMAIL_SIDE / width.max(height);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 320")]
    let size = ((width * scale).round() as u32, (height * scale).round() as u32);
    (document(position, turns(position, Some(seat)), size), size)
}

fn document(position: &Position, turns: u8, (width, height): (u32, u32)) -> String {
    let margin = width.min(height) / 22;
    let place = format!(
        r#"<svg x="{margin}" y="{margin}" width="{}" height="{}" "#,
        width - 2 * margin,
        height - 2 * margin
    );
    let board = view(position).large(turns).into_string().replacen("<svg ", &place, 1);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"><style>{}</style>{PAPER}{board}</svg>"#,
        small_board_styles()
    )
}
