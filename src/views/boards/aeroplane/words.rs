//! Throws and moves in words.

use crate::games::aeroplane::board::Spot;
use crate::games::aeroplane::route::Way;
use crate::games::aeroplane::{Aeroplane, Move};
use crate::games::{Effect, Rules};

/// What a ply does, after the name of whoever plays it.
pub(super) fn doing(position: &Aeroplane, notation: &str) -> String {
    match notation.parse() {
        Ok(Move::Throw(face)) => shows(position, face),
        Ok(Move::Plane(plane)) => format!("moves {}", going(position, plane)),
        Err(_) => format!("plays {notation}"),
    }
}

/// What a ply is called on its button.
pub(super) fn offering(position: &Aeroplane, notation: &str) -> String {
    match notation.parse() {
        Ok(Move::Plane(plane)) => format!("move {}", going(position, plane)),
        _ => format!("play {notation}"),
    }
}

fn shows(position: &Aeroplane, face: u8) -> String {
    let effects = position.clone().apply(&Move::Throw(face));
    let third = effects.iter().any(|effect| matches!(effect, Effect::Highlight { .. }));
    let passes = effects.iter().any(|effect| matches!(effect, Effect::Turn(_)));
    match (third, passes) {
        (true, _) => "shows 6, the third in one turn: what sixes have moved goes back".to_owned(),
        (_, true) => format!("shows {face}: nothing can move"),
        _ => format!("shows {face}"),
    }
}

fn going(position: &Aeroplane, plane: u8) -> String {
    let (Some(seat), Some(way)) = (position.turn(), position.way(plane)) else {
        return format!("plane {}", plane + 1);
    };
    let name = |progress| Spot::on_route(position.colour(seat), plane, progress).name();
    let back = sent_back(position, plane);
    let strikes = match back {
        0 => String::new(),
        1 => ", sending a plane back".to_owned(),
        _ => format!(", sending {back} planes back"),
    };
    let how = manner(&way);
    format!("plane {} from {} to {}{how}{strikes}", plane + 1, name(way.from), name(way.rest))
}

const fn manner(way: &Way) -> &'static str {
    match (way.jump.is_some(), way.flies) {
        (true, true) => " with a jump and a flight",
        (true, false) => " with a jump",
        (false, true) => " with a flight",
        (false, false) => "",
    }
}

fn sent_back(position: &Aeroplane, plane: u8) -> usize {
    let mover = position.turn().unwrap_or_default().number();
    let effects = position.clone().apply(&Move::Plane(plane));
    let strikes = |effect: &&Effect| matches!(effect, Effect::Travel { piece, .. } if piece.look != mover);
    effects.iter().filter(strikes).count()
}
