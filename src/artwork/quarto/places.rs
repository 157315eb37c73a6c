//! The places of squares, hand and pool: the board in slight perspective, and a tray below it or, if there is more
//! width than height, beside it.

use crate::artwork::BoardExtent;
use crate::artwork::strokes::number;
use crate::games::Cell;
use crate::games::quarto::{HAND, QuartoPiece, SIZE, pool_cell};
use crate::games::square::Square;

/// The board without the tray.
pub const BOARD: BoardExtent = BoardExtent { width: 4.86, height: 4.7, left: 0.93, above: 3.6 };

/// How far below the middle of a cell its well is, and its width and height, in the cell's scale.
pub const WELL: f64 = 0.27;
pub const WELL_RADII: (f64, f64) = (0.43, 0.2);

/// The height of the front edge of a tray, which is drawn below it.
pub const TRAY_EDGE: f64 = 0.1;

/// A place for a piece, and its scale.
#[derive(Clone, Copy)]
pub struct QuartoPlace {
    pub x: f64,
    pub y: f64,
    pub scale: f64,
}

/// The layout of the tray.
#[derive(Clone, Copy)]
pub struct PieceTray {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    pub hand: QuartoPlace,
    /// The corner of the pool.
    pool: QuartoPlace,
}

pub const BELOW: PieceTray = PieceTray {
    x: -0.8,
    y: 1.12,
    width: 4.6,
    height: 3.12,
    hand: QuartoPlace { x: 0.04, y: 2.5, scale: 1.5 },
    pool: QuartoPlace { x: 1.15, y: 1.58, scale: 0.7 },
};

pub const BESIDE: PieceTray = PieceTray {
    x: 3.95,
    y: -3.55,
    width: 3.1,
    height: 4.5,
    hand: QuartoPlace { x: 5.5, y: -2.78, scale: 1.38 },
    pool: QuartoPlace { x: 4.39, y: -1.65, scale: 0.7 },
};

impl PieceTray {
    /// The place of a piece in the pool: tall pieces in the back rows, square ones before round ones.
    pub fn pool(self, piece: QuartoPiece) -> QuartoPlace {
        let row = match (piece.is_tall(), piece.is_round()) {
            (true, false) => 0.0,
            (true, true) => 1.0,
            (false, false) => 2.0,
            (false, true) => 3.0,
        };
        let column = f64::from(piece.number() % 4);
        QuartoPlace { x: self.pool.x + 0.74 * column, y: self.pool.y + 0.72 * row, ..self.pool }
    }

    /// The board with the tray.
    pub fn extent(self) -> BoardExtent {
        let BoardExtent { width, height, left, above } = BOARD;
        BoardExtent {
            width: width.max(self.x + self.width + left + 0.05),
            height: height.max(self.y + self.height + above + 0.12),
            ..BOARD
        }
    }

    /// The place of a cell with this tray.
    pub fn place(self, cell: Cell) -> QuartoPlace {
        match cell {
            Cell(number) if number < SIZE * SIZE => on_board(Square::of(cell, SIZE)),
            HAND => self.hand,
            Cell(number) => self.pool(QuartoPiece::new(number)),
        }
    }
}

/// The scale of a rank: the farther away, the smaller.
pub fn scale(rank: f64) -> f64 {
    1.0 - 0.03 * rank
}

pub fn on_board(Square { file, rank }: Square) -> QuartoPlace {
    let (file, rank) = (f64::from(file), f64::from(rank));
    QuartoPlace { x: 1.5 + (file - 1.5) * scale(rank), y: 0.015 * rank * rank - rank, scale: scale(rank) }
}

/// The place of a cell while the tray is below.
pub fn place(cell: Cell) -> QuartoPlace {
    BELOW.place(cell)
}

/// The stylesheet: places first, then `board.css`. Beside a text, the tray is always beside the board.
pub fn stylesheet() -> String {
    let squares = Square::all(SIZE).map(|square| rule(".quarto", square.cell(SIZE), on_board(square)));
    format!(
        "{}{}@media (min-aspect-ratio: 7/5) {{\n{}}}\n{}{}",
        squares.collect::<String>(),
        around(".quarto", BELOW, "below"),
        around(".quarto", BESIDE, "beside"),
        around(".quarto.still", BESIDE, "beside"),
        include_str!("board.css")
    )
}

fn rule(board: &str, cell: Cell, QuartoPlace { x, y, scale }: QuartoPlace) -> String {
    let [x, y, scale] = [x, y, scale].map(number);
    format!("{board} .c{}{{--x:{x};--y:{y};--scale:{scale}}}\n", cell.0)
}

/// The size of board and tray together, the place of the tray, and what is in it.
fn around(board: &str, tray: PieceTray, name: &str) -> String {
    let BoardExtent { width: w, height: h, left, above } = tray.extent();
    let (w, h, width) = (number(w), number(h), BOARD.width);
    let lies = [tray.x + left, tray.y + above, tray.width, tray.height + TRAY_EDGE];
    let [x, y, tw, th] = lies.map(number);
    let cells = (0..16).map(|number| pool_cell(QuartoPiece::new(number))).chain([HAND]);
    let rules: String = cells.map(|cell| rule(board, cell, tray.place(cell))).collect();
    format!(
        "{board}{{--w:{w};--h:{h};--left:{left};--above:{above};--board:{width};--tx:{x};--ty:{y};--tw:{tw};--th:{th};--tray:url(\"boards/quarto-{name}.svg\")}}\n{rules}"
    )
}

/// The names of files and ranks, with the point around which each is written.
pub fn coordinates() -> Vec<(String, (f64, f64))> {
    let file = |file: u8| {
        let QuartoPlace { x, .. } = on_board(Square { file, rank: 0 });
        (char::from(b'a' + file).to_string(), (x, 0.75))
    };
    let rank = |rank: u8| {
        let QuartoPlace { x, y, scale } = on_board(Square { file: 0, rank });
        ((rank + 1).to_string(), (x - 0.6 * scale, y + WELL * scale))
    };
    (0..SIZE).flat_map(|index| [file(index), rank(index)]).collect()
}
