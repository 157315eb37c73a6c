//! The parts that pages are put together from: structs with named fields that render themselves.

mod bars;
mod button;
mod choices;
mod curve;
mod empty;
mod field;
mod icon;
mod joining;
mod links;
mod match_row;
mod next;
mod notice;
mod passkey;
mod time;
mod who;

pub use bars::Bars;
pub use button::{Button, Kind, LinkButton};
pub use choices::{Choice, Choices};
pub use curve::Curve;
pub use empty::Empty;
pub use field::{Field, TextArea};
pub use icon::Icon;
pub use joining::Joining;
pub use links::{Pages, Tab, Tabs};
pub use match_row::{MatchRow, Standing, matches};
pub use next::Next;
pub use notice::{Notice, Tone};
pub use passkey::ByPasskey;
pub use time::{
    Closing, Day, Deadline, Since, Until, When, clock, counting, days_and_hours, exactly, number_in_words,
    span_in_words,
};
pub use who::{Chip, Kin, Who};

use maud::{Markup, Render, html};

/// A part of a page with a heading: a hairline, the heading, air.
pub struct Card<'a> {
    /// The heading.
    pub title: &'a str,
    /// How many there are, or a link to more; may be empty.
    pub aside: Markup,
    /// What it holds.
    pub body: Markup,
}

impl Render for Card<'_> {
    fn render(&self) -> Markup {
        html! {
            section.card {
                header { h2 { (self.title) } (self.aside) }
                (self.body)
            }
        }
    }
}
