//! People and bots by name, with the sign of their seat.

use maud::{Markup, Render, html};

use crate::texts::tr;
use crate::urls;
use crate::urls::asset;
use crate::users::{FORMER, bot_title, is_bot_name};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occupant {
    /// A person.
    Person,
    /// A bot.
    Bot,
    /// Nobody yet.
    Empty,
}

impl Occupant {
    /// What the user with this name is; nobody, where it is empty.
    fn of(name: &str) -> Self {
        match name {
            "" => Self::Empty,
            name if is_bot_name(name) => Self::Bot,
            _ => Self::Person,
        }
    }
}

/// Somebody by name; an empty seat where the name is empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct UserName<'a> {
    pub name: &'a str,
    /// The sign of their seat, where one shows.
    pub sign: Option<&'static str>,
    /// Whether it is whoever looks.
    pub you: bool,
    /// Whether the name leads to their page.
    pub link: bool,
}

impl Render for UserName<'_> {
    fn render(&self) -> Markup {
        let occupant = Occupant::of(self.name);
        let name = bot_title(self.name).unwrap_or(called(self.name));
        html! {
            span.who-name {
                @if let Some(sign) = self.sign { (SeatChip { sign }) }
                span {
                    @match occupant {
                        Occupant::Empty => span.soft { (tr("free seat")) },
                        _ if self.link && self.name != FORMER => a href=(urls::Player { name: self.name }) { (name) },
                        _ => (name),
                    }
                    @if self.you { span.soft { " " (tr("(you)")) } }
                    @if occupant == Occupant::Bot { " " span.tag { (tr("bot")) } }
                }
            }
        }
    }
}
