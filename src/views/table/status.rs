//! How a match stands, in words.

use std::borrow::Cow;

use super::Sight;
use super::invitations::kept_for;
use crate::games::effect::MOVES_AGAIN;
use crate::games::{Effect, Seat, ToAct};
use crate::matches::{By, Ending, How, Lapse, Match, Status, Stood};
use crate::say;
use crate::texts::tr;
use crate::views::boards;
use crate::views::words::{all_of, called, capital};

/// How a match stands, for whoever looks; where it is gone through again, what was played.
pub(super) fn headline(sight: &Sight<'_>) -> Cow<'static, str> {
    match sight.ply {
        None => standing(sight),
        Some(ply) => {
            match ply.checked_sub(1).and_then(|last| Some((last, sight.table.m.stood_at(last).ok()?))) {
                Some((last, before)) => played(sight, last, &[before]).collect::<String>().into(),
                None => tr("Before the first ply").into(),
            }
        }
    }
}

/// What was played after so many plies, ply by ply, where the match stood before each as is given.
pub(super) fn played(sight: &Sight<'_>, first: usize, before: &[Stood]) -> impl Iterator<Item = String> {
    let plies = sight.table.m.plies.iter().skip(first);
    before.iter().zip(plies).map(|(stood, ply)| {
        let name = match ply.by {
            By::Seat(seat) => sight.name(seat),
            By::Chance => tr("The die"),
        };
        boards::say(&stood.position, &ply.notation, name)
    })
}

fn standing(sight: &Sight<'_>) -> Cow<'static, str> {
    let m = &sight.table.m;
    match &m.status {
        Status::Open => open(sight).into(),
        Status::Ended(ending) => ended(sight, ending),
        Status::Playing if m.goes_on_by_itself() => by_itself(sight).into(),
        Status::Playing => match m.to_act() {
            ToAct::Chance { .. } if sight.turn().is_some() => tr("Your throw").into(),
            ToAct::Seat(_) if moves_again(m) && sight.turn().is_some() => tr("You move again").into(),
            ToAct::Seat(seat) if moves_again(m) => say!("{name} moves again", name = sight.name(seat)).into(),
            _ if sight.turn().is_some() => tr("Your move").into(),
            ToAct::Seat(seat) => say!("{name} is thinking", name = sight.name(seat)).into(),
            ToAct::Chance { for_seat } => {
                say!("{name} is to throw the die", name = sight.name(for_seat)).into()
            }
            ToAct::Nobody => tr("The match is over").into(),
        },
    }
}

/// What comes by itself next.
fn by_itself(sight: &Sight<'_>) -> String {
    let you = |seat: Seat| sight.viewer.seat() == Some(seat);
    match sight.table.m.to_act() {
        ToAct::Chance { for_seat } if you(for_seat) => tr("The house throws for you").to_owned(),
        ToAct::Chance { for_seat } => say!("The house throws for {name}", name = sight.name(for_seat)),
        ToAct::Seat(seat) if you(seat) => tr("You have only one move").to_owned(),
        ToAct::Seat(seat) => say!("{name} has only one move", name = sight.name(seat)),
        ToAct::Nobody => String::new(),
    }
}

/// Whether the last ply brought its seat another one.
fn moves_again(m: &Match) -> bool {
    m.last_effects.iter().any(|effect| matches!(effect, Effect::Highlight { why: MOVES_AGAIN, .. }))
}

/// An open match: an invitation to whoever can join it, and for everybody else whom it waits for.
fn open(sight: &Sight<'_>) -> String {
    let m = &sight.table.m;
    match m.host() {
        Some(host) if sight.may_join() => {
            say!("{name} invites you to {game}", name = sight.table.names.of(host), game = tr(m.game.title()))
        }
        _ => waiting(sight),
    }
}

fn waiting(sight: &Sight<'_>) -> String {
    let m = &sight.table.m;
    if m.seat_to_keep().is_some() {
        return say!(m.seats.count() - m.seated(); "Waiting for 1 more player", "Waiting for {n} more players");
    }
    say!("Waiting for {names}", names = awaited(sight))
}

/// For whom seats are kept that they have not taken.
pub(super) fn awaited(sight: &Sight<'_>) -> String {
    let m = &sight.table.m;
    let kept = Seat::first(m.seats.count()).filter_map(|seat| kept_for(m, seat));
    all_of(&kept.map(|user| sight.table.names.of(user)).collect::<Vec<_>>())
}

/// How many seats are free for anybody, for those who can join.
fn free_seats(sight: &Sight<'_>) -> Option<String> {
    let m = &sight.table.m;
    let free =
        Seat::first(m.seats.count()).filter(|seat| m.seats[*seat].is_none() && m.reserved[*seat].is_none());
    let free = Some(free.count()).filter(|free| *free > 0 && m.status == Status::Open)?;
    sight.may_join().then(|| say!(free; "1 seat is free.", "{n} seats are free."))
}

fn ended(sight: &Sight<'_>, ending: &Ending) -> Cow<'static, str> {
    let winners: Vec<Seat> = ending.winners().collect();
    match (ending.how, winners.as_slice()) {
        _ if sight.table.m.lapsed == Some(Lapse::Open) => tr("Nobody came").into(),
        _ if sight.table.m.lapsed == Some(Lapse::Idle) => tr("Closed").into(),
        (How::Aborted, _) => tr("Called off").into(),
        (_, _) if ending.is_draw() => tr("A draw").into(),
        (_, [winner]) if sight.viewer.seat() == Some(*winner) => tr("You have won").into(),
        (_, [winner]) => say!("{name} has won", name = sight.name(*winner)).into(),
        (_, shared) => {
            let names: Vec<_> = shared.iter().map(|seat| sight.name(*seat)).collect();
            say!("{names} share the first place", names = all_of(&names)).into()
        }
    }
}

/// What is to be done or brought the end about, where that needs saying; at the end of a replay, what came of it.
pub(super) fn reason(sight: &Sight<'_>) -> Option<String> {
    let m = &sight.table.m;
    if sight.ply.is_none() && sight.turn().is_some() {
        return boards::asks(&m.position);
    }
    if m.status == Status::Open {
        return free_seats(sight);
    }
    let how = m.ending().filter(|_| sight.shows_the_end())?.how;
    let why = why(sight, how);
    match (sight.ply, why) {
        (None, why) => why,
        (Some(_), Some(why)) => Some(format!("{}. {why}", standing(sight))),
        (Some(_), None) => Some(format!("{}.", standing(sight))),
    }
}

fn why(sight: &Sight<'_>, how: How) -> Option<String> {
    let m = &sight.table.m;
    match how {
        How::Resigned => {
            let names: Vec<_> = m.gone.iter().map(|seat| sight.name(*seat)).collect();
            Some(say!(names.len(); "{names} resigned.", "{names} resigned.", names = all_of(&names)))
        }
        How::Agreed => Some(tr("A draw was agreed.").to_owned()),
        How::Flagged => {
            let names: Vec<_> = m.out_of_time.iter().map(|seat| sight.name(*seat)).collect();
            Some(
                say!(names.len(); "{names} ran out of time.", "{names} ran out of time.", names = all_of(&names)),
            )
        }
        How::Aborted if m.lapsed == Some(Lapse::Open) => {
            Some(tr("The table was not full in time, so the house has closed it.").to_owned())
        }
        How::Aborted if m.lapsed == Some(Lapse::Idle) => {
            Some(tr("Nobody went on with it, so the house has closed it. It does not count.").to_owned())
        }
        How::Adjudicated => {
            Some(say!("Adjudicated by the house: {why}", why = m.ruled.as_deref().unwrap_or_default()))
        }
        How::Aborted if let Some(why) = &m.ruled => Some(say!("Called off by the house: {why}", why = why)),
        How::Aborted => Some(tr("It does not count.").to_owned()),
        How::Rules => boards::why(&m.position, &m.last_effects).map(|why| format!("{}.", capital(&why))),
    }
}

/// The title of the page.
pub(super) fn title(sight: &Sight<'_>) -> String {
    let m = &sight.table.m;
    let mut what = String::with_capacity(80);
    what.push_str(tr(m.game.title()));
    what.push_str(" · ");
    for (number, name) in m.seats.iter().filter_map(|(seat, _)| sight.table.name(seat)).enumerate() {
        what.push_str(if number > 0 { ", " } else { "" });
        what.push_str(called(name));
    }
    match sight.ply {
        Some(_) => say!("Replay · {what}", what = what),
        None if sight.turn().is_some() => say!("Your move · {what}", what = what),
        None if sight.may_join() => open(sight),
        None => what,
    }
}
