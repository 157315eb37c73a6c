//! Draw offers and takebacks: what is asked, loud to those who have to answer and calm to the others, and the ways to ask.

use maud::{Markup, html};

use super::Sight;
use crate::games::Seat;
use crate::matches::{Match, Offer, Question, Status, Table};
use crate::say;
use crate::texts::tr;
use crate::urls;
use crate::views::boards::{TO_PROBLEM, partial};
use crate::views::parts::{Button, Kind};
use crate::views::words::all_of;

const QUESTIONS: [Question; 2] = [Question::Draw, Question::Takeback];

/// What is asked, and what became of what was asked since the last ply.
pub(super) fn asked(sight: &Sight<'_>) -> Markup {
    html! {
        div #asked {
            @if sight.ply.is_none() && sight.table.m.status == Status::Playing {
                @for what in QUESTIONS { (question(sight, what)) }
            }
        }
    }
}

/// The ways to ask.
pub(super) fn ways(sight: &Sight<'_>) -> Markup {
    let [draw, takeback] = open_to(&sight.table.m, sight.viewer.seat());
    html! {
        div #ask class=[at_once(sight).then_some("at-once")] {
            @if draw {
                details.careful {
                    summary.button.plain { (tr("Offer a draw")) }
                    div {
                        p { (others(sight)) }
                        (form(sight, Question::Draw, None, &[(DRAW[0], tr("Offer a draw"), Kind::Quiet)]))
                    }
                }
            }
            @if takeback { (take_back(sight)) }
        }
    }
}

/// Whether whoever looks can take their last ply back without asking, as far as is known here.
fn at_once(sight: &Sight<'_>) -> bool {
    let seen = if sight.others_saw { u32::MAX } else { 0 };
    sight.viewer.seat().is_some_and(|seat| sight.table.m.takes_back_at_once(seat, seen))
}

/// The way to a takeback. What it is called changes with the class of the place it stands in.
fn take_back(sight: &Sight<'_>) -> Markup {
    let button = html! {
        button.button.plain name="answer" value=(TAKEBACK[0]) {
            span.asking { (tr("Ask for a takeback")) }
            span.taking title=(tr("Nobody has seen it yet")) { (tr("Take back")) }
        }
    };
    form_of(sight, Question::Takeback, None, button)
}

/// What a viewer is sent of all this when a change has made it another.
pub(super) fn changes(before: &Table, sight: &Sight<'_>) -> Markup {
    let (was, is) = (&before.m, &sight.table.m);
    let seat = sight.viewer.seat();
    // As nearly always: nobody has asked for anything, and whoever plays may ask for all there is, after this ply as before.
    let calm = |m: &Match| m.offers.are_none() && m.dice.is_none() && m.everybody_has_moved();
    if calm(was) && calm(is) && seat.is_none_or(|seat| plays(was, seat) == plays(is, seat)) {
        return html! {};
    }
    let told = |m: &Match| QUESTIONS.map(|what| m.offer(what).cloned());
    let over = |m: &Match| refusals(m).next().is_some() || taken_back(m);
    html! {
        @if told(was) != told(is) || over(was) || over(is) { (partial("asked", asked(sight))) }
        @if open_to(was, seat) != open_to(is, seat) { (partial("ask", ways(sight))) }
    }
}

/// What has been asked, answered or taken back, for those who cannot see it.
pub(super) fn aloud(before: &Table, sight: &Sight<'_>) -> Option<String> {
    let (was, is) = (&before.m, &sight.table.m);
    if taken_back(is) && is.offers.taken_back_at != was.offers.taken_back_at {
        return Some(was_taken_back().to_owned());
    }
    QUESTIONS.into_iter().find_map(|what| match (was.offer(what), is.offer(what)) {
        (None, Some(offer)) => Some(asks(sight, what, offer.by)),
        (Some(offer), Some(now)) if offer != now => Some(agreed(sight, now)),
        (Some(offer), None) if is.ending().is_none() => {
            let refused = is.refused(what, offer.by).map(|by| refused(sight, what, by));
            Some(refused.unwrap_or_else(|| say!("{name} asks no longer.", name = sight.name(offer.by))))
        }
        _ => None,
    })
}

