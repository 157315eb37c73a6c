//! The list of sessions.

use maud::{Markup, html};

use super::{AccountPage, ListedSessionItem};
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::views::parts::words::device;
use crate::views::parts::{Button, ButtonKind, TimeLabel};

pub(super) fn section(account: &AccountPage<'_>) -> Markup {
    html! {
        ul.devices { @for session in account.sessions { (session_row(account, session)) } }
        @if account.sessions.len() > 1 {
            form method="post" action=(urls::EndSessions) {
                (Button { label: tr("Sign out everywhere else"), kind: ButtonKind::Quiet, ..Button::default() })
            }
        }
    }
}

fn session_row(account: &AccountPage<'_>, session: &ListedSessionItem) -> Markup {
    html! {
        li {
            div {
                strong { (device(&session.device)) }
                @if session.here { span.soft { ", " (tr("this device")) } }
                br;
                span.soft.small {
                    @let signed_in = TimeLabel { at: session.since, now: account.now };
                    @if session.here { (tr!("Signed in {signed_in}", signed_in = signed_in)) }
                    @else {
                        (tr!(
                            "Signed in {signed_in}, last used {used}",
                            signed_in = signed_in, used = TimeLabel { at: session.used, now: account.now },
                        ))
                    }
                }
            }
            @if !session.here {
                form.row method="post" action=(urls::EndSession { id: &session.id }) {
                    (Button { label: tr("Sign out"), kind: ButtonKind::Plain, ..Button::default() })
                }
            }
        }
    }
}
