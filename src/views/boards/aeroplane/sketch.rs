//! The board of Aeroplane Chess in emails.

use crate::games::aeroplane::Aeroplane;
use crate::games::aeroplane::board::{AeroplaneSpot, CELLS, PlaneColour, rotated};
use crate::games::{Cell, PlacedPiece, Rules, Seat};
use crate::views::boards::sketch::{SignLook, Sketch, SketchInput, SketchRow, SketchSign};
use crate::views::boards::{in_words, turns};

/// Yellow, blue, red and green: colours of planes and of their cells.
const PLANES: [&str; 4] = ["#f2c230", "#245a8c", "#b3261e", "#2f6e3b"];
const CELLS_OF: [&str; 4] = ["#f7e3a1", "#bcd3ea", "#f0bdb6", "#bfdcc2"];
/// Width and height of the grid in cells.
const GRID: usize = 15;

/// The ring on a grid, turned so that the reader's hangar is at the bottom.
pub(super) fn sketch(position: &Aeroplane, input: &SketchInput<'_>) -> Sketch {
    let turns = turns(input.position, Some(input.seat));
    let mut grid = vec![SketchSign::blank(); GRID * GRID];
    let mut put = |cell: Cell, look: SignLook| {
        if let Some(sign) = grid.get_mut(on_grid(AeroplaneSpot::of(cell), turns)) {
            *sign = SketchSign { look, mark: input.mark(cell) };
        }
    };
    for cell in (0..CELLS).map(Cell) {
        put(cell, empty(AeroplaneSpot::of(cell)));
    }
    for (cell, look) in planes(position) {
        put(cell, look);
    }
    let rows: Vec<_> = grid.chunks(GRID).map(|signs| SketchRow::of(signs.iter().cloned())).collect();
    let mut sketch = Sketch::of(rows, 4);
    let line = |(seat, words): (Option<Seat>, String)| match seat {
        Some(seat) => format!("{}: {words}", (input.name)(seat)),
        None => words,
    };
    sketch.notes = in_words(input.position).into_iter().map(|said| line(said).into()).collect();
    sketch
}

/// Each plane with its letter and number, or with a plus if others share its cell.
fn planes(position: &Aeroplane) -> Vec<(Cell, SignLook)> {
    let standing = position.pieces();
    let plane = |on: &PlacedPiece| {
        let together = standing.iter().filter(|other| other.cell == on.cell);
        let numbers: Vec<_> = together.map(|other| (other.piece.id % 4 + 1).to_string()).collect();
        let colour = position.colour(Seat::new(on.piece.kind));
        let shown = if numbers.len() > 1 { "+".to_owned() } else { numbers.concat() };
        let text = format!("{}{shown}", letter(colour));
        (on.cell, SignLook::Piece(text, PLANES[usize::from(colour.number() % 4)]))
    };
    standing.iter().map(plane).collect()
}

pub(super) const fn letter(colour: PlaneColour) -> &'static str {
    match colour {
        PlaneColour::Yellow => "Y",
        PlaneColour::Blue => "B",
        PlaneColour::Red => "R",
        PlaneColour::Green => "G",
    }
}

/// The empty cell of a spot. Those of the ring alternate in colour.
fn empty(spot: AeroplaneSpot) -> SignLook {
    let (text, colour) = match spot {
        AeroplaneSpot::Ring(cell) => (".", cell % 4),
        AeroplaneSpot::Hangar(colour, _) => ("-", colour.number()),
        AeroplaneSpot::Pad(colour) => ("o", colour.number()),
        AeroplaneSpot::Column(colour, _) => (":", colour.number()),
        AeroplaneSpot::Home(colour) => ("*", colour.number()),
        AeroplaneSpot::Plane(_) => ("", 0),
    };
    SignLook::Empty(text, CELLS_OF[usize::from(colour % 4)])
}

/// The index of a cell on the grid, row by row from the top.
fn on_grid(spot: AeroplaneSpot, turns: u8) -> usize {
    let (x, y) = match spot {
        AeroplaneSpot::Hangar(colour, plane) => {
            let place = (f64::from(plane % 2) - 6.0, f64::from(plane / 2) + 5.0);
            rotated(place, colour.number())
        }
        spot => spot.place(),
    };
    let (x, y) = rotated((x, y), 4 - turns);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 14")]
    let [x, y] = [x, y].map(|length| (length.round() + 7.0).clamp(0.0, 14.0) as usize);
    y * GRID + x
}
