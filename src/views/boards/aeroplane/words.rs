//! Rolls and moves of Aeroplane Chess in words.

use maud::{Markup, html};

use super::sprite_url::SpriteUrl;
use crate::artwork::aeroplane::{die, plane};
use crate::games::aeroplane::board::{AeroplaneSpot, PlaneColour};
use crate::games::aeroplane::{Aeroplane, AeroplaneMove, Launch, PLANES};
use crate::games::{Effect, Rules, Seat};
use crate::texts::tr;
use crate::tr_format;
use crate::views::parts::words::all_of;

/// A ply as a sentence.
pub(super) fn ply_sentence(position: &Aeroplane, who: &str, notation: &str) -> String {
    match notation.parse() {
        Ok(AeroplaneMove::Roll(face)) => roll_sentence(position, who, face),
        Ok(AeroplaneMove::Plane(plane)) if takes_off(position, plane) => {
            tr_format!("{who} takes off with plane {number}", who = who, number = plane + 1)
        }
        Ok(AeroplaneMove::Plane(plane)) => {
            tr_format!("{who} moves {plane}", who = who, plane = going(position, plane))
        }
        Err(_) => tr_format!("{who} plays {ply}", who = who, ply = notation),
    }
}

/// The headline of the seat that has rolled: "You rolled 6: choose a plane".
pub(super) fn own_turn(position: &Aeroplane) -> Option<String> {
    let face = position.die()?;
    Some(match position.legal_moves().as_slice() {
        [AeroplaneMove::Plane(plane)] => {
            tr_format!("You rolled {face}: move plane {number}", face = face, number = plane + 1)
        }
        _ => tr_format!("You rolled {face}: choose a plane", face = face),
    })
}

/// The label of a ply's button, and with a question mark the question whether to play it.
pub(super) fn ply_label(position: &Aeroplane, notation: &str) -> String {
    match notation.parse() {
        Ok(AeroplaneMove::Plane(plane)) if takes_off(position, plane) => {
            tr_format!("plane {number} takes off", number = plane + 1)
        }
        Ok(AeroplaneMove::Plane(plane)) => tr_format!("move {plane}", plane = going(position, plane)),
        _ => tr_format!("play {ply}", ply = notation),
    }
}

/// A ply in a list: the face of the die, or the plane with whether it is home and how many it sent back.
pub(super) fn listing(position: &Aeroplane, notation: &str, effects: &[Effect]) -> Markup {
    match (notation.parse(), position.turn()) {
        (Ok(AeroplaneMove::Roll(face)), _) => html! {
            img.face src=(SpriteUrl(die::name(face))) alt="" width="22" height="22";
            @if effects.iter().any(|effect| matches!(effect, Effect::Turn(_))) { small { "–" } }
        },
        (Ok(AeroplaneMove::Plane(plane)), Some(seat)) => {
            let strikes = |effect: &&Effect| matches!(effect, Effect::Travel { piece, .. } if piece.kind != seat.number());
            let back = effects.iter().filter(strikes).count();
            let colour = position.colour(seat);
            let home = position.flight_path(plane).is_some_and(|path| {
                matches!(AeroplaneSpot::on_route(colour, plane, path.rest), AeroplaneSpot::Home(_))
            });
            html! {
                img.figure src=(SpriteUrl(plane::name(colour, plane))) alt="" width="22" height="22";
                (plane + 1)
                @if home { small { "⌂" } }
                @if back > 0 { small { "×" (back) } }
            }
        }
        _ => html! { (notation) },
    }
}

/// A roll with what it led to.
fn roll_sentence(position: &Aeroplane, who: &str, face: u8) -> String {
    let effects = position.clone().apply(&AeroplaneMove::Roll(face));
    let third = effects.iter().any(|effect| matches!(effect, Effect::Highlight { .. }));
    let passes = effects.iter().any(|effect| matches!(effect, Effect::Turn(_)));
    match (third, passes) {
        (true, _) => {
            tr_format!("{who} rolled a third 6 in one turn: planes moved by sixes go back", who = who)
        }
        (_, true) => tr_format!("{who} rolled {face}: no move", who = who, face = face),
        _ => tr_format!("{who} rolled {face}", who = who, face = face),
    }
}

/// Whether a plane leaves its hangar.
fn takes_off(position: &Aeroplane, plane: u8) -> bool {
    position.flight_path(plane).is_some_and(|path| path.from.steps().is_none())
}

/// The planes of a seat: "planes 1 and 2 in the hangar, plane 3 on ring 10, plane 4 home".
pub(super) fn seat_summary(position: &Aeroplane, seat: Seat) -> String {
    let mut places: Vec<(AeroplaneSpot, Vec<String>)> = Vec::new();
    for plane in 0..PLANES as u8 {
        let spot = match AeroplaneSpot::of(position.cell_of(seat, plane)) {
            AeroplaneSpot::Hangar(colour, _) => AeroplaneSpot::Hangar(colour, 0),
            spot => spot,
        };
        let number = (plane + 1).to_string();
        match places.iter_mut().find(|(other, _)| *other == spot) {
            Some((_, planes)) => planes.push(number),
            None => places.push((spot, vec![number])),
        }
    }
    let words: Vec<_> = places.into_iter().map(|(spot, planes)| standing(spot, &planes)).collect();
    words.join(", ")
}

