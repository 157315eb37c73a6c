//! The sections beside the board. On phones a script shows one at a time, with tabs above them.

use maud::{Markup, html};

use super::context::{MatchPage, ShownMatch};
use super::{conditional, move_list, muted, notes};
use crate::texts::tr;

/// The moves, conditional moves, notes and the chat; without what needs opponents in a casual match against bots. The tabs are outside all swapped elements.
pub(super) fn sections(
    page_context: &MatchPage<'_>,
    shown: &ShownMatch<'_>,
    watcher_form: &Markup,
) -> Markup {
    let has_opponents = !page_context.view.m.is_practice();
    let has_chat = has_opponents || !page_context.view.chat.is_empty();
    html! {
        div.sections #sections {
            div.section-tabs #section-tabs hidden aria-label=(tr("Match")) {
                (tab("moves", tr("Moves")))
                @if has_chat { (tab("chat", tr("Chat"))) }
                (tab("notes", tr("Notes")))
                @if has_opponents { (tab("plans", tr("Conditional moves"))) }
            }
            div #section-moves {
                (move_list::list(page_context, shown))
                p.soft.no-moves { (tr("No moves yet.")) }
            }
            @if has_opponents { div #section-plans { (conditional::conditional_section(page_context)) } }
            div #section-notes { (notes::notes(page_context)) }
            @if has_chat { div #section-chat { (muted::chat_around(page_context, watcher_form)) } }
        }
    }
}

fn tab(name: &str, label: &str) -> Markup {
    html! {
        button type="button" id={ "tab-" (name) } data-section={ "section-" (name) } {
            (label)
            @if name == "chat" { span.unread hidden { span.unseen { (tr("new messages")) } } }
        }
    }
}
