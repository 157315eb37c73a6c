//! The watchers of each match, and the broadcast of changes to them.
//!
//! The referee publishes after it has committed, and what it learns of the commits of other servers. Each watched match
//! has a broadcast channel. A change is rendered once for each kind of viewer and each language, by the first stream that
//! needs it, and shared by the others.

mod match_presence;
mod public_updates;
mod read_mark_buffer;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use match_presence::MatchPresence;
use parking_lot::{Mutex, RwLock};
use tokio::runtime::Handle;
use tokio::sync::OnceCell;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::broadcast::{self, Receiver, Sender};

pub use self::match_presence::GRACE;
pub use self::public_updates::PublicMessage;
use self::public_updates::PublicUpdates;
pub use self::read_mark_buffer::ReadMarkBuffer;
use crate::games::Seat;
use crate::matches::{ByMatch, Match, MatchId, MatchView, MatchViewer, PresentSeats, RatingChange};
use crate::texts::{self, Language};
use crate::users::UserId;

/// How many messages a stream may be behind before it has to catch up from the log. Bounds the memory of slow
/// readers.
const BACKLOG: usize = 32;

/// A piece of a stream.
#[derive(Clone, Debug)]
pub struct StreamFrame {
    pub bytes: Bytes,
    /// How long the animation takes that it starts: the next piece is sent after it.
    pub hold: Duration,
}

/// The frames that are the same for everyone who watches a match.
#[derive(Debug, Default)]
pub struct SharedFrames {
    /// All steps but the last.
    pub steps: Vec<StreamFrame>,
    /// The last step, to which each viewer's own part is added.
    pub last: String,
    /// How long the animation of the last step takes.
    pub hold: Duration,
}

/// A match before and after a change.
#[derive(Clone, Debug)]
pub struct MatchChange {
    pub before: Arc<MatchView>,
    pub after: Arc<MatchView>,
}

/// A change of a match, with its renderings.
#[derive(Debug)]
pub struct MatchUpdate {
    pub change: MatchChange,
    /// By language.
    common: [OnceLock<SharedFrames>; Language::COUNT],
    /// By language, then by viewer.
    frames: Box<[OnceLock<Arc<[StreamFrame]>>]>,
    /// How the end of the match has changed ratings.
    ratings: OnceCell<Vec<RatingChange>>,
    /// The remaining vacation of the players, in hours.
    vacation: OnceCell<Vec<(Seat, u32)>>,
}

impl MatchUpdate {
    fn new(change: MatchChange) -> Self {
        let kinds = MatchViewer::kinds(change.after.m.seats.count()) * Language::COUNT;
        let frames = (0..kinds).map(|_| OnceLock::new()).collect();
        Self {
            change,
            common: Default::default(),
            frames,
            ratings: OnceCell::new(),
            vacation: OnceCell::new(),
        }
    }

    /// Whether a reader can get it who has seen the match up to a log entry: it begins there, or adds nothing. What another
    /// server has decided may begin earlier or later.
    pub fn fits_after(&self, seq: u32) -> bool {
        let (before, after) = (self.change.before.m.seq, self.change.after.m.seq);
        before == seq || before < seq && after <= seq
    }

    /// What all viewers get in the current language, rendered by `render` if it is the first to ask.
    pub fn shared_frames(&self, render: impl FnOnce() -> SharedFrames) -> &SharedFrames {
        self.common[texts::current_language().index()].get_or_init(render)
    }

    /// How the end of the match has changed ratings, loaded by `load` if this is the first to ask.
    ///
    /// # Errors
    /// Those of `load`. The next to ask loads it again.
    pub async fn ratings<F, E>(&self, load: impl FnOnce() -> F) -> Result<&[RatingChange], E>
    where
        F: Future<Output = Result<Vec<RatingChange>, E>>,
    {
        self.ratings.get_or_try_init(load).await.map(Vec::as_slice)
    }

    /// The remaining vacation of the players, in hours, loaded by `load` if this is the first to ask.
    ///
    /// # Errors
    /// Those of `load`. The next to ask loads it again.
    pub async fn vacation<F, E>(&self, load: impl FnOnce() -> F) -> Result<&[(Seat, u32)], E>
    where
        F: Future<Output = Result<Vec<(Seat, u32)>, E>>,
    {
        self.vacation.get_or_try_init(load).await.map(Vec::as_slice)
    }

