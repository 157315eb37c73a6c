//! Emails as text and as HTML. Mail programs ignore stylesheets, so the HTML has inline styles.

mod activity;
mod clock;
mod item;
mod password;
mod sanctions;
mod staff;
mod two_factor;

use maud::{DOCTYPE, Markup, PreEscaped, html};

pub use activity::{activity_email, feed_entry, push_text};
pub use item::{ClockSection, MatchActivity};
pub use password::{account_created, password_changed, reset};
pub use sanctions::{approved, muted, suspended};
pub use staff::{new_applicant, new_report, new_report_push};
pub use two_factor::factors_changed;

use crate::artwork::Picture;
use crate::texts::{Language, current_language, tr};
use crate::{tr, tr_format};

#[derive(Clone, Debug, PartialEq)]
pub struct WrittenEmail {
    pub subject: String,
    /// The plain text part.
    pub text: String,
    /// The content of the HTML part.
    pub html: String,
    /// The images that the HTML part refers to.
    pub images: Vec<EmailImage>,
    pub language: Language,
}

/// An image in an email, to be drawn when it is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct EmailImage {
    /// Its id, to which the HTML part refers as `cid:…`.
    pub id: String,
    /// What it shows.
    pub picture: Picture,
}

/// The HTML of a feed entry about a match of others.
pub fn followed_entry(link: &str) -> String {
    html! { p { a href=(link) { (tr("Watch")) } } }.into_string()
}

const PAPER: &str = "margin:0;padding:24px 12px;background:#f6f1e7;color:#2a2420;\
    font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const SHEET: &str = "max-width:560px;margin:0 auto";
const HEADING: &str = "margin:0 0 12px;font:500 24px/1.2 Georgia,'Times New Roman',serif";
const SMALL: &str = "margin:0 0 4px;color:#51453a;font-size:14px";
const LINK: &str = "color:#24493f";
const BUTTON: &str = "display:inline-block;padding:12px 20px;border-radius:8px;background:#2b564a;color:#fffaf0;\
    font-weight:600;text-decoration:none";

/// The email with the link that confirms an address.
pub fn confirmation(name: &str, site: &str, link: &str) -> WrittenEmail {
    let subject = tr("Confirm your email address");
    let text = [
        tr_format!("Confirm that this is your email address for {name} at {site}.", name = name, site = site),
        tr("Open this link within a day:").to_owned(),
        link.to_owned(),
        tr("If you didn’t ask for this, ignore this email.").to_owned(),
    ];
    let body = html! {
        p { (tr!("Confirm that this is your email address for {name} at {site}.", name = name, site = site_link(site))) }
        (button(link, tr("Confirm email address")))
        p style=(SMALL) { (tr("The link is valid for a day. If you didn’t ask for this, ignore this email.")) }
    };
    account_email(name, subject, &paragraphs(&text), &body)
}

/// The last email, after an account was deleted.
pub fn account_deleted(name: &str, site: &str) -> WrittenEmail {
    let subject = tr("Your account was deleted");
    let gone = tr(
        "Your name, password, email address, settings and messages have been removed. The matches you played remain, without \
         your name.",
    );
    let last =
        tr("This is the last email you’ll get. If you didn’t delete your account, contact the admins.");
    let text = [
        format!("{} {gone}", tr_format!("Your account at {site} has been deleted.", site = site)),
        last.to_owned(),
    ];
    let body = html! {
        p { (tr!("Your account at {site} has been deleted.", site = site_link(site))) " " (gone) }
        p style=(SMALL) { (last) }
    };
    account_email(name, subject, &paragraphs(&text), &body)
}

/// An email of notices, between a salutation and a footer that links to the settings and to unsubscribing.
pub fn notices(name: &str, body: WrittenEmail, settings: &str, way_out: &str) -> WrittenEmail {
    let ways = [(tr("Notification settings"), settings), (tr("Unsubscribe"), way_out)];
    let [how, no_more] = ways.map(|(words, link)| format!("{words}: {link}"));
    let text = format!("{}\n\n-- \n{how}\n{no_more}\n", body.text.trim_end());
    let framed = html! {
        (PreEscaped(&body.html))
        hr style="margin:32px 0 12px;border:0;border-top:1px solid #dccfb9";
        p style=(SMALL) {
            @for (number, (words, link)) in ways.into_iter().enumerate() {
                @if number > 0 { " · " }
                a href=(link) style=(LINK) { (words) }
            }
        }
    };
    WrittenEmail { images: body.images, ..with_salutation(name, &body.subject, &text, &framed) }
}

/// The test email of the command line.
pub fn test(site: &str) -> WrittenEmail {
    let text = tr_format!("This is a test message from {site}. Emails can be sent.", site = site);
    let html = html! { p { (tr!("This is a test message from {site}. Emails can be sent.", site = site_link(site))) } };
    WrittenEmail {
        subject: tr("Test message").to_owned(),
        text: format!("{text}\n"),
        html: html.into_string(),
        images: Vec::new(),
        language: current_language(),
    }
}

/// An email about a user's account.
fn account_email(name: &str, subject: &str, text: &str, body: &Markup) -> WrittenEmail {
    with_salutation(name, subject, text, body)
}

/// An email with a salutation.
fn with_salutation(name: &str, subject: &str, text: &str, body: &Markup) -> WrittenEmail {
    let hello = tr_format!("Hello {name},", name = name);
    let greeted = html! { p { (hello) } (body) };
    WrittenEmail {
        subject: subject.to_owned(),
        text: format!("{hello}\n\n{text}"),
        html: greeted.into_string(),
        images: Vec::new(),
        language: current_language(),
    }
}

/// Paragraphs separated by empty lines.
fn paragraphs(of: &[String]) -> String {
    format!("{}\n", of.join("\n\n"))
}

fn site_link(site: &str) -> Markup {
    html! { a href=(site) style=(LINK) { (site) } }
}

fn button(link: &str, words: &str) -> Markup {
    html! { p style="margin:24px 0" { a href=(link) style=(BUTTON) { (words) } } }
}

/// The subject and the HTML part as they are sent: both name the site.
pub fn of_site(site: &str, email: &WrittenEmail) -> (String, String) {
    let subject = format!("[{site}] {}", email.subject);
    let page = html! {
        (DOCTYPE)
        html lang=(email.language.key()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light";
                title { (subject) }
            }
            body style=(PAPER) {
                div style=(SHEET) {
                    p style=(HEADING) { (site) }
                    (PreEscaped(&email.html))
                }
            }
        }
    };
    (subject, page.into_string())
}
