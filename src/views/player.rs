//! Profiles of players: results, ratings, running and finished matches.

use maud::{Markup, html};

use super::archive::filter_of_player;
use super::boards;
use super::bots::profile_header;
use super::link_preview::LinkPreview;
use super::listing::ListViewer;
use super::match_page::muted::buttons;
use super::page::{Page as Frame, PageViewer, PageWidth};
use super::parts::absence::absence_in_words;
use super::parts::reliability::{self, reliability_in_words};
use super::parts::{Button, ButtonKind, DayLabel, EmptyState, LinkButton, PageLinks, SectionCard, matches};
use super::ratings::{self, RatingCard};
use crate::lists::{BotAccount, HeadToHead, ListPage, ListedMatch, PlayerTally};
use crate::matches::Reliability;
use crate::now::Moment;
use crate::texts::tr;
use crate::urls;
use crate::urls::UrlSegment;
use crate::users::preferences::Absence;
use crate::users::{UserId, UserSummary};
use crate::views::reports;
use crate::{tr, tr_format};

pub struct ProfilePage<'a> {
    pub person: &'a UserSummary,
    /// What it plays, if it is a bot.
    pub bot: Option<&'a BotAccount>,
    /// The date of registration.
    pub since: Moment,
    pub list_viewer: ListViewer,
    pub reliability: Reliability,
    /// Their announced absence, if others are told of it.
    pub absence: Option<Absence>,
    /// Results between the viewer and them by game, and their latest matches.
    pub duels: &'a (Vec<HeadToHead>, Vec<ListedMatch>),
    /// Whether the viewer has blocked them.
    pub blocked: bool,
    /// Whether the viewer follows them.
    pub followed: bool,
    /// Whether the viewer has muted them.
    pub muted_players: bool,
    /// Their ratings, most played game first.
    pub ratings: &'a [RatingCard],
    /// Their results by game.
    pub tallies: &'a [PlayerTally],
    /// Their running matches.
    pub playing: &'a [ListedMatch],
    /// A page of their finished matches.
    pub finished: &'a ListPage,
    /// Whether that is the first page.
    pub first: bool,
}

pub fn page(reader: PageViewer<'_>, profile: &ProfilePage<'_>) -> Markup {
    let name = &*profile.person.name;
    let about = tr_format!("Ratings, results and matches of {name}.", name = name);
    let is_staff = reader.player.is_some_and(|player| player.role.is_staff());
    let game = profile.bot.map_or_else(boards::showcase_game, |bot| bot.game);
    let preview = LinkPreview::of_game(game, urls::Player { name }, &about);
    Frame::new(name, reader).preview(preview).width(PageWidth::Wide).body(html! {
        @if let Some(bot) = profile.bot { (profile_header(bot)) }
        @else { (header(profile, is_staff)) }
        div.two.profile {
            (finished(profile))
            div.stack.loose {
                @if !profile.duels.0.is_empty() { (duel(profile)) }
                @if !profile.ratings.is_empty() {
                    (SectionCard { title: tr("Ratings"), aside: html! {}, body: ratings::rating_cards(profile.ratings) })
                }
                @if !profile.tallies.is_empty() {
                    (SectionCard { title: tr("Record"), aside: html! {}, body: tallies(profile.tallies) })
                }
                @if !profile.playing.is_empty() {
                    (SectionCard { title: tr("In progress"), aside: html! {}, body: matches(&profile.list_viewer.rows(profile.playing)) })
                }
            }
        }
    })
}