/// What a form sends, in the order ask, accept, refuse, withdraw.
const DRAW: [&str; 4] = ["offer", "accept", "decline", "withdraw"];
const TAKEBACK: [&str; 4] = ["ask", "accept", "refuse", "withdraw"];

fn was_taken_back() -> &'static str {
    tr("A move was taken back.")
}

fn plays(m: &Match, seat: Seat) -> bool {
    m.status == Status::Playing && m.still_plays(seat)
}

/// What a seat may ask for now.
fn open_to(m: &Match, seat: Option<Seat>) -> [bool; 2] {
    let Some(seat) = seat.filter(|seat| plays(m, *seat)) else { return [false; 2] };
    QUESTIONS.map(|what| m.offer(what).is_none() && m.may_ask(what, seat).is_ok())
}

fn question(sight: &Sight<'_>, what: Question) -> Markup {
    let m = &sight.table.m;
    let Some(offer) = m.offer(what) else { return past(sight, what) };
    let words = match what {
        Question::Draw => DRAW,
        Question::Takeback => TAKEBACK,
    };
    let (yes, no) = match what {
        Question::Draw => (tr("Accept the draw"), tr("Decline")),
        Question::Takeback => (tr("Allow it"), tr("Refuse")),
    };
    let seq = Some(m.seq);
    match sight.viewer.seat() {
        Some(seat) if m.unanswered_by(what, seat).is_some() => html! {
            section.asks {
                h2 { (asks(sight, what, offer.by)) }
                p.soft { (meaning(sight, what, offer)) }
                (form(sight, what, seq, &[(words[1], yes, Kind::Filled), (words[2], no, Kind::Quiet)]))
            }
        },
        Some(seat) if seat == offer.by => html! {
            div.asks.calm {
                p { (asks(sight, what, seat)) " " (waits(sight, offer)) }
                (form(sight, what, seq, &[(words[3], tr("Withdraw"), Kind::Plain)]))
            }
        },
        seat => html! {
            div.asks.calm {
                p { (asks(sight, what, offer.by)) " " (waits(sight, offer)) }
                @if seat.is_some_and(|seat| offer.agreed.contains(&seat)) {
                    (form(sight, what, seq, &[(words[2], no, Kind::Plain)]))
                }
            }
        },
    }
}

/// What became of a question since the last ply.
fn past(sight: &Sight<'_>, what: Question) -> Markup {
    let m = &sight.table.m;
    html! {
        @for (_, by) in refusals(m).filter(|(asked, _)| *asked == what) { p.soft { (refused(sight, what, by)) } }
        @if what == Question::Takeback && taken_back(m) { p.soft { (was_taken_back()) } }
    }
}

fn refusals(m: &Match) -> impl Iterator<Item = (Question, Seat)> {
    let of =
        move |what| Seat::first(m.seats.count()).filter_map(move |seat| Some((what, m.refused(what, seat)?)));
    QUESTIONS.into_iter().flat_map(of)
}

/// Whether the last thing that happened on the board is that plies were taken back.
fn taken_back(m: &Match) -> bool {
    m.offers.taken_back_at == Some(m.fresh_since)
}

fn asks(sight: &Sight<'_>, what: Question, by: Seat) -> String {
    let you = sight.viewer.seat() == Some(by);
    match what {
        Question::Draw if you => tr("You have offered a draw.").to_owned(),
        Question::Draw => say!("{name} offers a draw.", name = sight.name(by)),
        Question::Takeback if you => say!("You ask to take back {ply}.", ply = last_of(sight, by)),
        Question::Takeback => {
            say!("{name} asks to take back {ply}.", name = sight.name(by), ply = last_of(sight, by))
        }
    }
}

