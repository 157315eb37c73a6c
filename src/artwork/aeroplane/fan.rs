//! Planes that share a cell fan out, so that none hides another.

use crate::artwork::strokes::number;
use crate::games::PlacedPiece;

/// Offsets from the middle of the cell and size of each plane, by number of planes.
const ONE: [(f64, f64); 1] = [(0.0, 0.0)];
const TWO: [(f64, f64); 2] = [(-0.25, -0.2), (0.25, 0.2)];
const THREE: [(f64, f64); 3] = [(-0.27, -0.24), (0.27, -0.24), (0.0, 0.27)];
const FOUR: [(f64, f64); 4] = [(-0.27, -0.27), (0.27, -0.27), (-0.27, 0.27), (0.27, 0.27)];
const SIZES: [f64; 4] = [1.0, 0.74, 0.63, 0.58];
const CLASSES: [&[&str]; 4] =
    [&[""], &[" f20", " f21"], &[" f30", " f31", " f32"], &[" f40", " f41", " f42", " f43"]];

fn places(of: usize) -> &'static [(f64, f64)] {
    match of {
        1 => &ONE,
        2 => &TWO,
        3 => &THREE,
        _ => &FOUR,
    }
}

/// The index of a plane among those on its cell, and their number.
fn nth(standing: PlacedPiece, all: &[PlacedPiece]) -> (usize, usize) {
    let on_cell = all.iter().filter(|other| other.cell == standing.cell);
    let before = on_cell.clone().filter(|other| other.piece.id < standing.piece.id).count();
    let of = on_cell.count().clamp(1, 4);
    (before.min(of - 1), of)
}

/// The class that offsets a plane, with a leading space; empty if it is alone.
pub fn class(standing: PlacedPiece, all: &[PlacedPiece]) -> &'static str {
    let (nth, of) = nth(standing, all);
    CLASSES[of - 1][nth]
}

/// The place of a plane on a cell with this middle.
pub fn spot((x, y): (f64, f64), standing: PlacedPiece, all: &[PlacedPiece]) -> (f64, f64) {
    let (nth, of) = nth(standing, all);
    let (aside, down) = places(of)[nth];
    (x + aside, y + down)
}

/// The size of a plane, as a factor.
pub fn size(standing: PlacedPiece, all: &[PlacedPiece]) -> f64 {
    SIZES[nth(standing, all).1 - 1]
}

/// The stylesheet of these classes.
pub fn rules() -> String {
    let rule = |of: usize, nth: usize| {
        let (x, y) = places(of)[nth];
        let class = CLASSES[of - 1][nth].trim_start();
        format!(
            ".aeroplane .{class}{{--dx:{};--dy:{};--k:{}}}\n",
            number(x),
            number(y),
            number(SIZES[of - 1])
        )
    };
    (2..=4).flat_map(|of| (0..of).map(move |nth| (of, nth))).map(|(of, nth)| rule(of, nth)).collect()
}
