//! Seeds: small stones, and their places in a heap.

use super::shape::{HOUSE, KalahShape, STORE};
use crate::artwork::UNIT;
use crate::games::Cell;
use crate::games::kalah::{Pit, place};

/// The stones, all of them different.
pub const NAMES: [&str; 6] =
    ["seeds/0.svg", "seeds/1.svg", "seeds/2.svg", "seeds/3.svg", "seeds/4.svg", "seeds/5.svg"];

/// Half the width of a stone, in drawing units.
const STONE: f64 = 2.9;
/// How many stones lie beside each other in a house; further ones lie on top.
const FLAT: usize = 12;
/// How many stones of a heap are drawn.
pub const MOST_IN_HOUSE: usize = 21;
const MOST_IN_STORE: usize = 60;
/// How many stones are drawn in a hand.
const MOST_IN_HAND: usize = 12;

/// A stone: which one, and its place relative to the middle of its cell, in drawing units.
pub struct SeedArt {
    pub name: &'static str,
    pub x: f64,
    pub y: f64,
}

/// The stones of a heap. Each keeps its place as long as the heap is not smaller.
pub fn seeds_in_pit(shape: KalahShape, cell: Cell, count: u8) -> Vec<SeedArt> {
    let count = usize::from(count);
    match place(cell).1 {
        Pit::House(_) => {
            let (wide, tall) = (HOUSE * UNIT - STONE, shape.house() * UNIT - STONE);
            let stone = |index| {
                let (x, y) = in_bowl(cell.index(), index);
                seed_at(cell.index(), index, x * wide, y * tall)
            };
            (0..count.min(MOST_IN_HOUSE)).map(stone).collect()
        }
        Pit::Store => {
            let spots =
                in_trough(cell.index(), STORE * UNIT - STONE - 1.0, shape.store() * UNIT - STONE - 1.6);
            let stone = |(index, (x, y))| seed_at(cell.index(), index, x, y);
            spots.into_iter().take(count.min(MOST_IN_STORE)).enumerate().map(stone).collect()
        }
    }
}

/// The stones in a hand, close together.
pub fn hand(count: u8) -> Vec<SeedArt> {
    let stone = |index| {
        let (x, y) = in_bowl(7, index);
        seed_at(7, index, x * 4.2, y * 4.8)
    };
    (0..usize::from(count).min(MOST_IN_HAND)).map(stone).collect()
}

fn seed_at(cell: usize, index: usize, x: f64, y: f64) -> SeedArt {
    let name = NAMES[(cell * 5 + index * 7 + (noise(cell, index).abs() * 9.0) as usize) % NAMES.len()];
    SeedArt { name, x, y }
}

/// A reproducible number from -1 to 1.
fn noise(cell: usize, index: usize) -> f64 {
    let mixed = (cell as u32 + 1).wrapping_mul(0x9e37_79b1) ^ (index as u32 + 1).wrapping_mul(0x85eb_ca6b);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d);
    f64::from((mixed ^ mixed >> 13) & 0xffff) / 32_767.5 - 1.0
}

/// The places of stones in a house, within a circle of radius 1: three in the middle, nine around them, the rest on
/// top.
fn in_bowl(cell: usize, index: usize) -> (f64, f64) {
    /// Radius and angle as a fraction of a turn.
    const LAID: [(f64, f64); FLAT] = [
        (0.36, 0.02),
        (0.97, 0.11),
        (0.97, 0.44),
        (0.97, 0.78),
        (0.36, 0.35),
        (0.97, 0.22),
        (0.97, 0.56),
        (0.97, 0.89),
        (0.36, 0.69),
        (0.97, 0.00),
        (0.97, 0.33),
        (0.97, 0.67),
    ];
    let (far, part) = match LAID.get(index) {
        Some(laid) => *laid,
        None if index < FLAT + 6 => (0.62, (index - FLAT) as f64 * 2.0 / 6.0 + 0.09),
        None => (0.2, index as f64 / 3.0),
    };
    let turned = part + noise(cell, 99) + 0.018 * noise(cell, index);
    let far = far * (1.0 - 0.1 * noise(index, cell).abs());
    let (sin, cos) = (turned * std::f64::consts::TAU).sin_cos();
    (far * cos, far * sin)
}

/// The places of stones in a store: scattered over the ground of the trough first, then on top.
fn in_trough(cell: usize, wide: f64, tall: f64) -> Vec<(f64, f64)> {
    let rows = (2.0 * tall / 4.9) as usize + 1;
    let layer = |upper: bool| {
        let lift = if upper { 0.5 } else { 0.0 };
        let mut spots: Vec<(f64, f64, f64)> = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..3).map(move |column| (row, column))) {
            let index = row * 3 + column + if upper { 100 } else { 0 };
            let across = (column as f64 - 1.0 + lift * 0.6) * wide * 0.94;
            let down = (row as f64 + lift) / (rows - 1) as f64 * 2.0 - 1.0;
            // The ends of the trough are round.
            let narrow = 1.0 - 0.3 * down.powi(6);
            let x = across * narrow + 0.7 * noise(cell, index);
            spots.push((
                noise(index, cell + 3),
                x.clamp(-wide, wide),
                (down * tall + 0.9 * noise(index, 7)).clamp(-tall, tall),
            ));
        }
        spots.sort_by(|one, other| one.0.total_cmp(&other.0));
        spots.into_iter().map(|(_, x, y)| (x, y)).collect::<Vec<_>>()
    };
    [layer(false), layer(true)].concat()
}
