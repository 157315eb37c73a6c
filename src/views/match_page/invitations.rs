//! Reserved seats: inviting users, withdrawing and answering invitations.

use maud::{Markup, html};

use super::buttons::form;
use super::context::MatchPage;
use crate::games::Seat;
use crate::matches::{Match, MatchStatus, MatchViewer};
use crate::texts::tr;
use crate::urls;
use crate::users::UserId;
use crate::views::parts::{Button, ButtonKind};
use crate::{tr, tr_format};

/// Who proposes a rematch to the viewer, if the match is one.
pub(super) fn rematch(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let is_invited = matches!(page_context.viewer, MatchViewer::Invited(_))
        && page_context.may_join()
        && m.rematch_of().is_some();
    let host = m.host().filter(|_| is_invited).map(|host| page_context.view.names.of(host));
    html! {
        @if let Some(host) = host { p.lead { (tr!("{name} would like to play again.", name = host)) } }
    }
}

/// The form to invite a user by name, for the host. Its field has another id after each invitation, so that it is
/// emptied.
pub(super) fn ask(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    if !is_host(page_context) || m.free_seat().is_none() {
        return html! {};
    }
    let field = format!("invite-{}", m.seq);
    let inside = html! {
        label for=(field) { (tr("Invite by name")) }
        div.row {
            input.input id=(field) name="name" required maxlength="40" autocomplete="off" autocapitalize="none"
                spellcheck="false";
            (Button { label: tr("Invite"), kind: ButtonKind::Quiet, ..Button::default() })
        }
    };
    form(urls::Invitations { id: m.id.as_str() }, Some("invite"), inside)
}

/// The button to withdraw the invitation of a seat, for the host.
pub(super) fn take_back(page_context: &MatchPage<'_>, seat: Seat) -> Markup {
    let m = &page_context.view.m;
    let Some(user) = reserved_for(m, seat).filter(|_| is_host(page_context)) else { return html! {} };
    let name = page_context.view.names.of(user);
    let inside = html! {
        input type="hidden" name="name" value=(name);
        button.button.plain.small aria-label=(tr_format!("Cancel invitation for {name}", name = name)) { (tr("Cancel invitation")) }
    };
    form(urls::WithdrawInvitation { id: m.id.as_str() }, None, inside)
}

/// Replies to invitations, for the host.
pub(super) fn answers(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let declined = m.answers.iter().filter(|answer| !answer.came);
    html! {
        @if is_host(page_context) {
            @for answer in declined { p.soft { (tr!("{name} declined.", name = page_context.view.names.of(answer.user))) } }
        }
    }
}

/// For whom a seat is kept that nobody has taken.
pub(super) fn reserved_for(m: &Match, seat: Seat) -> Option<UserId> {
    let waits = m.status == MatchStatus::Open && m.seats.get(seat).is_some_and(Option::is_none);
    m.reserved.get(seat).copied().flatten().filter(|_| waits)
}

pub(super) fn is_host(page_context: &MatchPage<'_>) -> bool {
    let m = &page_context.view.m;
    let own = page_context.viewer.seat().and_then(|seat| m.seats[seat]);
    m.status == MatchStatus::Open && own.is_some() && m.host() == own
}
