//! People and bots by name, with the marble of their seat.

use maud::{Markup, Render, html};

use crate::web::paths::{self, asset};

/// The marble of a seat: its colour and its swirl, so that nobody needs the colour.
#[derive(Clone, Copy, Debug)]
pub struct Chip {
    /// The seat's number.
    pub seat: u8,
}

impl Render for Chip {
    fn render(&self) -> Markup {
        html! { img.chip src=(asset(&super::marble::name(self.seat))) alt="" width="18" height="18"; }
    }
}

/// What sits on a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kin {
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
pub struct Who<'a> {
    /// Their name.
    pub name: &'a str,
    /// Their seat, where one shows.
    pub seat: Option<u8>,
    /// What they are.
    pub kin: Kin,
    /// Whether it is whoever looks.
    pub you: bool,
    /// Whether the name leads to their page.
    pub link: bool,
}

impl Render for Who<'_> {
    fn render(&self) -> Markup {
        html! {
            span.who-name {
                @if let Some(seat) = self.seat { (Chip { seat }) }
                span {
                    @match self.kin {
                        Kin::Empty => span.soft { "an empty seat" },
                        Kin::Person if self.link => a href=(paths::Player { name: self.name }) { (self.name) },
                        _ => (self.name),
                    }
                    @if self.you { span.soft { " (you)" } }
                    @if self.kin == Kin::Bot { " " span.tag { "bot" } }
                }
            }
        }
    }
}
