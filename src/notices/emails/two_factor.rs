//! Emails about two-step sign-in.

use maud::html;

use super::password::{not_asked, not_asked_by_link, not_me, not_me_by_link};
use super::{WrittenEmail, account_email, paragraphs};
use crate::texts::tr;
use crate::tr_format;
use crate::users::FactorChange;

/// The confirmation of a change of two-step sign-in.
pub fn factors_changed(name: &str, site: &str, reset: &str, what: FactorChange) -> WrittenEmail {
    let happened = description(name, site, what);
    let by_admin = what == FactorChange::Removed;
    let advice = if by_admin { not_asked(reset) } else { not_me(reset) };
    let text = [happened.clone(), advice];
    let body = html! {
        p { (happened) }
        p { (if by_admin { not_asked_by_link(reset) } else { not_me_by_link(reset) }) }
    };
    account_email(name, subject(what), &paragraphs(&text), &body)
}

fn subject(what: FactorChange) -> &'static str {
    match what {
        FactorChange::AppOn => tr("Authenticator app added"),
        FactorChange::AppOff => tr("Authenticator app removed"),
        FactorChange::PasskeyOn => tr("Passkey added"),
        FactorChange::PasskeyOff => tr("Passkey removed"),
        FactorChange::ProviderOn => tr("Single sign-on connected"),
        FactorChange::ProviderOff => tr("Single sign-on disconnected"),
        FactorChange::Codes => tr("New recovery codes"),
        FactorChange::Removed => tr("Two-step sign-in was turned off"),
    }
}

fn description(name: &str, site: &str, what: FactorChange) -> String {
    match what {
        FactorChange::AppOn => tr_format!(
            "An authenticator app was just added for {name} at {site}. Signing in asks for one of its codes after the password.",
            name = name,
            site = site
        ),
        FactorChange::AppOff => tr_format!(
            "The authenticator app for {name} at {site} was just removed. Its codes are no longer valid.",
            name = name,
            site = site
        ),
        FactorChange::PasskeyOn => tr_format!(
            "A passkey was just added for {name} at {site}. It can be used to sign in on its own or after the password.",
            name = name,
            site = site
        ),
        FactorChange::PasskeyOff => {
            tr_format!(
                "A passkey for {name} at {site} was just removed. It is no longer valid.",
                name = name,
                site = site
            )
        }
        FactorChange::ProviderOn => tr_format!(
            "The account {name} at {site} was just connected with single sign-on. It can be used to sign in now.",
            name = name,
            site = site
        ),
        FactorChange::ProviderOff => tr_format!(
            "The account {name} at {site} was just disconnected from single sign-on.",
            name = name,
            site = site
        ),
        FactorChange::Codes => tr_format!(
            "New recovery codes were just created for {name} at {site}. The old ones are no longer valid.",
            name = name,
            site = site
        ),
        FactorChange::Removed => tr_format!(
            "An admin of {site} has just turned off two-step sign-in for {name}: the authenticator app, passkeys and recovery \
             codes were removed. The password alone is enough to sign in until you set up something else.",
            name = name,
            site = site
        ),
    }
}
