//! One user, as staff see them, with the actions staff can take.

use maud::{Markup, html};

use super::reports::list as report_list;
pub use super::user_actions::StaffActionDraft;
use super::user_actions::{ActionForms, forms};
use super::users::{approval, in_words, tags};
use super::{AdminSection, audit_log, page as frame};
use crate::lists::ListedMatch;
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::users::preferences::TimeZoneName;
use crate::users::{ActiveChatBan, AuditEntry, Report, Role, StaffActionKind, StaffRank, UserFile, UserId};
use crate::views::listing::ListViewer;
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::{
    DayLabel, DeadlineLabel, Icon, NoticeBox, SectionCard, TimeLabel, UndoableNotice, matches,
};
use crate::{tr, tr_format};

#[derive(Clone, Copy)]
pub struct UserFilePage<'a> {
    pub file: &'a UserFile,
    pub list_viewer: ListViewer,
    /// Their public running matches.
    pub playing: &'a [ListedMatch],
    /// Their latest public finished matches.
    pub finished: &'a [ListedMatch],
    /// Staff actions on them, latest first.
    pub entries: &'a [AuditEntry],
    /// The latest reports about them that the viewer may handle.
    pub reports: &'a [Report],
    /// The latest reports by them that the viewer may handle.
    pub reported: &'a [Report],
    /// The time zone of the viewer.
    pub zone: &'a TimeZoneName,
    /// Their mute, if any.
    pub mute: Option<&'a ActiveChatBan>,
    pub draft: StaffActionDraft<'a>,
}

pub fn page(reader: PageViewer<'_>, seen: &UserFilePage<'_>) -> Markup {
    let card = &seen.file.card;
    let role = reader.player.map_or(Role::Player, |player| player.role);
    let actor = StaffRank::new(seen.list_viewer.me.unwrap_or(UserId(0)), role);
    let actions = ActionForms { file: seen.file, mute: seen.mute, zone: seen.zone, draft: seen.draft };
    let body = html! {
        header.stack.tight {
            div.row { h1 translate="no" { (card.person.name) } (tags(&card.standing)) }
            p.soft.small { a href=(urls::Player { name: &card.person.name }) { (tr("Public profile")) } }
        }
        @if let Some(done) = seen.draft.done { (outcome(done, seen)) }
        div.two {
            div.stack.loose {
                (SectionCard { title: tr("Account"), aside: html! {}, body: facts(seen) })
                (SectionCard { title: tr("Actions"), aside: html! {}, body: forms(&actions, actor) })
            }
            div.stack.loose {
                @for (title, reports) in [(tr("Reports about them"), seen.reports), (tr("Reports by them"), seen.reported)] {
                    @if !reports.is_empty() {
                        (SectionCard { title, aside: html! {}, body: report_list(reports, seen.list_viewer.now) })
                    }
                }
                (SectionCard { title: tr("History"), aside: html! {}, body: audit_log::entries(seen.entries, seen.list_viewer.now, false) })
                @if !seen.playing.is_empty() {
                    (SectionCard { title: tr("In progress"), aside: html! {}, body: matches(&seen.list_viewer.rows(seen.playing)) })
                }
                @if !seen.finished.is_empty() {
                    (SectionCard { title: tr("Recent matches"), aside: html! {},
                        body: matches(&seen.list_viewer.history(card.person.id, seen.finished)) })
                }
            }
        }
    };
    frame(reader, AdminSection::Users, &card.person.name, PageWidth::Wide, body)
}

/// Why an action would change nothing.
pub fn unchanged(act: StaffActionKind, name: &str) -> String {
    match act {
        StaffActionKind::Suspend => tr_format!("{name} is already suspended.", name = name),
        StaffActionKind::EndSuspension => tr_format!("{name} isn’t suspended.", name = name),
        StaffActionKind::Mute => tr_format!("{name} is already muted.", name = name),
        StaffActionKind::EndMute => tr_format!("{name} isn’t muted.", name = name),
        _ => tr("Nothing to change.").to_owned(),
    }
}

