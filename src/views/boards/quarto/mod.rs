//! The board of Quarto: pieces of maple and walnut on a slab of cherry, in slight perspective, and a felt tray with
//! the remaining pieces and the piece in hand.

mod examples;
mod rules;
mod words;

use compact_str::{CompactString, format_compact};
use maud::{Markup, html};

use super::board_view::{BoardView, LastPly, MarkStyles};
use super::drawing::cell_class;
use crate::artwork::quarto::places::{
    BESIDE, BOARD, PieceTray, QuartoPlace, TRAY_EDGE, WELL, WELL_RADII, coordinates, place,
};
use crate::artwork::quarto::{PIECES, SLAB, TRAY_BESIDE};
use crate::artwork::strokes::number;
use crate::artwork::{BoardExtent, Layer, UNIT};
use crate::games::quarto::{HAND, PIECE_COUNT, Quarto, QuartoMove, QuartoPiece, SIZE, pool_cell};
use crate::games::{Cell, Effect, PlacedPiece, Rules};
use crate::texts::tr;
use crate::urls::asset;

fn is_square(cell: Cell) -> bool {
    cell.0 < SIZE * SIZE
}

/// The rim of a square's well, as a path.
fn rim(cell: Cell) -> String {
    let QuartoPlace { x, y, scale } = place(cell);
    let (rx, ry) = (WELL_RADII.0 * scale * UNIT, WELL_RADII.1 * scale * UNIT);
    let (x, y) = (number(x * UNIT - rx), number((y + WELL * scale) * UNIT));
    let [rx, ry, there, back] = [rx, ry, 2.0 * rx, -2.0 * rx].map(number);
    format!("M{x} {y}a{rx} {ry} 0 1 0 {there} 0 {rx} {ry} 0 1 0 {back} 0")
}

/// The image of a piece for a list.
fn small_piece(piece: QuartoPiece, cell: Cell) -> Markup {
    let QuartoPlace { x, y, scale } = place(cell);
    let [x, y, side] = [x - scale / 2.0, y - scale / 2.0, scale].map(|length| number(length * UNIT));
    html! {
        image href=(asset(PIECES[usize::from(piece.number())])) x=(x) y=(y) width=(side) height=(side) {}
    }
}

/// A piece among text.
fn icon(piece: QuartoPiece) -> Markup {
    html! { img.figure src=(asset(PIECES[usize::from(piece.number())])) alt="" width="22" height="22"; }
}

impl BoardView for Quarto {
    fn class(&self) -> String {
        "quarto".to_owned()
    }

