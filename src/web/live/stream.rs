//! The live stream of one reader.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::web::Bytes;
use futures_util::stream::{self, Stream as Messages};
use tokio::sync::watch;
use tokio::time::{self, Instant, Sleep};

use super::frames;
use super::pacing::Pace;
use super::results::{changes_vacation, has_vacation, vacation_left};
use crate::accounts::SessionWatch;
use crate::hub::{Hub, HubMessage, MatchUpdate, StreamFrame, Watch};
use crate::matches::{Match, MatchId, MatchView};
use crate::metrics::{CounterMetric, GaugeGuard, GaugeMetric, Metrics};
use crate::now::spans::MINUTE;
use crate::now::{Clock, Moment};
use crate::referee::Referee;
use crate::store::Store;
use crate::texts::{self, Language};
use crate::users::{Sanctions, UserId};
use crate::views::match_page::HEARTBEAT;
use crate::web::http::stream_limit::StreamPermit;

/// With so many messages queued, further changes stay in the channel.
const MOST_WAITING: usize = 256;

/// By how much the clock of a page may be behind, in milliseconds.
const CLOCK_TOLERANCE: i64 = MINUTE;

/// In bytes. A connection keeps a buffer as large as the largest message together with what was unsent, so long
/// messages are written in pieces.
const PIECE: usize = 4000;

/// Sent after [`HEARTBEAT`] without a message. It is an event, because scripts do not see comments.
pub(super) const BEAT: &str = "event: heartbeat\ndata:\n\n";
/// The last message of a stream that has nothing more to send.
pub const END: &str = "event: end\ndata:\n\n";
/// The last message of a stream whose session has ended. The page reloads.
pub const SIGNED_OUT: &str = "event: end\ndata: signed-out\n\n";
/// The last message of a stream to a page that shows entries which the log does not have, or has not any more, because a
/// backup was restored. The page reloads.
const OUTDATED: &str = "event: end\ndata: outdated\n\n";
/// [`SIGNED_OUT`] in the middle of a message, which becomes part of it and is not shown.
const SIGNED_OUT_MIDWAY: &str = "\nevent: end\ndata: signed-out\n\n";

/// Parameters of a stream.
#[derive(Debug)]
pub struct StreamStart {
    pub id: MatchId,
    /// The session of the user; `None` for a visitor.
    pub session: Option<SessionWatch>,
    /// The last log entry that the page shows.
    pub after: u32,
    /// When it last heard from the match; `None` if it has not yet, or does not say.
    pub heard_at: Option<Moment>,
    pub language: Language,
    /// Whether the user wants no motion: all steps are sent at once.
    pub calm: bool,
    /// Becomes true when the site stops.
    pub stopping: watch::Receiver<bool>,
    pub metrics: Metrics,
    /// Counts this stream as open.
    pub _permit: Option<StreamPermit>,
    pub clock: Clock,
}

/// What a stream waits for.
enum StreamWake {
    Message(HubMessage),
    Beat,
    Stop,
}

/// A stream in progress.
pub struct MatchStream {
    pub(super) start: StreamStart,
    pub(super) referee: Referee,
    pub(super) store: Store,
    watch: Watch,
    pub(super) queue: VecDeque<StreamFrame>,
    /// The rest of the message that is being sent.
    rest: Bytes,
    /// When something was last sent.
    sent: Instant,
    pace: Pace,
    /// Fires when the last message may be too old. It is reset only then, not with each message.
    beat: Pin<Box<Sleep>>,
    /// Resolves when the site stops. Reused for all messages, so that it is not created for each.
    stop: Pin<Box<dyn Future<Output = ()>>>,
    /// Resolves when the session may have ended. Kept like `stop`.
    signal: Pin<Box<dyn Future<Output = ()>>>,
    pub(super) user: Option<UserId>,
    /// Those that were sent last.
    pub(super) sanctions: Option<Sanctions>,
    over: bool,
    _open: GaugeGuard,
}

impl MatchStream {
    /// Subscribes, and queues what the page has missed.
    pub async fn open(start: StreamStart, referee: Referee, store: Store, hub: &Hub) -> Self {
        let sent = Instant::now();
        let beat = Box::pin(time::sleep_until(sent + HEARTBEAT));
        let mut stopping = start.stopping.clone();
        let stop = Box::pin(async move { stopped(&mut stopping).await });
        let signal = session_changed(start.session.as_ref());
        let user = start.session.as_ref().map(SessionWatch::user);
        let watch = hub.watch(&start.id);
        let _open = start.metrics.gauge_guard(GaugeMetric::Streams);
        let mut stream = Self {
            start,
            referee,
            store,
            watch,
            queue: VecDeque::new(),
            rest: Bytes::new(),
            sent,
            pace: Pace::new(),
            beat,
            stop,
            signal,
            user,
            sanctions: None,
            over: false,
            _open,
        };
        stream.catch_up().await;
        if !stream.over {
            stream.queue.push_back(frames::presence(stream.watch.present()));
        }
        stream
    }

