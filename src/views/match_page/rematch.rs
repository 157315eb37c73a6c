//! Playing again after a match.

use maud::{Markup, html};

use super::buttons::post;
use super::context::MatchPage;
use crate::matches::{Expiry, RematchStanding};
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::views::parts::words::called;
use crate::views::parts::{Button, ButtonKind};

/// The button to offer a rematch, or the answer to an offer.
pub(super) fn rematch(page_context: &MatchPage<'_>, kind: ButtonKind) -> Markup {
    let m = &page_context.view.m;
    let Some(user) = page_context.viewer.seat().and_then(|seat| m.seats[seat]) else {
        return html! {
            @if let Some(to) = &m.rematch { a.button href=(urls::Match { id: to.as_str() }) { (tr("Watch rematch")) } }
        };
    };
    let again = urls::Rematch { id: m.id.as_str() };
    let standing = page_context.own.rematch.or_else(|| RematchStanding::as_offered(m, user));
    let standing = m.rematch.as_ref().zip(standing);
    match standing {
        Some((_, RematchStanding::Asked)) => asks_for_rematch(page_context),
        Some((to, RematchStanding::Waiting)) => html! {
            div.asks.calm {
                p { (tr("Rematch offered.")) }
                a.button.plain href=(urls::Match { id: to.as_str() }) { (tr("Go to rematch")) }
                @if m.rematch_by == Some(user) { (answer_rematch(urls::Abort { id: to.as_str() }, tr("Cancel"))) }
            }
        },
        Some((to, RematchStanding::Declined)) => html! {
            div.asks.calm {
                p { (tr("Your rematch offer was declined.")) }
                (answer_rematch(urls::Abort { id: to.as_str() }, tr("Cancel")))
            }
        },
        Some((to, RematchStanding::Started)) => {
            html! { a.button.filled href=(urls::Match { id: to.as_str() }) { (tr("Go to rematch")) } }
        }
        None if m.expired == Some(Expiry::Open) => post(again, tr("Create again"), ButtonKind::Filled),
        Some((_, RematchStanding::Closed)) | None => post(again, tr("Rematch"), kind),
    }
}

fn asks_for_rematch(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let Some(to) = &m.rematch else { return html! {} };
    let name =
        m.rematch_by.map_or_else(|| tr("someone").into(), |user| called(page_context.view.names.of(user)));
    html! {
        section.asks {
            h2 { (tr!("{name} offers a rematch", name = name)) }
            div.row {
                (post(urls::Rematch { id: m.id.as_str() }, tr("Accept"), ButtonKind::Filled))
                (answer_rematch(urls::DeclineSeat { id: to.as_str() }, tr("Decline")))
            }
        }
    }
}

/// A button that answers an offered rematch. It is a form of its own match, so the whole page is loaded again.
fn answer_rematch(action: impl std::fmt::Display, label: &str) -> Markup {
    html! {
        form method="post" action={ (action) "?back=1" } {
            (Button { label, kind: ButtonKind::Quiet, ..Button::default() })
        }
    }
}
