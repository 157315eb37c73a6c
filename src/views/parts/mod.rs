//! Components of pages: structs that render themselves.

mod bars;
mod button;
mod choices;
mod curve;
mod empty;
mod field;
mod icon;
mod join_notice;
mod links;
mod match_row;
mod match_tile;
mod next;
mod notice;
mod passkey;
mod qr;
mod share;
mod time;
mod who;

pub use bars::BarChart;
pub use button::{Button, ButtonKind, LinkButton};
pub use choices::{RadioChoice, RadioChoices};
pub use curve::RatingCurve;
pub use empty::EmptyState;
pub use field::{TextArea, TextField};
pub use icon::Icon;
pub use join_notice::JoinNotice;
pub use links::{NavTab, NavTabs, PageLinks};
pub use match_row::{MatchRow, RowStanding, matches};
pub use match_tile::{MatchTile, tiles};
pub use next::ReturnPathField;
pub use notice::{NoticeBox, NoticeTone};
pub use passkey::PasskeyButton;
pub use qr::{QrCode, qr_document};
pub use share::ShareButton;
pub use time::{
    ClosingLabel, DayLabel, DeadlineLabel, SinceLabel, TimeLabel, UntilLabel, clock, counting,
    days_and_hours, exactly, number_in_words, span_in_words,
};
pub use who::{SeatChip, UserName};

use maud::{Markup, Render, html};

/// A section with a heading.
pub struct SectionCard<'a> {
    pub title: &'a str,
    /// A number or a link to more; may be empty.
    pub aside: Markup,
    pub body: Markup,
}

impl Render for SectionCard<'_> {
    fn render(&self) -> Markup {
        html! {
            section.card {
                header { h2 { (self.title) } (self.aside) }
                (self.body)
            }
        }
    }
}
