//! Notices to users: by push, by email, in feeds.
//!
//! What is due is read from the database: it is somebody's turn, they have not seen it, nobody has told them. So a crash
//! loses nothing and repeats nothing; what the outbox says of a match only has it looked at sooner. What is told and the email that tells
//! it are queued in one transaction. An email is written when it is sent, from how things stand then, by a task of its own:
//! no request and no move waits for a mail server.

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
use crate::store::{ConfirmationRequest, Store, StoreError};
use crate::users::preferences::EmailAddress;
use crate::users::{UserId, UserSummary};

/// How often each task looks for something to do, unless something wakes it.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long push services have to answer once the site stops. An email that the mail server may have taken has longer,
/// for it would arrive twice; see [`Site::stop`](crate::site::Site::stop).
const PUSH_GRACE: Duration = Duration::from_secs(3);
/// How long the key counts that confirms an address.
const CONFIRMABLE: i64 = DAY;
/// How long it is remembered what emails there were.
const CACHE_CAPACITY: i64 = 30 * DAY;

/// Everything about telling people.
#[derive(Debug)]
pub struct NoticeService {
    store: Store,
    clock: Clock,
    keys: NoticeKeys,
    site: PublicUrl,
    /// How emails are sent; none where the site sends no mail.
    post: Option<Mailer>,
    hub: Hub,
    written: read_marks::WrittenReadMarks,
    telling: TaskTrigger,
    mailing: TaskTrigger,
    pusher: PushSender,
    pushing: TaskTrigger,
    outages: OutageTracker,
    /// Whether somebody has changed what they want, so that more may be due than news would tell.
    changed: AtomicBool,
    /// Whether a report was made of which staff have not been told yet.
    reported: AtomicBool,
}

impl NoticeService {
    /// Gets ready to tell people about what happens at `site`. Keys in links are made from `secret`.
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
            changed: AtomicBool::new(false),
            reported: AtomicBool::new(false),
        }
    }

    /// Whether this site sends mail.
    pub const fn sends_mail(&self) -> bool {
        self.post.is_some()
    }

    /// Sends an email to an address somebody says is theirs, with the key that confirms it.
    pub async fn ask_to_confirm(&self, user: UserId, address: EmailAddress) -> Result<(), StoreError> {
        let at = self.clock.now();
        let email = self.email("confirmation", user);
        let key_hash = self.keys.confirmation(&email).hash();
        let asked =
            ConfirmationRequest { user, address, key_hash, email, at, expires_at: at.after(CONFIRMABLE) };
        self.store.ask_to_confirm(asked).await?;
        self.mailing.wake();
        Ok(())
    }

    /// The key of an email about somebody's password, and the hash of the key in the link it holds; none where no mail is sent.
    pub fn reset_email(&self, user: UserId) -> Option<(String, [u8; 32])> {
        let email = self.email("reset", user);
        let hash = self.keys.reset(&email).hash();
        self.sends_mail().then_some((email, hash))
    }

    /// The key of the email that tells somebody of another password; none where no mail is sent.
    pub fn password_email(&self, user: UserId) -> Option<String> {
        self.sends_mail().then(|| self.email("password", user))
    }

    /// The key of the email that tells somebody what was changed about what they show besides their password; none where no
    /// mail is sent.
    pub fn factor_email(&self, user: UserId) -> Option<String> {
        self.sends_mail().then(|| self.email("factors", user))
    }

    /// Emails were put into the outbox elsewhere.
    pub fn has_emails(&self) {
        self.mailing.wake();
    }

    fn email(&self, kind: &str, user: UserId) -> String {
        format!("{kind}:{}:{}:{:016x}", user.0, self.clock.now().0, rand::random::<u64>())
    }

    /// The address that a key confirms, if it is this person's and still counts.
    pub async fn unconfirmed(
        &self,
        person: &UserSummary,
        key: &LinkKey,
    ) -> Result<Option<EmailAddress>, StoreError> {
        self.store.unconfirmed(person.id, key.hash(), self.clock.now()).await
    }

    /// Uses up a key: the address is this person's from now on. Whether the key counted.
    pub async fn confirm(&self, person: &UserSummary, key: &LinkKey) -> Result<bool, StoreError> {
        self.store.confirm(person.id, key.hash(), self.clock.now()).await
    }

    /// Whose mail a key ends, and since when they have it; `None` when it is none of ours.
    pub fn unsubscribes(&self, key: &str) -> Option<(UserId, Moment)> {
        self.keys.unsubscribes(key)
    }

    /// Somebody has said anew how they want to be told.
    pub fn has_changed(&self) {
        self.changed.store(true, Ordering::SeqCst);
    }

    /// Tells what is due, and sends emails and pushes, until the site stops.
    pub async fn keep(self: Arc<Self>, stopping: watch::Receiver<bool>) {
        let emails = async {
            if let Some(post) = &self.post {
                self.keep_sending(post, stopping.clone()).await;
            }
        };
        tokio::join!(self.keep_telling(stopping.clone()), self.keep_pushing(stopping.clone()), emails);
    }

    /// Looks now for what is due, to be told, emailed or pushed, rather than at the next interval.
    pub fn wake(&self) {
        self.telling.wake();
        self.mailing.wake();
        self.pushing.wake();
    }

    /// Waits until everything that is due now has been told, and an attempt has been made to send it.
    pub async fn run_once(&self) {
        self.telling.run().await;
        if self.sends_mail() {
            self.mailing.run().await;
        }
        self.pushing.run().await;
    }

    /// Emails are written here and sent elsewhere, so that a mail server that is slow holds nothing up.
    async fn keep_telling(&self, stopping: watch::Receiver<bool>) {
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

    async fn keep_sending(&self, post: &Mailer, stopping: watch::Receiver<bool>) {
        let mut schedule = self.mailing.schedule(INTERVAL, stopping.clone());
        while let Some(_run) = schedule.next().await {
            self.send_due(post, &stopping).await;
        }
    }

    async fn keep_pushing(&self, stopping: watch::Receiver<bool>) {
        let mut schedule = self.pushing.schedule(INTERVAL, stopping.clone());
        while let Some(_run) = schedule.next().await {
            tokio::select! {
                () = self.send_pushes_due(&stopping) => {}
                () = after_stop(stopping.clone(), PUSH_GRACE) => return,
            }
        }
    }

    /// Forgets what no longer matters.
    pub async fn forget_old(&self) -> Result<u64, StoreError> {
        let before = self.clock.now().after(-CACHE_CAPACITY);
        Ok(self.store.forget_emails(before).await? + self.store.forget_pushes(before).await?)
    }
}

/// Ends so long after the site has been told to stop.
async fn after_stop(mut stopping: watch::Receiver<bool>, grace: Duration) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
    sleep(grace).await;
}
