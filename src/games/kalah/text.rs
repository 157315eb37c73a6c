//! The position text: the houses and the store of each seat, who acts and, where sides can be swapped, whether they were.

use super::{Kalah, STORE, Side, Swap};
use crate::games::{Rules, Seat, Unreadable};

pub(super) fn write(position: &Kalah) -> String {
    let houses = usize::from(position.options.houses);
    let side = |side: &Side| {
        let houses: Vec<_> = side[..houses].iter().map(ToString::to_string).collect();
        format!("{}/{}", houses.join(","), side[STORE])
    };
    let acting = position.to_act().seat().map_or_else(|| "-".to_owned(), |seat| seat.to_string());
    let [first, second] = position.sides.each_ref().map(side);
    format!("{first}/{second} {acting}{}", mark(position.swap))
}

const fn mark(swap: Swap) -> &'static str {
    match swap {
        Swap::No => "",
        Swap::Open => " s",
        Swap::Done => " S",
    }
}

pub(super) fn read(opening: &Kalah, text: &str) -> Result<Kalah, Unreadable> {
    let (board, rest) = text.split_once(' ').ok_or(Unreadable)?;
    let (acting, marked) = rest.split_at_checked(1).ok_or(Unreadable)?;
    let mut position = opening.clone();
    read_sides(&mut position.sides, usize::from(opening.options.houses), board)?;
    match acting {
        "-" => position.over = true,
        _ => position.acting = Seat::first(2).find(|seat| seat.to_string() == acting).ok_or(Unreadable)?,
    }
    let swaps = [Swap::No, Swap::Open, Swap::Done];
    position.swap = swaps.into_iter().find(|swap| mark(*swap) == marked).ok_or(Unreadable)?;
    if is_sound(&position, opening) { Ok(position) } else { Err(Unreadable) }
}

fn read_sides(sides: &mut [Side; 2], houses: usize, board: &str) -> Result<(), Unreadable> {
    let parts: Vec<&str> = board.split('/').collect();
    let [first, first_store, second, second_store] = parts[..] else { return Err(Unreadable) };
    for (side, (row, store)) in sides.iter_mut().zip([(first, first_store), (second, second_store)]) {
        let seeds = row.split(',').map(read_number).collect::<Result<Vec<u8>, _>>()?;
        if seeds.len() != houses {
            return Err(Unreadable);
        }
        side[..houses].copy_from_slice(&seeds);
        side[STORE] = read_number(store)?;
    }
    Ok(())
}

fn read_number(text: &str) -> Result<u8, Unreadable> {
    text.parse().ok().filter(|number: &u8| number.to_string() == text).ok_or(Unreadable)
}

/// Whether a match can come to this, as far as it can be told without playing it.
fn is_sound(position: &Kalah, opening: &Kalah) -> bool {
    let total = |position: &Kalah| position.sides.as_flattened().iter().copied().map(u32::from).sum::<u32>();
    let bare = [Seat::new(0), Seat::new(1)].map(|seat| position.is_bare(seat));
    let ended = if position.over { bare == [true, true] } else { bare == [false, false] };
    total(position) == total(opening) && ended && is_sound_swap(position, opening)
}

/// Nothing is sown twice the same from the opening on, and until its first ply seat 1 has stored nothing but a sweep.
fn is_sound_swap(position: &Kalah, opening: &Kalah) -> bool {
    if position.sides == opening.sides {
        return position == opening;
    }
    match position.swap {
        Swap::No => true,
        Swap::Open => opening.options.swap && (position.over || position.sides[1][STORE] == 0),
        Swap::Done => opening.options.swap,
    }
}
