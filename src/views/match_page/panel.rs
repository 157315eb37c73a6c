//! The panel beside the board: state, seats and actions.

use maud::{Markup, html};

use super::context::MatchPage;
use super::seat_clock::earlier_clock;
pub(super) use super::seat_clock::seat_clock;
use super::{actions, board_rotation, invitations, offers, pause, practice, presence, replay};
use crate::games::{Position, Seat};
use crate::matches::{MAX_STANDING_MATCHES, MatchStatus, MatchViewer, MatchVisibility};
use crate::now::spans::DAY;
use crate::texts::tr;
use crate::tr;
use crate::tr_format;
use crate::views::boards::{self, NumberedId, chip};
use crate::views::parts::options::rules_link;
use crate::views::parts::{DeadlineLabel, SinceLabel, UserName, span_in_words};

/// For this many milliseconds the panel mentions a downtime.
const CLOSED_LATELY: i64 = 3 * DAY;

pub(super) fn panel(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    html! {
        section.panel #panel aria-label=(tr("Match")) {
            p.game-name { (rules_link(&m.options)) (tags(page_context)) }
            @if let Some(result) = result(page_context) { (result) }
            (invitations::rematch(page_context))
            (offers::pending_offers(page_context))
            @if page_context.view.m.ending().is_none() || page_context.ply.is_some() { (seats(page_context)) }
            (replay::moved(page_context))
            (replay::covered_result(page_context))
            (clock(page_context))
            (closing(page_context))
            (pause::pause(page_context))
            (invitations::answers(page_context))
            @if page_context.ply.is_none() && board_rotation::is_offered(page_context) { (board_rotation::check_box(page_context)) }
            (actions::actions(page_context))
        }
    }
}

/// The result card; `None` unless the end of the match is shown.
fn result(page_context: &MatchPage<'_>) -> Option<Markup> {
    let ending = page_context.view.m.ending().filter(|_| page_context.ply.is_none())?;
    let won = page_context.viewer.seat().is_some_and(|seat| ending.winners().any(|winner| winner == seat));
    Some(html! {
        div.result.won[won && !ending.is_draw()].arrives[page_context.open.ends_now] {
            (seats(page_context))
            @if page_context.view.m.is_practice() { (practice::result(page_context)) }
        }
    })
}

/// The seats as they are listed: the best first once the match is over, otherwise in turn order.
fn in_order(page_context: &MatchPage<'_>) -> Vec<Seat> {
    let m = &page_context.view.m;
    let mut seats: Vec<_> = Seat::first(m.seats.count()).collect();
    if let Some(ending) = m.ending().filter(|_| page_context.ply.is_none()) {
        seats.sort_by_key(|seat| ending.place(*seat));
    }
    seats
}

/// The deadline to the minute, unless the match is live, and downtime in the current turn; empty while no clock runs.
pub(super) fn clock(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let deadline = m.deadline().filter(|_| page_context.ply.is_none());
    let credited = m.last_downtime.filter(|(to, _)| page_context.now.since(*to) < CLOSED_LATELY);
    let closed = credited.map(|(_, credited)| credited).filter(|credited| *credited > 0);
    html! {
        p.deadline.soft #clock hidden[deadline.is_none() || page_context.is_live() && closed.is_none()] {
            @if let Some(deadline) = deadline {
                @if !page_context.is_live() {
                    (move_by(page_context, DeadlineLabel { at: deadline, zone: page_context.own.zone }))
                }
                @if let Some(words) = weekends(page_context) { " " (page_context.marked(&words)) }
                @if let Some(credited) = closed {
                    " " (tr!(
                        "The site was down for {span}. That time was added back.", span = span_in_words(credited),
                    ))
                }
            }
        }
    }
}

/// The deadline of the seat to move.
fn move_by(page_context: &MatchPage<'_>, then: DeadlineLabel<'_>) -> Markup {
    match page_context.view.m.seat_to_act() {
        Some(seat) if page_context.turn().is_none() => {
            tr!("{name} has until {then}.", name = page_context.name(seat), then = then)
        }
        _ => tr!("Move by {then}.", then = then),
    }
}

/// The time zone that determines free weekends, which is shown to players only.
fn weekends(page_context: &MatchPage<'_>) -> Option<String> {
    let m = &page_context.view.m;
    let clocks = m.clocks.as_ref().filter(|clocks| clocks.control().weekends_off)?;
    let seat = m.seat_to_act()?;
    let zone = clocks.zone(seat);
    Some(match page_context.viewer.seat() {
        Some(own) if own == seat => tr_format!("Weekends off, in your time zone: {zone}.", zone = zone),
        Some(_) => {
            tr_format!(
                "Weekends off, in {name}’s time zone: {zone}.",
                name = page_context.name(seat),
                zone = zone
            )
        }
        None => tr_format!("Weekends off, in {name}’s time zone.", name = page_context.name(seat)),
    })
}

