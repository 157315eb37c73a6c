//! Pieces of maple and walnut on a slab of cherry, in slight perspective; a tray of felt holds those that are left, and the
//! one in hand.

mod art;
mod figures;
mod places;
mod words;

use compact_str::{CompactString, format_compact};
use maud::{Markup, html};

use super::{Extent, Last, UNIT, View, number, on};
use crate::games::quarto::{FIGURES, Figure, HAND, Quarto, SIZE};
use crate::games::{Cell, Effect, Rules, Seat, Standing};
use crate::texts::tr;
use crate::web::paths::asset;
use places::{BELOW, BESIDE, BOARD, Place, WELL, WELL_RADII, place};

pub(super) const STYLESHEET: &str = "boards/quarto.css";
const SLAB: &str = "boards/quarto.svg";
const TRAY_BELOW: &str = "boards/quarto-below.svg";
const TRAY_BESIDE: &str = "boards/quarto-beside.svg";
const CHIPS: [&str; 2] = ["quarto/seat-0.svg", "quarto/seat-1.svg"];

/// The pieces, by their numbers.
const PIECES: [&str; FIGURES as usize] = [
    "quarto/0.svg",
    "quarto/1.svg",
    "quarto/2.svg",
    "quarto/3.svg",
    "quarto/4.svg",
    "quarto/5.svg",
    "quarto/6.svg",
    "quarto/7.svg",
    "quarto/8.svg",
    "quarto/9.svg",
    "quarto/a.svg",
    "quarto/b.svg",
    "quarto/c.svg",
    "quarto/d.svg",
    "quarto/e.svg",
    "quarto/f.svg",
];

pub(super) fn chip(seat: Seat) -> &'static str {
    CHIPS[seat.index() % 2]
}

pub(super) fn drawn() -> impl Iterator<Item = (String, String)> {
    let pieces = PIECES.into_iter().zip((0..FIGURES).map(|number| figures::draw(Figure::new(number))));
    let trays = [(TRAY_BELOW, art::tray(BELOW)), (TRAY_BESIDE, art::tray(BESIDE))];
    let chips = CHIPS.into_iter().zip([art::chip(0), art::chip(1)]);
    let files = [(SLAB, art::board()), (STYLESHEET, places::stylesheet())];
    let files = files.into_iter().chain(trays).chain(chips).chain(pieces);
    files.map(|(name, body)| (name.to_owned(), body))
}

fn is_square(cell: Cell) -> bool {
    cell.0 < SIZE * SIZE
}

/// The rim of a square's well, as a path.
fn rim(cell: Cell) -> String {
    let Place { x, y, scale } = place(cell);
    let (rx, ry) = (WELL_RADII.0 * scale * UNIT, WELL_RADII.1 * scale * UNIT);
    let (x, y) = (number(x * UNIT - rx), number((y + WELL * scale) * UNIT));
    let [rx, ry, there, back] = [rx, ry, 2.0 * rx, -2.0 * rx].map(number);
    format!("M{x} {y}a{rx} {ry} 0 1 0 {there} 0 {rx} {ry} 0 1 0 {back} 0")
}

/// The image of a piece for a list.
fn small_piece(figure: Figure, cell: Cell) -> Markup {
    let Place { x, y, scale } = place(cell);
    let [x, y, side] = [x - scale / 2.0, y - scale / 2.0, scale].map(|length| number(length * UNIT));
    html! {
        image href=(asset(PIECES[usize::from(figure.number())])) x=(x) y=(y) width=(side) height=(side) {}
    }
}

impl View for Quarto {
    fn class(&self) -> String {
        "quarto".to_owned()
    }

    fn art(&self) -> &'static str {
        SLAB
    }

    fn extent(&self) -> Extent {
        BOARD
    }

    fn place(&self, cell: Cell) -> CompactString {
        match cell {
            HAND => format_compact!("{} hand", on(cell)),
            _ if is_square(cell) => on(cell).into(),
            _ => format_compact!("{} pool", on(cell)),
        }
    }

    fn spot(&self, cell: Cell) -> (f64, f64) {
        let Place { x, y, .. } = place(cell);
        (x, y)
    }

    fn piece(&self, Standing { piece, cell }: Standing, class: &str, id: Option<&str>) -> Markup {
        html! {
            image id=[id] class={ "piece " (self.place(cell)) (class) } x="-10" y="-10"
                href=(asset(PIECES[usize::from(piece.look % FIGURES)])) {}
        }
    }

    /// The rim of the well that was filled. A piece in hand needs no mark: it stands by itself.
    fn trail(&self, last: &Last<'_>) -> String {
        let to = last.effects.iter().find_map(|effect| match effect {
            Effect::Travel { path, .. } => path.last(),
            _ => None,
        });
        to.filter(|cell| is_square(**cell)).map_or_else(String::new, |cell| rim(*cell))
    }

    fn lit(&self, cells: &[Cell]) -> String {
        cells.iter().map(|cell| rim(*cell)).collect()
    }

    fn small(&self, _: u8) -> Markup {
        let Extent { width, height, left, above } = BOARD;
        let size = [-left, -above, width, height].map(|length| number(length * UNIT));
        let mut standing: Vec<_> = (0..SIZE * SIZE).map(Cell).collect();
        // What stands behind is drawn first.
        standing.reverse();
        html! {
            svg.small-board viewBox=(size.join(" ")) aria-hidden="true" {
                image href=(asset(SLAB)) x=(size[0]) y=(size[1]) width=(size[2]) height=(size[3]) {}
                @for cell in standing {
                    @if let Some(figure) = self.figure(cell) { (small_piece(figure, cell)) }
                }
            }
        }
    }

    fn doing(&self, who: &str, notation: &str) -> String {
        words::doing(self, who, notation)
    }

    fn offering(&self, notation: &str) -> String {
        words::offering(notation)
    }

    fn moves(&self) -> Option<String> {
        Some(words::moves(self))
    }

    fn asks(&self) -> Option<String> {
        words::asks(self)
    }

    fn naming(&self, cell: Cell) -> String {
        if cell == HAND { tr("hand").to_owned() } else { self.cell_name(cell).into() }
    }

    /// No piece is anybody's: what stands on the board, what is in hand, what is left.
    fn shared(&self) -> Vec<String> {
        words::shared(self)
    }
}
