//! The tasks of the service: queueing notices, and sending emails and pushes.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use super::dispatch::NoticeAgenda;
use super::mailer::Mailer;
use super::service::NoticeService;
use super::smtp::SmtpPool;
use crate::now::spans::DAY;
use crate::outbox::OutboxConsumer;
use crate::store::StoreError;

/// How often each task runs if nothing wakes it.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long push services may take once the site stops. The mail server has longer, because an email that it may have
/// taken would arrive twice; see [`Site::stop`](crate::site::Site::stop).
const PUSH_GRACE: Duration = Duration::from_secs(3);
/// How long sent emails and pushes stay in the outbox.
const RETENTION: i64 = 30 * DAY;

impl NoticeService {
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
        let pool = SmtpPool::new(&post.server);
        let mut schedule = self.mailing.schedule(INTERVAL, stopping.clone());
        while let Some(_run) = schedule.next().await {
            self.send_due(post, &pool, &stopping).await;
        }
        pool.close().await;
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
