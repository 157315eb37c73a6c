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
mod vapid;

use std::sync::Arc;

use serde_json::json;
use thiserror::Error;
use tokio_rustls::rustls::Error as TlsError;

use self::endpoint::{PushEndpoint, PushEndpointError};
use self::messenger::{PushMessenger, PushRequestError};
use self::sealed::SubscriptionKeys;
use self::vapid::VapidSigner;
use super::NoticeService;
use super::emails;
use super::kind::NoticeKind;
use super::pending::{self, PendingNotice};
use crate::config::{Config, PublicUrl};
use crate::error_codes;
use crate::matches::MatchView;
use crate::now::Moment;
use crate::now::spans::{DAY, MINUTE};
use crate::store::{NewPushDevice, NoticeFacts, PushBatch, Store, StoreError};
use crate::texts::{in_language, tr};
use crate::urls;
use crate::users::UserId;

/// How long a push is useful, unless what it is about ends before.
pub(super) const USEFUL: i64 = 3 * DAY;
/// How long a test push is useful.
const TRY: i64 = 5 * MINUTE;
/// How many devices a user may have.
const MAX: u32 = 10;
/// Maximum length of title and text, in characters.
const TITLE: usize = 120;
const TEXT: usize = 400;

/// Why push cannot be set up.
#[derive(Debug, Error)]
pub enum PushError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no VAPID key, and none can be created.
    #[error("the key that pushes are signed with cannot be made or read")]
    Key,
    /// TLS cannot be set up.
    #[error("connections cannot be encrypted: {0}")]
    Tls(#[from] TlsError),
}

/// Why a device was rejected.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// The endpoint is not permitted.
    #[error(transparent)]
    Endpoint(#[from] PushEndpointError),
    /// The keys are invalid.
    #[error("{}", tr("This browser’s keys can’t be read. Turn notifications off and on again."))]
    Keys,
    /// The endpoint's name does not resolve.
    #[error("{}", tr("That push service can’t be found."))]
    Unknown,
    /// The user has too many devices.
    #[error("{}", tr("You already have ten devices. Remove one you no longer use."))]
    Many,
    #[error(transparent)]
    Store(#[from] StoreError),
}

error_codes! {
    DeviceError {
        Self::Keys => "device-keys-not-valid",
        Self::Unknown => "push-service-not-found",
        Self::Many => "too-many-devices",
    } of {
        Self::Endpoint(cause) => cause,
        Self::Store(cause) => cause,
    }
}

/// The VAPID key and the HTTP client.
#[derive(Debug)]
pub struct PushSender {
    vapid: VapidSigner,
    messenger: PushMessenger,
    /// Whether endpoints may be on loopback addresses.
    loopback: bool,
}

/// A push subscription of a browser.
#[derive(Clone, Debug)]
pub struct OfferedSubscription<'a> {
    /// The name of the device.
    pub name: String,
    pub endpoint: &'a str,
    /// `p256dh` and `auth`, base64url encoded.
    pub keys: (&'a str, &'a str),
    /// The session of the browser.
    pub session: Option<[u8; 32]>,
    /// The previous endpoint, if the push service has moved it.
    pub before: Option<String>,
}

impl PushSender {
    /// Opens push with the VAPID key in the database, which is created on the first start.
    ///
    /// # Errors
    /// The database failed, or TLS or the key cannot be set up.
    pub async fn open(store: &Store, site: &PublicUrl, config: &Config) -> Result<Self, PushError> {
        let made = VapidSigner::make().map_err(|_| PushError::Key)?;
        let kept = store.push_key(made).await?;
        let vapid = VapidSigner::read(&kept, contact(site, config)).ok_or(PushError::Key)?;
        Ok(Self { vapid, messenger: PushMessenger::new()?, loopback: config.push_to_loopback })
    }
}

/// The contact for push services: an email address with a real domain or an `https` URL. Apple answers `BadJwtToken`
/// to an address at localhost. A site that has neither is one that is being tried out on a single machine.
fn contact(site: &PublicUrl, config: &Config) -> String {
    match &config.mail_from {
        Some(from) if from.email.domain().contains('.') => format!("mailto:{}", from.email),
        _ if site.is_https() => site.to_string(),
        _ => "mailto:parlour@site.invalid".to_owned(),
    }
}

impl NoticeService {
    /// The public VAPID key for browsers.
    pub fn push_key(&self) -> String {
        self.pusher.vapid.public()
    }