fn outcome(done: StaffActionKind, seen: &UserFilePage<'_>) -> Markup {
    let link = seen.draft.link;
    let words = match done {
        StaffActionKind::Note => tr("Note saved."),
        StaffActionKind::Suspend => tr("User suspended."),
        StaffActionKind::EndSuspension => tr("Suspension ended."),
        StaffActionKind::Mute => tr("User muted."),
        StaffActionKind::EndMute => tr("Mute ended."),
        StaffActionKind::Rename => tr("User renamed. No one else can take the old name for 90 days."),
        StaffActionKind::ChangeRole => tr("Role changed. They have to sign in again."),
        StaffActionKind::SignOut => tr("Signed out everywhere."),
        StaffActionKind::RemoveFactors => {
            tr("Two-step sign-in turned off. Their password is enough to sign in.")
        }
        StaffActionKind::ResetLink => {
            tr("Send them this link. It works once, within an hour, and won’t be shown again.")
        }
        _ => return html! {},
    };
    html! {
        @match (done, link, undo(done, seen)) {
            (StaffActionKind::ResetLink, None, _) => {},
            (_, _, Some(action)) => (UndoableNotice { text: words, action, fields: &[] }),
            _ => (NoticeBox::good(words)),
        }
        @if let Some(link) = link { p.address translate="no" { code { (link) } } }
    }
}

/// The form that takes an action back, while that is still to be done.
fn undo(done: StaffActionKind, seen: &UserFilePage<'_>) -> Option<String> {
    let card = &seen.file.card;
    let name = &*card.person.name;
    match done {
        StaffActionKind::Suspend if card.standing.suspended.is_some() => {
            Some(urls::EndSuspension { name }.to_string())
        }
        StaffActionKind::Mute if seen.mute.is_some() => Some(urls::EndChatBan { name }.to_string()),
        _ => None,
    }
}

fn facts(seen: &UserFilePage<'_>) -> Markup {
    let (file, now) = (seen.file, seen.list_viewer.now);
    html! {
        @if let Some(text) = &file.card.application {
            div.notice role="status" {
                (Icon::Hourglass)
                div {
                    p { strong { (tr("This account is waiting for approval.")) } }
                    @if !text.is_empty() { p dir="auto" { (text) } }
                    (approval(&file.card.person.name))
                    p.soft.small { (tr("Approved users get an email if they have given their address. An admin can delete the account instead.")) }
                }
            }
        } @else if let Some(suspension) = &file.card.standing.suspended {
            div.notice.bad role="status" {
                (Icon::Hourglass)
                div {
                    p {
                        @let since = TimeLabel { at: suspension.since, now };
                        @match suspension.until {
                            Some(at) => (tr!(
                                "Suspended {since}, ends {end}.", since = since, end = DeadlineLabel { at, zone: Some(seen.zone) }
                            )),
                            None => (tr!("Suspended {since}, until ended.", since = since)),
                        }
                    }
                    p.soft dir="auto" { (suspension.reason.as_deref().unwrap_or_default()) }
                }
            }
        }
        @if let Some(mute) = seen.mute {
            p {
                (tr!("Muted, ends {end}", end = DeadlineLabel { at: mute.until, zone: Some(seen.zone) }))
                @if !mute.reason.is_empty() { ": " bdi { (mute.reason) } }
            }
        }
        dl.facts {
            dt { (tr("Role")) } dd { (in_words(file.card.standing.role)) }
            dt { (tr("Member since")) } dd { (DayLabel(file.card.since)) }
            dt { (tr("Last seen")) }
            dd { @match file.card.last_seen_at { Some(at) => (TimeLabel { at, now }), None => (tr("not recently")) } }
            dt { (tr("Signed in")) }
            dd { @if file.sessions == 0 { (tr("nowhere")) } @else { (tr!(file.sessions; "in {n} browser", "in {n} browsers")) } }
            dt { (tr("Email")) }
            dd {
                @match file.email {
                    Some(true) => (tr_in("email", "confirmed")),
                    Some(false) => (tr_in("email", "not confirmed")),
                    None => (tr_in("email", "none")),
                }
            }
            dt { (tr("Two-step sign-in")) }
            dd {
                @if file.has_app { (tr("authenticator app")) }
                @if file.has_app && file.passkeys > 0 { ", " }
                @if file.passkeys > 0 { (tr!(file.passkeys; "{n} passkey", "{n} passkeys")) }
                @else if !file.has_app { (tr_in("two-step sign-in", "off")) }
            }
            @if let Some(note) = &file.came_by {
                dt { (tr("Signed up with")) } dd { (tr("an invitation")) @if !note.is_empty() { ": " bdi { (note) } } }
            }
            @if !file.called.is_empty() { dt { (tr("Former names")) } dd { (file.called.join(", ")) } }
        }
    }
}
