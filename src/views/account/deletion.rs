//! The page that deletes an account.

use maud::{Markup, html};

use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::users::FORMER;
use crate::views::page::{Page, PageViewer, PageWidth};
use crate::views::parts::words::called;
use crate::views::parts::{Button, ButtonKind, LinkButton, TextField};

/// The form as it was sent, and problems with it.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeleteAccountProblems<'a> {
    /// The name that was typed.
    pub typed: &'a str,
    pub name: Option<&'a str>,
    pub password: Option<&'a str>,
    /// Whether there is no password to ask for.
    pub no_password: bool,
}

/// The page with the form.
pub fn page(reader: PageViewer<'_>, problems: DeleteAccountProblems<'_>) -> Markup {
    Page::new(tr("Delete your account"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Delete your account?")) }
        p.lead { (tr("This happens at once and can’t be undone.")) }
        div.stack.tight {
            h2 { (tr("What is deleted")) }
            p {
                (tr(
                    "Your name, password, email address, settings, notes, conditional moves, feeds and devices, \
                     and the text of your chat messages. Your open matches are cancelled, and you resign the \
                     matches you’re playing.",
                ))
            }
        }
        div.stack.tight {
            h2 { (tr("What stays")) }
            p {
                (tr!(
                    "The matches you played, for your opponents. They show “{former}” instead of your name. No \
                     one else can take your name for 90 days.",
                    former = called(FORMER),
                ))
            }
        }
        form.stack method="post" action=(urls::once(urls::DeleteAccount)) {
            (TextField {
                name: "name", label: tr("Your name"), value: problems.typed, autocomplete: "off", longest: Some(40),
                help: tr("Type it exactly as shown at the top of the page."), problem: problems.name, first: problems.name.is_some(), ..TextField::default()
            })
            @if !problems.no_password {
                (TextField {
                    name: "password", label: tr("Password"), kind: "password", autocomplete: "current-password",
                    problem: problems.password, longest: Some(128), ..TextField::default()
                })
            }
            div.row {
                (Button { label: tr("Delete account"), kind: ButtonKind::Grave, ..Button::default() })
                (LinkButton { href: urls::Account, label: tr("Cancel"), kind: ButtonKind::Quiet })
            }
        }
        @let export = html! { a href=(urls::Export) { (tr("download your data")) } };
        p.aside { (tr!("Before you go, you can {download}.", download = export)) }
    })
}

/// The page after the deletion, in the language and theme of the former user.
pub fn account_deleted(reader: PageViewer<'_>) -> Markup {
    let reader = PageViewer { player: None, ..reader };
    Page::new(tr("Goodbye"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Goodbye")) }
        p.lead { (tr("Your account has been deleted. Thank you for playing.")) }
        div.row { (LinkButton { href: urls::Home, label: tr("Go to the front page"), kind: ButtonKind::Quiet }) }
    })
}
