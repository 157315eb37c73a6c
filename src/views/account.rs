//! Somebody's account: their password, and where they are signed in.

use maud::{Markup, html};

use super::page::{Page, Reader, Width};
use super::parts::{Button, Card, Field, Kind, Notice, When};
use crate::now::Moment;
use crate::web::paths;

/// What has just been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// The password is another one.
    Password,
    /// One session is over.
    One,
    /// All other sessions are over.
    Others,
}

impl Done {
    /// As the address of the page writes it.
    pub const fn key(self) -> &'static str {
        match self {
            Done::Password => "password",
            Done::One => "session",
            Done::Others => "sessions",
        }
    }

    /// What this key stands for, if it stands for anything.
    pub fn from_key(key: &str) -> Option<Self> {
        [Done::Password, Done::One, Done::Others].into_iter().find(|done| done.key() == key)
    }

    const fn words(self) -> &'static str {
        match self {
            Done::Password => "Your password is changed. Everywhere else you are signed out.",
            Done::One => "You are signed out there.",
            Done::Others => "You are signed out everywhere else.",
        }
    }
}

/// A place where somebody is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// What it is told by.
    pub id: String,
    /// The browser.
    pub device: String,
    /// Since when.
    pub since: Moment,
    /// When it was last used, to the hour.
    pub used: Moment,
    /// Whether it is the browser that looks.
    pub here: bool,
}

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct Account<'a> {
    /// Where they are signed in.
    pub sessions: &'a [SignedIn],
    /// What has just been done.
    pub done: Option<Done>,
    /// What is wrong with the password as it is.
    pub current_problem: Option<&'a str>,
    /// What is wrong with the new one.
    pub new_problem: Option<&'a str>,
    /// When.
    pub now: Moment,
}

/// The page.
pub fn page(reader: Reader<'_>, account: &Account<'_>) -> Markup {
    Page::new("Account", reader).width(Width::Column).class("settings").body(html! {
        h1 { "Account" }
        @if let Some(done) = account.done { (Notice::good(done.words())) }
        (Card { title: "Where you are signed in", aside: html! {}, body: sessions(account) })
        (Card { title: "Password", aside: html! {}, body: password(account) })
    })
}

fn sessions(account: &Account<'_>) -> Markup {
    html! {
        ul.devices { @for session in account.sessions { (one(account, session)) } }
        @if account.sessions.len() > 1 {
            form method="post" action=(paths::EndSessions) {
                (Button { label: "Sign out everywhere else", kind: Kind::Quiet, ..Button::default() })
            }
        }
    }
}

fn one(account: &Account<'_>, session: &SignedIn) -> Markup {
    html! {
        li {
            div {
                strong { (session.device) }
                @if session.here { span.soft { ", this one" } }
                br;
                span.soft.small {
                    "Since " (When { at: session.since, now: account.now })
                    @if !session.here { ", last used " (When { at: session.used, now: account.now }) }
                }
            }
            @if !session.here {
                form.row method="post" action=(paths::EndSession { id: &session.id }) {
                    (Button { label: "Sign out", kind: Kind::Plain, ..Button::default() })
                }
            }
        }
    }
}

fn password(account: &Account<'_>) -> Markup {
    html! {
        form.stack method="post" action=(paths::ChangePassword) {
            (Field {
                name: "current", label: "Your password", kind: "password", autocomplete: "current-password",
                problem: account.current_problem, longest: Some(128), ..Field::default()
            })
            (Field {
                name: "new", label: "The new one", kind: "password", autocomplete: "new-password",
                help: "10 to 128 characters. A few words that do not belong together are hard to guess and easy to keep in mind.",
                problem: account.new_problem, longest: Some(128), ..Field::default()
            })
            div.row { (Button { label: "Change the password", kind: Kind::Filled, ..Button::default() }) }
        }
    }
}
