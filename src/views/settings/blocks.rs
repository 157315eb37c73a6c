//! Whom somebody does not want to meet, and whom they do not want to hear: parts of the settings.

use maud::{Markup, html};

use crate::matches::Person;
use crate::now::Moment;
use crate::views::parts::Day;
use crate::web::paths;

pub(super) fn blocked(people: &[(Person, Moment)]) -> Markup {
    html! {
        p {
            "Whom you block cannot invite you, sit down at your tables or play again with you, and you read nothing they say. "
            "They are not told. You block people on their page."
        }
        @if people.is_empty() { p.soft { "You have blocked nobody." } }
        @else {
            ul.devices { @for (person, since) in people { (one(person, *since, &paths::Unblock { name: &person.name }.to_string(), "Unblock")) } }
        }
    }
}

pub(super) fn hushed(people: &[(Person, Moment)]) -> Markup {
    html! {
        p {
            "What somebody says whom you mute is folded away at the table, and no notice comes of it. You still meet and play as "
            "before, and they are not told. You mute people on their page."
        }
        @if people.is_empty() { p.soft { "You have muted nobody." } }
        @else {
            ul.devices { @for (person, since) in people { (one(person, *since, &paths::Unhush { name: &person.name }.to_string(), "Unmute")) } }
        }
    }
}

fn one(person: &Person, since: Moment, action: &str, verb: &str) -> Markup {
    let name = &*person.name;
    html! {
        li {
            div {
                strong { a href=(paths::Player { name }) { (name) } }
                br;
                span.soft.small { "Since " (Day(since)) }
            }
            form.row method="post" action=(action) {
                button.button.plain aria-label={ (verb) " " (name) } { (verb) }
            }
        }
    }
}
