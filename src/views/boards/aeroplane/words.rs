//! Throws and moves in words.

use crate::games::aeroplane::board::{Colour, Spot};
use crate::games::aeroplane::{Aeroplane, Move};
use crate::games::{Effect, Rules};
use crate::say;
use crate::texts::tr;

/// What a ply does, and whose it is.
pub(super) fn doing(position: &Aeroplane, who: &str, notation: &str) -> String {
    match notation.parse() {
        Ok(Move::Throw(face)) => shows(position, who, face),
        Ok(Move::Plane(plane)) => say!("{who} moves {plane}", who = who, plane = going(position, plane)),
        Err(_) => say!("{who} plays {ply}", who = who, ply = notation),
    }
}

/// What a ply is called on its button.
pub(super) fn offering(position: &Aeroplane, notation: &str) -> String {
    match notation.parse() {
        Ok(Move::Plane(plane)) => say!("move {plane}", plane = going(position, plane)),
        _ => say!("play {ply}", ply = notation),
    }
}

fn shows(position: &Aeroplane, who: &str, face: u8) -> String {
    let effects = position.clone().apply(&Move::Throw(face));
    let third = effects.iter().any(|effect| matches!(effect, Effect::Highlight { .. }));
    let passes = effects.iter().any(|effect| matches!(effect, Effect::Turn(_)));
    match (third, passes) {
        (true, _) => say!("{who} shows 6, the third in one turn: what sixes have moved goes back", who = who),
        (_, true) => say!("{who} shows {face}: nothing can move", who = who, face = face),
        _ => say!("{who} shows {face}", who = who, face = face),
    }
}

/// Which plane goes where, and how: "plane 1 from ring 3 to ring 7 with a jump, sending a plane back".
fn going(position: &Aeroplane, plane: u8) -> String {
    let number = plane + 1;
    let (Some(seat), Some(way)) = (position.turn(), position.way(plane)) else {
        return say!("plane {number}", number = number);
    };
    let name = |progress| naming(Spot::on_route(position.colour(seat), plane, progress));
    let going = say!(
        "plane {number} from {from} to {to}",
        number = number,
        from = name(way.from),
        to = name(way.rest),
    );
    let going = match (way.jump.is_some(), way.flies) {
        (true, true) => say!("{going} with a jump and a flight", going = going),
        (true, false) => say!("{going} with a jump", going = going),
        (false, true) => say!("{going} with a flight", going = going),
        (false, false) => going,
    };
    match sent_back(position, plane) {
        0 => going,
        back => {
            say!(back; "{going}, sending a plane back", "{going}, sending {n} planes back", going = going)
        }
    }
}

/// What a cell is called.
pub(super) fn naming(spot: Spot) -> String {
    match spot {
        Spot::Ring(cell) => say!("ring {cell}", cell = cell),
        Spot::Hangar(colour, plane) => {
            say!("{colour} hangar {place}", colour = of_colour(colour), place = plane + 1)
        }
        Spot::Pad(colour) => say!("{colour} pad", colour = of_colour(colour)),
        Spot::Column(colour, column) => {
            say!("{colour} column {cell}", colour = of_colour(colour), cell = column)
        }
        Spot::Home(colour) => say!("{colour} home", colour = of_colour(colour)),
        Spot::Plane(plane) => say!("plane {number}", number = plane + 1),
    }
}

fn of_colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow => tr("yellow"),
        Colour::Blue => tr("blue"),
        Colour::Red => tr("red"),
        Colour::Green => tr("green"),
    }
}

fn sent_back(position: &Aeroplane, plane: u8) -> usize {
    let mover = position.turn().unwrap_or_default().number();
    let effects = position.clone().apply(&Move::Plane(plane));
    let strikes = |effect: &&Effect| matches!(effect, Effect::Travel { piece, .. } if piece.look != mover);
    effects.iter().filter(strikes).count()
}
