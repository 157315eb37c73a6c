//! Whom somebody does not want to meet: a part of the settings.

use maud::{Markup, html};

use crate::matches::Person;
use crate::now::Moment;
use crate::views::parts::Day;
use crate::web::paths;

pub(super) fn list(blocked: &[(Person, Moment)]) -> Markup {
    html! {
        p {
            "Whom you block cannot invite you, sit down at your tables or play again with you, and you read nothing they say. "
            "They are not told. You block people on their page, or beside the talk of a match."
        }
        @if blocked.is_empty() { p.soft { "You have blocked nobody." } }
        @else { ul.devices { @for (person, since) in blocked { (one(person, *since)) } } }
    }
}

fn one(person: &Person, since: Moment) -> Markup {
    let name = &*person.name;
    html! {
        li {
            div {
                strong { a href=(paths::Player { name }) { (name) } }
                br;
                span.soft.small { "Since " (Day(since)) }
            }
            form.row method="post" action=(paths::Unblock { name }) {
                button.button.plain aria-label={ "Unblock " (name) } { "Unblock" }
            }
        }
    }
}
