//! Links by which new people come in.

use maud::{Markup, html};

use super::{Place, page as frame};
use crate::now::Moment;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::users::{FORMER, HouseInvitation};
use crate::views::done::done;
use crate::views::page::{Reader, Width};
use crate::views::parts::{Button, Card, Empty, Field, Kind, Notice, Pages, When};
use crate::views::words::called;

done! {
    /// There is a link more.
    Made "made" tr("The invitation is made. Send its link to whom it is for.");
    /// There is one fewer.
    Revoked "revoked" tr("The invitation counts no more.");
}

/// What was sent and came back, or has just been done.
#[derive(Clone, Copy, Debug)]
pub struct Draft<'a> {
    /// What has just been done.
    pub done: Option<Done>,
    /// For whom, in words.
    pub note: &'a str,
    /// For how many.
    pub places: &'a str,
    /// For how many days.
    pub days: &'a str,
    /// What is wrong.
    pub problem: Option<&'a str>,
}

impl Default for Draft<'_> {
    fn default() -> Self {
        Draft { done: None, note: "", places: "1", days: "14", problem: None }
    }
}

/// An invitation, and its link.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// The invitation.
    pub invitation: HouseInvitation,
    /// The link.
    pub link: String,
}

/// What the page shows.
#[derive(Clone, Debug)]
pub struct List<'a> {
    /// Invitations, the latest first.
    pub invitations: Vec<Invitation>,
    /// Whether they begin with the latest.
    pub first: bool,
    /// Whether there are earlier ones.
    pub more: bool,
    /// Who may register: `open`, `invitation` or `closed`.
    pub registration: String,
    /// When.
    pub now: Moment,
    /// What was sent.
    pub draft: Draft<'a>,
}

/// The page.
pub fn page(reader: Reader<'_>, list: &List<'_>) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { (tr("Invitations")) }
            p.soft { (mode(&list.registration)) }
        }
        @if let Some(done) = list.draft.done { (Notice::good(done.words())) }
        (Card { title: tr("Invite"), aside: html! {}, body: form(list.draft) })
        (Card { title: tr("Made so far"), aside: html! {}, body: made(list) })
    };
    frame(reader, Place::Invitations, tr("Invitations"), Width::Column, body)
}

/// Who may register here; `REGISTRATION` says it.
fn mode(registration: &str) -> &'static str {
    match registration {
        "open" => tr("Everybody can register here. An invitation then only notes who came by it."),
        "invitation" => tr("Who registers here needs an invitation."),
        _ => tr("Nobody can register here at present, not even by an invitation."),
    }
}

fn form(draft: Draft<'_>) -> Markup {
    html! {
        form.stack method="post" action=(urls::AdminInvitations) {
            @if let Some(problem) = draft.problem { (Notice::bad(problem)) }
            (Field {
                name: "note", label: tr("For whom"), value: draft.note, help: tr("A note for yourselves: the school, the club, a name."),
                optional: true, longest: Some(200), ..Field::default()
            })
            div.row.fields {
                (Field {
                    name: "places", label: tr("For how many"), kind: "number", value: draft.places, bounds: Some((1, 500)),
                    ..Field::default()
                })
                (Field {
                    name: "days", label: tr("For how many days"), kind: "number", value: draft.days, bounds: Some((1, 366)),
                    ..Field::default()
                })
            }
            div.row { (Button { label: tr("Make the link"), kind: Kind::Filled, ..Button::default() }) }
        }
    }
}

fn made(list: &List<'_>) -> Markup {
    let last = list.invitations.last().filter(|_| list.more);
    html! {
        @if list.invitations.is_empty() {
            (Empty { title: tr("None yet"), text: tr("Whoever gets a link can make an account by it."), action: html! {} })
        } @else {
            ul.entries { @for invitation in &list.invitations { (one(invitation, list.now)) } }
        }
        (Pages {
            newest: (!list.first).then(|| urls::AdminInvitations.to_string()),
            older: last.map(|last| urls::AdminInvitations.below(last.invitation.id)),
        })
    }
}

fn one(made: &Invitation, now: Moment) -> Markup {
    let invitation = &made.invitation;
    let counts = invitation.counts_at(now);
    html! {
        li {
            div.row {
                strong { @if invitation.note.is_empty() { (tr!("Number {id}", id = invitation.id)) } @else { (invitation.note) } }
                @if !counts { span.tag { (over(invitation)) } }
            }
            @if counts { p.address { code { (made.link) } } }
            p.soft.small {
                @let made = When { at: invitation.made_at, now };
                (tr!(
                    invitation.places; "{taken} of {n} place taken", "{taken} of {n} places taken",
                    taken = invitation.taken,
                ))
                ", "
                @match &invitation.made_by {
                    Some(name) => (tr!("made {when} by {name}", when = made, name = called(name))),
                    None => (tr!("made {when}", when = made)),
                }
                @if counts { ", " (tr!("runs out {when}", when = When { at: invitation.expires_at, now })) }
            }
            @if !invitation.came.is_empty() {
                p.small {
                    (tr("Came by it:")) " "
                    @for (number, name) in invitation.came.iter().enumerate() {
                        @if number > 0 { ", " }
                        @if name == FORMER { (called(name)) } @else { a href=(urls::AdminPerson { name }) { (name) } }
                    }
                }
            }
            @if counts {
                form method="post" action=(urls::RevokeInvitation { id: &invitation.id.to_string() }) {
                    (Button { label: tr("Take it back"), kind: Kind::Plain, ..Button::default() })
                }
            }
        }
    }
}

fn over(invitation: &HouseInvitation) -> &'static str {
    if invitation.revoked_at.is_some() {
        tr("taken back")
    } else if invitation.taken >= invitation.places {
        tr("used up")
    } else {
        tr("run out")
    }
}
