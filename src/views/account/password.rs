//! Another password.

use maud::{Markup, html};

use super::AccountPage;
use crate::texts::tr;
use crate::urls;
use crate::views::parts::{Button, ButtonKind, TextField};

pub(super) fn section(account: &AccountPage<'_>) -> Markup {
    html! {
        form.stack method="post" action=(urls::ChangePassword) {
            (TextField {
                name: "current", label: tr("Your password"), kind: "password", autocomplete: "current-password",
                problem: account.current_problem, longest: Some(128), ..TextField::default()
            })
            (TextField {
                name: "new", label: tr("The new one"), kind: "password", autocomplete: "new-password",
                help: tr("10 to 128 characters. A few words that do not belong together are hard to guess and easy to keep in mind."),
                problem: account.new_problem, longest: Some(128), ..TextField::default()
            })
            div.row { (Button { label: tr("Change the password"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}