/// What a seat would take back: "d2-f3".
fn last_of<'a>(sight: &Sight<'a>, seat: Seat) -> &'a str {
    let m = &sight.table.m;
    m.plies_before_last_of(seat)
        .and_then(|last| m.plies.get(last))
        .map_or_else(|| tr("a move"), |ply| &ply.notation)
}

/// What follows when whoever looks agrees.
fn meaning(sight: &Sight<'_>, what: Question, offer: &Offer) -> &'static str {
    let m = &sight.table.m;
    let since = m.plies_before_last_of(offer.by).map_or(0, |left| m.plies.len() - left);
    match what {
        Question::Draw if m.still_playing().count() > 2 => {
            tr("When all of you agree, the match is over and nobody has won. Who plays on says no.")
        }
        Question::Draw => {
            tr("If you accept, the match is over and nobody has won. If you play on, you decline.")
        }
        Question::Takeback if since > 1 => {
            tr("What was played since goes back with it. If you play on, you refuse.")
        }
        Question::Takeback => tr("If you play on, you refuse."),
    }
}

/// Who has not answered yet.
fn waits(sight: &Sight<'_>, offer: &Offer) -> String {
    if offer.agreed.is_empty() && sight.viewer.seat() != Some(offer.by) {
        return String::new();
    }
    let m = &sight.table.m;
    let waits = m.still_playing().filter(|seat| *seat != offer.by && !offer.agreed.contains(seat));
    let names: Vec<_> = waits.map(|seat| sight.name(seat)).collect();
    say!(
        names.len();
        "{names} has not answered yet.",
        "{names} have not answered yet.",
        names = all_of(&names),
    )
}

fn agreed(sight: &Sight<'_>, offer: &Offer) -> String {
    let names: Vec<_> = offer.agreed.iter().map(|seat| sight.name(*seat)).collect();
    say!(names.len(); "{names} agreed.", "{names} agreed.", names = all_of(&names))
}

fn refused(sight: &Sight<'_>, what: Question, by: Seat) -> String {
    let you = sight.viewer.seat() == Some(by);
    match what {
        Question::Draw if you => tr("You declined the draw.").to_owned(),
        Question::Draw => say!("{name} declined the draw.", name = sight.name(by)),
        Question::Takeback if you => tr("You did not allow the takeback.").to_owned(),
        Question::Takeback => say!("{name} did not allow the takeback.", name = sight.name(by)),
    }
}

/// Whose yes it takes, and what follows from it.
fn others(sight: &Sight<'_>) -> String {
    let m = &sight.table.m;
    let others: Vec<_> = m.still_playing().filter(|seat| Some(*seat) != sight.viewer.seat()).collect();
    match others.as_slice() {
        [other] => {
            say!("When {name} accepts, the match is over, and nobody has won.", name = sight.name(*other))
        }
        _ => tr("When all others accept, the match is over, and nobody has won.").to_owned(),
    }
}

fn form(sight: &Sight<'_>, what: Question, seq: Option<u32>, buttons: &[(&str, &str, Kind)]) -> Markup {
    let buttons = html! {
        @for (value, label, kind) in buttons {
            (Button { label, kind: *kind, sends: Some(("answer", value)), ..Button::default() })
        }
    };
    form_of(sight, what, seq, buttons)
}

fn form_of(sight: &Sight<'_>, what: Question, seq: Option<u32>, buttons: Markup) -> Markup {
    let id = sight.table.m.id.as_str();
    let action = match what {
        Question::Draw => urls::Draw { id }.to_string(),
        Question::Takeback => urls::Takeback { id }.to_string(),
    };
    html! {
        form method="post" action=(action) hx-post=(action) hx-target="#press" hx-swap="outerMorph"
            hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) hx-sync="this:drop" hx-disable="find button" {
            @if let Some(seq) = seq { input type="hidden" name="seq" value=(seq); }
            (buttons)
        }
    }
}
