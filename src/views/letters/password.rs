//! Letters about somebody's password.

use maud::html;

use super::{LINK, SMALL, Written, house, letter, press};

/// The letter with a link that sets another password.
pub fn reset(name: &str, site: &str, link: &str) -> Written {
    let subject = "Another password";
    let text = format!(
        "somebody, probably you, has asked for another password for {name} at {site}.\n\n\
         Choose one on this page within an hour:\n\n{link}\n\n\
         If you have not asked, do nothing: your password stays as it is.\n"
    );
    let body = html! {
        p {
            "somebody, probably you, has asked for another password for " (name) " at "
            (house(site)) "."
        }
        (press(link, "Choose another password"))
        p style=(SMALL) {
            "The link counts for an hour, and once. If you have not asked, do nothing: your password stays as it is."
        }
    };
    letter(name, subject, &text, &body)
}

/// The letter that tells that there is another password.
pub fn password_changed(name: &str, site: &str, reset: &str) -> Written {
    let subject = "Your password was changed";
    let text = format!(
        "the password of {name} at {site} was changed just now, and whoever was signed in elsewhere is so no more.\n\n\
         If that was you, there is nothing to do. If it was not, choose another password at once:\n\n{reset}\n\n\
         and tell whoever runs the house.\n"
    );
    let body = html! {
        p {
            "the password of " (name) " at " (house(site))
            " was changed just now, and whoever was signed in elsewhere is so no more."
        }
        p {
            "If that was you, there is nothing to do. If it was not, "
            a href=(reset) style=(LINK) { "choose another password" } " at once, and tell whoever runs the house."
        }
    };
    letter(name, subject, &text, &body)
}
