//! One reader's stream.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Bytes;
use futures_util::stream::{self, Stream as Messages};
use tokio::sync::watch;
use tokio::time::{self, Instant, Sleep};

use super::{frames, pacing};
use crate::accounts::SessionWatch;
use crate::hub::{Hub, HubMessage, MatchUpdate, StreamFrame, Watch};
use crate::matches::{MatchId, MatchView};
use crate::metrics::{CounterMetric, GaugeGuard, GaugeMetric, Metrics};
use crate::now::Clock;
use crate::referee::Referee;
use crate::store::Store;
use crate::texts::{self, Language};
use crate::users::UserId;
use crate::views::match_page::HEARTBEAT;
use crate::web::http::connections::StreamPermit;

/// With so many messages waiting, what else has happened is left where it is.
const MOST_WAITING: usize = 256;

/// In bytes. A connection keeps a buffer as large as the most it was ever handed together with what it had not sent, so a long
/// message is handed over in pieces.
const PIECE: usize = 4000;

/// Sent after [`HEARTBEAT`] without a message. An event, because scripts are not told of comments.
const BEAT: &str = "event: heartbeat\ndata:\n\n";
/// The last message of a stream there is nothing more to say on.
pub const END: &str = "event: end\ndata:\n\n";
/// The last message of a stream whose session has ended: the page is loaded again.
pub const SIGNED_OUT: &str = "event: end\ndata: signed-out\n\n";
/// The same in the middle of a message, which becomes part of it and is not shown.
const SIGNED_OUT_MIDWAY: &str = "\nevent: end\ndata: signed-out\n\n";

/// Where a stream begins.
#[derive(Debug)]
pub struct StreamStart {
    pub id: MatchId,
    /// The session of the user who looks; none for a visitor.
    pub session: Option<SessionWatch>,
    /// The number of the last entry they have seen.
    pub after: u32,
    /// What is spoken to them.
    pub language: Language,
    /// Whether they want no motion: what happened is told at once.
    pub calm: bool,
    /// Turns true when the program stops.
    pub stopping: watch::Receiver<bool>,
    /// What is counted.
    pub metrics: Metrics,
    /// Counts this stream among those that are open.
    pub _permit: StreamPermit,
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
    start: StreamStart,
    referee: Referee,
    store: Store,
    watch: Watch,
    queue: VecDeque<StreamFrame>,
    /// What is left of the message that is being sent.
    rest: Bytes,
    /// When something was sent last.
    sent: Instant,
    /// Goes off when that may have been too long ago. It is set again only then, not at every message.
    beat: Pin<Box<Sleep>>,
    /// Done when the program stops; listened to from one message to the next, so that nothing is asked for anew at each.
    stop: Pin<Box<dyn Future<Output = ()>>>,
    /// Done when the session may have ended. As `stop`.
    signal: Pin<Box<dyn Future<Output = ()>>>,
    user: Option<UserId>,
    over: bool,
    _open: GaugeGuard,
}

impl MatchStream {
    /// Begins to watch, and queues what was missed.
    pub async fn open(start: StreamStart, referee: Referee, store: Store, hub: &Hub) -> Self {
        let sent = Instant::now();
        let beat = Box::pin(time::sleep_until(sent + HEARTBEAT));
        let mut stopping = start.stopping.clone();
        let stop = Box::pin(async move { stops(&mut stopping).await });
        let signal = signal(start.session.as_ref());
        let user = start.session.as_ref().map(SessionWatch::user);
        let watch = hub.watch(&start.id);
        let _open = start.metrics.held(GaugeMetric::Streams);
        let mut stream = Self {
            start,
            referee,
            store,
            watch,
            queue: VecDeque::new(),
            rest: Bytes::new(),
            sent,
            beat,
            stop,
            signal,
            user,
            over: false,
            _open,
        };
        stream.catch_up().await;
        stream
    }

    /// The messages, until the reader or the program goes away.
    pub fn messages(self) -> impl Messages<Item = Result<Bytes, actix_web::Error>> {
        stream::unfold(Box::new(self), |mut stream| async move {
            let piece = stream.piece().await?;
            Some((Ok(piece), stream))
        })
    }

    /// The next piece of what is sent. Nothing is sent after the session has ended.
    async fn piece(&mut self) -> Option<Bytes> {
        let midway = !self.rest.is_empty();
        if !midway {
            self.rest = self.next().await?;
        }
        if !self.is_permitted().await? {
            self.sign_out(midway);
        }
        Some(self.rest.split_to(PIECE.min(self.rest.len())))
    }

    /// Whether the session is still open; `None` when that cannot be told, which closes the connection, and the browser
    /// opens another one. Only looked up when it is due.
    async fn is_permitted(&mut self) -> Option<bool> {
        let Some(session) = self.start.session.as_mut().filter(|session| session.is_due()) else {
            return Some(true);
        };
        let still_open = session.still_open().await;
        self.signal = signal(Some(session));
        still_open.inspect_err(|error| tracing::warn!(%error, "failed to read the session of a stream")).ok()
    }

    fn sign_out(&mut self, midway: bool) {
        self.over = true;
        self.start.session = None;
        self.queue.clear();
        self.rest = Bytes::from_static(if midway { SIGNED_OUT_MIDWAY } else { SIGNED_OUT }.as_bytes());
    }

