//! The pages that reset a password.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind, NoticeBox, TextField};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// The page that asks for name or address.
pub fn page(reader: PageViewer<'_>, who: &str, problem: Option<&str>) -> Markup {
    Page::new(tr("Reset password"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Reset password")) }
        p { (tr("Enter your name or email address and we’ll email you a reset link, valid for an hour.")) }
        form.stack method="post" action=(urls::once(urls::Reset)) {
            (TextField {
                name: "who", label: tr("Name or email address"), value: who, autocomplete: "username", problem,
                longest: Some(254), first: true, ..TextField::default()
            })
            (Button { label: tr("Send reset link"), kind: ButtonKind::Filled, ..Button::default() })
        }
        p.aside {
            (tr("This needs an email address you have confirmed. Without one, ask an admin for a link."))
        }
    })
}

/// The page after a request. It is the same whether or not the account exists.
pub fn requested(reader: PageViewer<'_>) -> Markup {
    Page::new(tr("Reset password"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Check your email")) }
        p.lead { (tr("If the account exists and has a confirmed email address, we’ve sent a link to it.")) }
        p { (tr("The link is valid for an hour and works once. Nothing arrived? Check your spam folder, or ask an admin for a link.")) }
        p.aside { a href=(urls::Login) { (tr("Back to sign-in")) } }
    })
}

/// The page of a site that sends no mail.
pub fn without_mail(reader: PageViewer<'_>) -> Markup {
    Page::new(tr("Reset password"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Reset password")) }
        p.lead { (tr("This site doesn’t send email. Ask an admin for a reset link.")) }
        p.aside { a href=(urls::Login) { (tr("Back to sign-in")) } }
    })
}

/// The page behind a link. `has_password` is whether the user has a password that is replaced.
pub fn form(
    reader: PageViewer<'_>,
    key: &str,
    (name, has_password): (&str, bool),
    problem: Option<&str>,
) -> Markup {
    let (title, label, unchanged) = if has_password {
        (tr("Reset password"), tr("New password"), tr("Your password hasn’t changed."))
    } else {
        (tr("Choose a password"), tr("Password"), tr("Your password hasn’t been saved."))
    };
    Page::new(title, reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (title) }
        p.lead { (tr!("For {name}.", name = html! { strong { (name) } })) }
        form.stack method="post" action=(urls::once(urls::ResetPassword { key })) {
            @if problem.is_some() { (NoticeBox::bad(unchanged)) }
            // Tells password managers which account it is.
            input type="text" name="username" value=(name) autocomplete="username" hidden;
            (TextField {
                name: "new", label, kind: "password", autocomplete: "new-password",
                help: tr("At least 10 characters. A few random words are easy to remember."),
                problem, longest: Some(128), first: true, ..TextField::default()
            })
            (Button { label: tr("Set password"), kind: ButtonKind::Filled, ..Button::default() })
        }
        p.aside {
            @if has_password { (tr("This signs you out everywhere.")) }
            @else { (tr("After that, you sign in with your name and this password.")) }
        }
    })
}
