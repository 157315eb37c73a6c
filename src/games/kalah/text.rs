//! The position text: houses and store of each seat, the seat to act and, if sides can be swapped, whether they were.

use super::position::{Kalah, KalahSide, STORE, SwapOption};
use crate::games::{Rules, Seat, UnreadableNotation};

pub(super) fn write(position: &Kalah) -> String {
    let houses = usize::from(position.options.houses);
    let side = |side: &KalahSide| {
        let houses: Vec<_> = side[..houses].iter().map(ToString::to_string).collect();
        format!("{}/{}", houses.join(","), side[STORE])
    };
    let acting = position.to_act().seat().map_or_else(|| "-".to_owned(), |seat| seat.to_string());
    let [first, second] = position.sides.each_ref().map(side);
    format!("{first}/{second} {acting}{}", mark(position.swap))
}

const fn mark(swap: SwapOption) -> &'static str {
    match swap {
        SwapOption::No => "",
        SwapOption::Open => " s",
        SwapOption::Done => " S",
    }
}

pub(super) fn read(opening: &Kalah, text: &str) -> Result<Kalah, UnreadableNotation> {
    let (board, rest) = text.split_once(' ').ok_or(UnreadableNotation)?;
    let (acting, marked) = rest.split_at_checked(1).ok_or(UnreadableNotation)?;
    let mut position = opening.clone();
    read_sides(&mut position.sides, usize::from(opening.options.houses), board)?;
    match acting {
        "-" => position.over = true,
        _ => {
            position.acting =
                Seat::first(2).find(|seat| seat.to_string() == acting).ok_or(UnreadableNotation)?
        }
    }
    let swaps = [SwapOption::No, SwapOption::Open, SwapOption::Done];
    position.swap = swaps.into_iter().find(|swap| mark(*swap) == marked).ok_or(UnreadableNotation)?;
    if is_sound(&position, opening) { Ok(position) } else { Err(UnreadableNotation) }
}

fn read_sides(sides: &mut [KalahSide; 2], houses: usize, board: &str) -> Result<(), UnreadableNotation> {
    let parts: Vec<&str> = board.split('/').collect();
    let [first, first_store, second, second_store] = parts[..] else { return Err(UnreadableNotation) };
    for (side, (row, store)) in sides.iter_mut().zip([(first, first_store), (second, second_store)]) {
        let seeds = row.split(',').map(read_number).collect::<Result<Vec<u8>, _>>()?;
        if seeds.len() != houses {
            return Err(UnreadableNotation);
        }
        side[..houses].copy_from_slice(&seeds);
        side[STORE] = read_number(store)?;
    }
    Ok(())
}

fn read_number(text: &str) -> Result<u8, UnreadableNotation> {
    text.parse().ok().filter(|number: &u8| number.to_string() == text).ok_or(UnreadableNotation)
}

/// Whether a match can reach the position, as far as that can be decided without playing it.
fn is_sound(position: &Kalah, opening: &Kalah) -> bool {
    let total = |position: &Kalah| position.sides.as_flattened().iter().copied().map(u32::from).sum::<u32>();
    let bare = [Seat::new(0), Seat::new(1)].map(|seat| position.is_bare(seat));
    let ended = if position.over { bare == [true, true] } else { bare == [false, false] };
    total(position) == total(opening) && ended && is_sound_swap(position, opening)
}

/// Whether the swap state fits the board: the opening board is only the opening, and while the swap is open only seat 0
/// has played, so the store of seat 1 is empty unless the match has ended.
fn is_sound_swap(position: &Kalah, opening: &Kalah) -> bool {
    if position.sides == opening.sides {
        return position == opening;
    }
    match position.swap {
        SwapOption::No => true,
        SwapOption::Open => opening.options.swap && (position.over || position.sides[1][STORE] == 0),
        SwapOption::Done => opening.options.swap,
    }
}