    fn art(&self) -> &'static str {
        SLAB
    }

    fn written_coordinates(&self) -> Vec<(String, (f64, f64))> {
        coordinates()
    }

    fn extent(&self) -> BoardExtent {
        BOARD
    }

    fn place(&self, cell: Cell) -> CompactString {
        match cell {
            HAND => format_compact!("{} hand", cell_class(cell)),
            _ if is_square(cell) => cell_class(cell),
            _ => format_compact!("{} pool", cell_class(cell)),
        }
    }

    fn spot(&self, cell: Cell) -> (f64, f64) {
        let QuartoPlace { x, y, .. } = place(cell);
        (x, y)
    }

    fn piece(&self, PlacedPiece { piece, cell }: PlacedPiece, class: &str, id: Option<&str>) -> Markup {
        html! {
            image id=[id] class={ "piece " (self.place(cell)) (class) } x="-10" y="-10"
                href=(asset(PIECES[usize::from(piece.kind % PIECE_COUNT)])) {}
        }
    }

    /// The rim of the well that was filled. The piece in hand needs no mark, as it stands apart.
    fn trail(&self, last: &LastPly<'_>) -> String {
        let to = last.effects.iter().find_map(|effect| match effect {
            Effect::Travel { path, .. } => path.last(),
            _ => None,
        });
        to.filter(|cell| is_square(**cell)).map_or_else(String::new, |cell| rim(*cell))
    }

    /// A piece to be given is marked where it lies.
    fn suggestion(&self, suggested: &LastPly<'_>) -> String {
        match suggested.notation.parse() {
            Ok(QuartoMove::Give(piece)) => rim(pool_cell(piece)),
            _ => self.trail(suggested),
        }
    }

    fn mark_styles(&self) -> MarkStyles {
        MarkStyles {
            last: r##"fill="none" stroke="#fff1d2" stroke-width=".9" stroke-opacity=".9""##,
            lit: r##"fill="#fff0c2" fill-opacity=".8" stroke="#fffaf0" stroke-width="1""##,
            is_either: true,
        }
    }

    fn highlight_path(&self, cells: &[Cell]) -> String {
        cells.iter().map(|cell| rim(*cell)).collect()
    }

    fn small(&self, _: u8) -> Markup {
        let BoardExtent { width, height, left, above } = BOARD;
        let size = [-left, -above, width, height].map(|length| number(length * UNIT));
        let mut standing: Vec<_> = (0..SIZE * SIZE).map(Cell).collect();
        // Pieces further back are drawn first.
        standing.reverse();
        html! {
            svg.small-board viewBox=(size.join(" ")) aria-hidden="true" {
                image href=(asset(SLAB)) x=(size[0]) y=(size[1]) width=(size[2]) height=(size[3]) {}
                @for cell in standing {
                    @if let Some(piece) = self.piece_at(cell) { (small_piece(piece, cell)) }
                }
            }
        }
    }

    fn picture(&self) -> BoardExtent {
        BESIDE.extent()
    }

    fn layers(&self, _: u8) -> Vec<Layer> {
        let PieceTray { x, y, width, height, .. } = BESIDE;
        let height = height + TRAY_EDGE;
        let middle = (x + width / 2.0, y + height / 2.0);
        let tray = Layer { height: height * UNIT, ..Layer::on_board(TRAY_BESIDE, middle, width * UNIT) };
        let mut standing: Vec<_> = self
            .pieces()
            .into_iter()
            .map(|PlacedPiece { piece, cell }| (piece.kind, BESIDE.place(cell)))
            .collect();
        // Pieces further back are drawn first.
        standing.sort_by(|(_, one), (_, other)| one.y.total_cmp(&other.y));
        let piece = |(kind, QuartoPlace { x, y, scale })| {
            Layer::on_board(PIECES[usize::from(kind)], (x, y), scale * UNIT)
        };
        std::iter::once(tray).chain(standing.into_iter().map(piece)).collect()
    }

    fn ply_sentence(&self, who: &str, notation: &str) -> String {
        words::ply_sentence(self, who, notation)
    }

    /// A drawing of the piece: with its square if it is placed, after an arrow if it is given.
    fn listing(&self, notation: &str, _: &[Effect]) -> Markup {
        match (notation.parse(), self.hand()) {
            (Ok(QuartoMove::Give(piece)), _) => html! { small { "→" } (icon(piece)) },
            (Ok(QuartoMove::Place(square)), Some(hand)) => html! { (icon(hand)) (square) },
            _ => html! { (notation) },
        }
    }

    fn ply_label(&self, notation: &str) -> String {
        words::ply_label(notation)
    }

    fn moves(&self) -> Option<String> {
        Some(words::moves(self))
    }

    fn asks(&self) -> Option<String> {
        words::asks(self)
    }

    fn why(&self, effects: &[Effect]) -> Option<String> {
        words::why(effects)
    }

    fn activity(&self) -> Option<String> {
        words::activity(self)
    }

    fn cell_title(&self, cell: Cell) -> String {
        if cell == HAND { tr("hand").to_owned() } else { self.cell_name(cell).into() }
    }

    /// Pieces belong to nobody: those on the board, in hand, and remaining.
    fn shared(&self) -> Vec<String> {
        words::shared(self)
    }

    fn attribute(word: &str) -> Option<&'static str> {
        words::attribute(word)
    }

    fn tips(&self) -> [String; 3] {
        words::tips(self)
    }

    fn description() -> &'static str {
        tr("Line up four pieces that share a trait. Your opponent picks the piece you place.")
    }
}
