//! What staff can do to a user, as forms.

use maud::{Markup, html};

use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::users::preferences::TimeZoneName;
use crate::users::{ActiveChatBan, Role, StaffActionKind, StaffRank, UserFile, check_permission};
use crate::views::parts::{
    Button, ButtonKind, Icon, NoticeBox, RadioChoice, RadioChoices, TextArea, TextField,
};

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

/// What the forms show.
#[derive(Clone, Copy)]
pub(super) struct ActionForms<'a> {
    pub file: &'a UserFile,
    /// Their mute, if any.
    pub mute: Option<&'a ActiveChatBan>,
    /// The time zone of the viewer.
    pub zone: &'a TimeZoneName,
    pub draft: StaffActionDraft<'a>,
}

pub(super) fn forms(seen: &ActionForms<'_>, actor: StaffRank) -> Markup {
    let card = &seen.file.card;
    let target = StaffRank::new(card.person.id, card.standing.role);
    let all = [
        StaffActionKind::Note,
        StaffActionKind::EndSuspension,
        StaffActionKind::Suspend,
        StaffActionKind::EndMute,
        StaffActionKind::Mute,
        StaffActionKind::SignOut,
        StaffActionKind::ResetLink,
        StaffActionKind::RemoveFactors,
        StaffActionKind::Rename,
        StaffActionKind::ChangeRole,
        StaffActionKind::DeleteAccount,
    ];
    let fits = |act: &StaffActionKind| {
        let guest = card.person.is_guest();
        let is_possible = match act {
            StaffActionKind::Suspend => !card.standing.awaits_approval(),
            StaffActionKind::EndSuspension => {
                card.standing.suspended.is_some() && !card.standing.awaits_approval()
            }
            StaffActionKind::EndMute => seen.mute.is_some(),
            StaffActionKind::SignOut => seen.file.sessions > 0,
            StaffActionKind::RemoveFactors => seen.file.has_app || seen.file.passkeys > 0,
            _ => true,
        };
        // A form that was refused comes back all the same.
        (is_possible || seen.draft.act == Some(*act)) && (!guest || act.applies_to_guests())
    };
    let can: Vec<_> = all
        .into_iter()
        .filter(fits)
        .filter(|act| check_permission(actor, *act, Some(target)).is_ok())
        .collect();
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
fn action_form(seen: &ActionForms<'_>, act: StaffActionKind) -> Markup {
    let name = &*seen.file.card.person.name;
    let draft = if seen.draft.act == Some(act) { seen.draft } else { StaffActionDraft::default() };
    let (title, to) = match act {
        StaffActionKind::Note => (tr("Add note"), urls::NoteUser { name }.to_string()),
        StaffActionKind::Suspend => (suspend_label(seen), urls::SuspendUser { name }.to_string()),
        StaffActionKind::EndSuspension => (tr("End suspension"), urls::EndSuspension { name }.to_string()),
        StaffActionKind::Mute => (mute_label(seen), urls::BanFromChat { name }.to_string()),
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
                @if act != StaffActionKind::EndMute { (why(act, StaffActionDraft { why: reason(seen, act, draft), ..draft })) }
                div.row { (press(seen, act)) }
            }
        }
    }
}

fn suspend_label(seen: &ActionForms<'_>) -> &'static str {
    if seen.file.card.standing.suspended.is_some() { tr("Change suspension") } else { tr("Suspend") }
}

fn mute_label(seen: &ActionForms<'_>) -> &'static str {
    if seen.mute.is_some() { tr("Change mute") } else { tr("Mute") }
}

/// The reason as it was sent; at first that of the sanction to be changed.
fn reason<'a>(seen: &ActionForms<'a>, act: StaffActionKind, draft: StaffActionDraft<'a>) -> &'a str {
    let sanction = match act {
        _ if draft.act == Some(act) => None,
        StaffActionKind::Suspend => {
            seen.file.card.standing.suspended.as_ref().and_then(|it| it.reason.as_deref())
        }
        StaffActionKind::Mute => seen.mute.map(|mute| mute.reason.as_str()),
        _ => None,
    };
    sanction.unwrap_or(draft.why)
}

/// The fields of a form other than the reason.
fn action_fields(seen: &ActionForms<'_>, act: StaffActionKind, draft: StaffActionDraft<'_>) -> Markup {
    let role = seen.file.card.standing.role;
    match act {
        StaffActionKind::Suspend => html! {
            p.soft.small { (tr("They can sign in and read, but can’t play, chat, create or join matches. Their clocks keep running.")) }
            @if seen.file.card.standing.suspended.is_some() { input type="hidden" name="changes" value="yes"; }
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
fn back(seen: &ActionForms<'_>, draft: StaffActionDraft<'_>) -> Markup {
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
    let (label, help) = match act {
        StaffActionKind::Note => {
            (tr("Note"), tr("Only admins and moderators read it. It can’t be changed later."))
        }
        StaffActionKind::Suspend => {
            (tr("Reason"), tr("They see it on every page. It is kept in the audit log."))
        }
        _ if act.needs_reason() => (tr("Reason"), tr("It is kept in the audit log.")),
        _ => (tr("Reason (optional)"), tr("It is kept in the audit log.")),
    };
    html! {
        (TextArea {
            name: "why", id: &id, value: draft.why, help, problem: draft.problem, longest: Some(500),
            label, optional: !act.needs_reason(), ..TextArea::default()
        })
    }
}

fn press(seen: &ActionForms<'_>, act: StaffActionKind) -> Markup {
    let (label, kind) = match act {
        StaffActionKind::Note => (tr("Save note"), ButtonKind::Filled),
        StaffActionKind::Suspend => (suspend_label(seen), ButtonKind::Grave),
        StaffActionKind::EndSuspension => (tr("End suspension"), ButtonKind::Filled),
        StaffActionKind::Mute => (mute_label(seen), ButtonKind::Grave),
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
