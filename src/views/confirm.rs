//! Showing once more that it is oneself.

use maud::{Markup, html};

use super::page::{Page, Reader, Width};
use super::parts::{Button, ByPasskey, Field, Kind, Next, Notice};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// What the page asks for.
#[derive(Clone, Copy, Debug)]
pub struct Confirm<'a> {
    /// Who they are.
    pub name: &'a str,
    /// Where to go afterwards, a path of this site; may be empty.
    pub next: &'a str,
    /// Whether a form waits there that is sent on afterwards.
    pub waits: bool,
    /// Whether they have a second factor, which they show in the place of the password.
    pub factor: bool,
    /// Whether an app makes codes for them.
    pub app: bool,
    /// Whether a passkey will do.
    pub passkeys: bool,
    /// Why it did not work.
    pub problem: Option<&'a str>,
}

/// The page.
pub fn page(reader: Reader<'_>, confirm: &Confirm<'_>) -> Markup {
    Page::new(tr("Is it you?"), reader).width(Width::Narrow).class("door").script("passkeys.js").body(html! {
        h1 { (tr("Is it you?")) }
        p {
            (tr!(
                "What you are about to do matters. Show once more that you are {name}; it counts for a quarter of an hour.",
                name = html! { strong { (confirm.name) } },
            ))
        }
        @if confirm.waits { p { (tr("What you started is then carried out right away.")) } }
        @if let Some(problem) = confirm.problem { (Notice::bad(problem)) }
        @if confirm.passkeys {
            (ByPasskey {
                ask: urls::ConfirmChallenge.to_string(), answer: urls::ConfirmPasskey.to_string(), next: confirm.next,
                label: tr("Show a passkey"), kind: if confirm.app { Kind::Quiet } else { Kind::Filled },
            })
        }
        (if confirm.factor { by_code(confirm) } else { by_password(confirm) })
    })
}

fn by_password(confirm: &Confirm<'_>) -> Markup {
    html! {
        form.stack method="post" action=(urls::Confirm) {
            input type="text" name="username" value=(confirm.name) autocomplete="username" hidden;
            (Next(confirm.next))
            (Field {
                name: "password", label: tr("Password"), kind: "password", autocomplete: "current-password",
                longest: Some(128), first: true, ..Field::default()
            })
            (Button { label: tr("Go on"), kind: Kind::Filled, ..Button::default() })
        }
    }
}

fn by_code(confirm: &Confirm<'_>) -> Markup {
    let (label, help) = if confirm.app {
        (tr("Code"), tr("The one your app shows now, or one of your recovery codes."))
    } else {
        (tr("Recovery code"), tr("Only if your passkey is not at hand."))
    };
    html! {
        form.stack method="post" action=(urls::Confirm) {
            (Next(confirm.next))
            (Field {
                name: "code", label, help, autocomplete: "one-time-code", longest: Some(40),
                first: !confirm.passkeys, ..Field::default()
            })
            (Button {
                label: tr("Go on with the code"), kind: if confirm.app { Kind::Filled } else { Kind::Quiet },
                ..Button::default()
            })
        }
    }
}
