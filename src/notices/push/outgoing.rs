//! Delivery of queued pushes.

use futures_util::StreamExt;
use tokio::sync::watch;

use super::endpoint::PushEndpoint;
use super::messenger::{PushReply, PushRequest, PushRequestError};
use super::sealed::{SubscriptionKeys, encrypt_message};
use super::{DAY, MINUTE, PushSender};
use crate::notices::{NoticeService, pending};
use crate::now::Moment;
use crate::now::spans::SECOND;
use crate::store::{PushResult, QueuedPush, StoreError};

/// How many pushes are claimed at once.
const BATCH: u32 = 64;
/// How many are sent concurrently: a whole batch, so that a slow service does not hold the others up.
const AT_ONCE: usize = 64;
/// Delays between attempts, in minutes; the last one repeats.
const AGAIN: [i64; 7] = [1, 2, 5, 15, 30, 60, 120];
/// Limits for the `Retry-After` of a push service.
const WAIT: (i64, i64) = (1_000, DAY);
/// A device that has taken nothing for this long is removed.
const GONE: i64 = 7 * DAY;
/// For how long pushes are claimed: longer than a request may take.
const CLAIM: i64 = 15 * SECOND;
/// The text of a push is written again if it was queued longer ago than this.
const FRESH: i64 = 5 * SECOND;

impl NoticeService {
    /// Sends all pushes that are due.
    pub(in crate::notices) async fn send_pushes_due(&self, stopping: &watch::Receiver<bool>) {
        loop {
            let now = self.clock.now();
            let due = match self.store.claim_pushes(now, now.after(CLAIM), BATCH).await {
                Ok(due) => due,
                Err(error) => {
                    return tracing::warn!(code = error.code(), %error, "failed to read pending pushes");
                }
            };
            let all = due.len() == BATCH as usize;
            let open = due.into_iter().take_while(|_| !*stopping.borrow());
            futures_util::stream::iter(open).for_each_concurrent(AT_ONCE, |push| self.send_push(push)).await;
            if !all || *stopping.borrow() {
                return;
            }
        }
    }

    async fn send_push(&self, mut push: QueuedPush) {
        let now = self.clock.now();
        let fate = match self.check_push(&mut push, now).await {
            Ok(None) => self.pusher.send(&push, now).await,
            Ok(Some(fate)) => fate,
            Err(error) => {
                return tracing::warn!(code = error.code(), %error, push = push.id, "failed to recheck a push");
            }
        };
        match &fate {
            PushResult::Taken => tracing::debug!(push = push.id, "push delivered"),
            PushResult::Wait(until) => tracing::debug!(push = push.id, %until, "push queued"),
            PushResult::Useless | PushResult::Settled => {
                tracing::debug!(push = push.id, "push expired");
            }
            PushResult::Again(at, problem) => {
                tracing::info!(push = push.id, device = push.device, problem, again = %at, "push not accepted");
            }
            PushResult::Dead(problem) => {
                tracing::info!(push = push.id, device = push.device, problem, "push dropped");
            }
            PushResult::Gone => tracing::info!(device = push.device, "push device gone"),
        }
        if let Err(error) = self.store.note_push(&push, fate, self.clock.now()).await {
            tracing::error!(code = error.code(), %error, push = push.id, "failed to record the delivery of a push");
        }
    }

    /// Checks a push again and updates its text. Returns its new state, unless it has to be sent now.
    async fn check_push(&self, push: &mut QueuedPush, now: Moment) -> Result<Option<PushResult>, StoreError> {
        if push.topic.as_deref() == Some("reports") && push.expires_at > now {
            return self.check_report_push(push, now).await;
        }
        let Some(id) = push.about.clone() else {
            return Ok((push.expires_at <= now).then_some(PushResult::Useless));
        };
        if push.expires_at <= now {
            return Ok(Some(PushResult::Useless));
        }
        if push.tries == 0 && now.since(push.made_at) <= FRESH {
            return Ok(None);
        }
        // The user may have looked a moment ago.
        self.note_seen().await;
        let facts = self.store.facts_of_user(push.user, std::slice::from_ref(&id)).await?;
        let Some(facts) = facts.into_iter().next() else {
            return Ok(Some(PushResult::Settled));
        };
        let pending = pending::pending_kinds(&facts, now);
        let Some(view) = self.store.load_match(&id).await? else { return Ok(Some(PushResult::Settled)) };
        let Some(said) = self.push_body(view, &pending, &facts).await? else {
            return Ok(Some(PushResult::Settled));
        };
        push.body = said;
        Ok(pending::may_be_pushed(&facts, &pending, now).filter(|at| *at > now).map(PushResult::Wait))
    }
}

impl PushSender {
    async fn send(&self, push: &QueuedPush, now: Moment) -> PushResult {
        let Ok(endpoint) = PushEndpoint::parse(&push.endpoint, self.loopback) else {
            return permanent_failure(push, now, "the endpoint is not permitted");
        };
        let sealed = SubscriptionKeys::from_bytes(&push.p256dh, &push.auth)
            .and_then(|keys| encrypt_message(&keys, push.body.as_bytes()))
            .zip(self.vapid.authorization_header(&endpoint.origin(), now).ok());
        let Some((sealed, authorization)) = sealed else {
            return permanent_failure(push, now, "encryption failed");
        };
        let parcel = PushRequest {
            authorization,
            keep: push.expires_at.since(now) / 1000,
            // Test pushes and alerts replace the previous ones.
            topic: push
                .topic
                .clone()
                .or_else(|| Some(push.about.as_ref().map_or("try".to_owned(), ToString::to_string))),
            urgent: push.urgent,
            sealed,
        };
        match self.messenger.deliver(&endpoint, parcel, now).await {
            Ok(reply) => result_of_reply(push, now, reply),
            Err(trouble @ PushRequestError::Near) => permanent_failure(push, now, trouble.to_string()),
            Err(trouble) => retry_later(push, now, None, trouble.to_string()),
        }
    }
}

fn result_of_reply(push: &QueuedPush, now: Moment, PushReply { status, again }: PushReply) -> PushResult {
    let problem = format!("the push service answered {status}");
    match status {
        200..=299 => PushResult::Taken,
        404 | 410 => PushResult::Gone,
        429 | 500..=599 => retry_later(push, now, again, problem),
        _ => permanent_failure(push, now, problem),
    }
}

/// A permanent failure.
fn permanent_failure(push: &QueuedPush, now: Moment, problem: impl Into<String>) -> PushResult {
    let gone = push.failing_since.is_some_and(|since| now.since(since) >= GONE);
    if gone { PushResult::Gone } else { PushResult::Dead(problem.into()) }
}

/// Tries again later, as long as it is useful.
fn retry_later(push: &QueuedPush, now: Moment, asked: Option<i64>, problem: impl Into<String>) -> PushResult {
    let next = usize::try_from(push.tries).unwrap_or(usize::MAX).min(AGAIN.len() - 1);
    let wait = asked.map_or(AGAIN[next] * MINUTE, |asked| asked.clamp(WAIT.0, WAIT.1));
    let at = now.after(wait);
    match permanent_failure(push, now, problem) {
        PushResult::Dead(problem) if at < push.expires_at => PushResult::Again(at, problem),
        over => over,
    }
}