    async fn next(&mut self) -> Option<Bytes> {
        loop {
            self.hear_all().await;
            if let Some(frame) = self.queue.pop_front() {
                return Some(self.tell_in_time(frame).await);
            }
            if self.over {
                return None;
            }
            match self.wait().await {
                StreamWake::Message(message) => self.hear(message).await,
                StreamWake::Beat => {
                    self.sent = Instant::now();
                    self.beat.as_mut().reset(self.sent + HEARTBEAT);
                    return Some(Bytes::from_static(BEAT.as_bytes()));
                }
                StreamWake::Stop => self.say_goodbye(),
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
                // The session is looked up before the heartbeat is sent.
                () = &mut self.signal => return StreamWake::Beat,
            }
        }
    }

    /// Waits until it is time for the frame, unless the program stops.
    async fn tell_in_time(&mut self, frame: StreamFrame) -> Bytes {
        if self.start.calm {
            return self.tell_at_once(frame);
        }
        let behind = frame.pause + self.queue.iter().map(|frame| frame.pause).sum::<Duration>();
        if !frame.pause.is_zero() && !self.over {
            tokio::select! {
                () = time::sleep(pacing::wait(frame.pause, behind)) => {}
                () = stops(&mut self.start.stopping) => {}
            }
        }
        self.sent = Instant::now();
        frame.bytes
    }

    /// All that waits, as one piece: what lies between its beginning and its end is not looked at.
    fn tell_at_once(&mut self, frame: StreamFrame) -> Bytes {
        self.sent = Instant::now();
        if self.queue.is_empty() {
            return frame.bytes;
        }
        let rest = self.queue.drain(..).flat_map(|frame| frame.bytes);
        frame.bytes.into_iter().chain(rest).collect()
    }

    /// Queues what has happened meanwhile, so that it is known how much there is to tell.
    async fn hear_all(&mut self) {
        while !self.over && self.queue.len() < MOST_WAITING {
            let Some(message) = self.watch.ready() else { break };
            self.hear(message).await;
        }
    }

    async fn hear(&mut self, message: HubMessage) {
        match message {
            HubMessage::News(update) if update.change.before.m.seq > self.start.after => {
                self.catch_up().await
            }
            HubMessage::News(update) => self.tell(&update).await,
            HubMessage::Sanctions(user) if Some(user) == self.user => self.notify_sanctions().await,
            HubMessage::Sanctions(_) => {}
            HubMessage::Missed => {
                self.start.metrics.count(CounterMetric::SlowReaders);
                self.catch_up().await;
                // A change of their sanctions may have been among it.
                self.notify_sanctions().await;
            }
        }
    }

    async fn tell(&mut self, update: &MatchUpdate) {
        let (before, after) = (&update.change.before, &update.change.after);
        if !self.may_see(after) {
            return self.end();
        }
        let said = !Arc::ptr_eq(&after.chat, &before.chat);
        if after.m.seq > self.start.after || said {
            if after.m.participants.len() > before.m.participants.len() {
                self.mute_player(after).await;
            }
            let viewer = after.viewer(self.user);
            texts::in_language(self.start.language, || {
                let rendered = update.frames(viewer, || frames::of_news(update, viewer));
                self.queue.extend(rendered.iter().cloned());
            });
            self.start.after = self.start.after.max(after.m.seq);
        }
    }

    /// Queues everything above the last entry that was sent.
    async fn catch_up(&mut self) {
        match self.referee.get(&self.start.id, self.user).await {
            Ok(table) => {
                let viewer = table.viewer(self.user);
                if table.m.seq > self.start.after {
                    self.mute_player(&table).await;
                }
                let missed = || frames::since(&table, self.start.after, viewer);
                self.queue.extend(texts::in_language(self.start.language, missed));
                self.start.after = table.m.seq;
            }
            // Gone, or none of this reader's business any more: an error would be asked for again for ever.
            Err(_) => self.end(),
        }
    }

    /// Queues whose talk is folded away: that is each reader's own, and is sent before anything they might say.
    async fn mute_player(&mut self, table: &MatchView) {
        let Some(user) = self.user else { return };
        match self.store.user_settings(user).await {
            Ok(user_settings) => {
                let viewer = table.viewer(self.user);
                let muted_section = || frames::muted_section(table, viewer, &user_settings.muted_players());
                self.queue.extend(texts::in_language(self.start.language, muted_section));
            }
            Err(error) => tracing::warn!(%error, "failed to read the muted players"),
        }
    }

    /// Queues what the reader is kept from by now.
    async fn notify_sanctions(&mut self) {
        let (Some(user), now) = (self.user, self.start.clock.now()) else { return };
        let sanctions = match self.store.sanctions_of(user, now).await {
            Ok(sanctions) => sanctions,
            Err(error) => return tracing::warn!(%error, "failed to read the sanctions of a user"),
        };
        match self.referee.get(&self.start.id, Some(user)).await {
            Ok(table) => {
                let viewer = table.viewer(Some(user));
                let told = || frames::sanctions(&sanctions, viewer);
                self.queue.push_back(texts::in_language(self.start.language, told));
            }
            Err(_) => self.end(),
        }
    }

    fn may_see(&self, table: &MatchView) -> bool {
        table.m.may_be_seen_by(self.user)
    }

    fn end(&mut self) {
        self.over = true;
        self.queue.push_back(StreamFrame { pause: Duration::ZERO, bytes: END.into() });
    }

    fn say_goodbye(&mut self) {
        self.over = true;
        self.queue.push_back(texts::in_language(self.start.language, frames::goodbye));
    }
}

/// Waits until the session may have ended; for ever where there is none.
fn signal(session: Option<&SessionWatch>) -> Pin<Box<dyn Future<Output = ()>>> {
    match session {
        Some(session) => Box::pin(session.signalled()),
        None => Box::pin(std::future::pending()),
    }
}

/// Waits until the program stops; a program that is gone has stopped.
async fn stops(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
