//! The page that asks a user to reauthenticate.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{
    Button, ButtonKind, NoticeBox, PasskeyButton, ProviderButton, ReturnPathField, TextField,
};
use crate::texts::tr;
use crate::urls;
use crate::{tr, tr_format};

#[derive(Clone, Copy, Debug)]
pub struct ConfirmPage<'a> {
    pub name: &'a str,
    /// Where to go afterwards: a path of this site; may be empty.
    pub next: &'a str,
    /// The URL of the form that is repeated afterwards; empty if there is none.
    pub repeat: &'a str,
    /// Its fields, URL-encoded.
    pub fields: &'a str,
    /// Whether they have a second factor, which is asked for instead of the password.
    pub factor: bool,
    /// Whether they have an authenticator app.
    pub app: bool,
    /// Whether a passkey can be used.
    pub passkeys: bool,
    /// The name of the OpenID Connect provider, if that is where the user proves who they are.
    pub provider: Option<&'a str>,
    pub problem: Option<&'a str>,
}

pub fn page(reader: PageViewer<'_>, confirm: &ConfirmPage<'_>) -> Markup {
    Page::new(tr("Confirm it’s you"), reader)
        .width(PageWidth::Narrow)
        .class("form-page")
        .script("passkeys.js")
        .body(html! {
            h1 { (tr("Confirm it’s you")) }
            p {
                (tr!(
                    "Please confirm it’s you, {name}. You won’t be asked again for 15 minutes.",
                    name = html! { strong { (confirm.name) } },
                ))
            }
            @if let Some(name) = confirm.provider {
                (by_provider(confirm, name))
            } @else {
                (by_own_methods(confirm))
            }
        })
}

/// The form of a user who is sent to the provider, which cannot keep the form that was sent.
fn by_provider(confirm: &ConfirmPage<'_>, name: &str) -> Markup {
    html! {
        @if !confirm.repeat.is_empty() { p { (tr("What you sent isn’t kept. Do it again afterwards.")) } }
        @if let Some(problem) = confirm.problem { (NoticeBox::bad(problem)) }
        (ProviderButton {
            action: urls::ReauthenticateOidc.to_string(), afterwards: html! { (ReturnPathField(confirm.next)) },
            label: &tr_format!("Continue with {name}", name = name), kind: ButtonKind::Filled,
        })
    }
}

fn by_own_methods(confirm: &ConfirmPage<'_>) -> Markup {
    html! {
        @if !confirm.repeat.is_empty() { p { (tr("Your request is then carried out right away.")) } }
        @if let Some(problem) = confirm.problem { (NoticeBox::bad(problem)) }
        @if confirm.passkeys {
            (PasskeyButton {
                ask: urls::ReauthenticateChallenge.to_string(), answer: urls::ReauthenticatePasskey.to_string(),
                afterwards: afterwards(confirm),
                label: tr("Use a passkey"), kind: if confirm.app { ButtonKind::Quiet } else { ButtonKind::Filled },
            })
        }
        (if confirm.factor { by_code(confirm) } else { by_password(confirm) })
    }
}

/// The hidden fields with where to go, and with the form that is repeated.
fn afterwards(confirm: &ConfirmPage<'_>) -> Markup {
    html! {
        (ReturnPathField(confirm.next))
        @if !confirm.repeat.is_empty() {
            input type="hidden" name="repeat" value=(confirm.repeat);
            input type="hidden" name="fields" value=(confirm.fields);
        }
    }
}

fn by_password(confirm: &ConfirmPage<'_>) -> Markup {
    html! {
        form.stack method="post" action=(urls::once(urls::Reauthenticate)) {
            input type="text" name="username" value=(confirm.name) autocomplete="username" hidden;
            (afterwards(confirm))
            (TextField {
                name: "password", label: tr("Password"), kind: "password", autocomplete: "current-password",
                longest: Some(128), first: true, ..TextField::default()
            })
            (Button { label: tr("Continue"), kind: ButtonKind::Filled, ..Button::default() })
        }
    }
}

fn by_code(confirm: &ConfirmPage<'_>) -> Markup {
    let (label, help) = if confirm.app {
        (tr("Code"), tr("From your authenticator app, or a recovery code."))
    } else {
        (tr("Recovery code"), tr("If you don’t have your passkey with you."))
    };
    html! {
        form.stack method="post" action=(urls::once(urls::Reauthenticate)) {
            (afterwards(confirm))
            (TextField {
                name: "code", label, help, autocomplete: "one-time-code", longest: Some(40),
                first: !confirm.passkeys, ..TextField::default()
            })
            (Button {
                label: tr("Continue with code"), kind: if confirm.app { ButtonKind::Filled } else { ButtonKind::Quiet },
                ..Button::default()
            })
        }
    }
}
