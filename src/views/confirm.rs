//! Showing once more that it is oneself.

use maud::{Markup, html};

use super::page::{Page, Reader, Width};
use super::parts::{Button, ByPasskey, Field, Kind, Next, Notice};
use crate::texts::tr;
use crate::tr;
use crate::web::paths;

/// What the page asks for.
#[derive(Clone, Copy, Debug)]
pub struct Confirm<'a> {
    /// Who they are.
    pub name: &'a str,
    /// Where to go afterwards, a path of this site; may be empty.
    pub next: &'a str,
    /// Whether a form waits there that is sent on afterwards.
    pub waits: bool,
    /// Whether a code will do.
    pub code: bool,
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
        form.stack method="post" action=(paths::Confirm) {
            input type="text" name="username" value=(confirm.name) autocomplete="username" hidden;
            (Next(confirm.next))
            (Field {
                name: "password", label: tr("Password"), kind: "password", autocomplete: "current-password",
                longest: Some(128), first: true, ..Field::default()
            })
            (Button { label: tr("Go on"), kind: Kind::Filled, ..Button::default() })
        }
        @if confirm.passkeys {
            (ByPasskey {
                ask: paths::ConfirmChallenge.to_string(), answer: paths::ConfirmPasskey.to_string(), next: confirm.next,
                label: tr("Show a passkey instead"), kind: Kind::Quiet,
            })
        }
        @if confirm.code {
            details.other {
                summary { (tr("Give a code instead")) }
                form.stack method="post" action=(paths::Confirm) {
                    (Next(confirm.next))
                    (Field {
                        name: "code", label: tr("Code"), autocomplete: "one-time-code",
                        help: tr("The one your app shows now, or one of your recovery codes."), longest: Some(40), ..Field::default()
                    })
                    div.row { (Button { label: tr("Go on with the code"), ..Button::default() }) }
                }
            }
        }
    })
}