fn standing(spot: AeroplaneSpot, planes: &[String]) -> String {
    let (count, planes) = (planes.len(), all_of(planes));
    match spot {
        AeroplaneSpot::Hangar(..) => {
            tr_format!(count; "plane {planes} in the hangar", "planes {planes} in the hangar", planes = planes)
        }
        AeroplaneSpot::Pad(_) => {
            tr_format!(count; "plane {planes} on the pad", "planes {planes} on the pad", planes = planes)
        }
        AeroplaneSpot::Home(_) => {
            tr_format!(count; "plane {planes} home", "planes {planes} home", planes = planes)
        }
        _ => {
            let place = cell_title(spot);
            tr_format!(count; "plane {planes} on {place}", "planes {planes} on {place}", planes = planes, place = place)
        }
    }
}

/// "1 of 4 planes home".
pub(super) fn score(position: &Aeroplane, seat: Seat) -> String {
    tr_format!("{n} of {all} planes home", n = home(position, seat), all = PLANES)
}

/// "1/4".
pub(super) fn short_score(position: &Aeroplane, seat: Seat) -> String {
    format!("{}/{PLANES}", home(position, seat))
}

/// How many planes of a seat are home.
fn home(position: &Aeroplane, seat: Seat) -> usize {
    let home =
        |plane: &u8| matches!(AeroplaneSpot::of(position.cell_of(seat, *plane)), AeroplaneSpot::Home(_));
    (0..PLANES as u8).filter(home).count()
}

/// The way of a plane: "plane 1 from ring 3 to ring 7 with a jump, sending a plane back".
fn going(position: &Aeroplane, plane: u8) -> String {
    let number = plane + 1;
    let (Some(seat), Some(path)) = (position.turn(), position.flight_path(plane)) else {
        return tr_format!("plane {number}", number = number);
    };
    let name = |progress| cell_title(AeroplaneSpot::on_route(position.colour(seat), plane, progress));
    let going = tr_format!(
        "plane {number} from {from} to {to}",
        number = number,
        from = name(path.from),
        to = name(path.rest),
    );
    let going = match (path.jump.is_some(), path.flies) {
        (true, true) => tr_format!("{going} with a jump and a flight", going = going),
        (true, false) => tr_format!("{going} with a jump", going = going),
        (false, true) => tr_format!("{going} with a flight", going = going),
        (false, false) => going,
    };
    match sent_back(position, plane) {
        0 => going,
        back => {
            tr_format!(back; "{going}, sending a plane back", "{going}, sending {n} planes back", going = going)
        }
    }
}

/// The name of a cell.
pub(super) fn cell_title(spot: AeroplaneSpot) -> String {
    match spot {
        AeroplaneSpot::Ring(cell) => tr_format!("ring {cell}", cell = cell),
        AeroplaneSpot::Hangar(colour, plane) => {
            tr_format!("{colour} hangar {place}", colour = of_colour(colour), place = plane + 1)
        }
        AeroplaneSpot::Pad(colour) => tr_format!("{colour} pad", colour = of_colour(colour)),
        AeroplaneSpot::Column(colour, column) => {
            tr_format!("{colour} column {cell}", colour = of_colour(colour), cell = column)
        }
        AeroplaneSpot::Home(colour) => tr_format!("{colour} home", colour = of_colour(colour)),
        AeroplaneSpot::Plane(plane) => tr_format!("plane {number}", number = plane + 1),
    }
}

pub(super) fn of_colour(colour: PlaneColour) -> &'static str {
    match colour {
        PlaneColour::Yellow => tr("yellow"),
        PlaneColour::Blue => tr("blue"),
        PlaneColour::Red => tr("red"),
        PlaneColour::Green => tr("green"),
    }
}

fn sent_back(position: &Aeroplane, plane: u8) -> usize {
    let mover = position.turn().unwrap_or_default().number();
    let effects = position.clone().apply(&AeroplaneMove::Plane(plane));
    let strikes = |effect: &&Effect| matches!(effect, Effect::Travel { piece, .. } if piece.kind != mover);
    effects.iter().filter(strikes).count()
}

/// What to do, for players in their first match.
pub(super) fn tips(position: &Aeroplane) -> [String; 3] {
    [
        match position.options().launch {
            Launch::Six => tr("Take off with a six. After a six you roll again."),
            Launch::FiveSix => tr("Take off with a five or six. After a six you roll again."),
            Launch::Even => tr("Take off with an even roll. After a six you roll again."),
        },
        tr("Choose a plane. A ring shows where each would end up."),
        tr("Bring your planes home. Land on rivals to send them back."),
    ]
    .map(str::to_owned)
}
