//! Emails about passwords.

use maud::{Markup, html};

use super::{LINK, SMALL, WrittenEmail, account_email, button, paragraphs, site_link};
use crate::texts::tr;
use crate::{tr, tr_format};

/// The email with a password reset link.
pub fn reset(name: &str, site: &str, link: &str) -> WrittenEmail {
    let subject = tr("Reset your password");
    let text = [
        tr_format!("Someone asked to reset the password for {name} at {site}.", name = name, site = site),
        tr("Choose a new password within an hour:").to_owned(),
        link.to_owned(),
        tr("If that wasn’t you, ignore this email. Your password stays the same.").to_owned(),
    ];
    let body = html! {
        p { (tr!("Someone asked to reset the password for {name} at {site}.", name = name, site = site_link(site))) }
        (button(link, tr("Choose a new password")))
        p style=(SMALL) {
            (tr("The link is valid for an hour and works once. If that wasn’t you, ignore this email. Your password stays the same."))
        }
    };
    account_email(name, subject, &paragraphs(&text), &body)
}

/// The email to the user of an account that an admin created.
pub fn account_created(name: &str, site: &str, link: &str) -> WrittenEmail {
    let subject = tr("Choose a password for your new account");
    let text = [
        tr_format!(
            "An admin of {site} has created an account for you. Your name there is {name}.",
            name = name,
            site = site
        ),
        tr("Choose a password within 14 days:").to_owned(),
        link.to_owned(),
        tr("If you don’t want the account, ignore this email.").to_owned(),
    ];
    let body = html! {
        p {
            (tr!(
                "An admin of {site} has created an account for you. Your name there is {name}.",
                name = html! { strong { (name) } },
                site = site_link(site)
            ))
        }
        (button(link, tr("Choose a password")))
        p style=(SMALL) { (tr("The link is valid for 14 days and works once. If you don’t want the account, ignore this email.")) }
    };
    account_email(name, subject, &paragraphs(&text), &body)
}

/// The confirmation that a password was changed.
pub fn password_changed(name: &str, site: &str, reset: &str) -> WrittenEmail {
    let subject = tr("Your password was changed");
    let text = [
        tr_format!(
            "The password for {name} at {site} was just changed. All other devices were signed out.",
            name = name,
            site = site
        ),
        not_me(reset),
    ];
    let body = html! {
        p {
            (tr!(
                "The password for {name} at {site} was just changed. All other devices were signed out.",
                name = name,
                site = site_link(site)
            ))
        }
        p { (not_me_by_link(reset)) }
    };
    account_email(name, subject, &paragraphs(&text), &body)
}

/// Advice in case the user did not do it themselves, as text.
pub(super) fn not_me(reset: &str) -> String {
    tr_format!(
        "If that was you, there’s nothing to do. If not, reset your password now:\n\n{link}\n\nand tell the admins.",
        link = reset
    )
}

/// [`not_me`] as HTML.
pub(super) fn not_me_by_link(reset: &str) -> Markup {
    let reset = reset_link(reset);
    tr!("If that was you, there’s nothing to do. If not, {reset} and tell the admins.", reset = reset)
}

/// Advice in case the user did not ask an admin for it, as text.
pub(super) fn not_asked(reset: &str) -> String {
    tr_format!(
        "If you asked for this, there’s nothing to do. If not, reset your password now:\n\n{link}\n\nand tell the admins.",
        link = reset
    )
}

/// [`not_asked`] as HTML.
pub(super) fn not_asked_by_link(reset: &str) -> Markup {
    let reset = reset_link(reset);
    tr!("If you asked for this, there’s nothing to do. If not, {reset} and tell the admins.", reset = reset)
}

fn reset_link(reset: &str) -> Markup {
    html! { a href=(reset) style=(LINK) { (tr("reset your password now")) } }
}
