//! Sign-in methods other than the password.

use maud::{Markup, html};

use super::{AccountPage, OwnPasskey, OwnProvider, SignInMethods};
use crate::texts::tr;
use crate::urls;
use crate::views::parts::{Button, ButtonKind, Icon, NoticeBox, TextField, TimeLabel};
use crate::{tr, tr_format};

/// With this many recovery codes left, the page suggests new ones.
const FEW: u32 = 3;

/// Connecting the account with the OpenID Connect provider, or disconnecting it.
pub(super) fn provider(account: &AccountPage<'_>, provider: OwnProvider<'_>) -> Markup {
    let name = provider.name;
    html! {
        @match provider.connected_at {
            Some(at) => {
                @let connected = TimeLabel { at, now: account.now };
                p { (tr!("Connected with {name} {connected}.", name = name, connected = connected)) }
                @if !account.keys.provider_only {
                    form method="post" action=(urls::DisconnectOidc) {
                        @let label = tr_format!("Disconnect {name}", name = name);
                        (Button { label: &label, kind: ButtonKind::Plain, ..Button::default() })
                    }
                }
            }
            None => {
                p { (tr!("Sign in with {name} instead of your password.", name = name)) }
                form method="post" action=(urls::ConnectOidc) {
                    (Button { label: &tr_format!("Connect {name}", name = name), ..Button::default() })
                }
            }
        }
    }
}

pub(super) fn passkeys(account: &AccountPage<'_>) -> Markup {
    let keys = &account.keys;
    html! {
        p { (tr("Sign in with your fingerprint, face or screen lock instead of your password.")) }
        @if !keys.passkeys.is_empty() {
            ul.devices { @for passkey in keys.passkeys { (passkey_row(account, passkey)) } }
        }
        @if keys.able {
            form.stack method="post" action=(urls::Passkeys) data-passkey="make" data-ask=(urls::PasskeyChallenge) hidden {
                input type="hidden" name="challenge";
                input type="hidden" name="answer";
                (TextField {
                    name: "name", label: tr("Name"), autocomplete: "off", optional: true, longest: Some(40),
                    help: tr("For example “my phone”."), ..TextField::default()
                })
                (two_step_help(account))
                div.row { (Button { label: tr("Add a passkey"), icon: Some(Icon::Plus), ..Button::default() }) }
                div data-failed hidden { (NoticeBox::bad(tr("Your device didn’t create a passkey. It may already have one for this site."))) }
            }
            p.soft data-without-passkeys { (tr("Passkeys need JavaScript and a browser that supports them.")) }
        } @else {
            p.soft { (tr("Passkeys need a domain name, and this site is reached by its IP address.")) }
        }
    }
}

/// An explanation of two-step sign-in, for users without a second factor.
fn two_step_help(account: &AccountPage<'_>) -> Markup {
    let keys = &account.keys;
    html! {
        @if keys.passkeys.is_empty() && keys.app {
            p { (tr("After your password, you can also use a passkey instead of a code.")) }
        } @else if keys.passkeys.is_empty() {
            p {
                (tr(
                    "Adding one also turns on two-step sign-in: after your password, you’ll need the passkey. \
                     You get recovery codes in case you lose it. Removing your passkeys turns two-step sign-in \
                     off again.",
                ))
            }
        }
    }
}

fn passkey_row(account: &AccountPage<'_>, passkey: &OwnPasskey) -> Markup {
    html! {
        li {
            div {
                strong { (passkey.name) }
                br;
                span.soft.small {
                    @let made = TimeLabel { at: passkey.made, now: account.now };
                    @match passkey.used {
                        Some(at) => (tr!("Added {made}, last used {used}", made = made, used = TimeLabel { at, now: account.now })),
                        None => (tr!("Added {made}, never used", made = made)),
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
            p.sure { (Icon::Check) span { (tr("On: after your password, you enter a code from your authenticator app.")) } }
            form method="post" action=(urls::RemoveTotp) {
                (Button { label: tr("Remove app"), kind: ButtonKind::Plain, ..Button::default() })
            }
        } @else {
            @if keys.passkeys.is_empty() {
                p { (tr(
                    "After your password, you also enter a code from an app on your phone. Someone who guesses \
                     your password still can’t sign in.",
                )) }
            } @else {
                p.sure { (Icon::Check) span { (tr("On: after your password, you also use a passkey.")) } }
                p { (tr("You can add an authenticator app as another way.")) }
            }
            form method="post" action=(urls::Totp) {
                (Button { label: tr("Set up app"), ..Button::default() })
            }
        }
        @if keys.app || !keys.passkeys.is_empty() { (codes(keys)) }
    }
}

fn codes(keys: &SignInMethods<'_>) -> Markup {
    let left = keys.codes;
    html! {
        @if keys.has_new_codes {
            (NoticeBox::plain(tr("Have you saved your recovery codes? If not, create new ones.")))
            form method="post" action=(urls::KeptRecoveryCodes) {
                (Button { label: tr("I’ve saved them"), ..Button::default() })
            }
        }
        @if left <= FEW {
            (NoticeBox::plain(match left {
                0 => tr("You have no recovery codes left. If you lose your phone, you can’t sign in.").to_owned(),
                left => tr_format!(
                    left; "Only {n} recovery code left, in case you lose your phone.",
                    "Only {n} recovery codes left, in case you lose your phone."
                ),
            }))
        } @else {
            p {
                (tr!(
                    left; "{n} recovery code left, in case you lose your phone.",
                    "{n} recovery codes left, in case you lose your phone."
                ))
            }
        }
        form method="post" action=(urls::once(urls::RecoveryCodes)) {
            (Button { label: tr("Create new recovery codes"), kind: ButtonKind::Plain, ..Button::default() })
        }
    }
}
