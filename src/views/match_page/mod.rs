//! The page of a match: board, seats, actions and chat. It consists of fragments that the stream also sends one by
//! one.

mod actions;
mod adjudication;
mod animation;
mod announcements;
mod board;
mod board_rotation;
mod buttons;
mod chat;
mod clock_events;
mod conditional;
mod connection;
mod context;
mod embed;
mod facts;
mod hint;
mod invitations;
mod layout;
mod live;
mod move_list;
pub(crate) mod muted;
mod notes;
mod offers;
mod page_data;
mod panel;
mod pause;
mod position;
mod practice;
mod presence;
mod preview;
mod problem;
mod questions;
mod recap;
mod record_text;
mod regions;
mod rematch;
mod removal;
mod replay;
mod replay_file;
mod seat_clock;
mod sections;
mod share;
mod status;
mod substitutes;
#[cfg(test)]
mod tests;
mod tips;
mod turn;
mod updates;
mod vacation;

pub use adjudication::adjudication;
pub use animation::animation;
pub use chat::{ShownChat, chat, guest_messages, sent};
pub use conditional::conditional_update;
pub use connection::HEARTBEAT;
pub use context::{
    ChatDraft, ConditionalDraft, MatchPage, MoveHint, OpenPage, PlayerData, PlyChoice, PrivateNote,
    ViewerData,
};
pub use embed::{embed, embed_fragment};
pub use layout::{fragment, page};
pub use live::{LiveStep, muted_section, of_everybody, of_viewer, signed_out, since};
pub use move_list::trails;
pub use notes::{LONGEST_NOTE, notes};
pub use practice::bot_score_update;
pub use presence::rating_gains;
pub use record_text::record_text;
pub use removal::{RemovableMessages, messages};
pub use replay_file::{replay_file, replay_steps};
pub use share::{EMBED_SIZE, embed_code, image_path};
pub use status::title;
pub use tips::may_show_tips;
pub use vacation::vacation_update;
