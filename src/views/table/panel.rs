//! Beside the board: how it stands, who sits there, what can be done.

use maud::{Markup, html};

use super::{Sight, actions, invitations, offers, pause, status};
use crate::games::Seat;
use crate::matches::{Status, Viewer, Visibility};
use crate::now::spans::DAY;
use crate::say;
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::urls;
use crate::views::boards::{Nth, Partials, chip};
use crate::views::parts::{Deadline, Kin, Since, Until, Who, span_in_words};

/// For so many milliseconds it is said that the site was down.
const CLOSED_LATELY: i64 = 3 * DAY;

pub(super) fn panel(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    html! {
        section #panel aria-label=(tr("The match")) {
            p.game-name { a href=(urls::GameRules { key: m.game.key() }) { (tr(m.game.title())) } (tags(sight)) }
            (headline(sight))
            (reason(sight))
            (invitations::rematch(sight))
            (actions::join(sight))
            (offers::asked(sight))
            (clock(sight))
            (closing(sight))
            (pause::pause(sight))
            (seats(sight))
            (invitations::answers(sight))
            (actions::actions(sight))
        }
    }
}

pub(super) fn headline(sight: &Sight<'_>) -> Markup {
    let yours = sight.ply.is_none() && sight.turn().is_some();
    html! { h1 #headline.headline.yours[yours] { (status::headline(sight)) } }
}

/// What is to be done, or why it is over; empty where that goes without saying.
pub(super) fn reason(sight: &Sight<'_>) -> Markup {
    let reason = status::reason(sight);
    html! { p #reason.soft hidden[reason.is_none()] { (reason.unwrap_or_default()) } }
}

/// When the turn ends, to the minute, and whether the site was down in it; empty where no clock runs.
pub(super) fn clock(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let deadline = m.deadline().filter(|_| sight.ply.is_none());
    let closed = m.closed.filter(|(_, to)| sight.now.since(*to) < CLOSED_LATELY);
    html! {
        p #clock.soft hidden[deadline.is_none()] {
            @if let Some(deadline) = deadline {
                (tr!("This turn ends {then}.", then = Deadline { at: deadline, zone: sight.zone }))
                @if let Some(words) = weekends(sight) { " " (words) }
                @if let Some((from, to)) = closed {
                    " " (tr!(
                        "The site was down for {span}. That time was added back.", span = span_in_words(to.since(from)),
                    ))
                }
            }
        }
    }
}

/// In whose time zone weekends are off. Which zone that is, only players are told.
fn weekends(sight: &Sight<'_>) -> Option<String> {
    let m = &sight.table.m;
    let clocks = m.clocks.as_ref().filter(|clocks| clocks.control().weekends_off)?;
    let seat = m.seat_to_act()?;
    let zone = clocks.zone(seat);
    Some(match sight.viewer.seat() {
        Some(own) if own == seat => say!("Weekends off, in your time zone: {zone}.", zone = zone),
        Some(_) => {
            say!("Weekends off, in {name}'s time zone: {zone}.", name = sight.name(seat), zone = zone)
        }
        None => say!("Weekends off, in {name}'s time zone.", name = sight.name(seat)),
    })
}

/// When the house closes the match if nothing happens; empty where it does not.
fn closing(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    html! {
        @if let Some(at) = m.closes_at().filter(|_| sight.ply.is_none()) {
            p #closing.soft {
                @let then = Deadline { at, zone: sight.zone };
                @if m.status == Status::Open { (tr!("The table closes {then}, or begins when it is full.", then = then)) }
                @else {
                    (tr!("Nobody has moved for a long time. If nobody does, the match is closed {then}.", then = then))
                }
            }
        }
    }
}

fn tags(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    html! {
        @if m.visibility == Visibility::Private { " " span.tag { (tr_in("a table", "private")) } }
        @if sight.ply.is_some() { " " span.tag { (tr("replay")) } }
    }
}

pub(super) fn seats(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    html! { ol #seats.seats { @for seat in Seat::first(m.seats.count()) { (one(sight, seat)) } } }
}

fn one(sight: &Sight<'_>, seat: Seat) -> Markup {
    let m = &sight.table.m;
    let name = sight.table.name(seat);
    let who = Who {
        name: name.unwrap_or_default(),
        sign: Some(chip(m.game, m.seats.count(), seat)),
        kin: if name.is_some() { Kin::Person } else { Kin::Empty },
        you: sight.viewer.seat() == Some(seat),
        link: true,
    };
    html! {
        li.you[who.you] {
            (who)
            @if sight.shows_the_end() { (remark(sight, seat)) }
            (invitations::take_back(sight, seat))
        }
    }
}

/// The remarks about the seats, the same for everybody.
pub(super) fn remarks(partials: &mut Partials<'_>, sight: &Sight<'_>) {
    for seat in Seat::first(sight.table.m.seats.count()) {
        partials.put(remark_id(seat), remark(sight, seat));
    }
}

fn remark_id(seat: Seat) -> Nth {
    Nth("r", usize::from(seat.number()))
}

/// What there is to say about a seat besides who sits there.
fn remark(sight: &Sight<'_>, seat: Seat) -> Markup {
    let m = &sight.table.m;
    let acts = sight.ply.is_none() && m.to_act().seat().or_else(|| m.to_throw()) == Some(seat);
    html! {
        span.remark.acting[acts] id=(remark_id(seat)) aria-current=[acts.then_some("true")] {
            (words(sight, seat, acts))
        }
    }
}

fn words(sight: &Sight<'_>, seat: Seat, acts: bool) -> Markup {
    let m = &sight.table.m;
    let kept = invitations::kept_for(m, seat);
    html! {
        @if sight.viewer == Viewer::Guest(seat) { span.soft { (tr("kept for you")) } }
        @else if let Some(user) = kept { span.soft { (tr!("kept for {name}", name = sight.table.names.of(user))) } }
        @if m.out_of_time.contains(&seat) { span.soft { (tr("out of time")) } }
        @else if m.gone.contains(&seat) { span.soft { (tr("resigned")) } }
        @else if m.ending().is_none() && m.position.has_finished(seat) { span.soft { (tr("finished")) } }
        @if let Some(place) = place(sight, seat) {
            " " span.place.first[place == 1] { (ordinal(place)) }
        } @else if acts {
            span.soft {
                @match m.deadline() {
                    Some(deadline) => (Until { at: deadline, now: sight.now }),
                    None => (Since { at: m.changed_at, now: sight.now }),
                }
            }
        }
    }
}

/// The place a seat came in, when the match is over and was no draw.
fn place(sight: &Sight<'_>, seat: Seat) -> Option<u8> {
    sight.table.m.ending().filter(|ending| !ending.is_draw())?.place(seat)
}

fn ordinal(place: u8) -> String {
    match place {
        1 => tr("1st").to_owned(),
        2 => tr("2nd").to_owned(),
        3 => tr("3rd").to_owned(),
        _ => say!("{n}th", n = place),
    }
}
