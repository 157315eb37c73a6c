//! Routes and handlers, which connect the other modules.
//!
//! A request passes from the outside in: tracing, language, headers, compression, rendering of errors, held forms,
//! and the protection against cross-site and excessive requests. Then comes the handler.

mod account;
mod admin;
mod app;
mod appearance;
mod archive;
mod assets;
mod board_image_queue;
mod board_images;
mod daily;
mod dashboard;
mod devices;
mod feeds;
mod games;
mod guest_sessions;
mod health;
mod http;
mod import;
mod invited;
mod join;
mod live;
mod matches;
mod metrics;
mod new_match;
mod new_match_bots;
mod opponent_names;
mod pairing;
mod pairing_wait;
mod pending_join;
mod play;
mod play_settings;
mod players;
mod reauth;
mod register;
mod relations;
mod reports;
mod reset;
mod routes;
mod settings;
mod sign_in;
mod state;
mod time_fields;
mod two_factor;
mod unsubscribe;
mod watch;
mod well_known;
mod zone;

pub use app::app;
pub use board_image_queue::BoardImages;
pub use http::caller::{Caller, SessionUser, SignedIn, needs_account};
pub use http::error::{HttpResult, WebError};
pub use http::error_words::ErrorWords;
pub use http::form::FormData;
pub use http::form_answers::FormAnswers;
pub use http::headers::{DRAWING_POLICY, FRAMEABLE_POLICY};
pub use http::language::set_accepted_language;
pub use http::limits::RateLimits;
pub use http::local_path::LocalPath;
pub use http::reauthenticated::Reauthenticated;
pub use http::reply::{html, is_fragment, ok, reader, see_other};
pub use http::staff::{AdminCaller, ModeratorCaller};
pub use http::stream_limit::StreamLimit;
pub use routes::patterns;
pub use state::{AppState, RequestOf};
