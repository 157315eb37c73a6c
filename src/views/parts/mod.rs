//! Components of pages: structs that render themselves.

pub mod absence;
mod bars;
mod button;
mod choices;
pub mod conditional_tree;
mod curve;
mod empty;
mod field;
pub mod filter_fields;
pub(in crate::views) mod game_cards;
pub mod guest_menu;
mod host_text;
mod icon;
mod join_notice;
pub(in crate::views) mod language_switch;
mod links;
mod match_row;
mod match_tile;
mod next;
mod notice;
pub mod options;
pub(in crate::views) mod page_footer;
mod passkey;
mod provider;
mod qr;
pub mod reasons;
pub mod reliability;
mod section_card;
mod sections;
mod share;
pub(in crate::views) mod shortcuts;
mod size;
mod time;
pub mod tr_markup;
mod who;
pub mod words;
pub mod zone_offer;
mod zone_options;

pub use bars::BarChart;
pub use button::{Button, ButtonKind, LinkButton};
pub use choices::{RadioChoice, RadioChoices};
pub use curve::RatingChart;
pub use empty::EmptyState;
pub use field::{TextArea, TextField, beneath_field, described_by};
pub use host_text::{from_markdown, host_page_title};
pub use icon::Icon;
pub use join_notice::JoinNotice;
pub use links::{NavTab, NavTabs, PageLinks};
pub use match_row::{MatchRow, RowStanding, matches};
pub use match_tile::{MatchTile, tiles};
pub use next::ReturnPathField;
pub use notice::{NoticeBox, NoticeTone, UndoableNotice};
pub use passkey::PasskeyButton;
pub use provider::ProviderButton;
pub use qr::{QrCode, qr_document};
pub use section_card::SectionCard;
pub use sections::{PageSection, PageSections};
pub use share::{CopyButton, ShareButton};
pub use size::size_in_words;
pub use time::{
    ClosingLabel, DayLabel, DeadlineLabel, SinceLabel, TimeLabel, UntilLabel, clock, counting, day_in_words,
    days_and_hours, exactly, number_in_words, span_in_words,
};
pub use who::{SeatChip, UserName, with_names};
pub use zone_options::ZoneOptions;
