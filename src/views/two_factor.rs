//! Two-step sign-in: the second step, adding an app, and recovery codes.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{
    Button, ButtonKind, JoinNotice, LinkButton, NoticeBox, PasskeyButton, QrCode, ReturnPathField, TextField,
};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// The second step after the password.
#[derive(Clone, Copy, Debug)]
pub struct TwoFactorPage<'a> {
    pub name: &'a str,
    /// Where to go afterwards: a path of this site; may be empty.
    pub next: &'a str,
    /// The match that is joined afterwards.
    pub join_notice: Option<&'a JoinNotice>,
    /// Whether they have an authenticator app.
    pub app: bool,
    /// Whether they have passkeys.
    pub passkeys: bool,
    pub problem: Option<&'a str>,
}

/// The page of the second step.
pub fn page(reader: PageViewer<'_>, second: &TwoFactorPage<'_>) -> Markup {
    let (label, help) = if second.app {
        (tr("Code"), tr("The 6-digit code from your app, or a recovery code."))
    } else {
        (tr("Recovery code"), tr("One of the codes you saved."))
    };
    Page::new(tr("Two-step sign-in"), reader).width(PageWidth::Narrow).class("form-page").script("passkeys.js").body(html! {
        h1 { (tr("Two-step sign-in")) }
        @if let Some(join_notice) = second.join_notice { (join_notice) }
        p { (tr!("Confirm that you are {name}.", name = html! { strong { (second.name) } })) }
        @if let Some(problem) = second.problem { (NoticeBox::bad(problem)) }
        @if second.passkeys {
            (PasskeyButton {
                ask: urls::TwoFactorChallenge.to_string(), answer: urls::TwoFactorPasskey.to_string(), afterwards: html! { (ReturnPathField(second.next)) },
                label: tr("Use a passkey"), kind: if second.app { ButtonKind::Quiet } else { ButtonKind::Filled },
            })
        }
        form.stack method="post" action=(urls::once(urls::TwoFactor)) {
            (ReturnPathField(second.next))
            (TextField {
                name: "code", label, help, autocomplete: "one-time-code", longest: Some(40), first: !second.passkeys,
                ..TextField::default()
            })
            (Button { label: tr("Sign in"), kind: if second.app { ButtonKind::Filled } else { ButtonKind::Quiet }, ..Button::default() })
        }
        p.aside { (tr("Can’t use any of these? Ask an admin.")) }
    })
}

/// The page that adds an app.
pub fn setup(reader: PageViewer<'_>, secret: &str, url: &str, problem: Option<&str>) -> Markup {
    let spaced: Vec<_> = secret.as_bytes().chunks(4).map(String::from_utf8_lossy).collect();
    Page::new(tr("Set up authenticator app"), reader).width(PageWidth::Narrow).class("form-page").body(
        html! {
            h1 { (tr("Set up authenticator app")) }
            p { (tr("Scan this code with your authenticator app:")) }
            (QrCode { text: url, label: tr("QR code; the same key is written below") })
            p { (tr("Or enter this key:")) }
            p.secret translate="no" { code { (spaced.join(" ")) } }
            form.stack method="post" action=(urls::once(urls::ConfirmTotp)) {
                (TextField {
                    name: "code", label: tr("Code from the app"), autocomplete: "one-time-code", problem,
                    longest: Some(16), first: true, ..TextField::default()
                })
                div.row {
                    (Button { label: tr("Turn on"), kind: ButtonKind::Filled, ..Button::default() })
                    (LinkButton { href: urls::Account, label: tr("Cancel"), kind: ButtonKind::Plain })
                }
            }
            p.aside { (tr("Nothing changes until you enter a code.")) }
        },
    )
}

/// The page with recovery codes, shown once.
pub fn codes(reader: PageViewer<'_>, codes: &[String]) -> Markup {
    Page::new(tr("Recovery codes"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Recovery codes")) }
        p.lead { (tr("Write these codes down or print them. Don’t store them on your phone only.")) }
        p { (tr("Each code works once instead of your app or passkey. You won’t see them again; older codes no longer work.")) }
        ol.codes translate="no" { @for code in codes { li { code { (code) } } } }
        form.row method="post" action=(urls::KeptRecoveryCodes) {
            (Button { label: tr("I’ve saved them"), kind: ButtonKind::Filled, ..Button::default() })
            (LinkButton { href: urls::Account, label: tr("Later"), kind: ButtonKind::Quiet })
        }
    })
}
