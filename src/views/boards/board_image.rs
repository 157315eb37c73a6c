//! A board as a picture of its own, for link previews and emails.

use super::board_view::view;
use super::drawing::turns;
use crate::artwork::{BoardExtent, Drawing, Layer, Picture, UNIT};
use crate::games::{Position, Seat};

/// The size of the picture of a link preview in pixels: what messengers and other sites show in full.
pub const IMAGE_SIZE: (u32, u32) = (1200, 630);

/// The longer side of a board in an email, in pixels.
const EMAIL_SIDE: f64 = 320.0;

/// The picture of a position, of [`IMAGE_SIZE`].
pub fn board_image(position: &Position) -> Picture {
    picture(position, 0, IMAGE_SIZE)
}

/// The picture of a position, rotated for a seat.
pub fn email_image(position: &Position, seat: Seat) -> Picture {
    let BoardExtent { width, height, .. } = view(position).extent();
    let scale = EMAIL_SIDE / width.max(height);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 320")]
    let size = ((width * scale).round() as u32, (height * scale).round() as u32);
    picture(position, turns(position, Some(seat)), size)
}

fn picture(position: &Position, turns: u8, (width, height): (u32, u32)) -> Picture {
    let view = view(position);
    let extent = view.extent();
    let (wide, high) = (f64::from(width), f64::from(height));
    let margin = f64::from(width.min(height) / 22);
    let scale = ((wide - 2.0 * margin) / extent.width).min((high - 2.0 * margin) / extent.height) / UNIT;
    let (x, y) = (extent.width / 2.0 - extent.left, extent.height / 2.0 - extent.above);
    let origin = (wide / 2.0 - x * UNIT * scale, high / 2.0 - y * UNIT * scale);
    let art = Layer {
        height: extent.height * UNIT,
        // Other boards look the same from all sides.
        angle: if view.whole_turn() == 4 { -90 * i16::from(turns) } else { 0 },
        ..Layer::on_board(view.art(), (x, y), extent.width * UNIT)
    };
    let board = std::iter::once(art).chain(view.layers(turns)).map(|layer| layer.scaled(scale, origin));
    Picture { width, height, layers: std::iter::once(paper(wide, high)).chain(board).collect() }
}

/// The paper of the light theme, brighter behind the board.
fn paper(width: f64, height: f64) -> Layer {
    let drawing = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><defs><radialGradient id="light"><stop stop-color="#fffaeb"/><stop offset="1" stop-color="#f1e8d6"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#light)"/></svg>"##
    );
    Layer { drawing: Drawing::Document(drawing), x: width / 2.0, y: height / 2.0, width, height, angle: 0 }
}
