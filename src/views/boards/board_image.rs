//! A board as a picture of its own, for link previews, emails and animations.

use super::board_view::{BoardView, LastPly, MarkStyles, view};
use super::drawing::turns;
use crate::artwork::strokes::number;
use crate::artwork::{Animation, AnimationFrame, BoardExtent, Drawing, Layer, Lettering, Picture, UNIT};
use crate::games::{Effect, Position, Seat};
use crate::matches::{Match, PositionAfter};

/// The size of the picture of a link preview in pixels: what messengers and other sites show in full.
pub const IMAGE_SIZE: (u32, u32) = (1200, 630);

/// The longer side of a board in an email, and of an animation, in pixels.
const EMAIL_SIDE: u16 = 320;
const ANIMATION_SIDE: u16 = 720;

/// The font size of coordinates, in drawing units.
const RIM: f64 = 4.0;

/// For how long the first and the last frame of an animation are shown, a roll, and other plies, in hundredths of a second.
const LONG: u16 = 250;
const ROLL: u16 = 40;
const SHORT: u16 = 70;

/// How a picture of a position looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoardImageStyle {
    /// The longer side in pixels of a picture that shows hardly more than the board; by default, the picture has
    /// [`IMAGE_SIZE`].
    pub side: Option<u16>,
    /// The theme.
    pub is_dark: bool,
    /// The seat from which the board is seen; by default, it is seen as by watchers.
    pub seat: Option<Seat>,
    /// Whether the names of the cells are left out.
    pub hides_coordinates: bool,
}

/// The picture of a position, with a mark for the last move.
pub fn board_image(position: &Position, last: Option<&LastPly<'_>>, style: BoardImageStyle) -> Picture {
    let (width, height) = style.side.map_or(IMAGE_SIZE, |side| board_size(position, side));
    let place = BoardPlace::of(position, style.seat, (width, height));
    let paper = if style.is_dark { DARK_PAPER } else { LIGHT_PAPER };
    let board = place.board(!style.hides_coordinates);
    let below = std::iter::once(behind(width.into(), height.into(), paper)).chain(board);
    let layers = below.chain(place.pieces(position, last)).chain(place.die(position, None)).collect();
    Picture { width, height, layers }
}

/// The picture of a position in an email, as it is seen from a seat.
pub fn email_image(position: &Position, seat: Seat) -> Picture {
    let style = BoardImageStyle { side: Some(EMAIL_SIDE), seat: Some(seat), ..BoardImageStyle::default() };
    board_image(position, None, style)
}

/// Positions of a match one after the other, each a frame with the mark of its last move, with this many pixels above and
/// below the board.
pub fn board_animation(m: &Match, stood: &[PositionAfter], above: u16, below: u16) -> Option<Animation> {
    let first = &stood.first()?.position;
    let (width, height) = board_size(first, ANIMATION_SIDE);
    let place = BoardPlace::of(first, None, (width, height)).lower(above.into());
    let before = std::iter::once(None).chain(stood.iter().map(|before| Some(&before.position)));
    let mut frames: Vec<_> = before.zip(stood).map(|(before, after)| place.frame(m, before, after)).collect();
    let ends = [0, frames.len() - 1];
    ends.into_iter().for_each(|end| frames[end].hundredths = LONG);
    let (width, height) = (u16::try_from(width).ok()?, u16::try_from(height).ok()? + above + below);
    let paper = behind(width.into(), height.into(), FLAT_PAPER);
    Some(Animation {
        width,
        height,
        background: std::iter::once(paper).chain(place.board(true)).collect(),
        frames,
    })
}

/// The size of a picture that shows hardly more than the board, in pixels.
fn board_size(position: &Position, longer: u16) -> (u32, u32) {
    let BoardExtent { width, height, .. } = view(position).picture();
    let scale = f64::from(longer) / width.max(height);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "up to the longer side")]
    let size = [width, height].map(|length| (length * scale).round() as u32);
    size.into()
}

/// Where a board is in a picture.
struct BoardPlace<'a> {
    view: &'a dyn BoardView,
    turns: u8,
    /// Pixels per drawing unit.
    scale: f64,
    /// The pixel of the origin of the board.
    origin: (f64, f64),
}

impl<'a> BoardPlace<'a> {
    /// In the middle of a picture, as large as possible with a margin.
    fn of(position: &'a Position, seat: Option<Seat>, (width, height): (u32, u32)) -> Self {
        let view = view(position);
        let extent = view.picture();
        let (wide, high) = (f64::from(width), f64::from(height));
        let margin = f64::from(width.min(height) / 22);
        let scale = ((wide - 2.0 * margin) / extent.width).min((high - 2.0 * margin) / extent.height) / UNIT;
        let (x, y) = middle(extent);
        let origin = (wide / 2.0 - x * UNIT * scale, high / 2.0 - y * UNIT * scale);
        Self { view, turns: turns(position, seat), scale, origin }
    }

    /// This many pixels lower.
    fn lower(mut self, pixels: f64) -> Self {
        self.origin.1 += pixels;
        self
    }