    /// What a viewer gets in the current language, rendered by `render` if it is the first of its kind.
    pub fn frames(
        &self,
        viewer: MatchViewer,
        render: impl FnOnce() -> Vec<StreamFrame>,
    ) -> Arc<[StreamFrame]> {
        let seats = self.change.after.m.seats.count();
        let slot = texts::current_language().index() * MatchViewer::kinds(seats) + viewer.index(seats);
        match self.frames.get(slot) {
            Some(slot) => Arc::clone(slot.get_or_init(|| render().into())),
            None => render().into(),
        }
    }
}

/// A message to a stream.
#[derive(Clone, Debug)]
pub enum HubMessage {
    /// The match has changed.
    News(Arc<MatchUpdate>),
    /// The sanctions of this user have changed.
    Sanctions(UserId),
    /// Other players than before are looking at the match.
    Presence(PresentSeats),
    /// The reader was too slow and has missed messages: it has to catch up from the log.
    Missed,
    /// Another server has changed the match, and what it was before is not known here: the reader has to catch up from
    /// the log.
    Behind,
}

/// A watched match.
#[derive(Debug)]
struct MatchTopic {
    sender: Sender<HubMessage>,
    presence: Mutex<MatchPresence>,
    /// The newest state that was sent.
    latest: Mutex<Option<Arc<MatchView>>>,
}

impl MatchTopic {
    fn new() -> Self {
        Self { sender: broadcast::channel(BACKLOG).0, presence: Mutex::default(), latest: Mutex::default() }
    }

    /// Sends a change, unless a later state was sent already.
    fn send(&self, change: MatchChange) {
        let mut latest = self.latest.lock();
        if latest.as_ref().is_some_and(|latest| latest.is_newer_than(&change.after)) {
            return;
        }
        let after = Arc::clone(latest.insert(Arc::clone(&change.after)));
        // An error means that the last watcher has just left.
        let _ = self.sender.send(HubMessage::News(Arc::new(MatchUpdate::new(change))));
        self.change_presence(|presence| {
            if !presence.is_unused() {
                presence.update(&after.m);
            }
        });
    }

    /// Changes who is present, and tells the watchers if it makes a difference.
    fn change_presence<T>(&self, change: impl FnOnce(&mut MatchPresence) -> T) -> T {
        // Sent under the lock, so that the last message is about the last change.
        let mut presence = self.presence.lock();
        let done = change(&mut presence);
        if let Some(present) = presence.take_change() {
            let _ = self.sender.send(HubMessage::Presence(present));
        }
        done
    }
}

type TopicMap = RwLock<ByMatch<MatchTopic>>;

/// The broadcast hub. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Hub {
    topics: Arc<TopicMap>,
    public_updates: PublicUpdates,
    read_marks: Arc<ReadMarkBuffer>,
}

impl Hub {
    /// The buffer of read marks.
    pub fn read_marks(&self) -> &ReadMarkBuffer {
        &self.read_marks
    }

    /// Subscribes to a match.
    pub fn watch(&self, id: &MatchId) -> Watch {
        let mut topics = self.topics.write();
        let topic = topics.entry(id.clone()).or_insert_with(MatchTopic::new);
        let receiver = topic.sender.subscribe();
        Watch { receiver, topic: HubTopic { id: id.clone(), topics: Arc::clone(&self.topics), player: None } }
    }

    /// The seats whose players are looking at the match; none once it is over.
    pub fn present(&self, id: &MatchId) -> PresentSeats {
        self.topics.read().get(id).map(|topic| topic.presence.lock().present()).unwrap_or_default()
    }

    /// Broadcasts a change to the watchers of the match.
    pub fn publish(&self, change: MatchChange) {
        self.public_updates.publish(&change.before.m, &change.after.m);
        if let Some(topic) = self.topics.read().get(&change.after.m.id) {
            topic.send(change);
        }
    }

    /// Lets the readers of public matches know that another server has changed one, if it is public.
    pub fn publish_foreign(&self, id: &MatchId) {
        self.public_updates.announce(id);
    }

    /// Broadcasts the state of a match that another server has changed. `changes` returns what has led to it from the
    /// state that was sent last.
    pub fn catch_up(
        &self,
        after: &Arc<MatchView>,
        changes: impl FnOnce(&Arc<MatchView>) -> Vec<MatchChange>,
    ) {
        let topics = self.topics.read();
        let Some(topic) = topics.get(&after.m.id) else { return };
        let latest = topic.latest.lock().clone();
        match latest {
            Some(before) if after.is_newer_than(&before) => {
                changes(&before).into_iter().for_each(|change| topic.send(change));
            }
            Some(_) => {}
            None => {
                topic.latest.lock().get_or_insert_with(|| Arc::clone(after));
                let _ = topic.sender.send(HubMessage::Behind);
            }
        }
    }

