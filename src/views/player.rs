//! A player's page: since when they are here, how they fare, what they play and have played.

use maud::{Markup, html};

use super::company::{self, manners};
use super::listing::Glance;
use super::page::{Page as Frame, Reader, Width};
use super::parts::{Card, Day, Empty, Kind, LinkButton, Pages, matches};
use super::ratings::{self, Rated};
use super::table::hushed::buttons;
use crate::lists::{Duel, Listed, Page, Tally};
use crate::matches::Reliability;
use crate::now::Moment;
use crate::texts::tr;
use crate::urls;
use crate::urls::Segment;
use crate::users::{Person, UserId};
use crate::views::reports;
use crate::{say, tr};

/// What the page shows.
pub struct Profile<'a> {
    /// Whose page it is.
    pub person: &'a Person,
    /// Since when they have an account.
    pub since: Moment,
    /// Who looks.
    pub glance: Glance,
    /// How they keep to their time.
    pub reliability: Reliability,
    /// How whoever looks has fared against them, a game a line, and the last matches of both.
    pub duels: &'a (Vec<Duel>, Vec<Listed>),
    /// Whether whoever looks has blocked them.
    pub blocked: bool,
    /// Whether whoever looks has muted them.
    pub hushed: bool,
    /// How they are rated, the game they play most first.
    pub ratings: &'a [Rated],
    /// How they have fared, a game a line.
    pub tallies: &'a [Tally],
    /// Matches of theirs that are being played.
    pub playing: &'a [Listed],
    /// A page of their finished matches.
    pub finished: &'a Page,
    /// Whether that page begins with the latest.
    pub first: bool,
}

/// The page.
pub fn page(reader: Reader<'_>, profile: &Profile<'_>) -> Markup {
    let name = &*profile.person.name;
    Frame::new(name, reader).width(Width::Wide).body(html! {
        header.stack.tight {
            h1 { (name) }
            p.soft {
                (tr!("Here since {day}", day = Day(profile.since)))
                @for words in manners(profile.reliability) { " · " (words) }
            }
            @if profile.own() { (own()) }
            @else if profile.glance.me.is_some() {
                div.row {
                    (LinkButton { href: urls::NewMatch.with(name), label: tr("Invite to a match"), kind: Kind::Quiet })
                    (buttons(name, profile.blocked, profile.hushed))
                    (reports::link(&format!("person={}", Segment(name))))
                }
                @if profile.blocked { p.soft { (tr!("You have blocked {name}. They cannot invite you, and you read nothing they say.", name = name)) } }
                @else if profile.hushed { p.soft { (tr!("You have muted {name}. You read nothing they say; playing together goes on as before.", name = name)) } }
            }
        }
        div.two.profile {
            (finished(profile))
            div.stack.loose {
                @if !profile.duels.0.is_empty() { (duel(profile)) }
                @if !profile.ratings.is_empty() {
                    (Card { title: tr("Ratings"), aside: html! {}, body: ratings::all(profile.ratings) })
                }
                @if !profile.tallies.is_empty() {
                    (Card { title: tr("So far"), aside: html! {}, body: tallies(profile.tallies) })
                }
                @if !profile.playing.is_empty() {
                    (Card { title: tr("Being played"), aside: html! {}, body: matches(&profile.glance.rows(profile.playing)) })
                }
            }
        }
    })
}

impl Profile<'_> {
    fn own(&self) -> bool {
        self.glance.me == Some(self.id())
    }

    fn id(&self) -> UserId {
        self.person.id
    }
}

fn own() -> Markup {
    let matches = html! { a href=(urls::Home) { (tr("your matches")) } };
    html! {
        p.soft {
            (tr!(
                "This is your page as everybody sees it, except that private matches show to you alone. What you are playing \
                 is at {matches}.",
                matches = matches,
            ))
        }
    }
}

fn finished(profile: &Profile<'_>) -> Markup {
    let here = urls::Player { name: &profile.person.name };
    let older = profile.finished.next.as_ref().map(|before| here.before(before));
    let newest = (!profile.first).then(|| here.to_string());
    let body = html! {
        @if profile.finished.matches.is_empty() {
            (empty(profile))
        } @else {
            (matches(&profile.glance.history(profile.id(), &profile.finished.matches)))
        }
        (Pages { newest, older })
    };
    html! { (Card { title: tr("Finished matches"), aside: html! {}, body }) }
}

fn empty(profile: &Profile<'_>) -> Markup {
    let (text, action) = if profile.own() {
        let action =
            html! { (LinkButton { href: urls::NewMatch, label: tr("Open a table"), kind: Kind::Quiet }) };
        (tr("Once you have played a match to its end, it stays here to be looked at again."), action)
    } else {
        (tr("Once a match is played to its end, it stays here to be looked at again."), html! {})
    };
    html! { (Empty { title: tr("Nothing finished yet"), text, action }) }
}

fn duel(profile: &Profile<'_>) -> Markup {
    let (duels, last) = profile.duels;
    let title = say!("You and {name}", name = profile.person.name);
    let body = html! {
        (company::duels(duels))
        @if let Some(me) = profile.glance.me { (matches(&profile.glance.history(me, last))) }
    };
    html! { (Card { title: &title, aside: html! {}, body }) }
}

fn tallies(tallies: &[Tally]) -> Markup {
    html! {
        table.tallies {
            thead { tr { th scope="col" { (tr("Game")) } th scope="col" { (tr("Played")) } th scope="col" { (tr("Won")) } th scope="col" { (tr("Shared")) } } }
            tbody { @for tally in tallies { (line(tally)) } }
        }
    }
}

fn line(tally: &Tally) -> Markup {
    html! {
        tr {
            th scope="row" { a href=(urls::GameRules { key: tally.game.key() }) { (tr(tally.game.title())) } }
            td { (tally.played) }
            td { (tally.won) }
            td { (tally.shared) }
        }
    }
}
