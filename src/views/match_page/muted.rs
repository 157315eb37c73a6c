//! Muted players. The stream sends all viewers the same chat, so messages are hidden by classes: each has the number
//! of its author, and the numbers to hide precede the chat.

use std::collections::HashSet;
use std::iter;

use maud::{Markup, html};

use super::chat;
use super::chat::{ShownChat, number};
use super::context::MatchPage;
use crate::matches::{MatchView, MatchViewer};
use crate::tr;
use crate::tr_format;
use crate::urls;
use crate::users::UserId;
use crate::views::parts::words::{all_of, called};
use crate::views::sanctions::chat_closed;

/// The chat, with the muted players before it.
pub(super) fn chat_around(page_context: &MatchPage<'_>, watcher_form: &Markup) -> Markup {
    let nobody = HashSet::new();
    let muted_players = page_context.own.muted_players.unwrap_or(&nobody);
    // Not in the page for spectators; the stream sends them, and a class hides them.
    let left_out = if page_context.viewer.seat().is_some() { &nobody } else { muted_players };
    let MatchPage { view, viewer, ply, .. } = *page_context;
    html! {
        div.talking {
            (muted_list(view, viewer, muted_players))
            (chat::chat_section(ShownChat { view, viewer, left_out, ply }, page_context.own.chat))
            (watcher_form)
            (chat_closed(page_context.own.sanctions))
        }
    }
}

/// The muted players, whose messages are collapsed, and for players the button to expand them.
pub(super) fn muted_list(view: &MatchView, viewer: MatchViewer, muted_players: &HashSet<UserId>) -> Markup {
    let here = muted_in_match(view, muted_players);
    let numbers = here.iter().map(|user| format!("muted-{}", number(view, *user)));
    let classes: Vec<_> = iter::once("muted".to_owned()).chain(numbers).collect();
    html! {
        div #muted class=(classes.join(" ")) {
            @if viewer.seat().is_some() && !here.is_empty() {
                label.unfold {
                    input type="checkbox" autocomplete="off";
                    span { (tr!(here.len(); "Show messages from {names}", "Show messages from {names}", names = names(view, &here))) }
                }
            }
        }
    }
}

/// The muted users who have ever joined the match, or written messages.
pub(super) fn muted_in_match(view: &MatchView, muted_players: &HashSet<UserId>) -> Vec<UserId> {
    let mut here = view.m.participants.to_vec();
    here.extend(view.watchers().iter().filter(|user| !view.m.participants.contains(user)));
    here.retain(|user| muted_players.contains(user));
    here
}

fn names(view: &MatchView, users: &[UserId]) -> String {
    all_of(&users.iter().map(|user| called(view.names.of(*user))).collect::<Vec<_>>())
}

/// Buttons to block and mute a user, or to undo that. Blocked users need no button to mute.
pub(crate) fn buttons(name: &str, blocked: bool, muted_players: bool) -> Markup {
    html! {
        @if blocked { (button(&urls::Unblock { name }.to_string(), &tr_format!("Unblock {name}", name = name))) }
        @else { (button(&urls::Block { name }.to_string(), &tr_format!("Block {name}", name = name))) }
        @if muted_players { (button(&urls::UnmutePlayer { name }.to_string(), &tr_format!("Unmute {name}", name = name))) }
        @else if !blocked { (button(&urls::MutePlayer { name }.to_string(), &tr_format!("Mute {name}", name = name))) }
    }
}

fn button(action: &str, label: &str) -> Markup {
    html! { form method="post" action=(action) { button.button.plain { (label) } } }
}
