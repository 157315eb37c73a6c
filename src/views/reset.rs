//! The pages that reset a password.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind, NoticeBox, TextField};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// The page that asks whose password is lost.
pub fn page(reader: PageViewer<'_>, who: &str, problem: Option<&str>) -> Markup {
    Page::new(tr("Another password"), reader).width(PageWidth::Narrow).class("door").body(html! {
        h1 { (tr("Another password")) }
        p { (tr("Say who you are, and a letter goes to your address with a link in it that counts for an hour.")) }
        form.stack method="post" action=(urls::Reset) {
            (TextField {
                name: "who", label: tr("Name or e-mail address"), value: who, autocomplete: "username", problem,
                longest: Some(254), first: true, ..TextField::default()
            })
            (Button { label: tr("Send me a letter"), kind: ButtonKind::Filled, ..Button::default() })
        }
        p.aside {
            (tr("A letter can only come to an address you have confirmed here. Without one, ask whoever runs this house for a link."))
        }
    })
}

/// The page when somebody has asked. It is the same for everybody, known here or not.
pub fn asked(reader: PageViewer<'_>) -> Markup {
    Page::new(tr("Another password"), reader).width(PageWidth::Narrow).class("door").body(html! {
        h1 { (tr("Look at your mail")) }
        p.lead { (tr("If there is such an account, and it has a confirmed address, a letter is on its way to it.")) }
        p { (tr("The link in it counts for an hour, and once. Nothing comes? Look among the unwanted mail, or ask whoever runs this house for a link.")) }
        p.aside { a href=(urls::Login) { (tr("Back to signing in")) } }
    })
}

/// The page of a site that sends no mail.
pub fn without_mail(reader: PageViewer<'_>) -> Markup {
    Page::new(tr("Another password"), reader).width(PageWidth::Narrow).class("door").body(html! {
        h1 { (tr("Another password")) }
        p.lead { (tr("This house sends no mail. Ask whoever runs it: they can make you a link that sets another password.")) }
        p.aside { a href=(urls::Login) { (tr("Back to signing in")) } }
    })
}

/// The page a link opens.
pub fn form(reader: PageViewer<'_>, key: &str, name: &str, problem: Option<&str>) -> Markup {
    Page::new(tr("Another password"), reader).width(PageWidth::Narrow).class("door").body(html! {
        h1 { (tr("Another password")) }
        p.lead { (tr!("For {name}.", name = html! { strong { (name) } })) }
        form.stack method="post" action=(urls::ResetPassword { key }) {
            @if problem.is_some() { (NoticeBox::bad(tr("Your password is as it was."))) }
            // A keeper of passwords learns whose it is.
            input type="text" name="username" value=(name) autocomplete="username" hidden;
            (TextField {
                name: "new", label: tr("The new password"), kind: "password", autocomplete: "new-password",
                help: tr("Ten characters or more. A few words in a row are easy to keep in mind."),
                problem, longest: Some(128), first: true, ..TextField::default()
            })
            (Button { label: tr("Set this password"), kind: ButtonKind::Filled, ..Button::default() })
        }
        p.aside { (tr("Wherever you are signed in, you are so no more afterwards.")) }
    })
}
