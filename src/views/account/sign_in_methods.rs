//! Sign-in methods besides the password.

use maud::{Markup, html};

use super::{AccountPage, OwnPasskey};
use crate::texts::tr;
use crate::urls;
use crate::views::parts::{Button, ButtonKind, Icon, NoticeBox, TextField, TimeLabel};
use crate::{say, tr};

/// So few recovery codes are worth a word.
const FEW: u32 = 3;

pub(super) fn passkeys(account: &AccountPage<'_>) -> Markup {
    let keys = &account.keys;
    html! {
        p { (tr("With a passkey you sign in by your finger, your face or the lock of your device, without typing anything.")) }
        @if !keys.passkeys.is_empty() {
            ul.devices { @for passkey in keys.passkeys { (one(account, passkey)) } }
        }
        @if keys.able {
            form.stack method="post" action=(urls::Passkeys) data-passkey="make" data-ask=(urls::PasskeyChallenge) hidden {
                input type="hidden" name="challenge";
                input type="hidden" name="answer";
                (TextField {
                    name: "name", label: tr("What it is called"), autocomplete: "off", optional: true, longest: Some(40),
                    help: tr("To tell it from others, such as “my phone”."), ..TextField::default()
                })
                (means(account))
                div.row { (Button { label: tr("Add a passkey"), icon: Some(Icon::Plus), ..Button::default() }) }
                div data-failed hidden { (NoticeBox::bad(tr("Your device has made no passkey. It may hold one for this house already."))) }
            }
            p.soft data-without-passkeys { (tr("Passkeys need scripts, and a browser that knows them. Everything else here works without.")) }
        } @else {
            p.soft { (tr("Passkeys need a house with a name: this one is reached by a number.")) }
        }
    }
}

/// What it means to have one, for whoever is about to add the first.
fn means(account: &AccountPage<'_>) -> Markup {
    let keys = &account.keys;
    html! {
        @if keys.passkeys.is_empty() && keys.app {
            p { (tr("A passkey can also be shown after your password, in the place of a code from your app.")) }
        } @else if keys.passkeys.is_empty() {
            p {
                (tr("It becomes your second step, too: from then on your password alone does not let you in, and you are asked for the passkey after it. You are given recovery codes for the day it is lost. Take the passkey away again, and the password is enough as before."))
            }
        }
    }
}

fn one(account: &AccountPage<'_>, passkey: &OwnPasskey) -> Markup {
    html! {
        li {
            div {
                strong { (passkey.name) }
                br;
                span.soft.small {
                    @let made = TimeLabel { at: passkey.made, now: account.now };
                    @match passkey.used {
                        Some(at) => (tr!("Since {made}, last used {used}", made = made, used = TimeLabel { at, now: account.now })),
                        None => (tr!("Since {made}, not used yet", made = made)),
                    }
                }
            }
            form.row method="post" action=(urls::RemovePasskey { id: &passkey.id }) {
                (Button { label: tr("Remove"), kind: ButtonKind::Plain, ..Button::default() })
            }
        }
    }
}

pub(super) fn second_step(account: &AccountPage<'_>) -> Markup {
    let keys = &account.keys;
    html! {
        @if keys.app {
            p.sure { (Icon::Check) span { (tr("When you sign in with your password, you are asked for a code from your app.")) } }
            form method="post" action=(urls::RemoveTotp) {
                (Button { label: tr("Turn the app off"), kind: ButtonKind::Plain, ..Button::default() })
            }
        } @else {
            @if keys.passkeys.is_empty() {
                p { (tr("An app on your phone makes a code that is asked for after your password. Whoever guesses your password then stands before a second door.")) }
            } @else {
                p.sure { (Icon::Check) span { (tr("When you sign in with your password, you are asked for a passkey too.")) } }
                p { (tr("An app on your phone that makes codes can stand in for it.")) }
            }
            form method="post" action=(urls::Totp) {
                (Button { label: tr("Set up an app"), ..Button::default() })
            }
        }
        @if keys.app || !keys.passkeys.is_empty() { (codes(keys.codes)) }
    }
}

fn codes(left: u32) -> Markup {
    html! {
        @if left <= FEW {
            (NoticeBox::plain(match left {
                0 => tr("No recovery code is left. Without one, a lost phone locks you out.").to_owned(),
                left => say!(
                    left; "Only {n} recovery code left for the day your phone is lost.",
                    "Only {n} recovery codes left for the day your phone is lost."
                ),
            }))
        } @else {
            p {
                (tr!(
                    left; "For the day your phone is lost you have {n} recovery code left.",
                    "For the day your phone is lost you have {n} recovery codes left."
                ))
            }
        }
        form method="post" action=(urls::RecoveryCodes) {
            (Button { label: tr("Make new recovery codes"), kind: ButtonKind::Plain, ..Button::default() })
        }
    }
}
