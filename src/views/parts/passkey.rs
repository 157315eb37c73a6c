//! Showing a passkey.

use maud::{Markup, Render, html};

use super::{Button, ButtonKind, Icon, NextMatchLink, NoticeBox};
use crate::texts::tr;

/// A button that has a device show a passkey. Only a script can ask it to; without one nothing of this is seen.
#[derive(Clone, Debug)]
pub struct PasskeyButton<'a> {
    /// Where the script learns what to ask.
    pub ask: String,
    /// Where the answer goes.
    pub answer: String,
    /// Where to go afterwards; may be empty.
    pub next: &'a str,
    /// What it does.
    pub label: &'a str,
    /// How loud it is.
    pub kind: ButtonKind,
}

impl Render for PasskeyButton<'_> {
    fn render(&self) -> Markup {
        html! {
            form.stack.by-passkey method="post" action=(self.answer) data-passkey="show" data-ask=(self.ask) hidden {
                input type="hidden" name="challenge";
                input type="hidden" name="answer";
                (NextMatchLink(self.next))
                (Button { label: self.label, kind: self.kind, icon: Some(Icon::Key), ..Button::default() })
                div data-failed hidden { (NoticeBox::bad(tr("Your device didn’t offer a passkey. Try again, or sign in another way."))) }
            }
        }
    }
}
