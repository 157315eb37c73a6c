//! The chat of a match.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt::Display;
use std::mem;

use maud::{Markup, html};

use super::buttons;
use super::context::{ChatDraft, MatchPage};
use crate::matches::{ChatMessage, Match, MatchView, MatchViewer, PlayedEntry};
use crate::now::spans::MINUTE;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::users::{FORMER, UserId, is_guest_name};
use crate::views::boards::partials;
use crate::views::page::{Page, PageViewer};
use crate::views::parts::words::called;
use crate::views::parts::{Button, NoticeBox, exactly};
use crate::views::reports;

/// The number of authors with their own class; `static/css/match-sections.css` has a rule for each.
const TOLD_APART: usize = 16;

/// The number of a user: players count from 0 by when they first joined the match, and watchers down from the last number
/// by when they first wrote. It never changes while they watch or play.
pub(super) fn number(view: &MatchView, user: UserId) -> usize {
    let joined = view.m.participants.iter().position(|other| *other == user);
    joined.map(|number| number.min(TOLD_APART - 1)).unwrap_or_else(|| {
        (TOLD_APART - 1)
            .saturating_sub(view.watchers_before(user))
            .max(view.m.participants.len().min(TOLD_APART - 1))
    })
}

/// Where errors of a message are shown. The field is not replaced, so that its text can be sent again.
const TO_PROBLEM: &str = "target:#chat-problem swap:innerHTML";

/// What a chat is shown from.
#[derive(Clone, Copy, Debug)]
pub struct ShownChat<'a> {
    pub view: &'a MatchView,
    pub viewer: MatchViewer,
    /// The users whose messages are left out.
    pub left_out: &'a HashSet<UserId>,
    /// Up to which ply of a finished match: its later messages would tell how it goes on.
    pub ply: Option<usize>,
}

/// The chat, and for players the field for a message, filled with a rejected one. Watchers have theirs beside it, as all of
/// them are sent the same chat.
pub fn chat_section(shown: ShownChat<'_>, draft: Option<ChatDraft<'_>>) -> Markup {
    let ShownChat { view, viewer, .. } = shown;
    let has_form_of_watchers = viewer.seat().is_none() && view.m.watcher_chat && view.m.has_watcher_chat();
    html! {
        section.talk.no-watcher-form[!has_form_of_watchers] #talk aria-label=(tr("Chat")) {
            h2 { (tr("Chat")) }
            (message_list(shown))
            div.chat-problem #chat-problem { @if let Some(draft) = draft { (NoticeBox::bad(draft.problem)) } }
            @if is_guest(view, viewer) {
                (messages_of_guests(view))
                (create_account(urls::AccountRegistration))
            } @else if viewer.seat().is_some() {
                (form(view, "text", draft.map_or("", |draft| draft.text)))
                (watcher_chat_switch(view, viewer))
            } @else if !view.m.watcher_chat && view.m.has_watcher_chat() {
                p.soft { (tr("The host has turned off the chat of watchers.")) }
            }
        }
    }
}

fn create_account(path: impl Display) -> Markup {
    let create = html! { a href=(path) { (tr("Create an account")) } };
    html! { p.soft { (tr!("{create} to write your own messages.", create = create)) } }
}

/// The button with which the host turns the chat of watchers on and off.
fn watcher_chat_switch(view: &MatchView, viewer: MatchViewer) -> Markup {
    let m = &view.m;
    let is_host = viewer.seat().is_some_and(|seat| m.seats[seat] == Some(m.opened_by));
    let (says, label, next) = if m.watcher_chat {
        (
            tr("Watchers have their own chat, which players can read after the match."),
            tr("Turn it off"),
            "off",
        )
    } else {
        (tr("You have turned off the chat of watchers."), tr("Turn it on"), "on")
    };
    html! {
        @if is_host && m.has_watcher_chat() {
            (buttons::form(urls::WatcherChat { id: m.id.as_str() }, Some("row"), html! {
                span.soft.small { (says) }
                button.button.small.plain name="watchers" value=(next) { (label) }
            }))
        }
    }
}

/// The field for messages of watchers; without an account a link to create one. The chat before it hides it by its class
/// while they may not write.
pub fn watcher_form(page_context: &MatchPage<'_>, reader: &PageViewer<'_>) -> Markup {
    let MatchPage { view, viewer, .. } = *page_context;
    let text = page_context.own.chat.map_or("", |draft| draft.text);
    html! {
        div.watcher-form #watcher-form {
            @if viewer.seat().is_some() {}
            @else if reader.is_guest() { (create_account(urls::AccountRegistration)) }
            @else if reader.player.is_none() { (create_account(urls::Register)) }
            @else { (form(view, "watcher-text", text)) }
        }
    }
}

