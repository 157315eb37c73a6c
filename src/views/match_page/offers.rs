//! Draw offers and takebacks: pending offers, prominent for those who have to answer, and the forms to make one.

use maud::{Markup, html};

use super::buttons::{self, unavailable};
use super::context::MatchPage;
use super::questions::{self, Consequential};
use super::{pause, substitutes};
use crate::games::Seat;
use crate::matches::{MatchStatus, MatchView, OfferKind, PendingOffer};
use crate::texts::{tr, tr_in};
use crate::tr_format;
use crate::urls;
use crate::views::parts::words::all_of;
use crate::views::parts::{Button, ButtonKind, Icon};

const QUESTIONS: [OfferKind; 2] = [OfferKind::Draw, OfferKind::Takeback];

/// The pending offers, and the result of past ones since the last ply.
pub(super) fn pending_offers(page_context: &MatchPage<'_>) -> Markup {
    html! {
        div.asked #asked {
            @if page_context.ply.is_none() && page_context.view.m.status == MatchStatus::Playing {
                @for what in QUESTIONS { (question(page_context, what)) }
                (substitutes::searches(page_context))
            }
        }
    }
}

/// Whether an offer waits for the answer of the viewer.
pub(super) fn awaits_answer(page_context: &MatchPage<'_>) -> bool {
    let m = &page_context.view.m;
    let must_answer = |seat| QUESTIONS.into_iter().any(|what| m.unanswered_by(what, seat).is_some());
    page_context.viewer.seat().is_some_and(must_answer) || pause::awaits_answer(page_context)
}

/// The draw offer, an icon in the row.
pub(super) fn draw(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let draw = may_offer(page_context, OfferKind::Draw);
    let question = other_names(page_context);
    let offer = Consequential {
        id: "draw-offer",
        action: urls::Draw { id: m.id.as_str() }.to_string(),
        sends: Some(("answer", DRAW[0])),
        question: &question,
        sure: tr_in("button", "Offer"),
        ..Consequential::default()
    };
    html! {
        div.draw #draw {
            @if draw { (questions::tool(Icon::Half, &Consequential { label: tr("Draw"), ..offer })) }
            @else { (unavailable(Icon::Half, tr("Draw"))) }
        }
    }
}

/// The takeback, an icon in the row.
pub(super) fn takeback(page_context: &MatchPage<'_>) -> Markup {
    let takeback = may_offer(page_context, OfferKind::Takeback);
    html! {
        div.takeback #ask .at-once[at_once(page_context)] {
            @if takeback { (take_back(page_context)) } @else { (unavailable(Icon::Undo, tr("Take back"))) }
        }
    }
}

/// Whether the viewer can take their last ply back without consent, as far as the page knows.
fn at_once(page_context: &MatchPage<'_>) -> bool {
    let seen = if page_context.players.others_saw { u32::MAX } else { 0 };
    page_context.viewer.seat().is_some_and(|seat| page_context.view.m.can_take_back_unasked(seat, seen))
}

/// The button for a takeback. Its label depends on the class of its container.
fn take_back(page_context: &MatchPage<'_>) -> Markup {
    let never_asks = page_context.view.m.is_practice();
    let button = html! {
        button.tool name="answer" value=(TAKEBACK[0]) {
            (Icon::Undo)
            @if never_asks { span { (tr("Take back")) } } @else {
                span.asking { span aria-hidden="true" { (tr("Take back")) } span.unseen { (tr("Ask for a takeback")) } }
                span.taking title=(tr("Nobody has seen it yet")) { (tr("Take back")) }
            }
        }
    };
    form_of(page_context, OfferKind::Takeback, None, button)
}

