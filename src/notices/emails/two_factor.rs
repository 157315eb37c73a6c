//! Emails about two-step sign-in.

use maud::html;

use super::password::{not_me, not_me_by_link};
use super::{WrittenEmail, email, paragraphs};
use crate::texts::tr;
use crate::tr_format;
use crate::users::FactorChange;

/// The confirmation of a change of two-step sign-in.
pub fn factors_changed(name: &str, site: &str, reset: &str, what: FactorChange) -> WrittenEmail {
    let happened = happened(name, site, what);
    let text = [happened.clone(), not_me(reset)];
    let body = html! {
        p { (happened) }
        p { (not_me_by_link(reset)) }
    };
    email(name, subject(what), &paragraphs(&text), &body)
}

fn subject(what: FactorChange) -> &'static str {
    match what {
        FactorChange::AppOn => tr("authenticator app added"),
        FactorChange::AppOff => tr("authenticator app removed"),
        FactorChange::PasskeyOn => tr("passkey added"),
        FactorChange::PasskeyOff => tr("passkey removed"),
        FactorChange::Codes => tr("new recovery codes"),
        FactorChange::Removed => tr("two-step sign-in was turned off"),
    }
}

fn happened(name: &str, site: &str, what: FactorChange) -> String {
    match what {
        FactorChange::AppOn => tr_format!(
            "an authenticator app was just added for {name} at {site}. Signing in asks for one of its codes after the password.",
            name = name,
            site = site
        ),
        FactorChange::AppOff => tr_format!(
            "the authenticator app for {name} at {site} was just removed. Its codes are no longer valid.",
            name = name,
            site = site
        ),
        FactorChange::PasskeyOn => tr_format!(
            "a passkey was just added for {name} at {site}. It can be used to sign in on its own or after the password.",
            name = name,
            site = site
        ),
        FactorChange::PasskeyOff => {
            tr_format!(
                "a passkey for {name} at {site} was just removed. It is no longer valid.",
                name = name,
                site = site
            )
        }
        FactorChange::Codes => tr_format!(
            "new recovery codes were just created for {name} at {site}. The old ones are no longer valid.",
            name = name,
            site = site
        ),
        FactorChange::Removed => tr_format!(
            "an admin of {site} has just turned off two-step sign-in for {name}: the authenticator app, passkeys and recovery \
             codes were removed. The password alone is enough to sign in until you set up something else.",
            name = name,
            site = site
        ),
    }
}