/// The response to a message: the chat, and the empty field.
pub fn sent(view: &MatchView, viewer: MatchViewer) -> Markup {
    let shown = ShownChat { view, viewer, left_out: &HashSet::new(), ply: None };
    html! {
        (chat_section(shown, None))
        @if viewer.seat().is_none() {
            // A morph would keep what was typed.
            (partials(|parts| parts.put_at("#watcher-form", "innerHTML", form(view, "watcher-text", ""))))
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
        form.row.guest-messages method="post" action=(action) hx-post=(action) hx-target="#talk" hx-swap="outerHTML"
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

/// The page with all messages that a viewer may read.
pub fn chat(reader: PageViewer<'_>, shown: ShownChat<'_>) -> Markup {
    Page::new(tr("Chat"), reader).body(html! {
        div.stack {
            p { a href=(urls::Match { id: shown.view.m.id.as_str() }) { (tr("Back to the match")) } }
            h1 { (tr("Chat")) }
            div.said #said { (lines(shown, &shown.view.messages(shown.viewer).collect::<Vec<_>>())) }
        }
    })
}

/// Messages, each with a link to the move it was written after, unless the one before it has the same.
fn lines(shown: ShownChat<'_>, messages: &[&ChatMessage]) -> Markup {
    let mut last = 0;
    html! {
        @for line in messages.iter().filter(|line| !shown.left_out.contains(&line.by)) {
            @let ply = plies_before(&shown.view.m, line);
            (message(shown, line, (mem::replace(&mut last, ply) != ply).then_some(ply)))
        }
    }
}

/// How many plies had been played when a message was written.
fn plies_before(m: &Match, line: &ChatMessage) -> usize {
    let order = |ply: &PlayedEntry| if ply.at < line.at { Ordering::Less } else { Ordering::Greater };
    m.plies.binary_search_by(order).unwrap_or_else(|count| count)
}

/// The newest messages that a viewer may read.
pub(super) fn message_list(shown: ShownChat<'_>) -> Markup {
    let ShownChat { view, viewer, ply, .. } = shown;
    let until = ply.filter(|_| view.m.ending().is_some());
    let is_shown = |line: &&ChatMessage| until.is_none_or(|ply| plies_before(&view.m, line) <= ply);
    let (written, later): (Vec<_>, Vec<_>) = view.messages(viewer).partition(is_shown);
    let first = written.len().saturating_sub(SHOWN);
    html! {
        div.said #said role="log" {
            @if view.hides_messages_from(viewer) {
                p.soft { (tr("You can read the players’ chat when the match is over.")) }
            }
            @if first > 0 {
                p.soft { a href=(urls::Chat { id: view.m.id.as_str() }) { (tr!("Show all {n} messages", n = written.len())) } }
            }
            (lines(shown, &written[first..]))
            @if !later.is_empty() {
                p.soft { (tr!(later.len(); "{n} later message", "{n} later messages", n = later.len())) }
            }
        }
    }
}

fn message(shown: ShownChat<'_>, line: &ChatMessage, ply: Option<usize>) -> Markup {
    let ShownChat { view, viewer, .. } = shown;
    let own = viewer.seat().is_some_and(|seat| view.m.seats[seat] == Some(line.by));
    let name = view.names.of(line.by);
    html! {
        p id={ "t" (line.id) } class={ "by-" (number(view, line.by)) } {
            b translate="no" {
                @if line.by_watcher && name != FORMER { a href=(urls::Player { name }) { (name) } } @else { (called(name)) }
            }
            @if line.by_watcher && view.m.ending().is_some() { " " span.soft.small { (tr("(watching)")) } }
            " " (text(line)) " " small {
                (time_of(line))
                @if let Some(ply) = ply {
                    " · " a.soft href=(urls::Match { id: view.m.id.as_str() }.at(ply)) { (tr!("after move {n}", n = view.m.turns_in(ply))) }
                }
            }
            @if !own && !line.text.is_empty() { " " (reports::link(&format!("match={}&line={}", view.m.id, line.id))) }
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

fn form(view: &MatchView, id: &str, text: &str) -> Markup {
    let action = urls::Chat { id: view.m.id.as_str() }.to_string();
    html! {
        form method="post" action=(action) hx-post=(action) hx-target="#talk" hx-swap="outerHTML"
            hx-sync="this:drop" hx-disable="find button"
            hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) {
            label.unseen for=(id) { (tr("Message")) }
            input id=(id) .input type="text" name="text" dir="auto" value=[(!text.is_empty()).then_some(text)] required
                maxlength=(ChatMessage::MAX_LENGTH) autocomplete="off" placeholder=(tr("Message")) aria-describedby="chat-problem";
            (Button { label: tr("Send"), ..Button::default() })
        }
    }
}
