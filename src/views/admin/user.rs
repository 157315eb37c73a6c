//! One user, as staff see them, with the actions staff can take.

use maud::{Markup, html};

use super::reports::list as report_list;
use super::users::{in_words, tags};
use super::{AdminSection, audit_log, page as frame};
use crate::lists::ListedMatch;
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::users::preferences::TimeZoneName;
use crate::users::{
    ActiveChatBan, AuditEntry, Report, Role, StaffActionKind, StaffRank, UserFile, UserId, check_permission,
};
use crate::views::listing::ListViewer;
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::{
    Button, ButtonKind, DayLabel, DeadlineLabel, Icon, NoticeBox, RadioChoice, RadioChoices, SectionCard,
    TextArea, TextField, TimeLabel, matches,
};
use crate::{tr, tr_format};

/// The form as it was sent, or what was just done.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaffActionDraft<'a> {
    pub done: Option<StaffActionKind>,
    /// The password reset link that was just created.
    pub link: Option<&'a str>,
    /// The action of the form.
    pub act: Option<StaffActionKind>,
    /// The reason as it was sent.
    pub why: &'a str,
    /// The name as it was sent.
    pub name: &'a str,
    /// The problem with the reason.
    pub problem: Option<&'a str>,
    /// The problem with the name.
    pub name_problem: Option<&'a str>,
    /// The number of days as it was sent.
    pub days: &'a str,
    /// The day of return as it was sent.
    pub back: &'a str,
    /// The problem with that day.
    pub back_problem: Option<&'a str>,
    /// The problem with the number of days.
    pub days_problem: Option<&'a str>,
    /// The role as it was sent.
    pub role: Option<Role>,
    /// Why the action cannot be carried out, if no field is to blame.
    pub conflict: Option<&'a str>,
}

