//! The rooms of staff: what they have in common, and the entrance to them.

pub mod announcements;
mod deeds;
pub mod invitations;
pub mod log;
pub mod numbers;
pub mod people;
pub mod person;
pub mod reports;
mod words;

use maud::{Markup, Render, html};

use super::page::{Page, Reader, Width};
use super::parts::{Notice, Tab, Tabs, exactly};
use crate::now::Moment;
use crate::say;
use crate::texts::tr;
use crate::urls;
use crate::users::Role;

/// A page that staff find by the navigation. Whoever adds one adds it here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// What there is to do.
    Entrance,
    /// What people have reported.
    Reports,
    /// What is said to everybody.
    Announcements,
    /// How the house fares.
    Numbers,
    /// Finding somebody.
    People,
    /// Links by which new people come in.
    Invitations,
    /// What staff have done.
    Log,
}

impl Place {
    /// All of them, in the order of the navigation.
    pub const ALL: &[Place] = &[
        Place::Entrance,
        Place::Reports,
        Place::People,
        Place::Invitations,
        Place::Announcements,
        Place::Numbers,
        Place::Log,
    ];

    /// What the least may be who come here.
    pub const fn least(self) -> Role {
        match self {
            Place::Entrance | Place::Reports | Place::People | Place::Numbers => Role::Moderator,
            Place::Announcements | Place::Invitations | Place::Log => Role::Admin,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Place::Entrance => tr("Overview"),
            Place::Reports => tr("Reports"),
            Place::Announcements => tr("Announcements"),
            Place::Numbers => tr("Numbers"),
            Place::People => tr("People"),
            Place::Invitations => tr("Invitations"),
            Place::Log => tr("Log"),
        }
    }

    fn href(self) -> String {
        match self {
            Place::Entrance => urls::Admin.to_string(),
            Place::Reports => urls::AdminReports.to_string(),
            Place::Announcements => urls::AdminAnnouncements.to_string(),
            Place::Numbers => urls::AdminNumbers.to_string(),
            Place::People => urls::AdminPeople.to_string(),
            Place::Invitations => urls::AdminInvitations.to_string(),
            Place::Log => urls::AdminLog.to_string(),
        }
    }

    /// What there is, in a sentence.
    fn about(self) -> &'static str {
        match self {
            Place::Entrance => "",
            Place::Reports => tr("What people say is wrong, with the match and the talk it is about."),
            Place::Announcements => tr("What everybody is told on every page."),
            Place::Numbers => tr("How many people, matches and plies there are, and what waits."),
            Place::People => tr("Find somebody, see how they stand, and do what has to be done."),
            Place::Invitations => tr("Make links by which new people come in, and see who came by them."),
            Place::Log => tr("What was done, by whom, to whom and why. Nothing is ever taken out of it."),
        }
    }
}

/// A page of staff: the navigation above its content. A place that is none of the navigation's, such as one person's page,
/// belongs to the one it is found by.
pub fn page(reader: Reader<'_>, place: Place, title: &str, width: Width, content: Markup) -> Markup {
    Page::new(title, reader).width(width).class("admin").body(html! {
        (navigation(reader, place))
        (content)
    })
}

fn navigation(reader: Reader<'_>, here: Place) -> Markup {
    let open_reports = reader.player.map(|player| player.open_reports).filter(|count| *count > 0);
    let count = |place| open_reports.filter(|_| place == Place::Reports);
    let tab = |place: Place| Tab {
        label: place.label(),
        href: place.href(),
        count: count(place),
        here: place == here,
    };
    let of: Vec<_> = places(reader).map(tab).collect();
    html! { (Tabs { label: tr("Looking after the house"), of }) }
}

/// The places this reader may come to.
fn places(reader: Reader<'_>) -> impl Iterator<Item = Place> {
    let role = reader.player.map_or(Role::Player, |player| player.role);
    Place::ALL.iter().copied().filter(move |place| place.least() <= role)
}

/// The mail server takes no mail.
#[derive(Clone, Copy, Debug)]
pub struct MailOutage<'a> {
    /// Since when.
    pub since: Moment,
    /// Which step failed last, and what the server said.
    pub problem: &'a str,
}

impl Render for MailOutage<'_> {
    fn render(&self) -> Markup {
        let Self { since, problem } = *self;
        let line = say!(
            "Mail hasn't been sent since {time}: {problem}. Emails wait and will be sent once the mail server takes them.",
            time = exactly(since),
            problem = problem
        );
        html! { (Notice::bad(line)) }
    }
}

/// The entrance: where there is what.
pub fn entrance(reader: Reader<'_>, outage: Option<MailOutage<'_>>) -> Markup {
    let ways = places(reader).filter(|place| *place != Place::Entrance);
    let body = html! {
        h1 { (tr("Looking after the house")) }
        @if let Some(outage) = outage { (outage) }
        ul.ways {
            @for place in ways {
                li { h2 { a href=(place.href()) { (place.label()) } } p.soft { (place.about()) } }
            }
        }
    };
    page(reader, Place::Entrance, tr("Looking after the house"), Width::Column, body)
}
