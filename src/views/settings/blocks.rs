//! Followed, blocked and muted players, as parts of the settings.

use maud::{Markup, html};

use crate::now::Moment;
use crate::texts::tr;
use crate::urls;
use crate::users::UserSummary;
use crate::views::parts::DayLabel;
use crate::{tr, tr_format};

pub(super) fn followed(people: &[(UserSummary, Moment)]) -> Markup {
    html! {
        p {
            (tr(
                "Matches of players you follow come first on the Watch page, and new ones are in your feed. They \
                 aren’t notified. Follow someone from their profile.",
            ))
        }
        @if people.is_empty() { p.soft { (tr("You don’t follow anyone.")) } }
        @else {
            ul.devices {
                @for (person, since) in people {
                    @let labels = (tr("Unfollow"), tr_format!("Unfollow {name}", name = person.name));
                    (player_row(person, *since, &urls::Unfollow { name: &person.name }.to_string(), labels))
                }
            }
        }
    }
}

pub(super) fn blocked(people: &[(UserSummary, Moment)]) -> Markup {
    html! {
        p {
            (tr(
                "Blocked players can’t invite you, join your matches or offer you a rematch, and you won’t see \
                 their messages. They aren’t notified. Block someone from their profile.",
            ))
        }
        @if people.is_empty() { p.soft { (tr("You haven’t blocked anyone.")) } }
        @else {
            ul.devices {
                @for (person, since) in people {
                    @let labels = (tr("Unblock"), tr_format!("Unblock {name}", name = person.name));
                    (player_row(person, *since, &urls::Unblock { name: &person.name }.to_string(), labels))
                }
            }
        }
    }
}

pub(super) fn muted_players(people: &[(UserSummary, Moment)]) -> Markup {
    html! {
        p {
            (tr(
                "Messages from muted players are hidden, and you aren’t notified of them. You can still play \
                 each other. They aren’t notified. Mute someone from their profile.",
            ))
        }
        @if people.is_empty() { p.soft { (tr("You haven’t muted anyone.")) } }
        @else {
            ul.devices {
                @for (person, since) in people {
                    @let labels = (tr("Unmute"), tr_format!("Unmute {name}", name = person.name));
                    (player_row(person, *since, &urls::UnmutePlayer { name: &person.name }.to_string(), labels))
                }
            }
        }
    }
}

/// A player, and a button that ends it, with visible and accessible labels.
fn player_row(person: &UserSummary, since: Moment, action: &str, (seen, heard): (&str, String)) -> Markup {
    let name = &*person.name;
    html! {
        li {
            div {
                strong translate="no" { a href=(urls::Player { name }) { (name) } }
                br;
                span.soft.small { (tr!("Since {day}", day = DayLabel(since))) }
            }
            form.row method="post" action=(action) {
                button.button.plain aria-label=(heard) { (seen) }
            }
        }
    }
}
