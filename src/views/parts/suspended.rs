//! What somebody who has to stand aside is told, on every page.

use maud::{Markup, Render, html};

use super::{Deadline, Icon};
use crate::people::Suspension;

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
                        strong { "You are suspended" }
                        @match self.0.until {
                            Some(at) => { ". It ends by itself " (Deadline { at, zone: None }) "." },
                            None => " until somebody who looks after the house ends it.",
                        }
                    }
                    p { "The reason: " (self.0.reason) }
                    p.soft.small {
                        "You can look at everything, and your account stays yours; you can neither play nor talk, open a table or join one."
                    }
                }
            }
        }
    }
}
