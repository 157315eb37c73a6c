//! Letters, as text and as HTML. A reader of mail knows no stylesheet, so what they look like is written into them.

mod board;
mod factors;
mod news;
mod password;

use maud::{DOCTYPE, Markup, PreEscaped, html};

pub use factors::factors_changed;
pub use news::{Piece, news, push};
pub use password::{password_changed, reset};

/// A letter that is ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What it is about.
    pub subject: String,
    /// For those who read text.
    pub text: String,
    /// For everybody else.
    pub html: String,
}

/// What a letter tells, without its frame.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    /// What it is about.
    pub subject: &'a str,
    /// As text.
    pub text: &'a str,
    /// As HTML.
    pub html: &'a str,
}

const PAPER: &str = "margin:0;padding:24px 12px;background:#f6f1e7;color:#2a2420;\
    font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const SHEET: &str = "max-width:560px;margin:0 auto";
const HEADING: &str = "margin:0 0 12px;font:500 24px/1.2 Georgia,'Times New Roman',serif";
const SMALL: &str = "margin:0 0 4px;color:#51453a;font-size:14px";
const LINK: &str = "color:#24493f";
const BUTTON: &str = "display:inline-block;padding:12px 20px;border-radius:8px;background:#2b564a;color:#fffaf0;\
    font-weight:600;text-decoration:none";

/// The letter that asks whether an address is right. It stays useful without knowing anything else.
pub fn confirmation(name: &str, site: &str, link: &str) -> Written {
    let subject = "Is this your address?";
    let text = format!(
        "somebody, probably you, wants to be told at this address about the matches of {name} at {site}.\n\n\
         If that is right, open this page within a day and say so:\n\n{link}\n\n\
         If it is not, do nothing, and there will be no more mail.\n"
    );
    let body = html! {
        p {
            "somebody, probably you, wants to be told at this address about the matches of " (name) " at "
            (house(site)) "."
        }
        (press(link, "Yes, it is mine"))
        p style=(SMALL) { "The link counts for a day. If the address is not right, do nothing, and there will be no more mail." }
    };
    letter(name, subject, &text, &body)
}

/// The last letter to somebody who has left for good.
pub fn goodbye(name: &str, site: &str) -> Written {
    let subject = "Good-bye";
    let gone = "Your account is deleted: your name, your password, this address, your settings and what you wrote are gone. \
        The matches you played stay, without your name.";
    let text = format!(
        "you have left {site}. {gone}\n\n\
         This is the last letter from us. If it was not you who did this, write to whoever runs the house.\n"
    );
    let body = html! {
        p { "you have left " (house(site)) ". " (gone) }
        p style=(SMALL) {
            "This is the last letter from us. If it was not you who did this, write to whoever runs the house."
        }
    };
    letter(name, subject, &text, &body)
}

/// A letter of notices in its frame: who it is for, how to have other mail or none.
pub fn notices(name: &str, body: Body<'_>, settings: &str, way_out: &str) -> Written {
    let text = format!(
        "{}\n\n-- \nHow mail comes to you: {settings}\nNo more mail: {way_out}\n",
        body.text.trim_end()
    );
    let framed = html! {
        (PreEscaped(body.html))
        hr style="margin:32px 0 12px;border:0;border-top:1px solid #dccfb9";
        p style=(SMALL) {
            a href=(settings) style=(LINK) { "How mail comes to you" } " · "
            a href=(way_out) style=(LINK) { "No more mail" }
        }
    };
    letter(name, body.subject, &text, &framed)
}

/// A letter to somebody, who is greeted first.
fn letter(name: &str, subject: &str, text: &str, body: &Markup) -> Written {
    let greeted = html! { p { "Hello " (name) "," } (body) };
    Written {
        subject: subject.to_owned(),
        text: format!("Hello {name},\n\n{text}"),
        html: sheet(subject, &greeted),
    }
}

fn house(site: &str) -> Markup {
    html! { a href=(site) style=(LINK) { (site) } }
}

fn press(link: &str, words: &str) -> Markup {
    html! { p style="margin:24px 0" { a href=(link) style=(BUTTON) { (words) } } }
}

fn sheet(title: &str, content: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light";
                title { (title) }
            }
            body style=(PAPER) {
                div style=(SHEET) {
                    p style=(HEADING) { "Parlour" }
                    (content)
                }
            }
        }
    };
    page.into_string()
}
