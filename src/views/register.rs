//! The sign-up page.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind, JoinNotice, ReturnPathField, TextArea, TextField};
use crate::texts::tr;
use crate::urls;
use crate::{tr, tr_format};

#[derive(Clone, Copy, Debug, Default)]
pub struct RegisterPage<'a> {
    /// The name as it was sent.
    pub username: &'a str,
    /// Where to go afterwards: a path of this site; may be empty.
    pub next: &'a str,
    /// The match that is joined afterwards.
    pub join_notice: Option<&'a JoinNotice>,
    /// The key of the sign-up link; may be empty.
    pub invitation: &'a str,
    /// What was written to staff, where they have to approve accounts.
    pub application: Option<&'a str>,
    /// Whether that is too long.
    pub application_is_long: bool,
    /// The problem with the name.
    pub name_problem: Option<&'a str>,
    /// The problem with the password.
    pub password_problem: Option<&'a str>,
}

/// Maximum length of what is written to staff, in characters.
pub const LONGEST_APPLICATION: u32 = 300;

/// The page with the form.
pub fn page(reader: PageViewer<'_>, form: RegisterPage<'_>) -> Markup {
    let domains = reader.site.mail_domains.replace(' ', ", ");
    Page::new(tr("Create an account"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Create an account")) }
        @if form.application.is_some() {
            p.lead {
                (tr("An admin or moderator has to approve your account before you can play."))
                @if !domains.is_empty() {
                    " " (tr!("Or confirm an email address at {domains}.", domains = domains))
                }
            }
        }
        @if let Some(join_notice) = form.join_notice { (join_notice) }
        form.stack method="post" action=(urls::once(urls::Register)) {
            @if !form.invitation.is_empty() { input type="hidden" name="invitation" value=(form.invitation); }
            (ReturnPathField(form.next))
            input type="hidden" name="zone" value="" data-own-zone;
            (credential_fields(form.username, form.name_problem, form.password_problem))
            @if let Some(text) = form.application { (application_field(text, form.application_is_long)) }
            (Button { label: tr("Create account"), kind: ButtonKind::Filled, ..Button::default() })
        }
        @let sign_in = html! { a href=(urls::Login.leading_to(form.next)) { (tr("Sign in instead")) } };
        p.aside { (tr!("Already have an account? {sign_in}.", sign_in = sign_in)) }
    })
}

fn application_field(text: &str, is_long: bool) -> Markup {
    let problem =
        is_long.then(|| tr_format!("Use {count} characters or fewer.", count = LONGEST_APPLICATION));
    html! {
        (TextArea {
            name: "application", label: tr("Who are you?"), value: text, problem: problem.as_deref(),
            help: tr("Only admins and moderators read it. Tell them how you know the site, so that they can approve you."),
            longest: Some(LONGEST_APPLICATION), optional: true, ..TextArea::default()
        })
    }
}

/// The fields for the name and the password of a new account. The first one with a problem has the focus.
pub fn credential_fields(
    username: &str,
    name_problem: Option<&str>,
    password_problem: Option<&str>,
) -> Markup {
    html! {
        (TextField {
            name: "username", label: tr("Name"), value: username, autocomplete: "username",
            help: tr("Shown to other players. 2 to 20 letters, digits, _ or -."),
            problem: name_problem, longest: Some(20), first: password_problem.is_none(), ..TextField::default()
        })
        (TextField {
            name: "password", label: tr("Password"), kind: "password", autocomplete: "new-password",
            help: tr("At least 10 characters. A few random words are easy to remember."),
            problem: password_problem, first: password_problem.is_some(), ..TextField::default()
        })
    }
}

/// The page if registration is closed, with a link to sign in and continue to `next`.
pub fn registration_closed(reader: PageViewer<'_>, why: &str, next: &str) -> Markup {
    Page::new(tr("Create an account"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Sign-up is closed")) }
        p.lead { (why) }
        @let sign_in = html! { a href=(urls::Login.leading_to(next)) { (tr("Sign in")) } };
        @let games = html! { a href=(urls::Games) { (tr("games")) } };
        p { (tr!("{sign_in}, or browse the {games}.", sign_in = sign_in, games = games)) }
    })
}
