//! Delivery of queued pushes.

use futures_util::StreamExt;
use tokio::sync::watch;

use super::endpoint::PushEndpoint;
use super::messenger::{PushReply, PushRequest, PushRequestError};
use super::sealed::{SubscriptionKeys, encrypt_message};
use super::sender::PushSender;
use crate::notices::delivery::log_result;
use crate::notices::pending;
use crate::notices::service::NoticeService;
use crate::now::Moment;
use crate::now::spans::{DAY, MINUTE, SECOND};
use crate::store::{DeliveryResult, QueuedPush, StoreError};

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
/// Why a push was not sent that is too late.
const EXPIRED: &str = "it was not sent in time";

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
        log_result("push", push.id, &fate);
        if let Err(error) = self.store.note_push(&push, fate, self.clock.now()).await {
            tracing::error!(code = error.code(), %error, push = push.id, "failed to record the delivery of a push");
        }
    }

    /// Checks a push again and writes its text. Returns its new state, unless it has to be sent now.
    async fn check_push(
        &self,
        push: &mut QueuedPush,
        now: Moment,
    ) -> Result<Option<DeliveryResult>, StoreError> {
        if push.topic.as_deref().is_some_and(|topic| topic.starts_with("report")) && push.expires_at > now {
            return self.check_report_push(push, now).await;
        }
        let Some(id) = push.about.clone() else {
            return Ok((push.expires_at <= now).then_some(DeliveryResult::Expired(EXPIRED.to_owned())));
        };
        if push.expires_at <= now {
            return Ok(Some(DeliveryResult::Expired(EXPIRED.to_owned())));
        }
        // The user may have looked a moment ago.
        self.note_seen().await;
        let Some((facts, view)) = self.facts_of_user(push.user, std::slice::from_ref(&id)).await?.pop()
        else {
            return Ok(Some(DeliveryResult::Obsolete));
        };
        let pending = pending::pending_kinds(&facts, now);
        push.urgent = pending.iter().any(|kind| kind.is_of_turn()) && view.m.user_to_act() == Some(push.user);
        if let Some(deadline) = view.m.deadline().filter(|_| push.urgent) {
            push.expires_at = deadline.max(now.after(MINUTE)).min(push.expires_at);
        }
        let Some(body) = self.push_body(view, &pending, &facts).await? else {
            return Ok(Some(DeliveryResult::Obsolete));
        };
        push.body = body;
        Ok(pending::may_be_pushed(&facts, &pending, now).filter(|at| *at > now).map(DeliveryResult::Wait))
    }
}

impl PushSender {
    async fn send(&self, push: &QueuedPush, now: Moment) -> DeliveryResult {
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

fn result_of_reply(push: &QueuedPush, now: Moment, PushReply { status, again }: PushReply) -> DeliveryResult {
    let problem = format!("the push service answered {status}");
    match status {
        200..=299 => DeliveryResult::Sent,
        404 | 410 => DeliveryResult::Gone,
        429 | 500..=599 => retry_later(push, now, again, problem),
        _ => permanent_failure(push, now, problem),
    }
}

/// A permanent failure.
fn permanent_failure(push: &QueuedPush, now: Moment, problem: impl Into<String>) -> DeliveryResult {
    let gone = push.failing_since.is_some_and(|since| now.since(since) >= GONE);
    if gone { DeliveryResult::Gone } else { DeliveryResult::Refused(problem.into()) }
}

/// Tries again later, as long as it is useful.
fn retry_later(
    push: &QueuedPush,
    now: Moment,
    retry_after: Option<i64>,
    problem: impl Into<String>,
) -> DeliveryResult {
    let next = usize::try_from(push.tries).unwrap_or(usize::MAX).min(AGAIN.len() - 1);
    let wait = retry_after.map_or(AGAIN[next] * MINUTE, |retry_after| retry_after.clamp(WAIT.0, WAIT.1));
    let at = now.after(wait);
    match permanent_failure(push, now, problem) {
        DeliveryResult::Refused(problem) if at < push.expires_at => DeliveryResult::Again(at, problem),
        over => over,
    }
}
