//! The only HTML of the house: pages, the fragments they are made of, and the drawings. Pure: what a view shows is handed
//! to it. May import `matches`, `people`, `games`, `now::Moment`, `notices::wanted` and `web::paths`.

pub mod account;
pub mod admin;
pub mod badge;
pub mod boards;
pub mod company;
pub mod confirm;
mod done;
pub mod errors;
pub mod feeds;
pub mod front;
pub mod home;
pub mod join;
pub mod leaderboard;
pub mod letters;
pub mod listing;
pub mod manner;
pub mod new_match;
pub mod options;
pub mod page;
pub mod parts;
pub mod player;
pub mod ratings;
pub mod register;
pub mod reports;
pub mod reset;
pub mod rules;
pub mod said;
pub mod sanctions;
pub mod second;
pub mod settings;
mod shelf;
pub mod sign_in;
pub mod table;
pub mod tables;
pub mod throws;
pub mod unsubscribe;
pub mod what_if;
pub mod words;
pub mod zone_offer;

/// The files that are drawn by code instead of lying in `static/`: name and content.
pub fn drawn() -> Vec<(String, String)> {
    boards::drawn().into_iter().chain(badge::drawn()).collect()
}
