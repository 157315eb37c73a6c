//! Notices about suspensions and mutes: on every page, beside the chat, and over the stream of an open page.

use maud::{Markup, Render, html};

use super::boards::partial;
use super::parts::{DeadlineLabel, Icon, exactly};
use crate::now::Moment;
use crate::texts::tr;
use crate::tr;
use crate::tr_format;
use crate::urls;
use crate::users::{AccountStanding, ActiveChatBan, Sanctions, Suspension};

/// The sanctions of a user.
#[derive(Clone, Copy, Debug, Default)]
pub struct SanctionsNotice<'a> {
    pub suspension: Option<&'a Suspension>,
    pub mute: Option<&'a ActiveChatBan>,
}

impl<'a> From<&'a AccountStanding> for SanctionsNotice<'a> {
    fn from(standing: &'a AccountStanding) -> Self {
        Self { suspension: standing.suspended.as_ref(), mute: standing.muted.as_ref() }
    }
}

impl<'a> From<&'a Sanctions> for SanctionsNotice<'a> {
    fn from(sanctions: &'a Sanctions) -> Self {
        Self { suspension: sanctions.suspension.as_ref(), mute: sanctions.mute.as_ref() }
    }
}

/// At the top of every page of a signed-in user. The element exists also without sanctions, because the stream may
/// fill it.
impl Render for SanctionsNotice<'_> {
    fn render(&self) -> Markup {
        html! {
            div.sanctions #sanctions aria-live="polite" {
                @if let Some(suspension) = self.suspension {
                    @if suspension.awaits_approval() { (waiting()) } @else { (suspended(suspension)) }
                }
                @if let Some(mute) = self.mute { (muted(mute)) }
            }
        }
    }
}

/// The notice to a user whose account awaits approval.
fn waiting() -> Markup {
    let settings = html! { a href=(urls::Settings) { (tr("Add your email address")) } };
    html! {
        div.notice {
            (Icon::Hourglass)
            div {
                p { strong { (awaits_approval()) } }
                p.soft.small { (tr!("You can’t play or write until then. {settings} to be told when it is approved.", settings = settings)) }
            }
        }
    }
}

fn awaits_approval() -> &'static str {
    tr("An admin or moderator has yet to approve your account.")
}

fn suspended(suspension: &Suspension) -> Markup {
    html! {
        div.notice.bad.suspended {
            (Icon::Hourglass)
            div {
                p {
                    @let suspended = html! { strong { (tr("You are suspended")) } };
                    @match suspension.until {
                        Some(at) => (tr!(
                            "{suspended}. This ends on {then}.", suspended = suspended, then = DeadlineLabel { at, zone: None },
                        )),
                        None => (tr!("{suspended} until an admin or moderator ends it.", suspended = suspended)),
                    }
                }
                @if let Some(reason) = &suspension.reason { p { (tr!("Reason: {reason}", reason = html! { bdi { (reason) } })) } }
                p.soft.small { (tr("You can still sign in and read everything. You can’t play, chat, create or join matches.")) }
            }
        }
    }
}

fn muted(mute: &ActiveChatBan) -> Markup {
    html! {
        div.sanction {
            (Icon::Hourglass)
            p {
                (tr!("You are muted until {then}: {reason}.", then = time(mute.until), reason = html! { bdi { (mute.reason.trim_end_matches('.')) } }))
                " " (tr("You can play as usual, but you can’t write chat messages."))
            }
        }
    }
}

/// A moment to the minute; with scripts, in the time zone of the device.
fn time(at: Moment) -> Markup {
    html! { time datetime=(at) data-local data-minute { (exactly(at)) } }
}

/// Beside the chat of a player: why they cannot write; empty if they can. Hides the field if nothing was typed in it.
pub fn chat_closed(sanctions: SanctionsNotice<'_>) -> Markup {
    html! {
        div.chat-closed #chat-closed {
            @if sanctions.suspension.is_some_and(Suspension::awaits_approval) { p.soft { (awaits_approval()) } }
            @else if sanctions.suspension.is_some() { p.soft { (tr("You can’t write messages while you are suspended.")) } }
            @else if let Some(mute) = sanctions.mute {
                p.soft { (tr!("You can’t write messages until {then}.", then = time(mute.until))) }
            }
        }
    }
}

/// The fragments for a user whose sanctions have changed.
pub fn changed_sanctions(sanctions: SanctionsNotice<'_>) -> Markup {
    html! {
        (partial("sanctions", sanctions.render()))
        (partial("chat-closed", chat_closed(sanctions)))
    }
}

/// The sanctions as plain text.
pub fn in_words(sanctions: &Sanctions) -> String {
    match (&sanctions.suspension, &sanctions.mute) {
        (Some(Suspension { reason: None, .. }), _) => awaits_approval().to_owned(),
        (Some(Suspension { until: Some(until), reason: Some(reason), .. }), _) => {
            tr_format!("You are suspended until {until}: {reason}", until = exactly(*until), reason = reason)
        }
        (Some(Suspension { until: None, reason: Some(reason), .. }), _) => {
            tr_format!("You are suspended until an admin or moderator ends it: {reason}", reason = reason)
        }
        (None, Some(ActiveChatBan { until, reason: why })) => tr_format!(
            "You are muted until {until}: {why}.",
            until = exactly(*until),
            why = why.trim_end_matches('.'),
        ),
        (None, None) => String::new(),
    }
}
