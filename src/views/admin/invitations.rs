//! Links by which new people come in.

use maud::{Markup, html};

use super::{Place, page as frame};
use crate::matches::FORMER;
use crate::now::Moment;
use crate::people::HouseInvitation;
use crate::views::done::done;
use crate::views::page::{Reader, Width};
use crate::views::parts::{Button, Card, Empty, Field, Kind, Notice, Pages, When, count};
use crate::web::paths;

done! {
    /// There is a link more.
    Made "made" "The invitation is made. Send its link to whom it is for.";
    /// There is one fewer.
    Revoked "revoked" "The invitation counts no more.";
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
            h1 { "Invitations" }
            p.soft { (mode(&list.registration)) }
        }
        @if let Some(done) = list.draft.done { (Notice::good(done.words())) }
        (Card { title: "Invite", aside: html! {}, body: form(list.draft) })
        (Card { title: "Made so far", aside: html! {}, body: made(list) })
    };
    frame(reader, Place::Invitations, "Invitations", Width::Column, body)
}

/// Who may register here; `REGISTRATION` says it.
fn mode(registration: &str) -> &'static str {
    match registration {
        "open" => "Everybody can register here. An invitation then only notes who came by it.",
        "invitation" => "Who registers here needs an invitation.",
        _ => "Nobody can register here at present, not even by an invitation.",
    }
}

fn form(draft: Draft<'_>) -> Markup {
    html! {
        form.stack method="post" action=(paths::AdminInvitations) {
            @if let Some(problem) = draft.problem { (Notice::bad(problem)) }
            (Field {
                name: "note", label: "For whom", value: draft.note, help: "A note for yourselves: the school, the club, a name.",
                optional: true, longest: Some(200), ..Field::default()
            })
            div.row.fields {
                (Field {
                    name: "places", label: "For how many", kind: "number", value: draft.places, bounds: Some((1, 500)),
                    ..Field::default()
                })
                (Field {
                    name: "days", label: "For how many days", kind: "number", value: draft.days, bounds: Some((1, 366)),
                    ..Field::default()
                })
            }
            div.row { (Button { label: "Make the link", kind: Kind::Filled, ..Button::default() }) }
        }
    }
}

fn made(list: &List<'_>) -> Markup {
    let last = list.invitations.last().filter(|_| list.more);
    html! {
        @if list.invitations.is_empty() {
            (Empty { title: "None yet", text: "Whoever gets a link can make an account by it.", action: html! {} })
        } @else {
            ul.entries { @for invitation in &list.invitations { (one(invitation, list.now)) } }
        }
        (Pages {
            newest: (!list.first).then(|| paths::AdminInvitations.to_string()),
            older: last.map(|last| paths::AdminInvitations.below(last.invitation.id)),
        })
    }
}

fn one(made: &Invitation, now: Moment) -> Markup {
    let invitation = &made.invitation;
    let counts = invitation.counts_at(now);
    html! {
        li {
            div.row {
                strong { @if invitation.note.is_empty() { "Number " (invitation.id) } @else { (invitation.note) } }
                @if !counts { span.tag { (over(invitation)) } }
            }
            @if counts { p.address { code { (made.link) } } }
            p.soft.small {
                (invitation.taken) " of " (count(i64::from(invitation.places), "place")) " taken, made "
                (When { at: invitation.made_at, now })
                @if let Some(name) = &invitation.made_by { " by " (name) }
                @if counts { ", runs out " (When { at: invitation.expires_at, now }) }
            }
            @if !invitation.came.is_empty() {
                p.small {
                    "Came by it: "
                    @for (number, name) in invitation.came.iter().enumerate() {
                        @if number > 0 { ", " }
                        @if name == FORMER { (name) } @else { a href=(paths::AdminPerson { name }) { (name) } }
                    }
                }
            }
            @if counts {
                form method="post" action=(paths::RevokeInvitation { id: &invitation.id.to_string() }) {
                    (Button { label: "Take it back", kind: Kind::Plain, ..Button::default() })
                }
            }
        }
    }
}

fn over(invitation: &HouseInvitation) -> &'static str {
    if invitation.revoked_at.is_some() {
        "taken back"
    } else if invitation.taken >= invitation.places {
        "used up"
    } else {
        "run out"
    }
}
