//! The headings of planes: towards the next cell of their route. Headings continue around the board instead of
//! restarting at zero, so that no plane turns the long way.

use std::sync::LazyLock;

use crate::games::Cell;
use crate::games::aeroplane::board::{AeroplaneSpot, PlaneColour, on_ring};
use crate::games::aeroplane::route::PlaneProgress;

/// An eighth of a full turn.
const EIGHTH: i16 = 45;
/// The heading of class `h0`, in eighths.
const LEAST: i16 = -4;
/// The number of classes.
const CLASSES: i16 = 24;

/// By steps from the pad, for yellow: the heading in eighths clockwise from up.
static HEADINGS: LazyLock<[i16; 57]> = LazyLock::new(|| {
    let mut headings = [0; 57];
    let mut last = 0;
    for (steps, heading) in headings.iter_mut().enumerate() {
        let next = towards_next(steps as u8).unwrap_or(last);
        last += (next - last + 4).rem_euclid(8) - 4;
        *heading = last;
    }
    headings
});

fn towards_next(steps: u8) -> Option<i16> {
    let place = |steps| AeroplaneSpot::on_route(PlaneColour::Yellow, 0, PlaneProgress::at(steps)).place();
    let next = (steps < 56).then(|| place(steps + 1))?;
    let (x, y) = place(steps);
    let angle = (next.0 - x).atan2(y - next.1).to_degrees();
    Some((angle / f64::from(EIGHTH)).round() as i16)
}

/// How many steps a plane of this colour on a cell has made.
fn steps(colour: PlaneColour, cell: Cell) -> Option<u8> {
    match AeroplaneSpot::of(cell) {
        AeroplaneSpot::Ring(cell) => on_ring(colour, cell)?.steps(),
        AeroplaneSpot::Pad(_) => Some(0),
        AeroplaneSpot::Column(_, column) => Some(50 + column),
        AeroplaneSpot::Home(_) => Some(56),
        AeroplaneSpot::Hangar(..) | AeroplaneSpot::Plane(_) => None,
    }
}

/// The heading of a plane on a cell, in degrees clockwise from up.
pub fn angle(colour: PlaneColour, cell: Cell) -> i16 {
    let heading = steps(colour, cell).map_or(0, |steps| HEADINGS[usize::from(steps) % 57]);
    EIGHTH * (heading + 2 * i16::from(colour.number()))
}

/// The classes of a plane on a cell: its heading, and on a curve the wing that it lowers.
pub fn class(colour: PlaneColour, cell: Cell) -> String {
    let steps = steps(colour, cell).map(usize::from);
    let heading = steps.map_or(0, |steps| HEADINGS[steps % 57]);
    let before = steps.map_or(heading, |steps| HEADINGS[steps.saturating_sub(1) % 57]);
    let bank = match heading - before {
        0 => "",
        1.. => " right",
        _ => " left",
    };
    format!("h{}{bank}", heading + 2 * i16::from(colour.number()) - LEAST)
}

/// The stylesheet of these classes.
pub fn rules() -> String {
    (0..=CLASSES)
        .map(|class| format!(".aeroplane .h{class}{{--a:{}deg}}\n", EIGHTH * (class + LEAST)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_turns_by_a_quarter_at_most_and_once_around_on_its_way() {
        assert!(HEADINGS.windows(2).all(|pair| (pair[1] - pair[0]).abs() <= 2), "{:?}", *HEADINGS);
        assert_eq!((HEADINGS[0], HEADINGS[1], HEADINGS[50], HEADINGS[56]), (2, 0, 8, 8));
    }

    #[test]
    fn every_heading_has_a_class() {
        let rules = rules();
        for colour in PlaneColour::ALL {
            for steps in 0..=56 {
                let cell = AeroplaneSpot::on_route(colour, 0, PlaneProgress::at(steps)).cell();
                let class = class(colour, cell);
                let heading = class.split(' ').next().unwrap();
                assert!(rules.contains(&format!(".{heading}{{")), "{class}");
            }
        }
    }
}
