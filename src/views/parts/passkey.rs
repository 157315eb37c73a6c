//! The passkey button.

use maud::{Markup, Render, html};

use super::{Button, ButtonKind, Icon, NoticeBox};
use crate::texts::tr;

/// A button that asks the device for a passkey. That needs a script; without scripts it is hidden.
#[derive(Clone, Debug)]
pub struct PasskeyButton<'a> {
    /// The URL of the challenge.
    pub ask: String,
    /// The URL for the answer.
    pub answer: String,
    /// Hidden fields with what follows.
    pub afterwards: Markup,
    pub label: &'a str,
    pub kind: ButtonKind,
}

impl Render for PasskeyButton<'_> {
    fn render(&self) -> Markup {
        html! {
            form.stack.by-passkey method="post" action=(self.answer) data-passkey="show" data-ask=(self.ask) hidden {
                input type="hidden" name="challenge";
                input type="hidden" name="answer";
                (self.afterwards)
                (Button { label: self.label, kind: self.kind, icon: Some(Icon::Key), ..Button::default() })
                div data-failed hidden { (NoticeBox::bad(tr("Your device didn’t offer a passkey. Try again, or sign in another way."))) }
            }
        }
    }
}
