//! The door: another password, for those who have lost theirs.

use maud::{Markup, html};

use super::page::{Page, Reader, Width};
use super::parts::{Button, Field, Kind, Notice};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// The page that asks whose password is lost.
pub fn page(reader: Reader<'_>, who: &str, problem: Option<&str>) -> Markup {
    Page::new(tr("Another password"), reader).width(Width::Narrow).class("door").body(html! {
        h1 { (tr("Another password")) }
        p { (tr("Say who you are, and a letter goes to your address with a link in it that counts for an hour.")) }
        form.stack method="post" action=(urls::Reset) {
            (Field {
                name: "who", label: tr("Name or e-mail address"), value: who, autocomplete: "username", problem,
                longest: Some(254), first: true, ..Field::default()
            })
            (Button { label: tr("Send me a letter"), kind: Kind::Filled, ..Button::default() })
        }
        p.aside {
            (tr("A letter can only come to an address you have confirmed here. Without one, ask whoever runs this house for a link."))
        }
    })
}

/// The page when somebody has asked. It is the same for everybody, known here or not.
pub fn asked(reader: Reader<'_>) -> Markup {
    Page::new(tr("Another password"), reader).width(Width::Narrow).class("door").body(html! {
        h1 { (tr("Look at your mail")) }
        p.lead { (tr("If there is such an account, and it has a confirmed address, a letter is on its way to it.")) }
        p { (tr("The link in it counts for an hour, and once. Nothing comes? Look among the unwanted mail, or ask whoever runs this house for a link.")) }
        p.aside { a href=(urls::Login) { (tr("Back to signing in")) } }
    })
}

/// The page of a house that sends no mail.
pub fn without_mail(reader: Reader<'_>) -> Markup {
    Page::new(tr("Another password"), reader).width(Width::Narrow).class("door").body(html! {
        h1 { (tr("Another password")) }
        p.lead { (tr("This house sends no mail. Ask whoever runs it: they can make you a link that sets another password.")) }
        p.aside { a href=(urls::Login) { (tr("Back to signing in")) } }
    })
}

/// The page a link opens.
pub fn form(reader: Reader<'_>, key: &str, name: &str, problem: Option<&str>) -> Markup {
    Page::new(tr("Another password"), reader).width(Width::Narrow).class("door").body(html! {
        h1 { (tr("Another password")) }
        p.lead { (tr!("For {name}.", name = html! { strong { (name) } })) }
        form.stack method="post" action=(urls::NewPassword { key }) {
            @if problem.is_some() { (Notice::bad(tr("Your password is as it was."))) }
            // A keeper of passwords learns whose it is.
            input type="text" name="username" value=(name) autocomplete="username" hidden;
            (Field {
                name: "new", label: tr("The new password"), kind: "password", autocomplete: "new-password",
                help: tr("Ten characters or more. A few words in a row are easy to keep in mind."),
                problem, longest: Some(128), first: true, ..Field::default()
            })
            (Button { label: tr("Set this password"), kind: Kind::Filled, ..Button::default() })
        }
        p.aside { (tr("Wherever you are signed in, you are so no more afterwards.")) }
    })
}
