//! Names of people and bots, with the sign of their seat.

use maud::{Markup, Render, html};

use crate::texts::tr;
use crate::urls;
use crate::urls::asset;
use crate::users::FORMER;
use crate::views::parts::words::called;

/// The sign of a seat: its marble or its mark. They can be told apart without colours.
#[derive(Clone, Copy, Debug)]
pub struct SeatChip {
    /// The asset: see [`boards::chip`](crate::views::boards::chip).
    pub sign: &'static str,
}

impl Render for SeatChip {
    fn render(&self) -> Markup {
        html! { img.chip src=(asset(self.sign)) alt="" width="18" height="18"; }
    }
}

/// A user's name, or an empty seat if it is empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct UserName<'a> {
    pub name: &'a str,
    /// The sign of their seat, if it is shown.
    pub sign: Option<&'static str>,
    /// Whether it is the viewer.
    pub you: bool,
    /// Whether to link to their profile.
    pub link: bool,
}

impl Render for UserName<'_> {
    fn render(&self) -> Markup {
        let name = called(self.name);
        html! {
            span.who-name translate="no" {
                @if let Some(sign) = self.sign { (SeatChip { sign }) }
                span {
                    @match self.name {
                        "" => span.soft { (tr("free seat")) },
                        _ if self.link && self.name != FORMER => a href=(urls::Player { name: self.name }) { (name) },
                        _ => (name),
                    }
                    @if self.you { span.soft { " " (tr("(you)")) } }
                }
            }
        }
    }
}