/// When the match expires if nothing happens; empty if it does not.
fn closing(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    html! {
        @if let Some(at) = m.closes_at().filter(|_| page_context.ply.is_none()) {
            p #closing.soft {
                @let then = DeadlineLabel { at, zone: page_context.own.zone };
                @if m.status == MatchStatus::Open { (tr!("Starts when every seat is taken. Expires {then}.", then = then)) }
                @else {
                    (tr!("No moves for a while. The match closes on {then} unless someone moves.", then = then))
                }
            }
        } @else if m.renews && invitations::is_host(page_context) {
            p #closing.soft {
                (tr!(
                    "When it starts, another one like it opens, until you cancel it or play {most} matches.",
                    most = MAX_STANDING_MATCHES,
                ))
            }
        }
    }
}

fn tags(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    html! {
        @if m.visibility == MatchVisibility::Private && !m.is_practice() { " " span.tag { (tr("private")) } }
        @if page_context.ply.is_some() { " " span.tag { (tr("replay")) } }
    }
}

pub(super) fn seats(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let plays = m.status == MatchStatus::Playing;
    let (timed, untimed) = (plays && m.clocks.is_some(), plays && m.clocks.is_none());
    let earlier = page_context.ply.filter(|_| !page_context.shows_the_end());
    let earlier = earlier.map(|ply| (page_context.shown().position, ply));
    html! {
        ol #seats.seats.timed[timed].live[timed && page_context.is_live()].untimed[untimed] {
            @for seat in in_order(page_context) {
                @let remark = match &earlier {
                    Some((position, ply)) => earlier_remark(page_context, seat, position, *ply),
                    None => remark(page_context, seat),
                };
                (seat_row(page_context, seat, &remark))
            }
        }
    }
}

fn seat_row(page_context: &MatchPage<'_>, seat: Seat, remark: &Markup) -> Markup {
    let m = &page_context.view.m;
    let name = page_context.view.name(seat);
    let who = UserName {
        name: name.unwrap_or_default(),
        // Until the seats are drawn, nobody has a colour.
        sign: (!m.will_draw_seats()).then(|| chip(m.game, m.seats.count(), seat)),
        you: page_context.viewer.seat() == Some(seat),
        link: true,
    };
    html! {
        li.you[who.you] {
            div.occupant {
                (who)
                (presence::seat_presence(page_context, seat))
            }
            (remark)
            (invitations::take_back(page_context, seat))
        }
    }
}

pub(super) fn remark_id(seat: Seat) -> NumberedId {
    NumberedId("r", usize::from(seat.number()))
}

/// The remark of a seat: its score, and its clock or how it stands.
pub(super) fn remark(page_context: &MatchPage<'_>, seat: Seat) -> Markup {
    let m = &page_context.view.m;
    let acts = page_context.ply.is_none() && m.seat_to_act() == Some(seat);
    html! {
        span.remark.acting[acts] id=(remark_id(seat)) aria-current=[acts.then_some("true")] {
            @if m.status != MatchStatus::Open { (score(&m.position, seat)) }
            (seat_text(page_context, seat, acts))
            (seat_clock(page_context, seat))
        }
    }
}

/// The score of a seat after an earlier ply, and its clock.
fn earlier_remark(page_context: &MatchPage<'_>, seat: Seat, position: &Position, ply: usize) -> Markup {
    html! {
        span.remark id=(remark_id(seat)) {
            (score(position, seat))
            (earlier_clock(page_context, seat, ply))
        }
    }
}

/// What the seat has scored, in games that count it.
pub(super) fn score(position: &Position, seat: Seat) -> Markup {
    html! {
        @if let (Some(short), Some(words)) = (boards::short_score(position, seat), boards::score(position, seat)) {
            span.score.of[short.contains('/')] title=(words) { span aria-hidden="true" { (short) } span.unseen { (words) } }
        }
    }
}

fn seat_text(page_context: &MatchPage<'_>, seat: Seat, acts: bool) -> Markup {
    let m = &page_context.view.m;
    let invited = invitations::reserved_for(m, seat);
    html! {
        @if page_context.viewer == MatchViewer::Invited(seat) { span.soft { (tr("reserved for you")) } }
        @else if let Some(user) = invited { span.soft { (tr!("reserved for {name}", name = page_context.view.names.of(user))) } }
        @if m.out_of_time.contains(&seat) { span.soft { (tr("ran out of time")) } }
        @else if m.dropped_out.contains(&seat) { span.soft { (tr("resigned")) } }
        @else if m.ending().is_none() && m.position.has_finished(seat) { span.soft { (tr("finished")) } }
        @if let Some(place) = place(page_context, seat) {
            " " span.place.first[place == 1] { (ordinal(place)) }
        } @else if acts && m.clocks.is_none() && !m.is_practice() {
            span.soft { (tr!("thinking {since}", since = SinceLabel { at: m.changed_at, now: page_context.now })) }
        }
    }
}

/// The rank of a seat in a finished match; `None` after a draw.
fn place(page_context: &MatchPage<'_>, seat: Seat) -> Option<u8> {
    page_context.view.m.ending().filter(|ending| !ending.is_draw())?.place(seat)
}

fn ordinal(place: u8) -> String {
    match place {
        1 => tr("1st").to_owned(),
        2 => tr("2nd").to_owned(),
        3 => tr("3rd").to_owned(),
        _ => tr_format!("{n}th", n = place),
    }
}
