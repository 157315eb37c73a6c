//! Web push to the browsers of users.
//!
//! Marking a notice as sent and queueing its push are one transaction, as with emails; a separate task sends it. A
//! push is done once its service has taken it. If the response is lost it is sent again under the same topic, so it
//! replaces itself in the browser. Each push contains everything unseen of a match, because a later one replaces the
//! one before.

mod addresses;
pub mod endpoint;
mod messenger;
mod outgoing;
pub mod sealed;
mod sender;
mod subscriptions;
mod text;
mod vapid;

pub use sender::{PushError, PushSender};
pub use subscriptions::{DeviceError, OfferedSubscription};
pub(super) use text::clipped_push;
