//! The chat of a match.

use std::collections::HashSet;

use maud::{Markup, html};

use super::context::ChatDraft;
use crate::matches::{ChatMessage, MatchView, MatchViewer};
use crate::now::spans::MINUTE;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::users::{UserId, is_guest_name};
use crate::views::page::{Page, PageViewer};
use crate::views::parts::words::called;
use crate::views::parts::{Button, NoticeBox, exactly};
use crate::views::reports;

/// The number of authors with their own class; `static/css/match.css` has a rule for each.
const TOLD_APART: usize = 12;

/// The number of a user, by when they first joined the match. It never changes.
pub(super) fn number(view: &MatchView, user: UserId) -> usize {
    let came = view.m.participants.iter().position(|other| *other == user);
    came.unwrap_or(TOLD_APART).min(TOLD_APART - 1)
}

/// Where errors of a message are shown. The field is not replaced, so that its text can be sent again.
const TO_PROBLEM: &str = "target:#chat-problem swap:innerHTML";

/// The chat without the messages of some users, and the field for a message, filled with a rejected one.
pub fn chat_section(
    view: &MatchView,
    viewer: MatchViewer,
    draft: Option<ChatDraft<'_>>,
    left_out: &HashSet<UserId>,
) -> Markup {
    html! {
        section.talk #talk aria-label=(tr("Chat")) {
            h2 { (tr("Chat")) }
            (message_list(view, viewer, left_out))
            div.chat-problem #chat-problem { @if let Some(draft) = draft { (NoticeBox::bad(draft.problem)) } }
            @if is_guest(view, viewer) {
                (messages_of_guests(view))
                @let create = html! { a href=(urls::AccountRegistration) { (tr("Create an account")) } };
                p.soft { (tr!("{create} to write your own messages.", create = create)) }
            } @else if viewer.seat().is_some() { (form(view, draft.map_or("", |draft| draft.text))) }
        }
    }
}

/// The messages that guests can send, in the current language. Nothing else can be written without an account.
pub fn guest_messages() -> [&'static str; 4] {
    [tr("Good luck!"), tr("Well played!"), tr("One moment, please."), tr("Thanks for the match!")]
}

fn messages_of_guests(view: &MatchView) -> Markup {
    let action = urls::Chat { id: view.m.id.as_str() }.to_string();
    html! {
        form.row method="post" action=(action) hx-post=(action) hx-target="#talk" hx-swap="outerHTML"
            hx-sync="this:drop" hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) {
            @for message in guest_messages() { button.button.small name="text" value=(message) { (message) } }
        }
    }
}

/// Whether the viewer is a guest.
fn is_guest(view: &MatchView, viewer: MatchViewer) -> bool {
    viewer.seat().and_then(|seat| view.name(seat)).is_some_and(is_guest_name)
}

/// How many of the newest messages a match page and its stream show.
const SHOWN: usize = 100;

/// The page with all messages of a match.
pub fn chat(
    reader: PageViewer<'_>,
    view: &MatchView,
    viewer: MatchViewer,
    left_out: &HashSet<UserId>,
) -> Markup {
    Page::new(tr("Chat"), reader).body(html! {
        div.stack {
            p { a href=(urls::Match { id: view.m.id.as_str() }) { (tr("Back to the match")) } }
            h1 { (tr("Chat")) }
            div.said #said { (lines(view, viewer, left_out, 0)) }
        }
    })
}

/// The messages from an index on.
fn lines(view: &MatchView, viewer: MatchViewer, left_out: &HashSet<UserId>, first: usize) -> Markup {
    html! {
        @for line in view.chat.iter().skip(first).filter(|line| !left_out.contains(&line.by)) { (message(view, line, viewer)) }
    }
}

/// The newest message, for those who may read it.
pub(super) fn message_list(view: &MatchView, viewer: MatchViewer, left_out: &HashSet<UserId>) -> Markup {
    let first = view.chat.len().saturating_sub(SHOWN);
    html! {
        div.said #said role="log" {
            @if view.chat_readable_by(viewer) {
                @if first > 0 {
                    p.soft { a href=(urls::Chat { id: view.m.id.as_str() }) { (tr!("Show all {n} messages", n = view.chat.len())) } }
                }
                (lines(view, viewer, left_out, first))
            } @else if !view.chat.is_empty() {
                p.soft { (tr("You can read the players’ chat when the match is over.")) }
            }
        }
    }
}

fn message(view: &MatchView, line: &ChatMessage, viewer: MatchViewer) -> Markup {
    let own = viewer.seat().is_some_and(|seat| view.m.seats[seat] == Some(line.by));
    html! {
        p id={ "t" (line.id) } class={ "by-" (number(view, line.by)) } {
            b translate="no" { (called(view.names.of(line.by))) } " " (text(line)) " " small { (time_of(line)) }
            @if viewer.seat().is_some() && !own && !line.text.is_empty() { " " (reports::link(&format!("match={}&line={}", view.m.id, line.id))) }
        }
    }
}

/// When a message was sent: "18:05 UTC"; with scripts the time in the zone of the device, or the day if it is another.
fn time_of(line: &ChatMessage) -> Markup {
    let minutes = line.at.0 / MINUTE;
    let time = format!("{:02}:{:02} UTC", minutes / 60 % 24, minutes % 60);
    html! { time datetime=(line.at) title=(exactly(line.at)) data-local data-clock { (time) } }
}

/// The text of a message, or why it was removed.
pub(super) fn text(line: &ChatMessage) -> Markup {
    html! {
        @if line.removed { span.soft { (tr("Message removed by a moderator")) } }
        @else if line.text.is_empty() { span.soft { (tr("Message deleted")) } }
        @else { bdi { (line.text) } }
    }
}

fn form(view: &MatchView, text: &str) -> Markup {
    let action = urls::Chat { id: view.m.id.as_str() }.to_string();
    html! {
        form method="post" action=(action) hx-post=(action) hx-target="#talk" hx-swap="outerHTML"
            hx-sync="this:drop" hx-disable="find button"
            hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) {
            label.unseen for="text" { (tr("Message")) }
            input #text.input type="text" name="text" dir="auto" value=[(!text.is_empty()).then_some(text)] required
                maxlength=(ChatMessage::MAX_LENGTH) autocomplete="off" placeholder=(tr("Message")) aria-describedby="chat-problem";
            (Button { label: tr("Send"), ..Button::default() })
        }
    }
}
