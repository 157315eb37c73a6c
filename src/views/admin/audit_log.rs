//! The audit log.

use std::borrow::Cow;

use jiff::civil::Date;
use maud::{Markup, html};

use super::actions::{ActionTarget, action, action_name, detail};
use super::{AdminSection, page as frame};
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::urls;
use crate::users::{AuditEntry, FORMER, StaffActionKind};
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::words;
use crate::views::parts::{Button, ButtonKind, EmptyState, PageLinks, TextField, TimeLabel};

#[derive(Clone, Copy, Debug)]
pub struct AuditLogPage<'a> {
    /// The entries, latest first.
    pub entries: &'a [AuditEntry],
    /// Whether there are earlier entries.
    pub more: bool,
    /// Whether this is the first page.
    pub first: bool,
    /// The name in the filter; may be empty.
    pub person: &'a str,
    /// Whether there is no user with that name.
    pub unknown: bool,
    /// The action in the filter.
    pub act: Option<StaffActionKind>,
    /// The last day in the filter, in the time zone of the admin.
    pub until: Option<Date>,
    pub now: Moment,
}

pub fn page(reader: PageViewer<'_>, log: &AuditLogPage<'_>) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { (tr("Audit log")) }
            p.soft {
                (tr!(
                    "What admins and moderators have done. Entries are never changed or removed; {command} \
                     checks this. {download}.",
                    command = html! { code { "parlour doctor" } },
                    download = html! { a href=(urls::AdminAuditLogLines) { (tr("Download the log")) } },
                ))
            }
        }
        (search(log))
        (entries(log.entries, log.now, true))
        (pages(log))
    };
    frame(reader, AdminSection::AuditLog, tr("Audit log"), PageWidth::Column, body)
}

fn search(log: &AuditLogPage<'_>) -> Markup {
    let act = log.act.map_or("", StaffActionKind::key);
    html! {
        form.search method="get" action=(urls::AdminAuditLog) role="search" {
            (TextField {
                name: "person", label: tr("Name"), kind: "search", value: log.person, longest: Some(20), optional: true,
                bare: true, problem: log.unknown.then_some(tr("No user with that name.")), ..TextField::default()
            })
            div.field {
                label for="act" { (tr("Action")) }
                select.input #act name="act" {
                    option value="" selected[act.is_empty()] { (tr("All actions")) }
                    @for one in StaffActionKind::ALL { option value=(one.key()) selected[one.key() == act] { (action_name(*one)) } }
                }
            }
            (TextField {
                name: "until", label: tr("Until"), kind: "date", value: &until_text(log), optional: true, bare: true,
                ..TextField::default()
            })
            (Button { label: tr("Search"), kind: ButtonKind::Filled, ..Button::default() })
        }
    }
}

fn until_text(log: &AuditLogPage<'_>) -> String {
    log.until.map(|day| day.to_string()).unwrap_or_default()
}

fn pages(log: &AuditLogPage<'_>) -> Markup {
    let act = log.act.map_or("", StaffActionKind::key);
    let last = log.entries.last().filter(|_| log.more);
    let page = |below| urls::AdminAuditLog.filtered(log.person, act, &until_text(log), below);
    html! {
        (PageLinks { newest: (!log.first).then(|| page(None)), older: last.map(|last| page(Some(last.seq))) })
    }
}

/// Entries as sentences. With `names_target`, they name the user concerned.
pub(super) fn entries(entries: &[AuditEntry], now: Moment, names_target: bool) -> Markup {
    html! {
        @if entries.is_empty() && names_target {
            (EmptyState { title: tr("No entries"), text: tr("No entries match your search."), action: html! {} })
        } @else if entries.is_empty() {
            p.soft { (tr("Nothing has been recorded about this user.")) }
        } @else {
            ol.entries { @for entry in entries { (entry_row(entry, now, names_target)) } }
        }
    }
}

fn entry_row(entry: &AuditEntry, now: Moment, names_target: bool) -> Markup {
    let who = html! { strong { (actor_name(entry)) } };
    let target = match (&entry.target_name, names_target) {
        (Some(name), true) if name != FORMER => ActionTarget::Named(name),
        (_, true) => ActionTarget::Gone,
        (_, false) => ActionTarget::Them,
    };
    let target = entry.target.map(|_| target);
    let act = StaffActionKind::from_key(&entry.action);
    html! {
        li {
            p {
                @match act {
                    Some(act) => (action(act, who, target.as_ref())),
                    None => { (who) " " (entry.action) @if let Some(target) = &target { " " (target.is_object()) } },
                }
                @if let Some(id) = &entry.match_id { ": " a href=(urls::Match { id }) { (tr_in("log", "the match")) } }
                @if !entry.detail.is_empty() { span.soft { ", " (detail(act, &entry.detail)) } }
            }
            @if !entry.reason.is_empty() { p.why dir="auto" { (entry.reason) } }
            p.soft.small { span.count { (entry.seq) } ", " (TimeLabel { at: entry.at, now }) }
        }
    }
}

fn actor_name(entry: &AuditEntry) -> Cow<'_, str> {
    match (&entry.actor_name, entry.actor) {
        (Some(name), _) => words::called(name),
        (None, Some(_)) => tr("A former user").into(),
        (None, None) => tr("The command line").into(),
    }
}
