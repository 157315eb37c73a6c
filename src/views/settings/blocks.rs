//! Whom somebody does not want to meet, and whom they do not want to hear: parts of the settings.

use maud::{Markup, html};

use crate::now::Moment;
use crate::texts::tr;
use crate::urls;
use crate::users::UserSummary;
use crate::views::parts::DayLabel;
use crate::{say, tr};

pub(super) fn blocked(people: &[(UserSummary, Moment)]) -> Markup {
    html! {
        p {
            (tr(
                "Whom you block cannot invite you, sit down at your tables or play again with you, and you read nothing they \
                 say. They are not told. You block people on their page.",
            ))
        }
        @if people.is_empty() { p.soft { (tr("You have blocked nobody.")) } }
        @else {
            ul.devices {
                @for (person, since) in people {
                    @let spoken = (tr("Unblock"), say!("Unblock {name}", name = person.name));
                    (one(person, *since, &urls::Unblock { name: &person.name }.to_string(), spoken))
                }
            }
        }
    }
}

pub(super) fn muted_players(people: &[(UserSummary, Moment)]) -> Markup {
    html! {
        p {
            (tr(
                "What somebody says whom you mute is folded away at the table, and no notice comes of it. You still meet and \
                 play as before, and they are not told. You mute people on their page.",
            ))
        }
        @if people.is_empty() { p.soft { (tr("You have muted nobody.")) } }
        @else {
            ul.devices {
                @for (person, since) in people {
                    @let spoken = (tr("Unmute"), say!("Unmute {name}", name = person.name));
                    (one(person, *since, &urls::UnmutePlayer { name: &person.name }.to_string(), spoken))
                }
            }
        }
    }
}

/// Somebody, and the button that ends it: as it is seen, and as it is heard.
fn one(person: &UserSummary, since: Moment, action: &str, (seen, heard): (&str, String)) -> Markup {
    let name = &*person.name;
    html! {
        li {
            div {
                strong { a href=(urls::Player { name }) { (name) } }
                br;
                span.soft.small { (tr!("Since {day}", day = DayLabel(since))) }
            }
            form.row method="post" action=(action) {
                button.button.plain aria-label=(heard) { (seen) }
            }
        }
    }
}
