//! Somebody's account: their password, and where they are signed in. Each section is a file.

mod belongings;
pub mod leaving;
mod password;
mod sessions;

use maud::{Markup, html};

use super::page::{Page, Reader, Width};
use super::parts::{Card, Notice};
use crate::now::Moment;

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
        (Card { title: "Where you are signed in", aside: html! {}, body: sessions::section(account) })
        (Card { title: "Password", aside: html! {}, body: password::section(account) })
        (Card { title: "What is yours", aside: html! {}, body: belongings::section() })
    })
}
