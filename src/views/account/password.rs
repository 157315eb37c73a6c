//! The form that changes the password.

use maud::{Markup, html};

use super::AccountPage;
use crate::texts::tr;
use crate::urls;
use crate::views::parts::{Button, ButtonKind, LinkButton, TextField};

/// The form, or a link to reauthenticate first: passwords that are typed before cannot be kept.
pub(super) fn section(account: &AccountPage<'_>) -> Markup {
    let (label, first) = match account.keys.has_password {
        true => (tr("Change password"), "current"),
        false => (tr("Set password"), "new"),
    };
    if !account.proven {
        let href = urls::Reauthenticate.leading_to(&format!("{}#{first}", urls::Account));
        return html! { (LinkButton { href, label, kind: ButtonKind::Quiet }) };
    }
    html! {
        form.stack method="post" action=(urls::once(urls::ChangePassword)) {
            @if account.keys.has_password {
                (TextField {
                    name: "current", label: tr("Current password"), kind: "password", autocomplete: "current-password",
                    problem: account.current_problem, longest: Some(128), ..TextField::default()
                })
            }
            (TextField {
                name: "new", label: tr("New password"), kind: "password", autocomplete: "new-password",
                help: tr("10 to 128 characters. A few random words are easy to remember and hard to guess."),
                problem: account.new_problem, longest: Some(128), ..TextField::default()
            })
            div.row { (Button { label, kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}
