//! Letters about somebody's password.

use maud::{Markup, html};

use super::{LINK, SMALL, Written, house, letter, paragraphs, press};
use crate::texts::tr;
use crate::{say, tr};

/// The letter with a link that sets another password.
pub fn reset(name: &str, site: &str, link: &str) -> Written {
    let subject = tr("Another password");
    let text = [
        say!(
            "somebody, probably you, has asked for another password for {name} at {site}.",
            name = name,
            site = site
        ),
        tr("Choose one on this page within an hour:").to_owned(),
        link.to_owned(),
        tr("If you have not asked, do nothing: your password stays as it is.").to_owned(),
    ];
    let body = html! {
        p {
            (tr!(
                "somebody, probably you, has asked for another password for {name} at {site}.",
                name = name,
                site = house(site)
            ))
        }
        (press(link, tr("Choose another password")))
        p style=(SMALL) {
            (tr("The link counts for an hour, and once. If you have not asked, do nothing: your password stays as it is."))
        }
    };
    letter(name, subject, &paragraphs(&text), &body)
}

/// The letter that tells that there is another password.
pub fn password_changed(name: &str, site: &str, reset: &str) -> Written {
    let subject = tr("Your password was changed");
    let text = [
        say!(
            "the password of {name} at {site} was changed just now, and whoever was signed in elsewhere is so no more.",
            name = name,
            site = site
        ),
        not_me(reset),
    ];
    let body = html! {
        p {
            (tr!(
                "the password of {name} at {site} was changed just now, and whoever was signed in elsewhere is so no more.",
                name = name,
                site = house(site)
            ))
        }
        p { (not_me_by_link(reset)) }
    };
    letter(name, subject, &paragraphs(&text), &body)
}

/// What to do about something that others may have done, as text.
pub(super) fn not_me(reset: &str) -> String {
    say!(
        "If that was you, there is nothing to do. If it was not, choose another password at once:\n\n{link}\n\nand tell \
         whoever runs the house.",
        link = reset
    )
}

/// The same as HTML.
pub(super) fn not_me_by_link(reset: &str) -> Markup {
    let another = html! { a href=(reset) style=(LINK) { (tr("choose another password")) } };
    tr!(
        "If that was you, there is nothing to do. If it was not, {another} at once, and tell whoever runs the house.",
        another = another
    )
}
