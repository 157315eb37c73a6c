//! The private note of the viewer.

use maud::{Markup, html};

use super::context::{MatchPage, PrivateNote};
use crate::texts::tr;
use crate::urls;
use crate::views::boards::TO_PROBLEM;
use crate::views::parts::{Button, Icon, TextArea};

/// Maximum length of a note in characters.
pub const LONGEST_NOTE: usize = 2_000;

/// The section of the note; empty for visitors.
pub fn notes(page_context: &MatchPage<'_>) -> Markup {
    let Some(PrivateNote { text, problem, saved }) = page_context.own.note else { return html! {} };
    let action = urls::Notes { id: page_context.view.m.id.as_str() }.to_string();
    html! {
        section.notes #notes aria-label=(tr("Your notes")) {
            details.about open[!text.is_empty() || problem.is_some() || saved] {
                summary { (tr("Your notes")) (Icon::Down) }
                form method="post" action=(action) hx-post=(action) hx-target="#notes" hx-swap="outerHTML"
                    hx-sync="this:drop" hx-disable="find button"
                    hx-status:429=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) {
                    (TextArea {
                        name: "text", id: "note", label: tr("About this match"), value: text, optional: true, problem,
                        help: tr("Only you can see them, even after the match."),
                        longest: u32::try_from(LONGEST_NOTE).ok(), ..TextArea::default()
                    })
                    div.row {
                        (Button { label: tr("Save"), ..Button::default() })
                        @if saved { span.soft role="status" { (tr("Saved.")) } }
                    }
                }
            }
        }
    }
}
