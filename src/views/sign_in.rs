//! The door: signing in.

use maud::{Markup, html};

use super::page::{Page, Reader, Width};
use super::parts::{Button, ByPasskey, Field, Joining, Kind, Next, Notice};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// The form as it was sent, or as it starts.
#[derive(Clone, Copy, Debug, Default)]
pub struct SignIn<'a> {
    /// The name as it was written.
    pub username: &'a str,
    /// Where to go afterwards, a path of this site; may be empty.
    pub next: &'a str,
    /// The match that is joined afterwards.
    pub joining: Option<&'a Joining>,
    /// Why it did not work.
    pub problem: Option<&'a str>,
    /// Something to say first: "You are signed out."
    pub notice: Option<&'a str>,
    /// Whether passkeys are taken.
    pub passkeys: bool,
}

/// The page with the form.
pub fn page(reader: Reader<'_>, form: SignIn<'_>) -> Markup {
    let notice = form.problem.map(Notice::bad).or(form.notice.map(Notice::good));
    Page::new(tr("Sign in"), reader).width(Width::Narrow).class("door").script("passkeys.js").body(html! {
        h1 { (tr("Sign in")) }
        @if let Some(joining) = form.joining { (joining) }
        form.stack method="post" action=(urls::Login) {
            @if let Some(notice) = notice { (notice) }
            (Next(form.next))
            (Field {
                name: "username", label: tr("Name"), value: form.username, autocomplete: "username",
                first: form.username.is_empty(), ..Field::default()
            })
            (Field {
                name: "password", label: tr("Password"), kind: "password", autocomplete: "current-password",
                first: !form.username.is_empty(), ..Field::default()
            })
            (Button { label: tr("Sign in"), kind: Kind::Filled, ..Button::default() })
        }
        @if form.passkeys {
            (ByPasskey {
                ask: urls::LoginChallenge.to_string(), answer: urls::LoginPasskey.to_string(), next: form.next,
                label: tr("Sign in with a passkey"), kind: Kind::Quiet,
            })
        }
        p.aside { a href=(urls::Reset) { (tr("I have forgotten my password")) } }
        @let sign_up = html! { a href=(urls::Register.leading_to(form.next)) { (tr("Create an account")) } };
        p.aside { (tr!("New here? {sign_up} with a name and a password.", sign_up = sign_up)) }
    })
}