/// The header of a person's profile. For staff, it leads to what they can do.
fn header(profile: &ProfilePage<'_>, is_staff: bool) -> Markup {
    let name = &*profile.person.name;
    html! {
        header.stack.tight {
            h1 translate="no" { (name) }
            p.soft {
                (tr!("Member since {day}", day = DayLabel(profile.since)))
                @for words in reliability_in_words(profile.reliability) { " · " (words) }
            }
            @if let Some(absence) = profile.absence { p { (absence_in_words(name, absence, profile.list_viewer.now)) } }
            @if profile.own() { (own_profile_hint()) }
            @else if profile.list_viewer.me.is_some() {
                div.row {
                    (LinkButton { href: urls::NewMatch.with(name), label: tr("Invite to a match"), kind: ButtonKind::Quiet })
                    @if !profile.blocked { (follow_button(name, profile.followed)) }
                    (buttons(name, profile.blocked, profile.muted_players))
                    @if is_staff { a.small href=(urls::AdminUser { name }) { (tr("Manage user")) } }
                    (reports::link(&format!("person={}", UrlSegment(name))))
                }
                @if profile.blocked { p.soft { (tr!("You blocked {name}. They can’t invite you, and you won’t see their messages.", name = name)) } }
                @else if profile.muted_players { p.soft { (tr!("You muted {name}. You won’t see their messages, but you can still play together.", name = name)) } }
            }
        }
    }
}

fn follow_button(name: &str, followed: bool) -> Markup {
    let (action, label) = match followed {
        true => (urls::Unfollow { name }.to_string(), tr_format!("Unfollow {name}", name = name)),
        false => (urls::Follow { name }.to_string(), tr_format!("Follow {name}", name = name)),
    };
    html! { form method="post" action=(action) { (Button { label: &label, ..Button::default() }) } }
}

impl ProfilePage<'_> {
    fn own(&self) -> bool {
        self.list_viewer.me == Some(self.id())
    }

    fn id(&self) -> UserId {
        self.person.id
    }
}

fn own_profile_hint() -> Markup {
    let matches = html! { a href=(urls::Home) { (tr("your matches")) } };
    html! {
        p.soft {
            (tr!(
                "This is your profile. Others see the same, without your private matches. To keep playing, go to {matches}.",
                matches = matches,
            ))
        }
    }
}

fn finished(profile: &ProfilePage<'_>) -> Markup {
    let here = urls::Player { name: &profile.person.name };
    let older = profile.finished.next.as_ref().map(|before| here.before(before));
    let newest = (!profile.first).then(|| here.to_string());
    let body = html! {
        @if profile.finished.matches.is_empty() {
            (empty(profile))
        } @else {
            (filter_of_player(&profile.person.name))
            (matches(&profile.list_viewer.history(profile.id(), &profile.finished.matches)))
        }
        (PageLinks { newest, older })
    };
    html! { (SectionCard { title: tr("Finished matches"), aside: html! {}, body }) }
}

fn empty(profile: &ProfilePage<'_>) -> Markup {
    let (text, action) = if profile.own() {
        let action = html! { (LinkButton { href: urls::NewMatch, label: tr("Create match"), kind: ButtonKind::Quiet }) };
        (tr("Your finished matches appear here. You can replay them any time."), action)
    } else {
        (tr("Finished matches appear here. You can replay them any time."), html! {})
    };
    html! { (EmptyState { title: tr("No finished matches yet"), text, action }) }
}

fn duel(profile: &ProfilePage<'_>) -> Markup {
    let (duels, last) = profile.duels;
    let title = tr_format!("You and {name}", name = profile.person.name);
    let body = html! {
        (reliability::duels(duels))
        @if let Some(me) = profile.list_viewer.me { (matches(&profile.list_viewer.history(me, last))) }
    };
    html! { (SectionCard { title: &title, aside: html! {}, body }) }
}

fn tallies(tallies: &[PlayerTally]) -> Markup {
    html! {
        table.tallies {
            thead { tr { th scope="col" { (tr("Game")) } th scope="col" { (tr("Played")) } th scope="col" { (tr("Won")) } th scope="col" { (tr("Drawn")) } th scope="col" { (tr("Lost")) } } }
            tbody { @for tally in tallies { (line(tally)) } }
        }
    }
}

fn line(tally: &PlayerTally) -> Markup {
    html! {
        tr {
            th scope="row" { a href=(urls::GameRules { key: tally.game.key() }) { (tr(tally.game.title())) } }
            td { (tally.played) }
            td { (tally.won) }
            td { (tally.shared) }
            td { (tally.lost()) }
        }
    }
}