impl<'a> StaffActionDraft<'a> {
    /// A form with nothing but a reason.
    pub fn of(why: &'a str) -> Self {
        Self { why, ..Self::default() }
    }
}

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
    let body = html! {
        header.stack.tight {
            div.row { h1 translate="no" { (card.person.name) } (tags(&card.standing)) }
            p.soft.small { a href=(urls::Player { name: &card.person.name }) { (tr("Public profile")) } }
        }
        @if let Some(done) = seen.draft.done { (outcome(done, seen.draft.link)) }
        div.two {
            div.stack.loose {
                (SectionCard { title: tr("Account"), aside: html! {}, body: facts(seen) })
                (SectionCard { title: tr("Actions"), aside: html! {}, body: acts(seen, actor) })
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

fn outcome(done: StaffActionKind, link: Option<&str>) -> Markup {
    let words = match done {
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
        @match (done, link) {
            (StaffActionKind::ResetLink, None) => {},
            _ => (NoticeBox::good(words)),
        }
        @if let Some(link) = link { p.address translate="no" { code { (link) } } }
    }
}

fn facts(seen: &UserFilePage<'_>) -> Markup {
    let (file, now) = (seen.file, seen.list_viewer.now);
    html! {
        @if let Some(suspension) = &file.card.standing.suspended {
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
                    p.soft dir="auto" { (suspension.reason) }
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

fn acts(seen: &UserFilePage<'_>, actor: StaffRank) -> Markup {
    let card = &seen.file.card;
    let target = StaffRank::new(card.person.id, card.standing.role);
    let first = if card.standing.suspended.is_some() {
        StaffActionKind::EndSuspension
    } else {
        StaffActionKind::Suspend
    };
    let mute = if seen.mute.is_some() { StaffActionKind::EndMute } else { StaffActionKind::Mute };
    let access = [StaffActionKind::SignOut, StaffActionKind::ResetLink, StaffActionKind::RemoveFactors];
    let all = [first, mute].into_iter().chain(access);
    let all =
        all.chain([StaffActionKind::Rename, StaffActionKind::ChangeRole, StaffActionKind::DeleteAccount]);
    let fits = |act: &StaffActionKind| {
        let guest = seen.file.card.person.is_guest();
        let is_possible = match act {
            StaffActionKind::SignOut => seen.file.sessions > 0,
            StaffActionKind::RemoveFactors => seen.file.has_app || seen.file.passkeys > 0,
            _ => true,
        };
        // A form that was refused comes back all the same.
        (is_possible || seen.draft.act == Some(*act)) && (!guest || act.applies_to_guests())
    };
    let can: Vec<_> =
        all.filter(fits).filter(|act| check_permission(actor, *act, Some(target)).is_ok()).collect();
    html! {
        @if can.is_empty() {
            p.soft {
                @if actor.user == target.user { (tr("You can’t change your own account here. Ask another admin.")) }
                @else { (tr("Only an admin can do this to an admin or moderator.")) }
            }
        } @else {
            @if let Some(conflict) = seen.draft.conflict { (NoticeBox::bad(conflict)) }
            div.folds { @for act in can { (action_form(seen, act)) } }
        }
    }
}

/// The form of an action. It is folded unless it has a problem.
fn action_form(seen: &UserFilePage<'_>, act: StaffActionKind) -> Markup {
    let name = &*seen.file.card.person.name;
    let draft = if seen.draft.act == Some(act) { seen.draft } else { StaffActionDraft::default() };
    let (title, to) = match act {
        StaffActionKind::Suspend => (tr("Suspend"), urls::SuspendUser { name }.to_string()),
        StaffActionKind::EndSuspension => (tr("End suspension"), urls::EndSuspension { name }.to_string()),
        StaffActionKind::Mute => (tr("Mute"), urls::BanFromChat { name }.to_string()),
        StaffActionKind::EndMute => (tr("End mute"), urls::EndChatBan { name }.to_string()),
        StaffActionKind::SignOut => (tr("Sign out everywhere"), urls::EndUserSessions { name }.to_string()),
        StaffActionKind::RemoveFactors => {
            (tr("Turn off two-step sign-in"), urls::RemoveTwoFactor { name }.to_string())
        }
        StaffActionKind::ResetLink => (tr("Reset link"), urls::CreateResetLink { name }.to_string()),
        StaffActionKind::Rename => (tr("Rename"), urls::RenameUser { name }.to_string()),
        StaffActionKind::ChangeRole => (tr("Change role"), urls::ChangeRole { name }.to_string()),
        _ => (tr("Delete account"), urls::DeleteUser { name }.to_string()),
    };
    html! {
        details.fold open[seen.draft.act == Some(act)] {
            summary { (title) (Icon::Down) }
            form.stack method="post" action=(urls::once(to)) {
                (action_fields(seen, act, draft))
                @if act != StaffActionKind::EndMute { (why(act, draft)) }
                div.row { (press(act)) }
            }
        }
    }
}

/// The fields of a form other than the reason.
fn action_fields(seen: &UserFilePage<'_>, act: StaffActionKind, draft: StaffActionDraft<'_>) -> Markup {
    let role = seen.file.card.standing.role;
    match act {
        StaffActionKind::Suspend => html! {
            p.soft.small { (tr("They can sign in and read, but can’t play, chat, create or join matches. Their clocks keep running.")) }
            (days(draft))
            (back(seen, draft))
        },
        StaffActionKind::Mute => html! {
            (TextField {
                name: "days", label: tr("Days"), kind: "number", bounds: Some((1, 365)),
                value: if draft.days.is_empty() { "3" } else { draft.days }, problem: draft.days_problem, ..TextField::default()
            })
        },
        StaffActionKind::Rename => html! {
            (TextField {
                name: "name", label: tr("New name"), value: draft.name, problem: draft.name_problem,
                help: tr("Their matches show it right away. No one else can take the old name for 90 days."),
                longest: Some(20), autocomplete: "off", ..TextField::default()
            })
        },
        StaffActionKind::ChangeRole => html! {
            input type="hidden" name="from" value=(role);
            (roles(draft.role.unwrap_or(role)))
        },
        StaffActionKind::RemoveFactors => html! {
            p.soft.small { (tr("For someone who has lost their phone and recovery codes. Make sure the request really comes from them.")) }
        },
        StaffActionKind::ResetLink => html! {
            p.soft.small { (tr("They can set a new password with it. It works once, within an hour.")) }
        },
        StaffActionKind::DeleteAccount => html! {
            p.soft.small { (tr("Their data is deleted at once and can’t be restored. Their matches stay, without their name.")) }
            (TextField {
                name: "called", label: tr("Type their name to confirm"), value: draft.name, problem: draft.name_problem,
                longest: Some(20), autocomplete: "off", ..TextField::default()
            })
        },
        _ => html! {},
    }
}

fn days(draft: StaffActionDraft<'_>) -> Markup {
    let choice = |value, title| RadioChoice { value, title, help: "" };
    let of = vec![
        choice("1", tr("24 hours")),
        choice("3", tr("3 days")),
        choice("7", tr("7 days")),
        choice("30", tr("30 days")),
        choice("90", tr("90 days")),
        choice("0", tr("Until ended")),
    ];
    let chosen = if draft.days.is_empty() { "7" } else { draft.days };
    html! { (RadioChoices { name: "days", legend: tr("Duration"), of, chosen, small: true, problem: draft.days_problem, ..RadioChoices::default() }) }
}

/// The field for a day of return instead of a number of days.
fn back(seen: &UserFilePage<'_>, draft: StaffActionDraft<'_>) -> Markup {
    let help = tr_format!(
        "The suspension ends when that day begins ({zone}). This replaces the duration above.",
        zone = seen.zone.name()
    );
    html! {
        (TextField {
            name: "until", label: tr("Or until"), kind: "date", value: draft.back, problem: draft.back_problem,
            help: &help, optional: true, autocomplete: "off", ..TextField::default()
        })
    }
}

fn roles(now: Role) -> Markup {
    let about = |role| match role {
        Role::Player => tr("Plays, without any staff rights."),
        Role::Moderator => tr("Handles reports; can mute, suspend and sign out players and decide matches."),
        Role::Admin => tr("Can do everything, including managing moderators."),
    };
    let titles = [tr("Player"), tr("Moderator"), tr("Admin")];
    let of = Role::ALL.into_iter().zip(titles);
    let of = of.map(|(role, title)| RadioChoice { value: role.key(), title, help: about(role) }).collect();
    html! { (RadioChoices { name: "role", legend: tr("New role"), of, chosen: now.key(), ..RadioChoices::default() }) }
}

fn why(act: StaffActionKind, draft: StaffActionDraft<'_>) -> Markup {
    let id = format!("why-{}", act.key());
    let help = if act == StaffActionKind::Suspend {
        tr("They see it on every page. It is kept in the audit log.")
    } else {
        tr("It is kept in the audit log.")
    };
    html! {
        (TextArea {
            name: "why", id: &id, value: draft.why, help, problem: draft.problem, longest: Some(500),
            label: if act.needs_reason() { tr("Reason") } else { tr("Reason (optional)") }, optional: !act.needs_reason(),
            ..TextArea::default()
        })
    }
}

fn press(act: StaffActionKind) -> Markup {
    let (label, kind) = match act {
        StaffActionKind::Suspend => (tr("Suspend"), ButtonKind::Grave),
        StaffActionKind::EndSuspension => (tr("End suspension"), ButtonKind::Filled),
        StaffActionKind::Mute => (tr("Mute"), ButtonKind::Grave),
        StaffActionKind::EndMute => (tr("End mute"), ButtonKind::Filled),
        StaffActionKind::SignOut => (tr("Sign out everywhere"), ButtonKind::Quiet),
        StaffActionKind::ResetLink => (tr("Create reset link"), ButtonKind::Quiet),
        StaffActionKind::RemoveFactors => (tr("Turn off two-step sign-in"), ButtonKind::Grave),
        StaffActionKind::Rename => (tr("Rename"), ButtonKind::Quiet),
        StaffActionKind::ChangeRole => (tr("Change role"), ButtonKind::Quiet),
        _ => (tr("Delete permanently"), ButtonKind::Grave),
    };
    html! { (Button { label, kind, ..Button::default() }) }
}
