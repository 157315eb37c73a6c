//! The board as a drawing: `.` is an empty place, a letter a plane of that colour, a capital several.

use super::*;
use crate::games::aeroplane::board::{CELLS, PlaneColour, RING, on_ring, ring};
use crate::games::aeroplane::route::STEPS_HOME;

fn draw(position: &Aeroplane) -> String {
    let mut rows = vec![[' '; 15]; 15];
    let mut put = |cell: Cell, letter: char| {
        let (x, y) = AeroplaneSpot::of(cell).place();
        let at = &mut rows[(y.round() + 7.0) as usize][(x.round() + 7.0) as usize];
        *at = if matches!(*at, ' ' | '.') { letter } else { letter.to_ascii_uppercase() };
    };
    (0..CELLS).for_each(|cell| put(Cell(cell), '.'));
    for standing in position.pieces() {
        let colour = position.colour(Seat::new(standing.piece.kind));
        put(standing.cell, colour.name().chars().next().unwrap());
    }
    rows.iter().map(|row| format!("{}\n", row.iter().collect::<String>().trim_end())).collect()
}

#[track_caller]
fn assert_drawn(position: &Aeroplane, drawing: &str) {
    let drawn = draw(position);
    assert!(drawn == drawing.trim_start_matches('\n'), "the board differs:\n{drawn}");
}

#[test]
fn the_colours_are_on_the_sides_that_the_rules_give_them() {
    let drawing = "
 b b........
    .  .  . r r
 b b.  .  .
.   .  .  . r r
....   .   ....
.      .      .
.      .      .
....... .......
.      .      .
.      .      .
....   .   ....
y y .  .  .   .
    .  .  .g g
y y .  .  .
   ........g g
";
    assert_drawn(&opening("", 4), drawing);
}

#[test]
fn a_flight_crosses_the_column_of_the_colour_opposite_at_its_third_cell() {
    let before = "
 . .........
    .  .  . . .
 . ..  .  .
.   .  R  r . .
..y.   .   ....
.      .      .
.      .      .
....... .......
.      .      .
.      .      .
....   .   ....
. y .  .  .   .
    .  .  .. .
y y .  .  r
   ......... .
";
    let mut position = at("flyover=on", "16,H,H,H/53,53,4,20 m0 2 -");
    assert_drawn(&position, before);
    play_all(&mut position, "1");
    let after = "
 . .........
    .  .  . . r
 . ..  .  .
.   .  .  y r r
....   .   ....
.      .      .
.      .      .
....... .......
.      .      .
.      .      .
....   .   ....
. y .  .  .   .
    .  .  .. .
y y .  .  r
   ......... .
";
    assert_drawn(&position, after);
}

#[test]
fn a_route_goes_from_cell_to_cell_and_only_inner_corners_are_cut() {
    for colour in PlaneColour::ALL {
        let place = |steps| AeroplaneSpot::on_route(colour, 0, PlaneProgress::at(steps)).place();
        for steps in 1..STEPS_HOME {
            let ((x, y), (to_x, to_y)) = (place(steps), place(steps + 1));
            let (across, down) = ((to_x - x).abs(), (to_y - y).abs());
            let corner = steps < 50 && steps % 13 == 4;
            assert!(across + down == 1.0 || (corner && across == 1.0 && down == 1.0), "{colour:?} {steps}");
        }
    }
}

#[test]
fn every_ring_cell_is_visited_by_all_colours_but_the_two_next_to_a_pad() {
    for cell in 0..RING {
        let visitors =
            PlaneColour::ALL.into_iter().filter_map(|colour| Some((colour, on_ring(colour, cell)?)));
        for (colour, progress) in visitors.clone() {
            assert_eq!(ring(colour, progress.steps().unwrap()), cell);
            assert_eq!(progress.is_own_colour(), cell % 4 == colour.number(), "{colour:?} {progress}");
        }
        assert_eq!(visitors.count(), if [1, 2].contains(&(cell % 13)) { 3 } else { 4 });
    }
}

#[test]
fn every_cell_has_one_spot_and_no_two_overlap() {
    let cells: Vec<_> = (0..CELLS + 4).map(Cell).collect();
    assert!(cells.iter().all(|cell| AeroplaneSpot::of(*cell).cell() == *cell));
    let names: std::collections::BTreeSet<_> =
        cells.iter().map(|cell| AeroplaneSpot::of(*cell).name()).collect();
    assert_eq!(names.len(), cells.len());
    let places: Vec<_> = (0..CELLS).map(|cell| AeroplaneSpot::of(Cell(cell)).place()).collect();
    let far = |one: (f64, f64), other: (f64, f64)| (one.0 - other.0).hypot(one.1 - other.1);
    for (index, one) in places.iter().enumerate() {
        assert!(
            places[..index].iter().all(|other| far(*one, *other) > 0.99),
            "{}",
            AeroplaneSpot::of(Cell(index as u8)).name()
        );
    }
}
