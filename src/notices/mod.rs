//! Notices to users by push, email and feeds.
//!
//! What is pending is computed from the database: it is a user's turn, they have not seen it, and they have not been
//! notified. So a crash loses and repeats nothing; facts of the match outbox only have a match checked sooner.
//! Marking a notice as sent and queueing its email are one transaction. An email is written when it is sent, from the
//! state at that time, by a separate task: no request and no move waits for a mail server.

mod delivery;
mod dispatch;
mod emails;
mod feed_documents;
pub mod feeds;
pub mod keys;
mod kind;
pub mod mailer;
mod outage;
mod pending;
pub mod push;
mod queued;
mod read_marks;
mod reports;
mod retry;
mod sanctions;
pub mod smtp;
mod warnings;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use self::dispatch::NoticeAgenda;
use self::keys::{LinkKey, NoticeKeys};
use self::mailer::Mailer;
pub use self::outage::MailOutage;
use self::outage::OutageTracker;
use self::push::PushSender;
use crate::config::{Config, PublicUrl};
use crate::hub::Hub;
use crate::now::spans::DAY;
use crate::now::{Clock, Moment};
use crate::outbox::OutboxConsumer;
use crate::periodic::TaskTrigger;
use crate::rasterizer::ImageCache;
use crate::store::{ConfirmationRequest, Store, StoreError};
use crate::users::preferences::EmailAddress;
use crate::users::{UserId, UserSummary};

/// How often each task runs if nothing wakes it.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long push services may take once the site stops. The mail server has longer, because an email that it may have
/// taken would arrive twice; see [`Site::stop`](crate::site::Site::stop).
const PUSH_GRACE: Duration = Duration::from_secs(3);
/// How long a link to confirm an address is valid.
const CONFIRMABLE: i64 = DAY;
/// How long sent emails and pushes stay in the outbox.
const RETENTION: i64 = 30 * DAY;

/// Everything about notifying users.
#[derive(Debug)]
pub struct NoticeService {
    store: Store,
    clock: Clock,
    keys: NoticeKeys,
    site: PublicUrl,
    /// `None` if the site sends no mail.
    post: Option<Mailer>,
    hub: Hub,
    written: read_marks::WrittenReadMarks,
    telling: TaskTrigger,
    mailing: TaskTrigger,
    pusher: PushSender,
    pushing: TaskTrigger,
    outages: OutageTracker,
    images: Arc<ImageCache>,
    /// Whether preferences have changed, so that more may be pending than the facts of the outbox show.
    changed: AtomicBool,
    /// Whether a report was made of which staff have not been notified.
    reported: AtomicBool,
}

impl NoticeService {
    /// Notices about the site at this URL. The keys in links are derived from `secret`.
    pub fn new(
        store: Store,
        hub: Hub,
        clock: Clock,
        secret: [u8; 32],
        site: PublicUrl,
        config: &Config,
        pusher: PushSender,
    ) -> Self {
        let post = config.smtp.as_ref().map(|smtp| Mailer::to(smtp, config.mail_from.clone(), &site));
        Self {
            store,
            clock,
            keys: NoticeKeys::new(secret),
            site,
            post,
            hub,
            written: read_marks::WrittenReadMarks::default(),
            telling: TaskTrigger::default(),
            mailing: TaskTrigger::default(),
            pusher,
            pushing: TaskTrigger::default(),
            outages: OutageTracker::default(),
            images: Arc::default(),
            changed: AtomicBool::new(false),
            reported: AtomicBool::new(false),
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
        let asked =
            ConfirmationRequest { user, address, key_hash, email, at, expires_at: at.after(CONFIRMABLE) };
        self.store.ask_to_confirm(asked).await?;
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
        self.store.confirm(person.id, key.hash(), self.clock.now()).await
    }

    /// The user and time of an unsubscribe key; `None` if it is not genuine.
    pub fn read_unsubscribe_key(&self, key: &str) -> Option<(UserId, Moment)> {
        self.keys.read_unsubscribe_key(key)
    }

    /// Call after a user has changed their notice preferences.
    pub fn has_changed(&self) {
        self.changed.store(true, Ordering::SeqCst);
    }

    /// Queues notices and sends emails and pushes until the site stops.
    pub async fn run(self: Arc<Self>, stopping: watch::Receiver<bool>) {
        let emails = async {
            if let Some(post) = &self.post {
                self.run_mailer(post, stopping.clone()).await;
            }
        };
        tokio::join!(self.run_dispatch(stopping.clone()), self.run_pushes(stopping.clone()), emails);
    }

    /// Has all tasks run now rather than at the next interval.
    pub fn wake(&self) {
        self.telling.wake();
        self.mailing.wake();
        self.pushing.wake();
    }

    /// Waits until everything that is due now was queued, and an attempt was made to send it.
    pub async fn run_once(&self) {
        self.telling.run().await;
        if self.sends_mail() {
            self.mailing.run().await;
        }
        self.pushing.run().await;
    }

    /// Queues notices. Sending is up to other tasks, so that a slow mail server delays nothing here.
    async fn run_dispatch(&self, stopping: watch::Receiver<bool>) {
        let mut agenda = NoticeAgenda::default();
        let mut facts = OutboxConsumer::new(self.store.clone(), "notices");
        let mut schedule = self.telling.schedule(INTERVAL, stopping);
        while let Some(_run) = schedule.next().await {
            self.note_seen().await;
            if self.changed.swap(false, Ordering::SeqCst) {
                agenda = NoticeAgenda::default();
            }
            self.notify_due(&mut agenda, &mut facts).await;
        }
        facts.save().await;
        self.note_seen().await;
    }

    async fn run_mailer(&self, post: &Mailer, stopping: watch::Receiver<bool>) {
        let mut schedule = self.mailing.schedule(INTERVAL, stopping.clone());
        while let Some(_run) = schedule.next().await {
            self.send_due(post, &stopping).await;
        }
    }

    async fn run_pushes(&self, stopping: watch::Receiver<bool>) {
        let mut schedule = self.pushing.schedule(INTERVAL, stopping.clone());
        while let Some(_run) = schedule.next().await {
            tokio::select! {
                () = self.send_pushes_due(&stopping) => {}
                () = after_stop(stopping.clone(), PUSH_GRACE) => return,
            }
        }
    }

    /// Deletes old rows of the outbox. Returns how many.
    pub async fn forget_old(&self) -> Result<u64, StoreError> {
        let before = self.clock.now().after(-RETENTION);
        Ok(self.store.forget_emails(before).await? + self.store.forget_pushes(before).await?)
    }
}

/// Resolves this long after the site was asked to stop.
async fn after_stop(mut stopping: watch::Receiver<bool>, grace: Duration) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
    sleep(grace).await;
}