/// The announcement of an offer, an answer or a withdrawal.
pub(super) fn announcement(before: &MatchView, page_context: &MatchPage<'_>) -> Option<String> {
    let (was, is) = (&before.m, &page_context.view.m);
    if is.was_taken_back() && is.offers.taken_back_at != was.offers.taken_back_at {
        return Some(was_taken_back().to_owned());
    }
    QUESTIONS.into_iter().find_map(|what| match (was.offer(what), is.offer(what)) {
        (None, Some(offer)) => Some(offer_text(page_context, what, offer.by)),
        (Some(offer), Some(now)) if offer != now => Some(agreed_text(page_context, now)),
        (Some(offer), None) if is.ending().is_none() => {
            let refused = is.declined_by(what, offer.by).map(|by| declined_text(page_context, what, by));
            // Offers are also closed when a player leaves the match, which changes the board.
            let cancelled = was.board_version == is.board_version;
            refused.or_else(|| cancelled.then(|| withdrawn_text(page_context, what, offer.by)))
        }
        _ => None,
    })
}

/// The values of the form, in the order ask, accept, refuse, withdraw.
const DRAW: [&str; 4] = ["offer", "accept", "decline", "withdraw"];
const TAKEBACK: [&str; 4] = ["ask", "accept", "refuse", "withdraw"];

fn was_taken_back() -> &'static str {
    tr("A move was taken back.")
}

/// Whether the viewer can make an offer.
fn may_offer(page_context: &MatchPage<'_>, what: OfferKind) -> bool {
    page_context.viewer.seat().is_some_and(|seat| page_context.view.m.may_offer(what, seat))
}

fn question(page_context: &MatchPage<'_>, what: OfferKind) -> Markup {
    let m = &page_context.view.m;
    let Some(offer) = m.offer(what) else { return closed_offer(page_context, what) };
    let words = match what {
        OfferKind::Draw => DRAW,
        OfferKind::Takeback => TAKEBACK,
    };
    let no = tr("Decline");
    let (yes, cancel) = match what {
        OfferKind::Draw => (tr("Accept draw"), tr("Cancel offer")),
        OfferKind::Takeback => (tr("Accept"), tr("Cancel request")),
    };
    let seq = Some(m.seq);
    match page_context.viewer.seat() {
        Some(seat) if m.unanswered_by(what, seat).is_some() => html! {
            section.asks {
                h2 { (page_context.marked(&offer_text(page_context, what, offer.by))) }
                p.soft { (offer_help(page_context, what, offer)) }
                (form(page_context, what, seq, &[(words[1], yes, ButtonKind::Filled), (words[2], no, ButtonKind::Quiet)]))
            }
        },
        Some(seat) if seat == offer.by => html! {
            div.asks.calm {
                p { (offer_text(page_context, what, seat)) " " (page_context.marked(&waiting_text(page_context, offer))) }
                (form(page_context, what, seq, &[(words[3], cancel, ButtonKind::Plain)]))
            }
        },
        seat => html! {
            div.asks.calm {
                p {
                    (page_context.marked(&offer_text(page_context, what, offer.by))) " "
                    (page_context.marked(&waiting_text(page_context, offer)))
                }
                @if seat.is_some_and(|seat| offer.agreed.contains(&seat)) {
                    (form(page_context, what, seq, &[(words[2], no, ButtonKind::Plain)]))
                }
            }
        },
    }
}

/// The result of a past offer since the last ply.
fn closed_offer(page_context: &MatchPage<'_>, what: OfferKind) -> Markup {
    let m = &page_context.view.m;
    html! {
        @for by in m.declined(what) { p.soft { (page_context.marked(&declined_text(page_context, what, by))) } }
        @if what == OfferKind::Takeback && m.was_taken_back() { p.soft { (was_taken_back()) } }
    }
}

fn offer_text(page_context: &MatchPage<'_>, what: OfferKind, by: Seat) -> String {
    let you = page_context.viewer.seat() == Some(by);
    match what {
        OfferKind::Draw if you => tr("You offered a draw.").to_owned(),
        OfferKind::Draw => tr_format!("{name} offers a draw.", name = page_context.name(by)),
        OfferKind::Takeback if you => {
            tr_format!("You asked to take back {ply}.", ply = last_of(page_context, by))
        }
        OfferKind::Takeback => {
            tr_format!(
                "{name} asks to take back {ply}.",
                name = page_context.name(by),
                ply = last_of(page_context, by)
            )
        }
    }
}

