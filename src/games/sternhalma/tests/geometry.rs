use super::*;
use crate::games::sternhalma::board::{StarPoint, distance, name, place, point, rotated, target};

#[test]
fn the_rows_have_the_number_of_holes_stated_in_the_rules() {
    assert_eq!(ROWS.iter().map(|holes| u32::from(*holes)).sum::<u32>(), u32::from(HOLES));
    assert_eq!((name(Cell(0)), name(Cell(10)), name(Cell(120))), ("a1", "e1", "q1"));
    for index in 0..HOLES {
        assert_eq!(cell(name(Cell(index))), Some(Cell(index)));
    }
}

#[test]
fn an_invalid_hole_name_is_refused() {
    for text in ["", "a", "a0", "a2", "a01", "e14", "e+1", "q2", "r1", "A1", "1a", "e1 ", "é1", "e256"] {
        assert_eq!(cell(text), None, "{text}");
    }
}

#[test]
fn the_points_are_the_holes_listed_in_the_rules() {
    let list = |rows: &[(char, u8, u8)]| -> Vec<String> {
        rows.iter().flat_map(|(row, from, to)| (*from..=*to).map(move |n| format!("{row}{n}"))).collect()
    };
    let points = [
        (StarPoint::South, list(&[('a', 1, 1), ('b', 1, 2), ('c', 1, 3), ('d', 1, 4)])),
        (StarPoint::SouthWest, list(&[('e', 1, 4), ('f', 1, 3), ('g', 1, 2), ('h', 1, 1)])),
        (StarPoint::NorthWest, list(&[('j', 1, 1), ('k', 1, 2), ('l', 1, 3), ('m', 1, 4)])),
        (StarPoint::North, list(&[('n', 1, 4), ('o', 1, 3), ('p', 1, 2), ('q', 1, 1)])),
        (StarPoint::NorthEast, list(&[('j', 10, 10), ('k', 10, 11), ('l', 10, 12), ('m', 10, 13)])),
        (StarPoint::SouthEast, list(&[('e', 10, 13), ('f', 10, 12), ('g', 10, 11), ('h', 10, 10)])),
    ];
    for (point, holes) in points {
        assert_eq!(names(point.holes()), holes, "{point:?}");
    }
    let middle = (0..HOLES).map(Cell).filter(|cell| point(*cell).is_none()).count();
    assert_eq!(middle, 61);
}

#[test]
fn seats_are_clockwise_and_target_the_opposite_point() {
    use StarPoint::{North, NorthEast, NorthWest, South, SouthEast, SouthWest};
    let homes: [&[StarPoint]; 5] = [
        &[South, North],
        &[South, NorthWest, NorthEast],
        &[South, SouthWest, North, NorthEast],
        &[South, SouthWest, NorthWest, North, NorthEast],
        &[South, SouthWest, NorthWest, North, NorthEast, SouthEast],
    ];
    for (seats, homes) in (2..).zip(homes) {
        let seated: Vec<_> = Seat::first(seats).map(|seat| home(seats, seat)).collect();
        assert_eq!(seated, homes);
    }
    assert_eq!(target(2, Seat::new(0)), North);
    assert_eq!(target(3, Seat::new(1)), SouthEast);
    assert_eq!(target(3, Seat::new(2)), SouthWest);
}

#[test]
fn rotation_brings_every_home_to_the_bottom() {
    for point in StarPoint::ALL {
        let turn = |holes| cells_of(holes).fold(0, |all, cell| all | hole(rotated(cell, point.turns())));
        assert_eq!(turn(point.holes()), StarPoint::South.holes(), "{point:?}");
        assert_eq!(turn(point.opposite().holes()), StarPoint::North.holes(), "{point:?}");
    }
}

#[test]
fn the_board_is_centred_with_neighbours_one_unit_apart() {
    assert_eq!(place(cell("i5").unwrap()), (0.0, 0.0));
    let (x, y) = place(cell("q1").unwrap());
    assert!(x == 0.0 && (y - 8.0 * 0.75_f64.sqrt()).abs() < 1e-9);
    let (from, to) = (place(cell("d4").unwrap()), place(cell("e9").unwrap()));
    assert!(((from.0 - to.0).hypot(from.1 - to.1) - 1.0).abs() < 1e-9);
}

#[test]
fn distances_are_steps_from_hole_to_hole() {
    let steps = |from: &str, to: &str| distance(cell(from).unwrap(), cell(to).unwrap());
    assert_eq!(steps("a1", "a1"), 0);
    assert_eq!(steps("a1", "q1"), 16);
    assert_eq!(steps("e1", "e13"), 12);
    assert_eq!(steps("a1", "e1"), 8);
    assert_eq!(steps("d1", "e4"), 2);
}
