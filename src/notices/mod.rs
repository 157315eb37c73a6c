//! Notices to users by push, email and feeds.
//!
//! What is pending follows from the log of a match, what its user has seen of it, and what they were sent. So a crash
//! loses and repeats nothing; facts of the match outbox only have a match checked sooner. Marking a notice as sent and
//! queueing its email or push are one transaction. Both are written when they are sent, from the state at that time, by
//! separate tasks: no request and no move waits for a mail server.

mod account_emails;
mod delivery;
mod dispatch;
mod emails;
mod facts;
mod feed_documents;
pub mod feeds;
pub mod keys;
pub mod mailer;
mod outage;
mod outage_alerts;
mod pending;
pub mod push;
mod queued;
mod read_marks;
mod reports;
mod sanctions;
mod schedule;
mod service;
pub mod smtp;
mod tasks;
mod warnings;
mod written_read_marks;

pub use outage::MailOutage;
pub use service::NoticeService;