    /// Has all streams catch up, after changes of other servers were missed.
    pub fn catch_up_all(&self) {
        for topic in self.topics.read().values() {
            *topic.latest.lock() = None;
            let _ = topic.sender.send(HubMessage::Behind);
        }
        self.public_updates.missed();
    }

    /// Has every stream of a user look up its sanctions. Wakes all streams, as sanctions are rare.
    pub fn sanctions_changed(&self, user: UserId) {
        for topic in self.topics.read().values() {
            let _ = topic.sender.send(HubMessage::Sanctions(user));
        }
    }

    /// Subscribes to the changes of all public matches.
    pub fn watch_public(&self) -> Receiver<PublicMessage> {
        self.public_updates.subscribe()
    }

    /// How many streams of others than the players watch the match.
    pub fn spectators(&self, id: &MatchId) -> usize {
        let count = |topic: &MatchTopic| {
            topic.sender.receiver_count().saturating_sub(topic.presence.lock().stream_count())
        };
        self.topics.read().get(id).map_or(0, count)
    }

    /// How many streams watch the match.
    pub fn watchers(&self, id: &MatchId) -> usize {
        self.topics.read().get(id).map_or(0, |topic| topic.sender.receiver_count())
    }
}

/// A subscription to one match. It ends when it is dropped.
#[derive(Debug)]
pub struct Watch {
    // Dropped first, so that the topic no longer counts this receiver when it checks whether it was the last.
    receiver: Receiver<HubMessage>,
    topic: HubTopic,
}

impl Watch {
    /// Waits for the next message. Cancel safe.
    pub async fn next(&mut self) -> HubMessage {
        match self.receiver.recv().await {
            Ok(message) => message,
            Err(RecvError::Lagged(_)) => HubMessage::Missed,
            // The channel exists for as long as this watch.
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }

    /// The seats whose players are looking at the match.
    pub fn present(&self) -> PresentSeats {
        let topics = self.topic.topics.read();
        topics.get(&self.topic.id).map(|topic| topic.presence.lock().present()).unwrap_or_default()
    }

    /// Lets the watchers of the match know that one of its players is looking at it, until this is dropped.
    pub fn mark_present(&mut self, m: &Match, user: UserId) {
        if self.topic.player.is_some() {
            return;
        }
        self.topic.player = Some(user);
        if let Some(topic) = self.topic.topics.read().get(&self.topic.id) {
            topic.change_presence(|presence| presence.add_stream(m, user));
        }
    }

    /// The next message that was sent already, if any.
    pub fn try_next(&mut self) -> Option<HubMessage> {
        match self.receiver.try_recv() {
            Ok(message) => Some(message),
            Err(TryRecvError::Lagged(_)) => Some(HubMessage::Missed),
            Err(TryRecvError::Empty | TryRecvError::Closed) => None,
        }
    }
}

/// Removes the channel of a match once nobody watches it.
#[derive(Debug)]
struct HubTopic {
    id: MatchId,
    topics: Arc<TopicMap>,
    /// The player who is present because of this watch.
    player: Option<UserId>,
}

impl HubTopic {
    /// Has the player leave, after a grace period.
    fn leave(&self, user: UserId) {
        let leaves = |topic: &MatchTopic| topic.presence.lock().remove_stream(user);
        if !self.topics.read().get(&self.id).is_some_and(leaves) {
            return;
        }
        let (id, topics) = (self.id.clone(), Arc::clone(&self.topics));
        let forget = move || {
            if let Some(topic) = topics.read().get(&id) {
                topic.change_presence(|presence| presence.remove_absent(user));
            }
        };
        match Handle::try_current() {
            Ok(runtime) => {
                runtime.spawn(async move {
                    tokio::time::sleep(GRACE).await;
                    forget();
                });
            }
            Err(_) => forget(),
        }
    }
}

impl Drop for HubTopic {
    fn drop(&mut self) {
        if let Some(user) = self.player {
            self.leave(user);
        }
        let mut topics = self.topics.write();
        if topics.get(&self.id).is_some_and(|topic| topic.sender.receiver_count() == 0) {
            topics.remove(&self.id);
        }
    }
}