    /// Adds a device, or replaces the previous subscription of the same browser.
    ///
    /// # Errors
    /// The subscription was rejected, or the user has too many devices.
    pub async fn add_device(
        &self,
        user: UserId,
        offered: OfferedSubscription<'_>,
    ) -> Result<(), DeviceError> {
        let endpoint = PushEndpoint::parse(offered.endpoint, self.pusher.loopback)?;
        let (p256dh, auth) = offered.keys;
        let keys = SubscriptionKeys::parse(p256dh, auth).ok_or(DeviceError::Keys)?;
        match self.pusher.messenger.resolve(&endpoint).await {
            Ok(_) => {}
            Err(PushRequestError::Near) => return Err(PushEndpointError::Near.into()),
            Err(_) => return Err(DeviceError::Unknown),
        }
        let device = NewPushDevice {
            user,
            session: offered.session,
            name: offered.name,
            endpoint: endpoint.as_str().to_owned(),
            before: offered.before,
            p256dh: keys.p256dh,
            auth: keys.auth,
            at: self.clock.now(),
        };
        if !self.store.add_device(device, MAX).await? {
            return Err(DeviceError::Many);
        }
        self.has_changed();
        Ok(())
    }

    /// Sends a test push to a device of the user. Returns whether it is theirs.
    pub async fn try_device(&self, user: UserId, device: i64) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let body = json!({
            "title": tr("Notifications work"),
            "body": tr("Parlour will notify you like this when it’s your move."),
            "url": urls::Settings.to_string(),
            "tag": "try",
        });
        let queued = self.store.queue_test_push(user, device, body.to_string(), now, now.after(TRY)).await?;
        if queued {
            self.pushing.wake();
        }
        Ok(queued)
    }

    /// Queues a push for each match with notices that are due.
    pub(super) async fn push(
        &self,
        user: UserId,
        due: &[PendingNotice],
        now: Moment,
    ) -> Result<(), StoreError> {
        for due in due.chunk_by(|one, other| one.id == other.id) {
            self.push_one(user, due, now).await?;
        }
        Ok(())
    }

    async fn push_one(&self, user: UserId, due: &[PendingNotice], now: Moment) -> Result<(), StoreError> {
        let Some(id) = due.first().map(|due| due.id.clone()) else { return Ok(()) };
        // A match that cannot be read must not hold up the notices about others.
        let mut read = self.store.load_readable_matches(std::slice::from_ref(&id)).await?;
        let Some(view) = read.readable.remove(&id) else { return Ok(()) };
        let facts = self.store.facts_of_user(user, std::slice::from_ref(&id)).await?;
        let Some(facts) = facts.into_iter().next() else { return Ok(()) };
        let unseen = pending::unseen_events(&facts).into_iter().map(|(kind, _)| kind);
        let kinds: Vec<NoticeKind> = due.iter().map(|due| due.kind).chain(unseen).collect();
        let Some(body) = self.push_body(Arc::clone(&view), &kinds, &facts).await? else { return Ok(()) };
        let moves = kinds.iter().any(|kind| kind.is_of_turn()) && view.m.user_to_act() == Some(user);
        let deadline = view.m.deadline().filter(|_| moves);
        let useful = now.after(USEFUL);
        let pushing = PushBatch {
            user,
            id,
            body,
            urgent: moves,
            tells: due.iter().map(|due| (due.id.clone(), due.kind.key().to_owned(), due.number)).collect(),
            at: now,
            expires_at: deadline.map_or(useful, |at| at.max(now.after(MINUTE)).min(useful)),
        };
        if self.store.queue_push(pushing).await? {
            self.pushing.wake();
        }
        Ok(())
    }

    /// The text of a push about a match; `None` if there is nothing to report.
    async fn push_body(
        &self,
        view: Arc<MatchView>,
        kinds: &[NoticeKind],
        facts: &NoticeFacts,
    ) -> Result<Option<String>, StoreError> {
        let id = view.m.id.clone();
        let vacation = self.vacation_left(facts.user, kinds.iter().copied()).await?;
        let muted = self.store.user_settings(facts.user).await?.muted_players();
        let piece = self.news_item(kinds, facts.heard, view, facts, vacation, &muted);
        let Some((title, text)) = in_language(facts.language, || emails::push_text(&piece)) else {
            return Ok(None);
        };
        let (title, text) = clipped_push(&title, &text);
        let body = json!({
            "title": title,
            "body": text,
            "url": urls::Match { id: id.as_str() }.to_string(),
            "tag": id.as_str(),
        });
        Ok(Some(body.to_string()))
    }
}

/// Title and text, cut to the length that a push shows.
pub(super) fn clipped_push(title: &str, text: &str) -> (String, String) {
    (truncated(title, TITLE), truncated(text, TEXT))
}

/// A text, cut to a number of characters.
fn truncated(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_services_get_a_valid_contact() {
        let contact = |site: &str, from: Option<&str>| {
            let mail_from = from.map(|from| from.parse().unwrap());
            contact(&PublicUrl::parse(site).unwrap(), &Config { mail_from, ..Config::default() })
        };
        let club = Some("Club <games@club.example>");
        assert_eq!(contact("https://parlour.example", club), "mailto:games@club.example");
        assert_eq!(contact("https://parlour.example", None), "https://parlour.example");
        assert_eq!(contact("https://parlour.example", Some("root@localhost")), "https://parlour.example");
        assert_eq!(contact("http://localhost:8080", None), "mailto:parlour@site.invalid");
    }
}
