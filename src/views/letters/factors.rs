//! The letter about what somebody shows besides their password.

use maud::html;

use super::password::{not_me, not_me_by_link};
use super::{Written, letter, paragraphs};
use crate::people::FactorChange;
use crate::say;
use crate::texts::tr;

/// The letter that tells what was changed about it.
pub fn factors_changed(name: &str, site: &str, reset: &str, what: FactorChange) -> Written {
    let happened = happened(name, site, what);
    let text = [happened.clone(), not_me(reset)];
    let body = html! {
        p { (happened) }
        p { (not_me_by_link(reset)) }
    };
    letter(name, subject(what), &paragraphs(&text), &body)
}

fn subject(what: FactorChange) -> &'static str {
    match what {
        FactorChange::AppOn => tr("An app makes codes for you"),
        FactorChange::AppOff => tr("No app makes codes for you any more"),
        FactorChange::PasskeyOn => tr("A passkey was added"),
        FactorChange::PasskeyOff => tr("A passkey was removed"),
        FactorChange::Codes => tr("You have new recovery codes"),
        FactorChange::Removed => tr("Your second step was taken away"),
    }
}

fn happened(name: &str, site: &str, what: FactorChange) -> String {
    match what {
        FactorChange::AppOn => say!(
            "an app was set up just now that makes codes for {name} at {site}. One of them is asked for after the password.",
            name = name,
            site = site
        ),
        FactorChange::AppOff => say!(
            "the app that made codes for {name} at {site} was turned off just now. No code of it counts any more.",
            name = name,
            site = site
        ),
        FactorChange::PasskeyOn => say!(
            "a passkey was added just now for {name} at {site}. It opens the door by itself, and is asked for after the password.",
            name = name,
            site = site
        ),
        FactorChange::PasskeyOff => {
            say!(
                "a passkey of {name} at {site} was removed just now. It opens nothing any more.",
                name = name,
                site = site
            )
        }
        FactorChange::Codes => say!(
            "new recovery codes were made just now for {name} at {site}. Those from before count no more.",
            name = name,
            site = site
        ),
        FactorChange::Removed => say!(
            "whoever looks after {site} has just taken away what {name} shows there besides the password: app, passkeys and \
             recovery codes. The password alone opens the door, until something else is set up.",
            name = name,
            site = site
        ),
    }
}
