//! The account page: sessions and sign-in methods. Each section is a file.

pub mod deletion;
mod own_data;
mod password;
mod sessions;
mod sign_in_methods;

use maud::{Markup, html};

use super::done::done;
use super::page::{Page, PageViewer, PageWidth};
use super::parts::{LinkCard, NoticeBox};
use crate::now::Moment;
use crate::texts::tr;

done! {
    /// The password is another one.
    Password "password" tr("Password changed. You’ve been signed out everywhere else.");
    /// One session is over.
    One "session" tr("Session ended.");
    /// All other sessions are over.
    Others "sessions" tr("Signed out everywhere else.");
    /// An app makes codes.
    AppOn "app" tr("Authenticator app added.");
    /// No app makes codes any more.
    AppOff "app-off" tr("Authenticator app removed.");
    /// There is one more passkey.
    PasskeyOn "passkey" tr("Passkey added. You can sign in with it alone.");
    /// There is one fewer.
    PasskeyOff "passkey-off" tr("Passkey removed. Delete it on your device too.");
}

/// A passkey, for its owner to see.
#[derive(Clone, Debug)]
pub struct OwnPasskey {
    /// What it is told by.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    pub made: Moment,
    /// When it was last used.
    pub used: Option<Moment>,
}

/// What opens the door besides the password.
#[derive(Clone, Copy, Debug)]
pub struct SignInMethods<'a> {
    /// Whether an app makes codes.
    pub app: bool,
    /// How many recovery codes are left.
    pub codes: u32,
    /// The passkeys.
    pub passkeys: &'a [OwnPasskey],
    /// Whether there can be passkeys here.
    pub able: bool,
}

/// A place where somebody is signed in.
#[derive(Clone, Debug)]
pub struct ListedSessionItem {
    /// What it is told by.
    pub id: String,
    pub device: String,
    pub since: Moment,
    /// When it was last used, to the hour.
    pub used: Moment,
    /// Whether it is the browser that looks.
    pub here: bool,
}

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct AccountPage<'a> {
    /// Where they are signed in.
    pub sessions: &'a [ListedSessionItem],
    /// What opens the door besides the password.
    pub keys: SignInMethods<'a>,
    /// What has just been done.
    pub done: Option<Done>,
    /// What is wrong with the password as it is.
    pub current_problem: Option<&'a str>,
    /// What is wrong with the new one.
    pub new_problem: Option<&'a str>,
    pub now: Moment,
}

pub fn page(reader: PageViewer<'_>, account: &AccountPage<'_>) -> Markup {
    Page::new(tr("Account"), reader).width(PageWidth::Column).class("settings").script("passkeys.js").body(
        html! {
            h1 { (tr("Account")) }
            @if let Some(done) = account.done { (NoticeBox::good(done.words())) }
            (LinkCard { title: tr("Sessions"), aside: html! {}, body: sessions::section(account) })
            (LinkCard { title: tr("Password"), aside: html! {}, body: password::section(account) })
            (LinkCard { title: tr("Passkeys"), aside: html! {}, body: sign_in_methods::passkeys(account) })
            (LinkCard { title: tr("Two-step sign-in"), aside: html! {}, body: sign_in_methods::second_step(account) })
            (LinkCard { title: tr("Your data"), aside: html! {}, body: own_data::section() })
        },
    )
}
