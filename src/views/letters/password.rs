//! Letters about somebody's password.

use maud::html;

use super::{BUTTON, LINK, SMALL, Written, sheet};

/// The letter with a link that sets another password.
pub fn reset(name: &str, site: &str, link: &str) -> Written {
    let subject = "Another password".to_owned();
    let text = format!(
        "Hello {name},\n\n\
         somebody, probably you, has asked for another password for {name} at {site}.\n\n\
         Choose one on this page within an hour:\n\n{link}\n\n\
         If you have not asked, do nothing: your password stays as it is.\n"
    );
    let html = sheet(
        &subject,
        &html! {
            p { "Hello " (name) "," }
            p {
                "somebody, probably you, has asked for another password for " (name) " at "
                a href=(site) style=(LINK) { (site) } "."
            }
            p style="margin:24px 0" { a href=(link) style=(BUTTON) { "Choose another password" } }
            p style=(SMALL) {
                "The link counts for an hour, and once. If you have not asked, do nothing: your password stays as it is."
            }
        },
    );
    Written { subject, text, html }
}

/// The letter that tells that there is another password.
pub fn password_changed(name: &str, site: &str, reset: &str) -> Written {
    let subject = "Your password was changed".to_owned();
    let text = format!(
        "Hello {name},\n\n\
         the password of {name} at {site} was changed just now, and whoever was signed in elsewhere is so no more.\n\n\
         If that was you, there is nothing to do. If it was not, choose another password at once:\n\n{reset}\n\n\
         and tell whoever runs the house.\n"
    );
    let html = sheet(
        &subject,
        &html! {
            p { "Hello " (name) "," }
            p {
                "the password of " (name) " at " a href=(site) style=(LINK) { (site) }
                " was changed just now, and whoever was signed in elsewhere is so no more."
            }
            p {
                "If that was you, there is nothing to do. If it was not, "
                a href=(reset) style=(LINK) { "choose another password" } " at once, and tell whoever runs the house."
            }
        },
    );
    Written { subject, text, html }
}
