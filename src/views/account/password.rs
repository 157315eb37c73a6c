//! Another password.

use maud::{Markup, html};

use super::Account;
use crate::texts::tr;
use crate::urls;
use crate::views::parts::{Button, Field, Kind};

pub(super) fn section(account: &Account<'_>) -> Markup {
    html! {
        form.stack method="post" action=(urls::ChangePassword) {
            (Field {
                name: "current", label: tr("Your password"), kind: "password", autocomplete: "current-password",
                problem: account.current_problem, longest: Some(128), ..Field::default()
            })
            (Field {
                name: "new", label: tr("The new one"), kind: "password", autocomplete: "new-password",
                help: tr("10 to 128 characters. A few words that do not belong together are hard to guess and easy to keep in mind."),
                problem: account.new_problem, longest: Some(128), ..Field::default()
            })
            div.row { (Button { label: tr("Change the password"), kind: Kind::Filled, ..Button::default() }) }
        }
    }
}
