//! What leaves the site: the outbox of matches, notices, the queues of emails and pushes, push devices and feeds.

pub(super) mod devices;
pub(super) mod fact_signal;
pub(super) mod feeds;
pub(super) mod match_outbox;
pub(super) mod notices;
mod notices_sent;
pub(super) mod outbox;
pub(super) mod pushes;
pub(super) mod queue;
pub(super) mod shared_changes;

pub(super) use fact_signal::FactSignal;
