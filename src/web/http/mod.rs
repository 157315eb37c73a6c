//! HTTP infrastructure: extractors, middleware, limits, headers, cookies, errors and replies, used by the handlers of
//! pages.

pub mod auth_log;
pub mod caller;
pub mod client_address;
pub mod compression;
pub mod cookie;
pub mod device;
pub mod error;
pub mod error_pages;
pub mod error_words;
pub mod excerpt;
pub mod form;
pub mod form_answers;
pub mod headers;
pub mod host_header;
pub mod language;
pub mod limits;
pub mod local_path;
mod login_request;
mod membership;
pub mod once;
pub mod protection;
pub mod reauthenticated;
pub mod redirect;
pub mod reply;
pub mod request_tracing;
mod sanctions;
pub mod sent_form;
mod sso_only;
pub mod staff;
pub mod stream_limit;
pub mod unread_body;
pub mod uploaded_file;
pub mod zip_reply;