/// The plies a seat would take back: "d2-f3".
fn last_of<'a>(page_context: &MatchPage<'a>, seat: Seat) -> &'a str {
    let m = &page_context.view.m;
    m.plies_before_last_of(seat)
        .and_then(|last| m.plies.get(last))
        .map_or_else(|| tr("a move"), |ply| &ply.notation)
}

/// The effect of an acceptance by the viewer.
fn offer_help(page_context: &MatchPage<'_>, what: OfferKind, offer: &PendingOffer) -> &'static str {
    let m = &page_context.view.m;
    let since = m.plies_before_last_of(offer.by).map_or(0, |left| m.plies.len() - left);
    match what {
        OfferKind::Draw if m.still_playing().count() > 2 => {
            tr("If everyone accepts, the match is a draw. Making a move declines this.")
        }
        OfferKind::Draw => tr("If you accept, the match is a draw. Making a move declines this."),
        OfferKind::Takeback if since > 1 => {
            tr("Moves played since then are taken back too. Making a move declines this.")
        }
        OfferKind::Takeback => tr("Making a move declines this."),
    }
}

/// The players who have not answered yet.
fn waiting_text(page_context: &MatchPage<'_>, offer: &PendingOffer) -> String {
    if offer.agreed.is_empty() && page_context.viewer.seat() != Some(offer.by) {
        return String::new();
    }
    let m = &page_context.view.m;
    let waits = m.still_playing().filter(|seat| *seat != offer.by && !offer.agreed.contains(seat));
    let names: Vec<_> = waits.map(|seat| page_context.name(seat)).collect();
    tr_format!("Waiting for {names}.", names = all_of(&names))
}

fn agreed_text(page_context: &MatchPage<'_>, offer: &PendingOffer) -> String {
    let names: Vec<_> = offer.agreed.iter().map(|seat| page_context.name(*seat)).collect();
    tr_format!(names.len(); "{names} accepted.", "{names} accepted.", names = all_of(&names))
}

fn declined_text(page_context: &MatchPage<'_>, what: OfferKind, by: Seat) -> String {
    let you = page_context.viewer.seat() == Some(by);
    match what {
        OfferKind::Draw if you => tr("You declined the draw.").to_owned(),
        OfferKind::Draw => tr_format!("{name} declined the draw.", name = page_context.name(by)),
        OfferKind::Takeback if you => tr("You declined the takeback.").to_owned(),
        OfferKind::Takeback => tr_format!("{name} declined the takeback.", name = page_context.name(by)),
    }
}

fn withdrawn_text(page_context: &MatchPage<'_>, what: OfferKind, by: Seat) -> String {
    let name = page_context.name(by);
    match what {
        OfferKind::Draw => tr_format!("{name} cancelled the offer.", name = name),
        OfferKind::Takeback => tr_format!("{name} cancelled the request.", name = name),
    }
}

/// Who has to agree, and with what effect.
fn other_names(page_context: &MatchPage<'_>) -> String {
    let m = &page_context.view.m;
    let others: Vec<_> = m.still_playing().filter(|seat| Some(*seat) != page_context.viewer.seat()).collect();
    match others.as_slice() {
        [other] => {
            tr_format!("If {name} accepts, the match is a draw.", name = page_context.name(*other))
        }
        _ => tr("If everyone accepts, the match is a draw.").to_owned(),
    }
}

fn form(
    page_context: &MatchPage<'_>,
    what: OfferKind,
    seq: Option<u32>,
    buttons: &[(&str, &str, ButtonKind)],
) -> Markup {
    let buttons = html! {
        @for (value, label, kind) in buttons {
            (Button { label, kind: *kind, sends: Some(("answer", value)), ..Button::default() })
        }
    };
    form_of(page_context, what, seq, buttons)
}

fn form_of(page_context: &MatchPage<'_>, what: OfferKind, seq: Option<u32>, buttons: Markup) -> Markup {
    let id = page_context.view.m.id.as_str();
    let action = match what {
        OfferKind::Draw => urls::Draw { id }.to_string(),
        OfferKind::Takeback => urls::Takeback { id }.to_string(),
    };
    let inside = html! {
        @if let Some(seq) = seq { input type="hidden" name="seq" value=(seq); }
        (buttons)
    };
    buttons::form(action, None, inside)
}
