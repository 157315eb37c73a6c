//! The page on which a guest creates an account.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind, NoticeBox};
use super::register::credential_fields;
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// The state of the form by which a guest creates an account.
#[derive(Clone, Copy, Debug, Default)]
pub struct GuestRegistrationPage<'a> {
    /// The name as it was entered.
    pub username: &'a str,
    /// The message about the name.
    pub name_problem: Option<&'a str>,
    /// The message about the password.
    pub password_problem: Option<&'a str>,
    /// Why accounts cannot be created now. The form is left out then.
    pub closed: Option<&'a str>,
}

/// The page with the form.
pub fn page(reader: PageViewer<'_>, form: GuestRegistrationPage<'_>) -> Markup {
    Page::new(tr("Create an account"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Create an account")) }
        @if let Some(why) = form.closed { (NoticeBox::bad(why)) } @else {
            p.lead { (tr("You keep your matches.")) }
            form.stack method="post" action=(urls::once(urls::AccountRegistration)) {
                input type="hidden" name="zone" value="" data-own-zone;
                (credential_fields(form.username, form.name_problem, form.password_problem))
                (Button { label: tr("Create account"), kind: ButtonKind::Filled, ..Button::default() })
            }
        }
        @let sign_in = html! { a href=(urls::Login) { (tr("Sign in instead")) } };
        p.aside { (tr!("Already have an account? {sign_in}. Your guest matches will end.", sign_in = sign_in)) }
    })
}
