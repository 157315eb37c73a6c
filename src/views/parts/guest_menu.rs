//! The parts of every page of a guest: the bar and the menu.

use maud::{Markup, html};

use super::Icon;
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::urls;

/// The bar on every page of a guest.
pub fn bar() -> Markup {
    let create =
        html! { a href=(urls::AccountRegistration) { (tr_in("in a sentence", "create an account")) } };
    html! {
        aside.guest-bar aria-label=(tr("Guest")) {
            p { (tr!("Guest: {create} to keep your matches.", create = create)) }
        }
    }
}

/// The links in the header of a guest's pages.
pub fn menu(name: &str) -> Markup {
    html! {
        details.menu {
            summary { span.name translate="no" { (name) } (Icon::Down) }
            div {
                a href=(urls::AccountRegistration) { (Icon::Person) (tr("Create an account")) }
                a href=(urls::Login) { (Icon::Key) (tr("Sign in")) }
                a href=(urls::Play) { (Icon::Plus) (tr("Play a bot")) }
                a href=(urls::Join) { (Icon::Key) (tr("Join with code")) }
                a href=(urls::Games) { (Icon::Book) (tr("Games")) }
                form method="post" action=(urls::Logout) { button { (Icon::Leave) (tr("Stop playing as a guest")) } }
            }
        }
    }
}
