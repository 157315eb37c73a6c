//! What somebody who has to stand aside is told, on every page.

use maud::{Markup, Render, html};

use super::{Deadline, Icon};
use crate::people::Suspension;
use crate::texts::tr;
use crate::tr;

/// That they are suspended, until when and why, and what that leaves them.
#[derive(Clone, Copy, Debug)]
pub struct Suspended<'a>(pub &'a Suspension);

impl Render for Suspended<'_> {
    fn render(&self) -> Markup {
        html! {
            div.notice.bad.suspended role="status" {
                (Icon::Hourglass)
                div {
                    p {
                        @match self.0.until {
                            Some(at) => (tr!(
                                "{suspended}. It ends by itself {then}.",
                                suspended = html! { strong { (tr("You are suspended")) } }, then = Deadline { at, zone: None },
                            )),
                            None => (tr!(
                                "{suspended} until somebody who looks after the house ends it.",
                                suspended = html! { strong { (tr("You are suspended")) } },
                            )),
                        }
                    }
                    p { (tr!("The reason: {reason}", reason = self.0.reason)) }
                    p.soft.small {
                        (tr("You can look at everything, and your account stays yours; you can neither play nor talk, open a table or join one."))
                    }
                }
            }
        }
    }
}
