//! Emails to users who were suspended or banned from chat, or whose account was approved.

use maud::html;

use super::{WrittenEmail, account_email, paragraphs, site_link};
use crate::texts::tr;
use crate::users::{ActiveChatBan, Suspension};
use crate::views::parts::exactly;
use crate::{tr, tr_format};

pub fn suspended(name: &str, site: &str, suspension: &Suspension) -> WrittenEmail {
    let subject = tr("Your account was suspended");
    let reason = tr_format!("Reason: {reason}", reason = suspension.reason.as_deref().unwrap_or_default());
    let means =
        tr("You can still sign in and read everything. You can’t play, chat, create or join matches.");
    let (text, happened) = match suspension.until {
        Some(until) => {
            let until = exactly(until);
            (
                tr_format!(
                    "The account {name} at {site} is suspended until {until}.",
                    name = name,
                    site = site,
                    until = until
                ),
                tr!(
                    "The account {name} at {site} is suspended until {until}.",
                    name = name,
                    site = site_link(site),
                    until = until
                ),
            )
        }
        None => (
            tr_format!(
                "The account {name} at {site} is suspended until an admin or moderator ends it.",
                name = name,
                site = site
            ),
            tr!(
                "The account {name} at {site} is suspended until an admin or moderator ends it.",
                name = name,
                site = site_link(site)
            ),
        ),
    };
    let body = html! { p { (happened) } p { (reason) } p { (means) } };
    account_email(name, subject, &paragraphs(&[text, reason, means.to_owned()]), &body)
}

pub fn approved(name: &str, site: &str) -> WrittenEmail {
    let subject = tr("Your account was approved");
    let means = tr("You can now play, chat, and create and join matches.");
    let text = tr_format!("The account {name} at {site} was approved.", name = name, site = site);
    let happened = tr!("The account {name} at {site} was approved.", name = name, site = site_link(site));
    let body = html! { p { (happened) } p { (means) } };
    account_email(name, subject, &paragraphs(&[text, means.to_owned()]), &body)
}

pub fn muted(name: &str, site: &str, mute: &ActiveChatBan) -> WrittenEmail {
    let until = exactly(mute.until);
    let reason = tr_format!("Reason: {reason}", reason = mute.reason);
    let means = tr("You can play as usual, but you can’t write chat messages.");
    let text = tr_format!(
        "The account {name} at {site} is muted until {until}.",
        name = name,
        site = site,
        until = until
    );
    let happened = tr!(
        "The account {name} at {site} is muted until {until}.",
        name = name,
        site = site_link(site),
        until = until
    );
    let body = html! { p { (happened) } p { (reason) } p { (means) } };
    account_email(name, tr("You were muted"), &paragraphs(&[text, reason, means.to_owned()]), &body)
}
