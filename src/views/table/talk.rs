//! What is said at the table.

use std::collections::HashSet;

use maud::{Markup, html};

use super::hushed;
use crate::matches::{Line, Table, UserId, Viewer};
use crate::texts::tr;
use crate::tr;
use crate::views::boards::TO_PROBLEM;
use crate::views::page::{Page, Reader};
use crate::views::parts::{Button, Notice};
use crate::views::reports;
use crate::views::words::called;
use crate::web::paths;

/// What was said but by some, and the field to say more.
pub fn talk(table: &Table, viewer: Viewer, problem: Option<&str>, left_out: &HashSet<UserId>) -> Markup {
    html! {
        section #talk aria-label=(tr("Talk")) {
            @if viewer.seat().is_some() || !table.talk.is_empty() { h2 { (tr("Talk")) } }
            (said(table, viewer, left_out))
            @if let Some(problem) = problem { (Notice::bad(problem)) }
            @if viewer.seat().is_some() { (form(table)) }
        }
    }
}

/// How many of the newest messages a match page and its stream show.
const SHOWN: usize = 100;

/// All messages of a match, on a page of their own.
pub fn chat(reader: Reader<'_>, table: &Table, viewer: Viewer, left_out: &HashSet<UserId>) -> Markup {
    Page::new(tr("Chat"), reader).body(html! {
        div.stack {
            p { a href=(paths::Match { id: table.m.id.as_str() }) { (tr("Back to the match")) } }
            h1 { (tr("Chat")) }
            div #said { (lines(table, viewer, left_out, 0)) }
        }
    })
}

/// The messages from an index on.
fn lines(table: &Table, viewer: Viewer, left_out: &HashSet<UserId>, first: usize) -> Markup {
    html! {
        @for line in table.talk.iter().skip(first).filter(|line| !left_out.contains(&line.by)) { (one(table, line, viewer)) }
    }
}

/// What was said last, for those who may read it.
pub(super) fn said(table: &Table, viewer: Viewer, left_out: &HashSet<UserId>) -> Markup {
    let first = table.talk.len().saturating_sub(SHOWN);
    html! {
        div #said role="log" {
            @if table.talk_may_be_read_by(viewer) {
                @if first > 0 {
                    p.soft { a href=(paths::Talk { id: table.m.id.as_str() }) { (tr!("Show all {n} messages", n = table.talk.len())) } }
                }
                (lines(table, viewer, left_out, first))
            } @else if !table.talk.is_empty() {
                p.soft { (tr("The players talk. You can read it when the match is over.")) }
            }
        }
    }
}

fn one(table: &Table, line: &Line, viewer: Viewer) -> Markup {
    let own = viewer.seat().is_some_and(|seat| table.m.seats[seat] == Some(line.by));
    html! {
        p id={ "t" (line.id) } class={ "by-" (hushed::number(table, line.by)) } {
            b { (called(table.names.of(line.by))) } " " @if line.text.is_empty() { span.soft { (tr("is not here any more")) } } @else { (line.text) }
            @if viewer.seat().is_some() && !own && !line.text.is_empty() { " " (reports::link(&format!("match={}&line={}", table.m.id, line.id))) }
        }
    }
}

fn form(table: &Table) -> Markup {
    let action = paths::Talk { id: table.m.id.as_str() }.to_string();
    html! {
        form method="post" action=(action) hx-post=(action) hx-target="#talk" hx-swap="outerHTML"
            hx-sync="this:drop" hx-disable="find button"
            hx-status:429=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) {
            label.unseen for="text" { (tr("Say something")) }
            input #text.input type="text" name="text" required maxlength=(Line::LONGEST) autocomplete="off"
                placeholder=(tr("Say something"));
            (Button { label: tr("Say"), ..Button::default() })
        }
    }
}
