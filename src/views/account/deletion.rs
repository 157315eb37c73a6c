//! Leaving for good.

use maud::{Markup, html};

use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::users::FORMER;
use crate::views::page::{Page, PageViewer, PageWidth};
use crate::views::parts::{Button, ButtonKind, LinkButton, TextField};
use crate::views::words::called;

/// What is wrong with what was sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeleteAccountProblems<'a> {
    /// The name as it was typed.
    pub typed: &'a str,
    /// With that name.
    pub name: Option<&'a str>,
    /// With the password.
    pub password: Option<&'a str>,
}

/// The page that asks whether somebody means it.
pub fn page(reader: PageViewer<'_>, problems: DeleteAccountProblems<'_>) -> Markup {
    Page::new(tr("Delete your account"), reader).width(PageWidth::Narrow).class("door").body(html! {
        h1 { (tr("Delete your account?")) }
        p.lead { (tr("It happens at once, and nobody can undo it.")) }
        div.stack.tight {
            h2 { (tr("What goes")) }
            p {
                (tr("Your name, your password, your address, your settings, your notes and standing orders, your feeds and devices. What you said at tables is emptied. Your open tables close, and the matches you are playing are resigned."))
            }
        }
        div.stack.tight {
            h2 { (tr("What stays")) }
            p {
                (tr!(
                    "The matches you have played, for those you have played them with. Where your name stood, they read “{former}”, as for everybody who has left. Nobody else can take your name for 90 days.",
                    former = called(FORMER),
                ))
            }
        }
        form.stack method="post" action=(urls::DeleteAccount) {
            (TextField {
                name: "name", label: tr("Your name"), value: problems.typed, autocomplete: "off", longest: Some(40),
                help: tr("Type it as it stands at the top of the page."), problem: problems.name, first: problems.name.is_some(), ..TextField::default()
            })
            (TextField {
                name: "password", label: tr("Your password"), kind: "password", autocomplete: "current-password",
                problem: problems.password, longest: Some(128), ..TextField::default()
            })
            div.row {
                (Button { label: tr("Delete my account"), kind: ButtonKind::Grave, ..Button::default() })
                (LinkButton { href: urls::Account, label: tr("Stay"), kind: ButtonKind::Quiet })
            }
        }
        @let export = html! { a href=(urls::Export) { (tr("take everything along")) } };
        p.aside { (tr!("Before you go, you can {take_everything_along}.", take_everything_along = export)) }
    })
}

/// The last page.
pub fn gone() -> Markup {
    Page::new(tr("Good-bye"), PageViewer::default()).width(PageWidth::Narrow).class("door").body(html! {
        h1 { (tr("Good-bye")) }
        p.lead { (tr("Your account is deleted. Thank you for having played here.")) }
        div.row { (LinkButton { href: urls::Home, label: tr("To the front page"), kind: ButtonKind::Quiet }) }
    })
}
