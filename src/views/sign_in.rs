//! The sign-in page.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{
    Button, ButtonKind, JoinNotice, NoticeBox, PasskeyButton, ProviderButton, ReturnPathField, TextArea,
    TextField,
};
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::{tr, tr_format};

#[derive(Clone, Copy, Debug, Default)]
pub struct SignInPage<'a> {
    /// The name as it was sent.
    pub username: &'a str,
    /// Where to go afterwards: a path of this site; may be empty.
    pub next: &'a str,
    /// The match that is joined afterwards.
    pub join_notice: Option<&'a JoinNotice>,
    pub problem: Option<&'a str>,
    /// A message such as "You are signed out."
    pub notice: Option<&'a str>,
    /// What the user has written in a form that was not carried out, as their session had ended.
    pub written: &'a str,
    /// The name of the OpenID Connect provider, if there is one.
    pub provider: Option<&'a str>,
    /// Whether there is no other way to sign in.
    pub provider_only: bool,
    /// Whether the site supports passkeys.
    pub passkeys: bool,
    /// The guest who would sign in.
    pub guest: Option<GuestNotice<'a>>,
}

/// A guest whose matches end when they sign in to an account.
#[derive(Clone, Copy, Debug)]
pub struct GuestNotice<'a> {
    pub name: &'a str,
    /// How many of their matches are not over.
    pub unfinished: usize,
}

/// The page with the form.
pub fn page(reader: PageViewer<'_>, form: SignInPage<'_>) -> Markup {
    let notice = form.problem.map(NoticeBox::bad).or(form.notice.map(NoticeBox::good));
    Page::new(tr("Sign in"), reader).width(PageWidth::Narrow).class("form-page").script("passkeys.js").body(
        html! {
            h1 { (tr("Sign in")) }
            @if let Some(join_notice) = form.join_notice { (join_notice) }
            @if let Some(guest) = form.guest.filter(|guest| guest.unfinished > 0) { (guest_notice(guest)) }
            @if let Some(notice) = notice { (notice) }
            @if let Some(name) = form.provider {
                (ProviderButton {
                    action: urls::LoginOidc.to_string(), afterwards: html! { (ReturnPathField(form.next)) },
                    label: &tr_format!("Sign in with {name}", name = name), kind: ButtonKind::Filled,
                })
            }
            @if form.provider_only { (written(form.written)) } @else { (other_ways(form)) }
        },
    )
}

/// What was written in a form that was not carried out.
fn written(text: &str) -> Markup {
    html! {
        @if !text.is_empty() {
            (TextArea {
                name: "written", label: tr("What you wrote"), value: text, read_only: true,
                help: tr("You were signed out, so it wasn’t sent. Copy it before you sign in."), ..TextArea::default()
            })
        }
    }
}

/// Signing in with password or passkey, and the ways to an account.
fn other_ways(form: SignInPage<'_>) -> Markup {
    html! {
        @if form.provider.is_some() { p.or { (tr_in("between two ways to sign in", "or")) } }
        form.stack method="post" action=(urls::once(urls::Login)) {
            (ReturnPathField(form.next))
            (written(form.written))
            (TextField {
                name: "username", label: tr("Name"), value: form.username, autocomplete: "username",
                first: form.username.is_empty(), ..TextField::default()
            })
            (TextField {
                name: "password", label: tr("Password"), kind: "password", autocomplete: "current-password",
                first: !form.username.is_empty(), ..TextField::default()
            })
            @let kind = if form.provider.is_some() { ButtonKind::Quiet } else { ButtonKind::Filled };
            (Button { label: tr("Sign in"), kind, ..Button::default() })
        }
        @if form.passkeys {
            (PasskeyButton {
                ask: urls::LoginChallenge.to_string(), answer: urls::LoginPasskey.to_string(), afterwards: html! { (ReturnPathField(form.next)) },
                label: tr("Sign in with a passkey"), kind: ButtonKind::Quiet,
            })
        }
        p.aside { a href=(urls::Reset) { (tr("Forgot your password?")) } }
        @let sign_up = html! { a href=(urls::Register.leading_to(form.next)) { (tr("Create an account")) } };
        p.aside { (tr!("New here? {sign_up}.", sign_up = sign_up)) }
    }
}

fn guest_notice(guest: GuestNotice<'_>) -> Markup {
    let sign_up = html! { a href=(urls::AccountRegistration) { (tr("create an account")) } };
    let name = html! { b translate="no" { (guest.name) } };
    html! {
        p.guest-matches {
            (tr!(
                guest.unfinished;
                "You’re playing as {name}. Signing in ends your unfinished guest match. To keep it, {sign_up} instead.",
                "You’re playing as {name}. Signing in ends your {n} unfinished guest matches. To keep them, {sign_up} instead.",
                name = name, sign_up = sign_up,
            ))
        }
    }
}
