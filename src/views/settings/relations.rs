//! Followed, blocked and muted players, as parts of the settings.

use maud::{Markup, html};

use crate::now::Moment;
use crate::texts::tr;
use crate::urls;
use crate::users::UserSummary;
use crate::views::parts::{DayLabel, PageSection};
use crate::{tr, tr_format};

/// The players to whom a user has one relation.
struct RelationSection {
    id: &'static str,
    title: &'static str,
    /// What the relation means, and where it begins.
    about: &'static str,
    /// In the place of an empty list.
    none: &'static str,
    end: &'static str,
    /// The accessible label of the button that ends it, by the name of the player.
    end_label: fn(&str) -> String,
    /// The path of that button, by the name of the player.
    end_path: fn(&str) -> String,
}

pub(super) fn followed<'a>(people: &[(UserSummary, Moment)]) -> PageSection<'a> {
    let section = RelationSection {
        id: "followed",
        title: tr("Followed players"),
        about: tr(
            "Matches of players you follow come first on the Watch page, and new ones are in your feed. They aren’t \
             notified. Follow someone from their profile.",
        ),
        none: tr("You don’t follow anyone."),
        end: tr("Unfollow"),
        end_label: |name| tr_format!("Unfollow {name}", name = name),
        end_path: |name| urls::Unfollow { name }.to_string(),
    };
    section.with(people)
}

pub(super) fn blocked<'a>(people: &[(UserSummary, Moment)]) -> PageSection<'a> {
    let section = RelationSection {
        id: "blocked",
        title: tr("Blocked players"),
        about: tr(
            "Blocked players can’t invite you, join your matches or offer you a rematch, and you won’t see their \
             messages. They aren’t notified. Block someone from their profile.",
        ),
        none: tr("You haven’t blocked anyone."),
        end: tr("Unblock"),
        end_label: |name| tr_format!("Unblock {name}", name = name),
        end_path: |name| urls::Unblock { name }.to_string(),
    };
    section.with(people)
}

pub(super) fn muted<'a>(people: &[(UserSummary, Moment)]) -> PageSection<'a> {
    let section = RelationSection {
        id: "muted",
        title: tr("Muted players"),
        about: tr(
            "Messages from muted players are hidden, and you aren’t notified of them. You can still play each other. \
             They aren’t notified. Mute someone from their profile.",
        ),
        none: tr("You haven’t muted anyone."),
        end: tr("Unmute"),
        end_label: |name| tr_format!("Unmute {name}", name = name),
        end_path: |name| urls::UnmutePlayer { name }.to_string(),
    };
    section.with(people)
}

impl RelationSection {
    fn with<'a>(&self, people: &[(UserSummary, Moment)]) -> PageSection<'a> {
        let body = html! {
            p { (self.about) }
            @if people.is_empty() { p.soft { (self.none) } }
            @else { ul.devices { @for (person, since) in people { (self.row(&person.name, *since)) } } }
        };
        PageSection { id: self.id, title: self.title, body }
    }

    fn row(&self, name: &str, since: Moment) -> Markup {
        html! {
            li {
                div {
                    strong translate="no" { a href=(urls::Player { name }) { (name) } }
                    br;
                    span.soft.small { (tr!("Since {day}", day = DayLabel(since))) }
                }
                form.row method="post" action=((self.end_path)(name)) {
                    button.button.plain aria-label=((self.end_label)(name)) { (self.end) }
                }
            }
        }
    }
}