    /// The messages, until the reader leaves or the site stops.
    pub fn messages(self) -> impl Messages<Item = Result<Bytes, actix_web::Error>> {
        stream::unfold(Box::new(self), |mut stream| async move {
            let piece = stream.next_chunk().await?;
            Some((Ok(piece), stream))
        })
    }

    /// The next piece. Nothing is sent after the session has ended.
    async fn next_chunk(&mut self) -> Option<Bytes> {
        let midway = !self.rest.is_empty();
        if !midway {
            self.rest = self.next().await?;
        }
        if !self.is_permitted().await? {
            self.sign_out(midway);
        }
        Some(self.rest.split_to(PIECE.min(self.rest.len())))
    }

    /// Whether the session is still open; `None` if that cannot be found out, which closes the connection, and the
    /// browser reconnects. The session is only looked up when that is due.
    async fn is_permitted(&mut self) -> Option<bool> {
        let Some(session) = self.start.session.as_mut().filter(|session| session.is_due()) else {
            return Some(true);
        };
        let still_open = session.is_open().await;
        self.signal = session_changed(Some(session));
        still_open
            .inspect_err(
                |error| tracing::warn!(code = error.code(), %error, "failed to read the session of a stream"),
            )
            .ok()
    }

    fn sign_out(&mut self, midway: bool) {
        self.over = true;
        self.start.session = None;
        self.queue.clear();
        self.rest = Bytes::from_static(if midway { SIGNED_OUT_MIDWAY } else { SIGNED_OUT }.as_bytes());
    }

    async fn next(&mut self) -> Option<Bytes> {
        loop {
            self.handle_all().await;
            if let Some(frame) = self.queue.pop_front() {
                return Some(self.send_paced(frame).await);
            }
            if self.over {
                return None;
            }
            match self.wait().await {
                StreamWake::Message(message) => self.handle(message).await,
                StreamWake::Beat => {
                    self.sent = Instant::now();
                    self.beat.as_mut().reset(self.sent + HEARTBEAT);
                    return Some(Bytes::from_static(BEAT.as_bytes()));
                }
                StreamWake::Stop => self.push_signed_out(),
            }
        }
    }

    async fn wait(&mut self) -> StreamWake {
        loop {
            tokio::select! {
                message = self.watch.next() => return StreamWake::Message(message),
                () = &mut self.beat => {
                    if self.sent.elapsed() >= HEARTBEAT {
                        return StreamWake::Beat;
                    }
                    self.beat.as_mut().reset(self.sent + HEARTBEAT);
                }
                () = &mut self.stop => return StreamWake::Stop,
                // Wakes up early, so that the session is looked up before the next heartbeat.
                () = &mut self.signal => return StreamWake::Beat,
            }
        }
    }

    /// Waits until the animation before it has ended, unless the site stops. Readers without motion get all queued frames.
    async fn send_paced(&mut self, frame: StreamFrame) -> Bytes {
        if self.start.calm {
            self.sent = Instant::now();
            return frames::joined(frame, self.queue.drain(..));
        }
        if !self.over {
            tokio::select! {
                () = self.pace.until_shown() => {}
                () = stopped(&mut self.start.stopping) => {}
            }
        }
        self.sent = Instant::now();
        let queued = self.queue.iter().map(|frame| frame.hold).sum();
        match self.pace.show(frame.hold, queued, self.queue.is_empty()) {
            Some(speed) => frames::with_speed(speed, frame),
            None => frame.bytes,
        }
    }

    /// Queues the changes that have come in, so that the pace can be adapted to their number.
    async fn handle_all(&mut self) {
        while !self.over && self.queue.len() < MOST_WAITING {
            let Some(message) = self.watch.try_next() else { break };
            self.handle(message).await;
        }
    }

    async fn handle(&mut self, message: HubMessage) {
        match message {
            HubMessage::News(update) if !update.fits_after(self.start.after) => self.catch_up().await,
            HubMessage::News(update) => self.push_update(&update).await,
            HubMessage::Sanctions(user) if Some(user) == self.user => self.notify_sanctions().await,
            HubMessage::Sanctions(_) => {}
            HubMessage::Presence(present) => self.queue.push_back(frames::presence(present)),
            HubMessage::Behind => self.catch_up().await,
            HubMessage::Missed => {
                self.start.metrics.count(CounterMetric::SlowReaders);
                self.catch_up().await;
                // Changes of presence and of sanctions may have been among the missed messages.
                if !self.over {
                    self.queue.push_back(frames::presence(self.watch.present()));
                }
                self.notify_sanctions().await;
            }
        }
    }

