//! The letter about what somebody shows besides their password.

use maud::html;

use super::{LINK, Written, letter};
use crate::people::FactorChange;

/// The letter that tells what was changed about it.
pub fn factors_changed(name: &str, site: &str, reset: &str, what: FactorChange) -> Written {
    let subject = subject(what);
    let happened = happened(name, site, what);
    let text = format!(
        "{happened}\n\n\
         If that was you, there is nothing to do. If it was not, choose another password at once:\n\n{reset}\n\n\
         and tell whoever runs the house.\n"
    );
    let body = html! {
        p { (happened) }
        p {
            "If that was you, there is nothing to do. If it was not, "
            a href=(reset) style=(LINK) { "choose another password" } " at once, and tell whoever runs the house."
        }
    };
    letter(name, subject, &text, &body)
}

const fn subject(what: FactorChange) -> &'static str {
    match what {
        FactorChange::AppOn => "An app makes codes for you",
        FactorChange::AppOff => "No app makes codes for you any more",
        FactorChange::PasskeyOn => "A passkey was added",
        FactorChange::PasskeyOff => "A passkey was removed",
        FactorChange::Codes => "You have new recovery codes",
        FactorChange::Removed => "Your second step was taken away",
    }
}

fn happened(name: &str, site: &str, what: FactorChange) -> String {
    match what {
        FactorChange::AppOn => format!(
            "an app was set up just now that makes codes for {name} at {site}. One of them is asked for after the password."
        ),
        FactorChange::AppOff => format!(
            "the app that made codes for {name} at {site} was turned off just now. No code of it counts any more."
        ),
        FactorChange::PasskeyOn => format!(
            "a passkey was added just now for {name} at {site}. It opens the door by itself, and is asked for after the password."
        ),
        FactorChange::PasskeyOff => {
            format!("a passkey of {name} at {site} was removed just now. It opens nothing any more.")
        }
        FactorChange::Codes => format!(
            "new recovery codes were made just now for {name} at {site}. Those from before count no more."
        ),
        FactorChange::Removed => format!(
            "whoever looks after {site} has just taken away what {name} shows there besides the password: app, passkeys and \
             recovery codes. The password alone opens the door, until something else is set up."
        ),
    }
}
