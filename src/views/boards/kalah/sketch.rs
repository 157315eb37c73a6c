//! The board of Kalah in emails.

use crate::games::Seat;
use crate::games::kalah::{Kalah, Pit, cell};
use crate::texts::tr;
use crate::tr_format;
use crate::views::boards::sketch::{SignLook, Sketch, SketchInput, SketchRow, SketchSign};

const SEEDS: &str = "#fbf6ea";

/// The reader's houses at the bottom, sown from left to right, with the stores at the sides.
pub(super) fn sketch(position: &Kalah, input: &SketchInput<'_>) -> Sketch {
    let (own, other) = (input.seat, Seat::new(1 - input.seat.number().min(1)));
    let seeds = |seat, place| {
        let cell = cell(seat, place);
        SketchSign { look: SignLook::Piece(position.seeds(cell).to_string(), SEEDS), mark: input.mark(cell) }
    };
    let houses = 1..=position.houses();
    let gap = std::iter::once(SketchSign::blank());
    let theirs = houses.clone().rev().map(|house| seeds(other, Pit::House(house)));
    let ours = houses.clone().map(|house| seeds(own, Pit::House(house)));
    let rows = [
        SketchRow::of(gap.clone().chain(houses.clone().rev().map(SketchSign::label))),
        SketchRow::of(std::iter::once(seeds(other, Pit::Store)).chain(theirs).chain(gap.clone())),
        SketchRow::of(gap.clone().chain(ours).chain([seeds(own, Pit::Store)])),
        SketchRow::of(gap.chain(houses.map(SketchSign::label))),
    ];
    let mut sketch = Sketch::of(rows, 4);
    sketch.above = Some(tr_format!("{name} (store on the left)", name = (input.name)(other)));
    sketch.below = Some(tr("You (store on the right)").to_owned());
    sketch
}