    async fn push_update(&mut self, update: &MatchUpdate) {
        let (before, after) = (&update.change.before, &update.change.after);
        if !self.may_see(after) {
            return self.end(END);
        }
        let viewer = after.viewer(self.user);
        let chat_changed = after.has_other_chat(before, viewer);
        if after.m.seq > self.start.after || chat_changed {
            if after.m.participants.len() > before.m.participants.len()
                || chat_changed && after.watchers().len() > before.watchers().len()
            {
                self.mute_player(after).await;
                self.mark_present(after).await;
            }
            texts::in_language(self.start.language, || {
                let rendered = update.frames(viewer, || frames::of_news(update, viewer));
                self.queue.extend(rendered.iter().cloned());
            });
            self.start.after = self.start.after.max(after.m.seq);
            if before.m.ending().is_none() && after.m.rating_update().is_some() {
                let changes = update.ratings(|| self.store.ratings_around(&self.start.id)).await;
                self.show_ratings(after, changes.as_ref().copied());
            }
            if before.m.ending().is_none() {
                self.show_bot_scores(after).await;
            }
            if changes_vacation(&before.m, &after.m) {
                let now = self.start.clock.now();
                let left = update.vacation(|| vacation_left(&self.store, &after.m, now)).await;
                self.show_vacation(after, left.as_ref().copied());
            }
        }
    }

    /// Queues everything after the last log entry that was sent.
    async fn catch_up(&mut self) {
        // The page may be of a server that knew more.
        self.referee.drop_older(&self.start.id, self.start.after);
        match self.referee.get(&self.start.id, self.user).await {
            Ok(view) if view.m.seq < self.start.after || self.is_rewritten(&view.m) => self.end(OUTDATED),
            Ok(view) => {
                self.start.heard_at = None;
                let viewer = view.viewer(self.user);
                if view.m.seq > self.start.after {
                    self.mute_player(&view).await;
                }
                let missed = || frames::since(&view, self.start.after, viewer);
                self.queue.extend(texts::in_language(self.start.language, missed));
                let has_missed = view.m.seq > self.start.after;
                let is_new = has_missed && view.m.rating_update().is_some();
                self.start.after = view.m.seq;
                if has_missed && has_vacation(&view.m) {
                    let left = vacation_left(&self.store, &view.m, self.start.clock.now()).await;
                    self.show_vacation(&view, left.as_deref());
                }
                if is_new {
                    let changes = self.store.ratings_around(&self.start.id).await;
                    self.show_ratings(&view, changes.as_deref());
                }
                self.show_bot_scores(&view).await;
                self.mark_present(&view).await;
            }
            // Deleted, or not visible to this reader any more. An error would make the browser reconnect forever.
            Err(_) => self.end(END),
        }
    }

    /// Whether the last entry that the page shows was written after it last heard from the match: then it is another one.
    /// Known of the last entry and of plies.
    fn is_rewritten(&self, m: &Match) -> bool {
        let after = self.start.after;
        let written_at = match m.plies.binary_search_by_key(&after, |ply| ply.seq) {
            _ if after == m.seq => m.changed_at,
            Ok(index) => m.plies[index].at,
            Err(_) => return false,
        };
        self.start.heard_at.is_some_and(|heard_at| written_at.since(heard_at) > CLOCK_TOLERANCE)
    }

    /// Queues the muted players, which are specific to the reader, before anything they may have written.
    async fn mute_player(&mut self, view: &MatchView) {
        let Some(user) = self.user else { return };
        match self.store.user_settings(user).await {
            Ok(user_settings) => {
                let viewer = view.viewer(self.user);
                let muted_section = || frames::muted_section(view, viewer, &user_settings.muted_players());
                self.queue.extend(texts::in_language(self.start.language, muted_section));
            }
            Err(error) => tracing::warn!(code = error.code(), %error, "failed to read the muted players"),
        }
    }

    /// Lets the others know that a player is looking at the match, unless the player has blocked one of them.
    async fn mark_present(&mut self, view: &MatchView) {
        let Some(user) = self.user.filter(|user| view.m.seat_of(*user).is_some()) else { return };
        match self.store.user_settings(user).await {
            Ok(settings) => {
                let blocks =
                    |seated: &Option<UserId>| seated.is_some_and(|user| settings.blocked.contains(&user));
                if !view.m.seats.iter().any(|(_, seated)| blocks(seated)) {
                    self.watch.mark_present(&view.m, user);
                }
            }
            Err(error) => tracing::warn!(code = error.code(), %error, "failed to read the blocked players"),
        }
    }

    fn may_see(&self, view: &MatchView) -> bool {
        view.m.may_be_seen_by(self.user)
    }

    pub(super) fn end(&mut self, message: &'static str) {
        self.over = true;
        self.queue.push_back(StreamFrame { bytes: message.into(), hold: Duration::ZERO });
    }

    fn push_signed_out(&mut self) {
        self.over = true;
        self.queue.push_back(texts::in_language(self.start.language, frames::signed_out_frame));
    }
}

/// Resolves when the session may have ended; never without one.
fn session_changed(session: Option<&SessionWatch>) -> Pin<Box<dyn Future<Output = ()>>> {
    match session {
        Some(session) => Box::pin(session.changed()),
        None => Box::pin(std::future::pending()),
    }
}

/// Resolves when the site stops, or is gone.
pub async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