    fn scaled(&self, layers: impl IntoIterator<Item = Layer>) -> Vec<Layer> {
        layers.into_iter().map(|layer| layer.scaled(self.scale, self.origin)).collect()
    }

    /// By how many degrees the board is rotated clockwise.
    fn angle(&self) -> i16 {
        -i16::from(self.turns) * (360 / i16::from(self.view.whole_turn()))
    }

    /// The board without pieces, with or without its coordinates.
    fn board(&self, has_coordinates: bool) -> Vec<Layer> {
        let extent = self.view.extent();
        let (name, written) = (self.view.art(), self.view.written_coordinates());
        // What draws pictures has no fonts.
        let is_complete = has_coordinates && written.is_empty();
        let art = Layer {
            drawing: if is_complete { Drawing::Asset(name) } else { Drawing::WithoutCoordinates(name) },
            height: extent.height * UNIT,
            // Other boards look the same from all sides.
            angle: if self.view.whole_turn() == 4 { self.angle() } else { 0 },
            ..Layer::on_board(name, middle(extent), extent.width * UNIT)
        };
        let (sin, cos) = f64::from(self.angle()).to_radians().sin_cos();
        let label = |(label, (x, y)): (String, (f64, f64))| {
            let middle = (UNIT * (x * cos - y * sin), UNIT * (x * sin + y * cos));
            Lettering::of(&label).layer_around(RIM, "#f3dfba99", middle)
        };
        let written = written.into_iter().filter(|_| has_coordinates);
        self.scaled(std::iter::once(art).chain(written.map(label)))
    }

    /// The highlighted cells, the mark of the last move, and the pieces.
    fn pieces(&self, position: &Position, last: Option<&LastPly<'_>>) -> Vec<Layer> {
        let shown = view(position);
        let MarkStyles { last: last_style, lit: lit_style, is_either } = shown.mark_styles();
        let lit = shown.highlight_path(&position.highlighted_cells());
        let last =
            last.filter(|_| lit.is_empty() || !is_either).map(|last| shown.trail(last)).unwrap_or_default();
        let marks = [(lit, lit_style), (last, last_style)].into_iter().filter(|(path, _)| !path.is_empty());
        let marks = marks.map(|(path, style)| self.mark(&path, style));
        self.scaled(marks.chain(shown.layers(self.turns)))
    }

    /// The die of the seat to act.
    fn die(&self, position: &Position, rolled: Option<u8>) -> Vec<Layer> {
        self.scaled(view(position).die_layer(rolled, self.turns))
    }

    /// The position after a ply. The die shows a roll also if there was no move for it.
    fn frame(&self, m: &Match, before: Option<&Position>, after: &PositionAfter) -> AnimationFrame {
        let rolled = after.effects.iter().find_map(|effect| match effect {
            Effect::Roll { face } => Some(*face),
            _ => None,
        });
        let die = match (rolled, before) {
            (Some(_), Some(before)) => self.die(before, rolled),
            _ => self.die(&after.position, None),
        };
        let mut layers = self.pieces(&after.position, LastPly::of(m, after.moved.as_ref()).as_ref());
        layers.extend(die);
        AnimationFrame { layers, hundredths: if rolled.is_some() { ROLL } else { SHORT } }
    }

    /// A path on the board.
    fn mark(&self, path: &str, style: &str) -> Layer {
        let BoardExtent { width, height, left, above } = self.view.extent();
        // Around the origin, as the board is rotated around it.
        let half = UNIT * left.max(above).max(width - left).max(height - above);
        let (start, side) = (number(-half), number(2.0 * half));
        let drawing = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{start} {start} {side} {side}"><path d="{path}" stroke-linecap="round" stroke-linejoin="round" {style}/></svg>"#
        );
        Layer {
            drawing: Drawing::Document(drawing),
            angle: self.angle(),
            ..Layer::on_board("", (0.0, 0.0), 2.0 * half)
        }
    }
}

/// The middle of a board, from its origin.
fn middle(extent: BoardExtent) -> (f64, f64) {
    (extent.width / 2.0 - extent.left, extent.height / 2.0 - extent.above)
}

/// The paper of the themes, brighter behind the board.
const LIGHT_PAPER: &str = r##"<defs><radialGradient id="light"><stop stop-color="#fffaeb"/><stop offset="1" stop-color="#f1e8d6"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#light)"/>"##;
const DARK_PAPER: &str = r##"<defs><radialGradient id="light"><stop stop-color="#2b231b"/><stop offset="1" stop-color="#17130f"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#light)"/>"##;
/// Paper of one colour, as an animation has few.
const FLAT_PAPER: &str = r##"<rect width="100%" height="100%" fill="#f6f1e7"/>"##;

/// A layer that covers the picture.
fn behind(width: f64, height: f64, content: &str) -> Layer {
    let drawing = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{content}</svg>"#
    );
    Layer { drawing: Drawing::Document(drawing), x: width / 2.0, y: height / 2.0, width, height, angle: 0 }
}
