//! Where somebody is signed in.

use maud::{Markup, html};

use super::{Account, SignedIn};
use crate::views::parts::{Button, Kind, When};
use crate::web::paths;

pub(super) fn section(account: &Account<'_>) -> Markup {
    html! {
        ul.devices { @for session in account.sessions { (one(account, session)) } }
        @if account.sessions.len() > 1 {
            form method="post" action=(paths::EndSessions) {
                (Button { label: "Sign out everywhere else", kind: Kind::Quiet, ..Button::default() })
            }
        }
    }
}

fn one(account: &Account<'_>, session: &SignedIn) -> Markup {
    html! {
        li {
            div {
                strong { (session.device) }
                @if session.here { span.soft { ", this one" } }
                br;
                span.soft.small {
                    "Since " (When { at: session.since, now: account.now })
                    @if !session.here { ", last used " (When { at: session.used, now: account.now }) }
                }
            }
            @if !session.here {
                form.row method="post" action=(paths::EndSession { id: &session.id }) {
                    (Button { label: "Sign out", kind: Kind::Plain, ..Button::default() })
                }
            }
        }
    }
}
