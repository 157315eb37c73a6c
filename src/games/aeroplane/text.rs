//! The position text: the planes of each seat, the seat to act, the die, the planes moved with sixes and, with
//! `play_on`, the seats that have finished.

use super::board::PLANES;
use super::board::{AeroplaneSpot, on_ring};
use super::moves::AeroplaneMove;
use super::options::AeroplaneOptions;
use super::position::Aeroplane;
use super::route::PlaneProgress;
use super::sixes::{PlaneSet, SixesInARow, bits};
use crate::games::{Seat, UnreadableNotation};

pub(super) fn write(position: &Aeroplane) -> String {
    let text = format!("{} {}", planes(position), turn(position));
    if position.options.play_on { format!("{text} {}", finished(position)) } else { text }
}

fn planes(position: &Aeroplane) -> String {
    let of = |seat| joined(position.planes(seat).iter(), ",");
    Seat::first(position.seats).map(of).collect::<Vec<_>>().join("/")
}

fn joined(parts: impl Iterator<Item = impl ToString>, with: &str) -> String {
    parts.map(|part| part.to_string()).collect::<Vec<_>>().join(with)
}

fn turn(position: &Aeroplane) -> String {
    if position.over {
        return "- - -".to_owned();
    }
    match position.die {
        0 => format!("c{} - {}", position.acting, sixes(&position.sixes)),
        die => format!("m{} {die} {}", position.acting, sixes(&position.sixes)),
    }
}

fn sixes(sixes: &SixesInARow) -> String {
    or_dash(joined(sixes.iter().map(|planes| joined(bits(planes).map(AeroplaneMove::Plane), "+")), ","))
}

fn finished(position: &Aeroplane) -> String {
    or_dash(joined(position.finished().iter(), ","))
}

fn or_dash(list: String) -> String {
    if list.is_empty() { "-".to_owned() } else { list }
}

pub(super) fn read(
    options: AeroplaneOptions,
    seats: u8,
    text: &str,
) -> Result<Aeroplane, UnreadableNotation> {
    let mut fields = text.split(' ');
    let mut field = || fields.next().ok_or(UnreadableNotation);
    let mut position = Aeroplane::set_up(options, seats);
    read_planes(&mut position, field()?)?;
    let (turn, die, sixes) = (field()?, field()?, field()?);
    if options.play_on {
        read_finished(&mut position, field()?)?;
    } else if let Some(winner) = Seat::first(seats).find(|seat| position.is_home(*seat)) {
        position.finish(winner);
    }
    read_turn(&mut position, turn, die)?;
    read_sixes(&mut position, sixes)?;
    if is_sound(&position) && write(&position) == text { Ok(position) } else { Err(UnreadableNotation) }
}

fn read_planes(position: &mut Aeroplane, text: &str) -> Result<(), UnreadableNotation> {
    let of_seats: Vec<&str> = text.split('/').collect();
    if of_seats.len() != usize::from(position.seats) {
        return Err(UnreadableNotation);
    }
    for (planes, text) in position.planes.iter_mut().zip(of_seats) {
        let read: Result<Vec<PlaneProgress>, _> = text.split(',').map(str::parse).collect();
        *planes = <[PlaneProgress; PLANES]>::try_from(read?).map_err(|_| UnreadableNotation)?;
    }
    Ok(())
}

fn read_seat(position: &Aeroplane, text: &str) -> Result<Seat, UnreadableNotation> {
    Seat::first(position.seats).find(|seat| seat.to_string() == text).ok_or(UnreadableNotation)
}

fn read_finished(position: &mut Aeroplane, text: &str) -> Result<(), UnreadableNotation> {
    for seat in text.split(',').filter(|_| text != "-") {
        let seat = read_seat(position, seat)?;
        if position.is_decided() || position.finished().contains(&seat) {
            return Err(UnreadableNotation);
        }
        position.finish(seat);
    }
    Ok(())
}

fn read_turn(position: &mut Aeroplane, turn: &str, die: &str) -> Result<(), UnreadableNotation> {
    if turn == "-" {
        position.stop();
        return Ok(());
    }
    let (kind, seat) = turn.split_at_checked(1).ok_or(UnreadableNotation)?;
    position.acting = read_seat(position, seat)?;
    position.die = match (kind, die) {
        ("c", _) => 0,
        ("m", die) => (1..=6).find(|face: &u8| face.to_string() == die).ok_or(UnreadableNotation)?,
        _ => return Err(UnreadableNotation),
    };
    Ok(())
}

fn read_sixes(position: &mut Aeroplane, text: &str) -> Result<(), UnreadableNotation> {
    for planes in text.split(',').filter(|_| text != "-") {
        let mut set: PlaneSet = 0;
        for plane in planes.split('+') {
            match plane.parse()? {
                AeroplaneMove::Plane(plane) => set |= 1 << plane,
                AeroplaneMove::Roll(_) => return Err(UnreadableNotation),
            }
        }
        position.sixes.push(set);
    }
    Ok(())
}

/// Whether a match can reach the position.
fn is_sound(position: &Aeroplane) -> bool {
    let seats = || Seat::first(position.seats);
    let home = seats().filter(|seat| position.is_home(*seat));
    let finished = home.clone().all(|seat| position.finished().contains(&seat));
    finished
        && home.count() == position.finished().len()
        && position.over == position.is_decided()
        && seats().all(|seat| has_valid_cells(position, seat))
        && (position.over || is_sound_turn(position))
}

/// Whether every plane of a seat is on a cell where a move can end, and none shares a cell with an opposing one.
fn has_valid_cells(position: &Aeroplane, seat: Seat) -> bool {
    let colour = position.colour(seat);
    position.planes(seat).iter().all(|progress| {
        let AeroplaneSpot::Ring(cell) = AeroplaneSpot::on_route(colour, 0, *progress) else { return true };
        let mut others = Seat::first(position.seats).filter(|other| *other != seat);
        let meets = others.any(|other| {
            on_ring(position.colour(other), cell).is_some_and(|held| position.planes(other).contains(&held))
        });
        !meets && !progress.is_left_at_once()
    })
}

/// Whether the acting seat has not finished and can act, and the recorded sixes could have moved their planes.
fn is_sound_turn(position: &Aeroplane) -> bool {
    let options = &position.options;
    let single = |planes: PlaneSet| options.stacks || planes.is_power_of_two();
    let flying = |planes: PlaneSet| bits(planes).all(|plane| position.plane(plane) != PlaneProgress::HANGAR);
    let third = position.die == 6 && position.sixes.count() > 1;
    !position.finished().contains(&position.acting)
        && (position.die == 0 || position.movable() != 0)
        && (!options.three_sixes || (position.sixes.count() <= 2 && !third))
        && position.sixes.iter().all(|planes| single(planes) && flying(planes))
}
