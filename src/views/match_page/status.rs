//! The state of a match in words.

use std::borrow::Cow;

use super::context::MatchPage;
use super::invitations::reserved_for;
use crate::games::effect::MOVES_AGAIN;
use crate::games::{Effect, Seat, ToAct};
use crate::matches::{EndReason, Expiry, Match, MatchEnding, MatchStatus, PositionAfter, TimeAllowance};
use crate::texts::tr;
use crate::tr_format;
use crate::views::boards;
use crate::views::parts::options::match_title;
use crate::views::parts::words::{all_of, capital, conditions_in_words, pace};

/// The state of the match for the viewer; in a replay, the last ply.
pub(super) fn headline(page_context: &MatchPage<'_>) -> Cow<'static, str> {
    match page_context.ply {
        None => standing(page_context),
        Some(ply) => {
            match ply
                .checked_sub(1)
                .and_then(|last| Some((last, page_context.view.m.position_at(last).ok()?)))
            {
                Some((last, before)) => played(page_context, last, &[before]).collect::<String>().into(),
                None => tr("Start").into(),
            }
        }
    }
}

/// The plies after a number of plies in words, given the match before each.
pub(super) fn played(
    page_context: &MatchPage<'_>,
    first: usize,
    before: &[PositionAfter],
) -> impl Iterator<Item = String> {
    let plies = page_context.view.m.plies.iter().skip(first);
    before.iter().zip(plies).map(|(stood, ply)| page_context.ply_sentence(&stood.position, &ply.notation))
}

fn standing(page_context: &MatchPage<'_>) -> Cow<'static, str> {
    let m = &page_context.view.m;
    match &m.status {
        MatchStatus::Open => open(page_context).into(),
        MatchStatus::Ended(ending) => ended(page_context, ending),
        MatchStatus::Playing if m.goes_on_by_itself() => by_itself(page_context).into(),
        MatchStatus::Playing => match m.to_act() {
            ToAct::Seat(seat) if m.pass_and_play => {
                tr_format!("{name} to move", name = page_context.name(seat)).into()
            }
            ToAct::Chance { for_seat } if m.pass_and_play => {
                tr_format!("{name} to roll", name = page_context.name(for_seat)).into()
            }
            ToAct::Chance { .. } if page_context.turn().is_some() => tr("Your roll").into(),
            ToAct::Seat(_) if moves_again(m) && page_context.turn().is_some() => tr("Go again").into(),
            ToAct::Seat(seat) if moves_again(m) => {
                tr_format!("{name} goes again", name = page_context.name(seat)).into()
            }
            _ if page_context.turn().is_some() => {
                boards::own_turn(&m.position).map_or(tr("Your move").into(), Cow::Owned)
            }
            ToAct::Seat(seat) => tr_format!("{name} is thinking", name = page_context.name(seat)).into(),
            ToAct::Chance { for_seat } => {
                tr_format!("{name} to roll", name = page_context.name(for_seat)).into()
            }
            ToAct::Nobody => tr("The match is over").into(),
        },
    }
}

/// What follows automatically.
fn by_itself(page_context: &MatchPage<'_>) -> String {
    let you = |seat: Seat| page_context.viewer.seat() == Some(seat);
    match page_context.view.m.to_act() {
        ToAct::Chance { for_seat } if you(for_seat) => tr("Rolling for you").to_owned(),
        ToAct::Chance { for_seat } => tr_format!("Rolling for {name}", name = page_context.name(for_seat)),
        ToAct::Seat(seat) if you(seat) => tr("Forced move").to_owned(),
        ToAct::Seat(seat) => tr_format!("Forced move for {name}", name = page_context.name(seat)),
        ToAct::Nobody => String::new(),
    }
}

/// Whether the last ply gave its seat another turn.
fn moves_again(m: &Match) -> bool {
    m.last_effects.iter().any(|effect| matches!(effect, Effect::Highlight { why: MOVES_AGAIN, .. }))
}

/// The state of an open match: an invitation for users who can join, or whom the match waits for.
fn open(page_context: &MatchPage<'_>) -> String {
    let m = &page_context.view.m;
    match m.host() {
        Some(host) if page_context.may_join() => {
            tr_format!(
                "{name} invites you to {game}",
                name = page_context.view.names.of(host),
                game = match_title(&m.options)
            )
        }
        _ => waiting(page_context),
    }
}

fn waiting(page_context: &MatchPage<'_>) -> String {
    let m = &page_context.view.m;
    if m.free_seat().is_some() {
        return tr_format!(m.seats.count() - m.seated(); "Waiting for 1 more player", "Waiting for {n} more players");
    }
    tr_format!("Waiting for {names}", names = awaited(page_context))
}

/// The users who have not taken their reserved seats.
pub(super) fn awaited(page_context: &MatchPage<'_>) -> String {
    let m = &page_context.view.m;
    let invited = Seat::first(m.seats.count()).filter_map(|seat| reserved_for(m, seat));
    all_of(&invited.map(|user| page_context.view.names.of(user)).collect::<Vec<_>>())
}

/// What users who can join an open match agree to: "3 days per move, casual. 3 seats are free."
fn terms(m: &Match) -> String {
    let time = match m.clocks.as_ref().map(|clocks| clocks.control().pace) {
        None => tr("No time limit").to_owned(),
        Some(live @ TimeAllowance::Live { .. }) => format!("{}, {}", tr("Live"), pace(live)),
        Some(days) => pace(days),
    };
    let rated = if m.rated { tr("rated") } else { tr("casual") };
    let parts: Vec<_> =
        [time, rated.to_owned()].into_iter().chain(conditions_in_words(m.conditions)).collect();
    let mut terms = format!("{}.", parts.join(", "));
    let free =
        Seat::first(m.seats.count()).filter(|seat| m.seats[*seat].is_none() && m.reserved[*seat].is_none());
    let free = free.count();
    if free > 0 && m.seats.count() > 2 {
        terms.push(' ');
        terms.push_str(&tr_format!(free; "1 seat is free.", "{n} seats are free."));
    }
    terms
}

fn ended(page_context: &MatchPage<'_>, ending: &MatchEnding) -> Cow<'static, str> {
    let winners: Vec<Seat> = ending.winners().collect();
    match (ending.how, winners.as_slice()) {
        _ if page_context.view.m.expired == Some(Expiry::Open) => tr("Expired").into(),
        _ if page_context.view.m.expired == Some(Expiry::Idle) => tr("Abandoned").into(),
        (EndReason::Aborted, _) => tr("Cancelled").into(),
        (EndReason::Agreed, _) => tr("Draw agreed").into(),
        (_, _) if ending.is_draw() => tr("Draw").into(),
        (_, [winner]) if page_context.viewer.seat() == Some(*winner) => tr("You won").into(),
        (_, [_]) if page_context.viewer.seat().is_some() && page_context.view.m.seats.count() == 2 => {
            tr("You lost").into()
        }
        (_, [winner]) => tr_format!("{name} won", name = page_context.name(*winner)).into(),
        (_, shared) => {
            let names: Vec<_> = shared.iter().map(|seat| page_context.name(*seat)).collect();
            tr_format!("{names} share first place", names = all_of(&names)).into()
        }
    }
}

/// What to do, or why the match is over, if it needs saying; at the end of a replay, the result.
pub(super) fn reason(page_context: &MatchPage<'_>) -> Option<String> {
    let m = &page_context.view.m;
    if page_context.ply.is_none() && page_context.turn().is_some() {
        return boards::asks(&m.position);
    }
    if m.status == MatchStatus::Open {
        return page_context.may_join().then(|| terms(m));
    }
    let ending = m.ending().filter(|_| page_context.shows_the_end())?;
    match page_context.ply {
        None => why(page_context, ending.how),
        Some(_) => Some(outcome(page_context)),
    }
}

/// The result of a match that is over, and the reason: "Ada won. Ben resigned."
pub(super) fn outcome(page_context: &MatchPage<'_>) -> String {
    let why = page_context.view.m.ending().and_then(|ending| why(page_context, ending.how));
    match why {
        Some(why) => format!("{}. {why}", standing(page_context)),
        None => format!("{}.", standing(page_context)),
    }
}

/// The state of the match in a line, for text without a board: whose move it is, or the result.
pub(super) fn summary(page_context: &MatchPage<'_>) -> String {
    match &page_context.view.m.status {
        MatchStatus::Open => waiting(page_context),
        MatchStatus::Playing => standing(page_context).into_owned(),
        MatchStatus::Ended(_) => outcome(page_context),
    }
}

/// What the seat to act is doing, in turns of others. If their own turns have a second line, this one keeps its place.
pub(super) fn activity(page_context: &MatchPage<'_>) -> Option<String> {
    let m = &page_context.view.m;
    let is_played = page_context.ply.is_none() && m.status == MatchStatus::Playing;
    boards::activity(&m.position).filter(|_| is_played && page_context.turn().is_none())
}

fn why(page_context: &MatchPage<'_>, how: EndReason) -> Option<String> {
    let m = &page_context.view.m;
    match how {
        EndReason::Resigned => Some(resigned(page_context, &m.dropped_out)),
        EndReason::Agreed => None,
        EndReason::Flagged => Some(with_own(
            page_context,
            &m.out_of_time,
            tr("You ran out of time."),
            |names| tr_format!(names.len(); "{names} ran out of time.", "{names} ran out of time.", names = all_of(names)),
        )),
        EndReason::Aborted if m.expired == Some(Expiry::Open) => {
            Some(tr("Not enough players joined in time.").to_owned())
        }
        EndReason::Aborted if m.expired == Some(Expiry::Idle) => {
            Some(tr("Nobody moved for a long time, so the match was closed. It isn’t rated.").to_owned())
        }
        EndReason::Adjudicated => Some(tr_format!(
            "Decided by a moderator: {why}",
            why = m.adjudicated.as_deref().unwrap_or_default()
        )),
        EndReason::Aborted if let Some(why) = &m.adjudicated => {
            Some(tr_format!("Cancelled by a moderator: {why}", why = why))
        }
        EndReason::Aborted => Some(tr("It isn’t rated.").to_owned()),
        EndReason::Rules => {
            boards::why(&m.position, &m.last_effects).map(|why| format!("{}.", capital(&why)))
        }
    }
}

/// The players of these seats have resigned.
pub(super) fn resigned(page_context: &MatchPage<'_>, seats: &[Seat]) -> String {
    with_own(
        page_context,
        seats,
        tr("You resigned."),
        |names| tr_format!(names.len(); "{names} resigned.", "{names} resigned.", names = all_of(names)),
    )
}

/// A sentence about the viewer, if their seat is one of these, and one about the others.
fn with_own(
    page_context: &MatchPage<'_>,
    seats: &[Seat],
    own: &str,
    others: impl FnOnce(&[Cow<'_, str>]) -> String,
) -> String {
    let is_own = |seat: &&Seat| page_context.viewer.seat() == Some(**seat);
    let names: Vec<_> =
        seats.iter().filter(|seat| !is_own(seat)).map(|seat| page_context.name(*seat)).collect();
    match (seats.iter().any(|seat| is_own(&seat)), names.is_empty()) {
        (true, true) => own.to_owned(),
        (true, false) => format!("{own} {}", others(&names)),
        (false, _) => others(&names),
    }
}

/// The title of the page.
pub fn title(page_context: &MatchPage<'_>) -> String {
    let m = &page_context.view.m;
    let mut what = String::with_capacity(80);
    what.push_str(match_title(&m.options));
    what.push_str(" · ");
    let names = m.seats.iter().filter(|(_, user)| user.is_some()).map(|(seat, _)| page_context.name(seat));
    for (number, name) in names.enumerate() {
        what.push_str(if number > 0 { ", " } else { "" });
        what.push_str(&name);
    }
    match page_context.ply {
        Some(_) => tr_format!("Replay · {what}", what = what),
        None if page_context.turn().is_some() => tr_format!("Your move · {what}", what = what),
        None if page_context.may_join() => open(page_context),
        None => what,
    }
}
