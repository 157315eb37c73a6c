//! People and bots by name, with the sign of their seat.

use maud::{Markup, Render, html};

use crate::texts::tr;
use crate::urls;
use crate::urls::asset;
use crate::users::FORMER;
use crate::views::words::called;

/// The sign of a seat: its marble, or the mark it makes; each is told from the others without its colour.
#[derive(Clone, Copy, Debug)]
pub struct SeatChip {
    /// The asset that shows it: see [`boards::chip`](crate::views::boards::chip).
    pub sign: &'static str,
}

impl Render for SeatChip {
    fn render(&self) -> Markup {
        html! { img.chip src=(asset(self.sign)) alt="" width="18" height="18"; }
    }
}

/// What sits on a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Occupant {
    /// A person with an account.
    #[default]
    Person,
    /// A bot.
    Bot,
    /// Nobody yet.
    Empty,
}

/// Somebody by name.
#[derive(Clone, Copy, Debug, Default)]
pub struct UserName<'a> {
    pub name: &'a str,
    /// The sign of their seat, where one shows.
    pub sign: Option<&'static str>,
    /// What they are.
    pub kin: Occupant,
    /// Whether it is whoever looks.
    pub you: bool,
    /// Whether the name leads to their page.
    pub link: bool,
}

impl Render for UserName<'_> {
    fn render(&self) -> Markup {
        html! {
            span.who-name {
                @if let Some(sign) = self.sign { (SeatChip { sign }) }
                span {
                    @match self.kin {
                        Occupant::Empty => span.soft { (tr("free seat")) },
                        Occupant::Person if self.link && self.name != FORMER => a href=(urls::Player { name: self.name }) { (self.name) },
                        _ => (called(self.name)),
                    }
                    @if self.you { span.soft { " " (tr("(you)")) } }
                    @if self.kin == Occupant::Bot { " " span.tag { (tr("bot")) } }
                }
            }
        }
    }
}
