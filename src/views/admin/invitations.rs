//! Sign-up links.

use maud::{Markup, html};

use super::{AdminSection, page as frame};
use crate::now::Moment;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::users::{FORMER, RegistrationMode, SignupInvitation};
use crate::views::done::done;
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::words::called;
use crate::views::parts::{
    Button, ButtonKind, EmptyState, NoticeBox, PageLinks, QrCode, SectionCard, TextField, TimeLabel,
};

done! {
    Made "made" tr("Invitation created. Share its link.");
    Revoked "revoked" tr("Invitation revoked.");
}

/// The form as it was sent, or what was just done.
#[derive(Clone, Copy, Debug)]
pub struct SignupInvitationDraft<'a> {
    pub done: Option<Done>,
    /// A note about who it is for.
    pub note: &'a str,
    /// How many people can sign up with it.
    pub places: &'a str,
    /// The validity in days.
    pub days: &'a str,
    pub note_problem: Option<&'a str>,
    pub places_problem: Option<&'a str>,
    pub days_problem: Option<&'a str>,
}

impl Default for SignupInvitationDraft<'_> {
    fn default() -> Self {
        SignupInvitationDraft {
            done: None,
            note: "",
            places: "1",
            days: "14",
            note_problem: None,
            places_problem: None,
            days_problem: None,
        }
    }
}

/// A sign-up link with its URL.
#[derive(Clone, Debug)]
pub struct CreatedInvitation {
    pub invitation: SignupInvitation,
    pub link: String,
}

#[derive(Clone, Debug)]
pub struct InvitationsPage<'a> {
    /// Sign-up links, latest first.
    pub invitations: Vec<CreatedInvitation>,
    /// Whether this is the first page.
    pub first: bool,
    /// Whether there are earlier ones.
    pub more: bool,
    pub registration: RegistrationMode,
    pub now: Moment,
    pub draft: SignupInvitationDraft<'a>,
}

pub fn page(reader: PageViewer<'_>, list: &InvitationsPage<'_>) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { (tr("Invitations")) }
            p.soft { (mode(list.registration)) }
        }
        @if let Some(done) = list.draft.done { (NoticeBox::good(done.words())) }
        (SectionCard { title: tr("Invite"), aside: html! {}, body: form(list.draft) })
        (SectionCard { title: tr("Invitations so far"), aside: html! {}, body: invitation_list(list) })
    };
    frame(reader, AdminSection::Invitations, tr("Invitations"), PageWidth::Column, body)
}

/// An explanation of the registration mode.
fn mode(registration: RegistrationMode) -> &'static str {
    match registration {
        RegistrationMode::Open => tr("Anyone can sign up. An invitation only records who used it."),
        RegistrationMode::Approval => {
            tr("Anyone can apply for an account. With an invitation, no approval is needed.")
        }
        RegistrationMode::Invitation => tr("People need an invitation to sign up."),
        RegistrationMode::Closed => tr("Sign-up is closed, even with an invitation."),
    }
}

fn form(draft: SignupInvitationDraft<'_>) -> Markup {
    html! {
        form.stack method="post" action=(urls::once(urls::AdminInvitations)) {
            (TextField {
                name: "note", label: tr("Note"), value: draft.note, help: tr("Only admins see it. For example a school, a club or a name."),
                problem: draft.note_problem, optional: true, longest: Some(200), ..TextField::default()
            })
            div.row.fields {
                (TextField {
                    name: "places", label: tr("Number of people"), kind: "number", value: draft.places, bounds: Some((1, 500)),
                    problem: draft.places_problem, ..TextField::default()
                })
                (TextField {
                    name: "days", label: tr("Valid for how many days"), kind: "number", value: draft.days, bounds: Some((1, 366)),
                    problem: draft.days_problem, ..TextField::default()
                })
            }
            div.row { (Button { label: tr("Create invitation"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}

fn invitation_list(list: &InvitationsPage<'_>) -> Markup {
    let last = list.invitations.last().filter(|_| list.more);
    html! {
        @if list.invitations.is_empty() {
            (EmptyState { title: tr("None yet"), text: tr("Anyone with the link can create an account."), action: html! {} })
        } @else {
            ul.entries { @for invitation in &list.invitations { (invitation_row(invitation, list.now)) } }
        }
        (PageLinks {
            newest: (!list.first).then(|| urls::AdminInvitations.to_string()),
            older: last.map(|last| urls::AdminInvitations.below(last.invitation.id)),
        })
    }
}

fn invitation_row(made: &CreatedInvitation, now: Moment) -> Markup {
    let invitation = &made.invitation;
    let counts = invitation.counts_at(now);
    html! {
        li {
            div.row {
                strong { @if invitation.note.is_empty() { (tr!("Invitation {id}", id = invitation.id)) } @else { bdi { (invitation.note) } } }
                @if !counts { span.tag { (over(invitation)) } }
            }
            @if counts {
                p.address translate="no" { code { (made.link) } }
                details.qr-code {
                    summary { (tr("Show QR code")) }
                    (QrCode { text: &made.link, label: tr("QR code of the sign-up link") })
                }
            }
            p.soft.small {
                @let made = TimeLabel { at: invitation.created_at, now };
                (tr!(
                    invitation.max_uses; "{taken} of {n} place used", "{taken} of {n} places used",
                    taken = invitation.uses,
                ))
                ", "
                @match &invitation.created_by {
                    Some(name) => (tr!("created {when} by {name}", when = made, name = called(name))),
                    None => (tr!("created {when}", when = made)),
                }
                @if counts { ", " (tr!("expires {when}", when = TimeLabel { at: invitation.expires_at, now })) }
            }
            @if !invitation.came.is_empty() {
                p.small {
                    (tr("Used by:")) " "
                    @for (number, name) in invitation.came.iter().enumerate() {
                        @if number > 0 { ", " }
                        @if name == FORMER { (called(name)) } @else { a href=(urls::AdminUser { name }) translate="no" { (name) } }
                    }
                }
            }
            @if counts {
                form method="post" action=(urls::RevokeInvitation { id: &invitation.id.to_string() }) {
                    (Button { label: tr("Revoke"), kind: ButtonKind::Plain, ..Button::default() })
                }
            }
        }
    }
}

fn over(invitation: &SignupInvitation) -> &'static str {
    if invitation.revoked_at.is_some() {
        tr("revoked")
    } else if invitation.uses >= invitation.max_uses {
        tr("used up")
    } else {
        tr("expired")
    }
}
