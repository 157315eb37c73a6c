//! The service that notifies users: its state, and the emails that are asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::keys::{LinkKey, NoticeKeys};
use super::mailer::Mailer;
use super::outage::OutageTracker;
use super::push::PushSender;
use super::written_read_marks::WrittenReadMarks;
use crate::config::{Config, PublicUrl};
use crate::hub::Hub;
use crate::now::Clock;
use crate::now::spans::DAY;
use crate::periodic::TaskTrigger;
use crate::rasterizer::ImageCache;
use crate::site_settings::CurrentSettings;
use crate::store::{ConfirmationRequest, Store, StoreError};
use crate::users::preferences::EmailAddress;
use crate::users::{UserId, UserSummary};

/// How long a link to confirm an address is valid.
pub(super) const CONFIRMABLE: i64 = DAY;

/// Everything about notifying users.
#[derive(Debug)]
pub struct NoticeService {
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) keys: NoticeKeys,
    pub(super) site: PublicUrl,
    pub(super) settings: CurrentSettings,
    /// `None` if the site sends no mail.
    pub(super) post: Option<Mailer>,
    pub(super) hub: Hub,
    pub(super) written: WrittenReadMarks,
    pub(super) telling: TaskTrigger,
    pub(super) mailing: TaskTrigger,
    pub(super) pusher: PushSender,
    pub(super) pushing: TaskTrigger,
    pub(super) outages: OutageTracker,
    pub(super) images: Arc<ImageCache>,
    /// Whether preferences have changed, so that more may be pending than the facts of the outbox show.
    pub(super) changed: AtomicBool,
}

impl NoticeService {
    /// Notices about the site at this URL, with these settings. The keys in links are derived from `secret`.
    pub fn new(
        store: Store,
        hub: Hub,
        clock: Clock,
        secret: [u8; 32],
        (site, settings): (PublicUrl, CurrentSettings),
        config: &Config,
        pusher: PushSender,
    ) -> Self {
        let post = config.smtp.as_ref().map(|smtp| Mailer::to(smtp, config.mail_from.clone(), &site));
        Self {
            store,
            clock,
            keys: NoticeKeys::new(secret),
            site,
            settings,
            post,
            hub,
            written: WrittenReadMarks::default(),
            telling: TaskTrigger::default(),
            mailing: TaskTrigger::default(),
            pusher,
            pushing: TaskTrigger::default(),
            outages: OutageTracker::default(),
            images: Arc::default(),
            changed: AtomicBool::new(false),
        }
    }

    pub const fn sends_mail(&self) -> bool {
        self.post.is_some()
    }

    /// The images that were drawn for emails and may be drawn for others.
    pub fn images(&self) -> Arc<ImageCache> {
        Arc::clone(&self.images)
    }

    /// Whether mail may go to this address.
    pub fn accepts_address(&self, address: &EmailAddress) -> bool {
        self.post.as_ref().is_some_and(|post| post.accepts(address))
    }

    /// Queues an email with a link that confirms the address.
    pub async fn ask_to_confirm(&self, user: UserId, address: EmailAddress) -> Result<(), StoreError> {
        let at = self.clock.now();
        let email = self.email("confirmation", user);
        let key_hash = self.keys.confirmation_key(&email).hash();
        let confirmation =
            ConfirmationRequest { user, address, key_hash, email, at, expires_at: at.after(CONFIRMABLE) };
        self.store.ask_to_confirm(confirmation).await?;
        self.mailing.wake();
        Ok(())
    }

    /// The outbox key of a password reset email and the hash of the key in its link; `None` if the site sends no
    /// mail.
    pub fn reset_email(&self, user: UserId) -> Option<(String, [u8; 32])> {
        let email = self.email("reset", user);
        let hash = self.keys.reset_key(&email).hash();
        self.sends_mail().then_some((email, hash))
    }

    /// The outbox key of an email about a new account and the hash of the key in its link; `None` if the site sends no
    /// mail.
    pub fn new_account_email(&self) -> Option<(String, [u8; 32])> {
        let email = format!("created:{}:{:032x}", self.clock.now().0, rand::random::<u128>());
        let hash = self.keys.reset_key(&email).hash();
        self.sends_mail().then_some((email, hash))
    }

    /// The outbox key for the confirmation of a password change; `None` if the site sends no mail.
    pub fn password_email(&self, user: UserId) -> Option<String> {
        self.sends_mail().then(|| self.email("password", user))
    }

    /// The outbox key for the confirmation of a change of two-factor authentication; `None` if the site sends no
    /// mail.
    pub fn factor_email(&self, user: UserId) -> Option<String> {
        self.sends_mail().then(|| self.email("factors", user))
    }

    /// Wakes the delivery of emails that were queued elsewhere.
    pub fn has_emails(&self) {
        self.mailing.wake();
    }

    fn email(&self, kind: &str, user: UserId) -> String {
        format!("{kind}:{}:{}:{:016x}", user.0, self.clock.now().0, rand::random::<u64>())
    }

    /// The address that a key confirms, if it is this user's and the key is still valid.
    pub async fn unconfirmed_email(
        &self,
        person: &UserSummary,
        key: &LinkKey,
    ) -> Result<Option<EmailAddress>, StoreError> {
        self.store.unconfirmed_email(person.id, key.hash(), self.clock.now()).await
    }

    /// Confirms an address and uses up the key. Returns whether the key was valid.
    pub async fn confirm(&self, person: &UserSummary, key: &LinkKey) -> Result<bool, StoreError> {
        let settings = self.settings.now();
        let is_admitted = move |address: &EmailAddress| settings.admits(address);
        self.store.confirm(person.id, key.hash(), self.clock.now(), is_admitted).await
    }

    /// Whether an unsubscribe key is genuine.
    pub fn is_unsubscribe_key(&self, key: &str) -> bool {
        self.keys.read_unsubscribe_key(key).is_some()
    }

    /// Unsubscribes the user of a key, if they still have the address it is for; `None` if the key is not genuine.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unsubscribe(&self, key: &str) -> Result<Option<bool>, StoreError> {
        let Some((user, tag)) = self.keys.read_unsubscribe_key(key) else { return Ok(None) };
        let (keys, tag) = (self.keys.clone(), tag.to_owned());
        let is_same = move |address: &str| keys.address_tag(user, address) == tag;
        self.store.unsubscribe(user, is_same).await.map(Some)
    }

    /// Call after a user has changed their notice preferences.
    pub fn has_changed(&self) {
        self.changed.store(true, Ordering::SeqCst);
    }
}
