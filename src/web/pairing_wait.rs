//! `/pairing/wait`: the request that the page of a waiting user keeps open. Who closes the page waits no longer.

use std::convert::Infallible;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, ContentType, HeaderValue};
use actix_web::web::{Bytes, Data};
use futures_util::stream::{self, Stream};
use tokio::sync::watch;
use tokio::time::{Interval, interval};

use super::http::cookie;
use super::http::stream_limit::StreamPermit;
use super::live::stopped;
use super::pairing::offers_bot;
use super::{AppState, HttpResult, RequestOf, SignedIn};
use crate::accounts::SessionWatch;
use crate::pairing::HeldWait;
use crate::users::UserId;
use crate::views::pairing::look_again;

/// How often a space is sent, by which a closed page is noticed, and an opponent is looked for whose rating is further away.
const BEAT: Duration = Duration::from_secs(2);
/// The most beats of a request: fewer than the minute after which htmx gives up. The list of open matches is then loaded again.
const MOST_BEATS: u32 = 25;

/// `GET /pairing/wait`: ends when the page has to be loaded again.
pub async fn wait((request, state, member): RequestOf<SignedIn>) -> HttpResult {
    let mut answer = HttpResponse::Ok();
    answer
        .content_type(ContentType::html())
        .insert_header((CACHE_CONTROL, "no-cache, no-transform"))
        .insert_header((CONTENT_ENCODING, HeaderValue::from_static("identity")))
        .insert_header(("X-Accel-Buffering", "no"));
    let (user, token) = (member.0.id, cookie::read(&request, &state.public_url));
    let session = match token.filter(|_| request.method() != Method::HEAD) {
        Some(token) => state.accounts.watch_session(&token).await?,
        None => None,
    };
    let permit = state.streams.take(user)?;
    let Some((session, held)) = session.and_then(|session| Some((session, state.pairing.hold(user)?))) else {
        return Ok(answer.body(look_again().into_string()));
    };
    let wait = OpenWait {
        user,
        session,
        offers_bot: offers_bot(&state, held.since),
        held,
        beats: 0,
        ticks: interval(BEAT),
        stopping: state.stopping.clone(),
        state,
        over: false,
        _permit: permit,
    };
    Ok(answer.streaming(wait.messages()))
}

/// A request in progress.
struct OpenWait {
    state: Data<AppState>,
    user: UserId,
    session: SessionWatch,
    held: HeldWait,
    /// Whether the page offers a bot.
    offers_bot: bool,
    beats: u32,
    ticks: Interval,
    stopping: watch::Receiver<bool>,
    over: bool,
    /// Counts this stream as open.
    _permit: StreamPermit,
}

impl OpenWait {
    fn messages(self) -> impl Stream<Item = Result<Bytes, Infallible>> {
        stream::unfold(Box::new(self), |mut wait| async move {
            let piece = wait.next().await?;
            Some((Ok(piece), wait))
        })
    }

    async fn next(&mut self) -> Option<Bytes> {
        if self.over {
            return None;
        }
        self.over = tokio::select! {
            () = self.held.changed() => true,
            () = stopped(&mut self.stopping) => true,
            _ = self.ticks.tick() => false,
        };
        // The wait goes on while the page is loaded again, but not after the session has ended.
        if self.session.is_due() && !self.session.is_open().await.unwrap_or(false) {
            self.over = true;
        } else if self.over || self.beat().await {
            self.over = true;
            self.state.pairing.renew(self.user);
        }
        Some(if self.over { look_again().into_string().into() } else { Bytes::from_static(b" ") })
    }

    /// Looks for an opponent. Returns whether the page has to be loaded again.
    async fn beat(&mut self) -> bool {
        self.state.pairing.pair(self.user).await;
        self.beats += 1;
        self.beats >= MOST_BEATS || offers_bot(&self.state, self.held.since) != self.offers_bot
    }
}
