//! The chat of a match.

use std::collections::HashSet;

use maud::{Markup, html};

use crate::matches::{ChatMessage, MatchView, MatchViewer};
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::users::{UserId, is_guest_name};
use crate::views::page::{Page, PageViewer};
use crate::views::parts::{Button, NoticeBox};
use crate::views::reports;
use crate::views::words::called;

/// So many people at a table are told apart; `static/css/table.css` has a rule for each.
const TOLD_APART: usize = 12;

/// The number of somebody at a table, by when they first sat down there: it never changes.
pub(super) fn number(table: &MatchView, user: UserId) -> usize {
    let came = table.m.participants.iter().position(|other| *other == user);
    came.unwrap_or(TOLD_APART).min(TOLD_APART - 1)
}

/// Where it is said why a message was not sent. The field is left alone, so that its text can be sent again.
const TO_PROBLEM: &str = "target:#chat-problem swap:innerHTML";

/// A message that was refused.
#[derive(Clone, Copy, Debug)]
pub struct ChatDraft<'a> {
    /// What was written.
    pub text: &'a str,
    /// Why it was not sent.
    pub problem: &'a str,
}

/// What was said but by some, and the field to say more, with a message that was refused.
pub fn chat_section(
    table: &MatchView,
    viewer: MatchViewer,
    draft: Option<ChatDraft<'_>>,
    left_out: &HashSet<UserId>,
) -> Markup {
    html! {
        section #talk aria-label=(tr("Chat")) {
            @if viewer.seat().is_some() || !table.chat.is_empty() { h2 { (tr("Chat")) } }
            (said(table, viewer, left_out))
            div #chat-problem { @if let Some(draft) = draft { (NoticeBox::bad(draft.problem)) } }
            @if is_guest(table, viewer) {
                @let create = html! { a href=(urls::AccountRegistration) { (tr("Create an account")) } };
                p.soft { (tr!("{create} to write messages.", create = create)) }
            } @else if viewer.seat().is_some() { (form(table, draft.map_or("", |draft| draft.text))) }
        }
    }
}

/// Whether the viewer is a guest. Guests can read the chat and not write in it.
fn is_guest(table: &MatchView, viewer: MatchViewer) -> bool {
    viewer.seat().and_then(|seat| table.name(seat)).is_some_and(is_guest_name)
}

/// How many of the newest messages a match page and its stream show.
const SHOWN: usize = 100;

/// All messages of a match, on a page of their own.
pub fn chat(
    reader: PageViewer<'_>,
    table: &MatchView,
    viewer: MatchViewer,
    left_out: &HashSet<UserId>,
) -> Markup {
    Page::new(tr("Chat"), reader).body(html! {
        div.stack {
            p { a href=(urls::Match { id: table.m.id.as_str() }) { (tr("Back to the match")) } }
            h1 { (tr("Chat")) }
            div #said { (lines(table, viewer, left_out, 0)) }
        }
    })
}

/// The messages from an index on.
fn lines(table: &MatchView, viewer: MatchViewer, left_out: &HashSet<UserId>, first: usize) -> Markup {
    html! {
        @for line in table.chat.iter().skip(first).filter(|line| !left_out.contains(&line.by)) { (one(table, line, viewer)) }
    }
}

/// What was said last, for those who may read it.
pub(super) fn said(table: &MatchView, viewer: MatchViewer, left_out: &HashSet<UserId>) -> Markup {
    let first = table.chat.len().saturating_sub(SHOWN);
    html! {
        div #said role="log" {
            @if table.chat_readable_by(viewer) {
                @if first > 0 {
                    p.soft { a href=(urls::Chat { id: table.m.id.as_str() }) { (tr!("Show all {n} messages", n = table.chat.len())) } }
                }
                (lines(table, viewer, left_out, first))
            } @else if !table.chat.is_empty() {
                p.soft { (tr("You can read the players’ chat when the match is over.")) }
            }
        }
    }
}

fn one(table: &MatchView, line: &ChatMessage, viewer: MatchViewer) -> Markup {
    let own = viewer.seat().is_some_and(|seat| table.m.seats[seat] == Some(line.by));
    html! {
        p id={ "t" (line.id) } class={ "by-" (number(table, line.by)) } {
            b { (called(table.names.of(line.by))) } " " (text(line))
            @if viewer.seat().is_some() && !own && !line.text.is_empty() { " " (reports::link(&format!("match={}&line={}", table.m.id, line.id))) }
        }
    }
}

/// What a message says, or why nothing is left of it.
pub(super) fn text(line: &ChatMessage) -> Markup {
    html! {
        @if line.removed { span.soft { (tr("Message removed by a moderator")) } }
        @else if line.text.is_empty() { span.soft { (tr("message deleted")) } }
        @else { (line.text) }
    }
}

fn form(table: &MatchView, text: &str) -> Markup {
    let action = urls::Chat { id: table.m.id.as_str() }.to_string();
    html! {
        form method="post" action=(action) hx-post=(action) hx-target="#talk" hx-swap="outerHTML"
            hx-sync="this:drop" hx-disable="find button"
            hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) {
            label.unseen for="text" { (tr("Message")) }
            input #text.input type="text" name="text" value=[(!text.is_empty()).then_some(text)] required
                maxlength=(ChatMessage::MAX_LENGTH) autocomplete="off" placeholder=(tr("Message"));
            (Button { label: tr("Send"), ..Button::default() })
        }
    }
}
