//! The HTML of the site: pages, the fragments they are made of, and the drawings. Pure: what a view shows is handed to it.
//! The HTML of emails is in `notices::emails`.

pub mod account;
pub mod admin;
pub mod analysis;
pub mod archive;
pub mod boards;
pub mod bookmarks;
pub mod bots;
pub mod confirm;
pub mod daily;
pub mod dashboard;
pub mod dice_rolls;
mod done;
pub mod errors;
pub mod front;
pub mod guest_registration;
pub mod host_page;
pub mod import;
pub mod join;
pub mod leaderboard;
pub mod link_preview;
pub mod listing;
pub mod match_page;
pub mod messages;
pub mod new_match;
pub mod open_matches;
pub mod page;
pub mod pairing;
pub mod parts;
pub mod play;
pub mod play_preferences;
pub mod player;
pub mod players;
pub mod ratings;
pub mod register;
pub mod reports;
pub mod reset;
pub mod rules;
pub mod sanctions;
pub mod settings;
pub mod setup;
pub mod sign_in;
pub mod two_factor;
pub mod unsubscribe;
pub mod watch;

pub use parts::{options, words};
